import Testing

@testable import MarblesScript

@Suite struct PatternTests {
  @Test(
    "'.some' and 'let x?' match values other than nil, and '.none' matches nil",
    arguments: [
      (".some(let x) = [7].first", 1), (".some(let x) = [].first", 0),
      (".some(7) = [7].first", 1), (".some(8) = [7].first", 0), (".some = [7].first", 1),
      (".some(.some(let x)) = [7].first", 1), ("let x? = [7].first", 1),
      ("let x? = [].first", 0), (".none = [].first", 1), (".none = [7].first", 0),
    ])
  func someAndLetXMatchValuesOtherThanNilAndNoneMatchesNil(condition: String, branch: Int) {
    #expect(
      failures(
        """
        let out = PassthroughSubject()
        let seen = out.sink()
        at 1 { if case \(condition) { out.send(1) } else { out.send(0) } }
        expect seen.values == [\(branch)]
        """) == [])
  }

  @Test("a switch distinguishes '.some' and '.none', and a loop with 'case' skips nil")
  func aSwitchDistinguishesSomeAndNoneAndALoopWithCaseSkipsNil() {
    #expect(
      failures(
        """
        let out = PassthroughSubject()
        let seen = out.sink()
        at 1 {
          for value in [1, nil] {
            switch value {
            case .some(let x): out.send(x)
            case .none: out.send("nil")
            }
          }
          for case let x? in [nil, 2] { out.send(x) }
        }
        expect seen.values == [1, "nil", 2]
        """) == [])
  }

  @Test("a misspelled pattern is reported with the nearest name")
  func aMisspelledPatternIsReportedWithTheNearestName() {
    #expect(
      mistakes(
        """
        let s = PassthroughSubject()
        at 1 { if case .smoe(let q) = [7].first { s.send(q) } }
        """)
          == """
          t:2:17: error: '.smoe' matches nothing: the script has no such value
           2 | at 1 { if case .smoe(let q) = [7].first { s.send(q) } }
             |                 ^~~~ did you mean '.some'?

          """)
  }

  @Test("a pattern that cannot match in a script is a warning, and an error if strict")
  func aPatternThatCannotMatchInAScriptIsAWarningAndAnErrorIfStrict() {
    let script = """
      let actions = PassthroughSubject()
      let added = actions.compactMap { action in
        switch action {
        case .add(let item): return item
        case .removeAll: return nil
        }
      }.sink()
      at 1 { actions.send(.add("apple")) }
      expect added.values == ["apple"]
      """
    #expect(failures(script) == [])
    let message = "'.removeAll' matches nothing: the script has no such value"
    #expect(mistakes(script).contains("t:5:9: warning: \(message)"))
    #expect(
      mistakes(script, options: .init(isStrict: true)).contains("t:5:9: error: \(message)"))
  }

  @Test("a question mark after a pattern matches a value that is not nil")
  func aQuestionMarkAfterAPatternMatchesAValueThatIsNotNil() {
    #expect(
      failures(
        """
        enum Failure { case empty, limit(Int) }
        func text(_ failure: Failure?) -> String {
          switch failure {
          case .empty?: return "empty"
          case .limit(let most)?: return "at most \\(most)"
          case nil: return "none"
          }
        }
        expect text(.empty) == "empty"
        expect text(.limit(5)) == "at most 5"
        expect text(nil) == "none"
        """) == [])
  }
}
