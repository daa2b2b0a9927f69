import Testing

@testable import MarblesScript

@Suite("Optionals and groups in scripts")
struct OptionalTests {
  @Test("map of an optional calls the closure with the whole value")
  func mapOfAnOptionalCallsTheClosureWithTheWholeValue() {
    #expect(
      failures(
        """
        struct Store { func string(_ key: String) -> String? { key == "a" ? "abc" : nil } }
        let store = Store()
        let text: String? = "xyz"
        let number: Int? = 2
        expect store.string("a").map { $0 + "!" } == "abc!"
        expect store.string("b").map { $0 + "!" } == nil
        expect text.map { $0.count } == 3
        expect number.map { $0 + 1 } == 3
        expect "ab".map { $0.uppercased() } == ["A", "B"]
        """) == [])
  }

  @Test("groups of a sequence and pairs of two sequences are those of Swift")
  func groupsOfASequenceAndPairsOfTwoSequencesAreThoseOfSwift() {
    #expect(
      failures(
        """
        expect Dictionary(grouping: [1, 2, 3], by: { $0 % 2 }) == [1: [1, 3], 0: [2]]
        expect Dictionary(uniqueKeysWithValues: [("a", 1)]) == ["a": 1]
        expect zip([1, 2], ["a", "b"]).map { "\\($0)\\($1)" } == ["1a", "2b"]
        """) == [])
  }

  @Test(
    "a dictionary of elements that are no pairs is an error",
    arguments: [("1", "an integer"), ("(a: 1)", "a tuple"), ("(1, 2, 3)", "a tuple")])
  func aDictionaryOfElementsThatAreNoPairsIsAnError(element: String, kind: String) {
    #expect(
      failures("let values = Dictionary(uniqueKeysWithValues: [\(element)]).values")
        == ["this must be an array of pairs, not an array with \(kind)"])
  }

  @Test("a stream that a function returns has the name of the function")
  func aStreamThatAFunctionReturnsHasTheNameOfTheFunction() {
    let simulation = Simulation(
      script: """
        func fetch(_ id: Int) -> AnyPublisher<String, Never> { cold("--r|", r: "\\(id)") }
        at 1 { fetch(1).receive(on: DispatchQueue.main).sink { _ in } }
        """, file: "t")
    let names = simulation.run().recording.lanes.map(\.name)
    #expect(names.contains("fetch"), "\(names)")
  }

  @Test("a value that differs in each run is refused")
  func aValueThatDiffersInEachRunIsRefused() {
    #expect(
      mistakes("let a = Just(1).map { _ in Date() }.sink()")
        .contains("'Date' is not part of a script"))
  }
}
