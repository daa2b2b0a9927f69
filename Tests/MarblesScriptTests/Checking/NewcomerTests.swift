import MarblesCombine
import MarblesRx
import Testing

@testable import MarblesScript

/// Names of other libraries, other versions and other languages.
@Suite("Names of other libraries and languages")
struct NewcomerTests {
  private func told(_ script: String) -> [String] {
    let simulation = Simulation(script: script, file: "t")
    return simulation.diagnostics.map { mistake in
      mistake.text + (mistake.hint.map { "; " + $0 } ?? "")
    }
  }

  @Test("an operator of another library is reported with what to write")
  func anOperatorOfAnotherLibraryIsReportedWithWhatToWrite() {
    let known = Set(OperatorTable.all.map(\.name))
    for (elsewhere, here) in ForeignOperators.names {
      let name = String(here.prefix { $0.isLetter })
      #expect(known.contains(name), "\(here)")
      #expect(!known.contains(elsewhere), "\(elsewhere)")
      #expect(
        told("let s = PassthroughSubject()\nlet a = s.\(elsewhere)().sink()")
          == ["'\(elsewhere)' is not an operator; write '\(here)'"])
    }
    #expect(
      told("let s = PassthroughSubject()\nlet a = s.pipe(map { $0 }, share()).sink()") == [
        "'pipe' is not an operator; "
          + "chain the operators: .map { … }.filter { … }"
      ])
  }

  @Test("words of JavaScript are reported once, and the names that they declare are known")
  func wordsOfJavaScriptAreReportedOnceAndTheNamesThatTheyDeclareAreKnown() {
    #expect(
      told(
        """
        const clicks = new Subject();
        const a = clicks.subscribe(x => print(x));
        clicks: -1-2-|
        """) == [
          "'const' is not part of the script language; write 'let'",
          "'new' is not part of the script language; write 'Subject(…)' alone",
          "'const' is not part of the script language; write 'let'",
          "'x' is not declared",
          "'=>' is not part of the script language; write a closure: { x in … }",
        ])
  }

  @Test("the name that const or val declares is a constant", arguments: ["const", "val"])
  func theNameThatConstOrValDeclaresIsAConstant(word: String) {
    #expect(
      told("at 0 {\n\(word) n = 1\nn = 2\n}") == [
        "'\(word)' is not part of the script language; write 'let'",
        "'n' is a constant and cannot be assigned; declare it with 'var'",
      ])
  }

  @Test(
    "a set of subscriptions need not be declared",
    arguments: [
      "store(in: &cancellables)", "store(in: &self.cancellables)", "disposed(by: disposeBag)",
      "disposed(by: self.viewModel.bag)",
    ])
  func aSetOfSubscriptionsNeedNotBeDeclared(call: String) {
    let script = """
      let s = PassthroughSubject()
      var seen = 0
      s.sink { v in seen += v }
        .\(call)
      s: -1-2|
      expect seen == 3
      """
    #expect(told(script) == [])
    #expect(failures(script) == [])
  }

  @Test(
    "a set of subscriptions need not be declared in blocks, closures and after connect()",
    arguments: ["", "var bag = Set<AnyCancellable>()"])
  func aSetOfSubscriptionsNeedNotBeDeclaredInBlocksClosuresAndAfterConnect(declaration: String) {
    let script = """
      \(declaration)
      let s = PassthroughSubject()
      var seen = 0
      let c = s.makeConnectable()
      let all = c.sink()
      let inner = s.flatMap { x in
        let d = s.sink()
        d.disposed(by: bag)
        return Just(x)
      }.sink()
      c.connect().store(in: &bag)
      at 2 { s.sink { v in seen += v }.store(in: &bag) }
      at 4 { s.subscribe().disposed(by: bag) }
      s: -1-2-3
      expect seen == 5
      expect all.values == [1, 2, 3]
      expect inner.values == [1, 2, 3]
      """
    #expect(told(script) == [])
    #expect(failures(script) == [])
  }

  @Test("publishers can be created by their types, and multicast takes a subject")
  func publishersCanBeCreatedByTheirTypesAndMulticastTakesASubject() {
    let script = """
      let a = PassthroughSubject<Int, Never>()
      let b = PassthroughSubject<Int, Never>()
      let merged = Publishers.Merge(a, b).sink()
      let many = Publishers.MergeMany([a, b, Just(9)]).sink()
      let zipped = Publishers.Zip(a, b).map { $0 + $1 }.sink()
      let latest = Publishers.CombineLatest3(a, b, a).map { x, y, z in x * y * z }.sink()
      let after = Publishers.Concatenate(prefix: [0].publisher, suffix: b).sink()
      let hub = a.multicast(subject: CurrentValueSubject<Int, Never>(7))
      let late = hub.sink()
      a: -1--3|
      b: --2-4|
      hub: ^
      expect merged.values == [1, 2, 3, 4]
      expect many.values == [9, 1, 2, 3, 4]
      expect zipped.values == [3, 7]
      expect latest.values == [2, 6, 18, 36]
      expect after.values == [0, 2, 4]
      expect late.values == [7, 1, 3]
      """
    #expect(told(script) == [])
    #expect(failures(script) == [])
    let rx = """
      dialect rxswift
      let a = PublishSubject<Int>()
      let late = a.multicast(BehaviorSubject(value: 7)).refCount().subscribe()
      a: -1--3|
      expect late.values == [7, 1, 3]
      """
    #expect(failures(rx) == [])
  }

  @Test("an undeclared error type is reported with a text to write")
  func anUndeclaredErrorTypeIsReportedWithATextToWrite() {
    #expect(
      told(
        """
        let s = PassthroughSubject()
        let a = s.tryMap { v in if v > 2 { throw LoadError.tooBig }; return v }.sink()
        """) == ["'LoadError' is not declared; write the error as a text: \"tooLarge\""])
  }

  @Test("a call that sends to an undeclared name is reported with a declaration")
  func aCallThatSendsToAnUndeclaredNameIsReportedWithADeclaration() {
    #expect(
      told("let a = Just(1).sink { counter.accept($0) }")
        == ["'counter' is not declared; declare it: let counter = PublishRelay()"])
    #expect(
      told("let a = Just(1).sink { title.send($0) }")
        == ["'title' is not declared; declare it: let title = PassthroughSubject()"])
  }

  @Test("members of an undeclared name are not reported")
  func membersOfAnUndeclaredNameAreNotReported() {
    #expect(
      told(
        """
        let url = PassthroughSubject()
        let loaded = url.flatMap { URLSession.shared.dataTaskPublisher(for: $0) }
          .decode(type: [User].self)
          .sink()
        """) == [
          "'URLSession' is not part of a script; write the response as a publisher: "
            + "cold(\"--r|\", r: …); a test can run the real file",
          "'decode' is not an operator; write map { … }: values need no decoding",
        ])
  }
}
