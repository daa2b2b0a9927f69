import Testing

@testable import MarblesScript

@Suite("Values of Swift in scripts")
struct SwiftValueTests {
  @Test("a dictionary is indexed by its keys, an integer being a key")
  func aDictionaryIsIndexedByItsKeysAnIntegerBeingAKey() {
    #expect(
      failures(
        """
        var titles: [Int: String] = [7: "seven"]
        var counts = [Int: Int]()
        counts[3, default: 0] += 1
        counts[3, default: 0] += 1
        titles[5] = "five"
        titles[7] = nil
        expect titles == [5: "five"]
        expect titles[7] == nil
        expect counts[3] == 2
        expect counts.mapValues { $0 + 1 } == [3: 3]
        expect [1: "a", 2: "b"].filter { $0.key > 1 }.map(\\.value) == ["b"]
        expect [1: "a", 2: "b"] == [2: "b", 1: "a"]
        """) == [])
  }

  @Test("a set contains each element once")
  func aSetContainsEachElementOnce() {
    #expect(
      failures(
        """
        var ids: Set<Int> = [1]
        ids.insert(2)
        ids.insert(1)
        let removed = ids.remove(5)
        expect ids == [1, 2]
        expect removed == nil
        expect Set([1, 2, 1]).count == 2
        """) == [])
  }

  @Test("a label of a tuple is that of the tuple, also at another position")
  func aLabelOfATupleIsThatOfTheTupleAlsoAtAnotherPosition() {
    #expect(
      failures(
        """
        let first = (name: "ann", age: 3)
        let second = (age: 4, name: "bob")
        expect first.name == "ann"
        expect second.name == "bob"
        expect second.age == 4
        """) == [])
  }

  @Test("an integer is converted where a fractional type is written")
  func anIntegerIsConvertedWhereAFractionalTypeIsWritten() {
    #expect(
      failures(
        """
        struct Item { let price: Double }
        func half(_ x: Double) -> Double { x / 2 }
        var total: Double = 3
        @Published var amount: Double = 0
        let level = PassthroughSubject<Double, Never>()
        let seen = level.sink { _ in }
        let item = Item(price: 3)
        level: -3
        at 1 { total = 5 }
        expect "\\(total / 2) \\(amount) \\(half(3)) \\(item.price / 2)" == "2.5 0.0 1.5 1.5"
        expect seen.values.map { "\\($0)" } == ["3.0"]
        """) == [])
  }

  @Test("a value inside of a string has the text that Swift gives it")
  func aValueInsideOfAStringHasTheTextThatSwiftGivesIt() {
    #expect(
      failures(
        """
        enum State { case on, off(code: Int) }
        struct User { let id: Int; let name: String }
        enum Step: Int { case one = 1, two }
        enum Result { case value(Int?) }
        struct Draft { let size: Int?; var title: String? }
        let number: Int? = 1
        let none: Int? = nil
        var title: String? = "x"
        let counts = ["a": 1]
        expect "\\(State.on)" == "on"
        expect "\\(State.off(code: 3))" == "off(code: 3)"
        expect "\\(User(id: 1, name: "a"))" == "User(id: 1, name: \\"a\\")"
        expect "\\(Draft(size: 2))" == "Draft(size: Optional(2), title: nil)"
        expect "\\(Result.value(1))" == "value(Optional(1))"
        expect "\\(number)" == "Optional(1)"
        expect "\\(title)" == "Optional(\\"x\\")"
        expect "\\(counts["a"])" == "Optional(1)"
        expect "\\(counts["a", default: 0])" == "1"
        expect "\\([1].first)" == "Optional(1)"
        expect "\\(Draft(size: 2).size)" == "Optional(2)"
        expect "\\(number ?? 0) \\(number!)" == "1 1"
        expect "\\(none)" == "nil"
        expect Step.two.rawValue == 2
        """) == [])
  }

  @Test("as? and is test the type of a value, switch is a value")
  func asAndIsTestTheTypeOfAValueSwitchIsAValue() {
    #expect(
      failures(
        """
        enum LoadError: Error { case offline }
        let error: Any = LoadError.offline
        let text: Any = "x"
        func title(_ value: Int?) -> String {
          switch value {
          case .none: "none"
          case .some(let x): "\\(x)"
          }
        }
        expect (text as? String) == "x"
        expect (text as? Int) == nil
        expect error is LoadError
        expect title(3) == "3"
        expect title(nil) == "none"
        """) == [])
  }
}
