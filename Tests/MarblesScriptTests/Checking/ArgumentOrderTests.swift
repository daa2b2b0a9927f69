import Testing

@testable import MarblesScript

@Suite("Labels of arguments")
struct ArgumentOrderTests {
  private func first(_ script: String) -> String {
    String(mistakes(script).split(separator: "\n").first ?? "")
  }

  @Test("labels in the wrong order are reported with the right order")
  func labelsInTheWrongOrderAreReportedWithTheRightOrder() {
    let source = "let s = PassthroughSubject()\n"
    #expect(
      first(source + "dialect rxjs\nlet a = s.share(resetOnComplete: false, resetOnError: true)")
        == "t:3:41: error: 'resetOnError:' comes before 'resetOnComplete:'")
    #expect(
      first(source + "let a = s.throttle(latest: true, for: 3).sink()")
        == "t:2:34: error: 'for:' comes before 'latest:'")
    #expect(
      first(source + "let a = s.collect(2).buffer(whenFull: .dropOldest, size: 3).sink()")
        == "t:2:52: error: 'size:' comes before 'whenFull:'")
  }

  @Test("a label that is given twice is reported once")
  func aLabelThatIsGivenTwiceIsReportedOnce() {
    #expect(
      first("let s = PassthroughSubject()\nlet a = s.delay(for: 3, for: 4).sink()")
        == "t:2:25: error: 'delay' takes 'for:' once")
  }

  @Test("a closure is matched with the parameter of its number of parameters")
  func aClosureIsMatchedWithTheParameterOfItsNumberOfParameters() {
    #expect(
      failures(
        """
        let s = PublishSubject()
        let a = s.distinctUntilChanged { $0 == $1 }.subscribe()
        let b = s.distinctUntilChanged { old, new in old == new }.subscribe()
        let c = s.distinctUntilChanged { $0 % 2 }.subscribe()
        let d = s.enumerated().map { index, element in index * element }.subscribe()
        let e = s.enumerated().map { $0.index + $0.element }.subscribe()
        s: 11-24
        expect a.values == [1, 2, 4]
        expect b.values == [1, 2, 4]
        expect c.values == [1, 2]
        expect d.values == [0, 1, 4, 12]
        expect e.values == [1, 2, 4, 7]
        """) == [])
  }

  @Test("a type in pasted code need not be declared")
  func aTypeInPastedCodeNeedNotBeDeclared() {
    let script = """
      let a = Just(1).setFailureType(to: Error.self).sink()
      let b = Just(1).setFailureType(to: Result<Int, Never>.self).sink()
      let c = Just(1).setFailureType(to: Service.LoadError.self).sink()
      expect a.values + b.values + c.values == [1, 1, 1]
      """
    #expect(mistakes(script) == "")
    #expect(failures(script) == [])
  }

  @Test("Observable.merge is a stage, and concat belongs to its first stream")
  func observableMergeIsAStageAndConcatBelongsToItsFirstStream() {
    let recording = recording(
      """
      dialect rxswift
      let x = PublishSubject()
      let y = PublishSubject()
      let both = Observable.merge(x, y).subscribe()
      let one = Observable.concat(x, y).subscribe()
      x: -1--2|
      y: --3---4
      """)
    #expect(recording.stages.map(\.name).contains("merge"))
    let values = { (name: String) in
      story(name, in: recording).filter { $0.last?.isNumber == true }
    }
    #expect(values("both") == ["1 1", "2 3", "4 2", "6 4"])
    #expect(values("one") == ["1 1", "4 2", "6 4"])
  }

  @Test("a closure with shorthands is of the kind of one that declares as many parameters")
  func aClosureWithShorthandsIsOfTheKindOfOneThatDeclaresAsManyParameters() {
    for (shorthands, declared) in [
      ("$0", "x in x"), ("$0 + $1", "x, y in x"), ("1 + $1", "x, y in y"),
    ] {
      let simulation = Simulation(
        script: """
          let s = PassthroughSubject()
          let choice = true ? { \(shorthands) } : { \(declared) }
          let a = s.prefix(choice).sink()
          """, file: "t")
      // It is known before the run that the choice is a closure.
      #expect(simulation.diagnostics.containsError, "\(shorthands)")
    }
  }
}
