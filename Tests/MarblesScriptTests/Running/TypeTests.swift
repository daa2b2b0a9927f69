import Testing

@testable import MarblesScript

@Suite("Types of a script")
struct TypeTests {
  @Test("a structure has methods, computed properties and default values")
  func aStructureHasMethodsComputedPropertiesAndDefaultValues() {
    #expect(
      failures(
        """
        struct Item {
          let name: String
          var quantity = 1
          var price: Double
          var total: Double { price * Double(quantity) }
          func titled(_ prefix: String, mark: String = "!") -> String { prefix + name + self.mark(mark) }
          private func mark(_ text: String) -> String { text }
          mutating func add(_ count: Int = 1) { quantity += count }
        }
        var item = Item(name: "fig", price: 1.5)
        item.add()
        item.add(3)
        let copy = item
        item.name = "pear"
        var items = [item]
        items[0].add(5)
        expect item.quantity == 5
        expect item.total == 7.5
        expect copy.name == "fig"
        expect items[0].quantity == 10
        expect copy.titled("a ") == "a fig!"
        expect copy.titled("a ", mark: "?") == "a fig?"
        """) == [])
  }

  @Test("an initializer of a structure sets its fields")
  func anInitializerOfAStructureSetsItsFields() {
    #expect(
      failures(
        """
        struct Point {
          let x, y: Int
          init(_ x: Int, y: Int = 2) {
            self.x = x
            self.y = y
          }
          init(text: String) { self.init(text.count, y: 0) }
        }
        expect Point(1).y == 2
        expect Point(1, y: 5).y == 5
        expect Point(text: "abc").x == 3
        """) == [])
  }

  @Test("an initializer that returns nil creates no value")
  func anInitializerThatReturnsNilCreatesNoValue() {
    #expect(
      failures(
        """
        struct Id {
          let number: Int
          init?(_ text: String) {
            guard let number = Int(text) else { return nil }
            self.number = number
          }
        }
        class Box {
          var size = 0
          init?(_ size: Int) {
            if size < 0 { return nil }
            self.size = size
          }
          convenience init?(text: String) { self.init(text.count - 2) }
        }
        enum Light {
          case red, green
          init?(code: Int) {
            switch code {
            case 0: self = .red
            case 1: self = .green
            default: return nil
            }
          }
        }
        expect Id("x") == nil
        expect Id("7")?.number == 7
        expect ["1", "b", "3"].compactMap { Id($0) }.map(\\.number) == [1, 3]
        expect Box(-1) == nil
        expect Box(2)?.size == 2
        expect Box(text: "a") == nil
        expect Box(text: "abc")?.size == 1
        expect Light(code: 1) == .green
        expect Light(code: 2) == nil
        """) == [])
  }

  @Test("a field of a constant instance changes, although a structure has a field of that name")
  func aFieldOfAConstantInstanceChangesAlthoughAStructureHasAFieldOfThatName() {
    let types = """
      class Counter {
        var count = 0
        var list: [Int] = []
      }
      struct Tally {
        var count = 0
        var list: [Int] = []
      }
      let counter = Counter()
      let other = Counter()
      let tally = Tally()

      """
    #expect(
      failures(
        types + """
          at 1 {
            counter.count = 10
            counter.list.append(1)
          }
          expect counter.count == 10
          expect counter.list == [1]
          """) == [])
    #expect(mistakes(types + "at 1 { tally.count = 1 }").contains("'tally' cannot be assigned"))
    #expect(
      mistakes(types + "at 1 { tally.list.append(1) }").contains("'tally' cannot be assigned"))
  }

  @Test("an observer is called for a change in a function that it calls, not for its own")
  func anObserverIsCalledForAChangeInAFunctionThatItCallsNotForItsOwn() {
    #expect(
      failures(
        """
        var count = 0 { didSet { again() } }
        var calls = 0
        func again() {
          calls += 1
          if calls < 3 { count += 1 }
        }
        var limited = 0 { didSet { if limited > 5 { limited = 5 } } }
        at 1 {
          count = 1
          limited = 9
        }
        expect calls == 3
        expect count == 3
        expect limited == 5
        """) == [])
  }

  @Test("observers of a field run at each assignment outside of an initializer")
  func observersOfAFieldRunAtEachAssignmentOutsideOfAnInitializer() {
    #expect(
      failures(
        """
        var log: [String] = []
        class Account {
          var balance = 0 {
            willSet { log.append("from \\(balance) to \\(newValue)") }
            didSet(before) {
              log.append("was \\(before)")
              if balance > 5 { balance = 5 }
            }
          }
          init(_ balance: Int) { self.balance = balance }
          func add(_ amount: Int) { balance += amount }
        }
        struct Level {
          var value = 0 {
            didSet {
              changes += 1
              value = min(value, 3)
            }
          }
          var changes = 0
          mutating func raise() { value += 1 }
        }
        let first = Account(1)
        let second = Account(2)
        var level = Level()
        at 1 {
          first.balance = 3
          second.add(8)
          level.value = 10
          level.raise()
        }
        expect log == ["from 1 to 3", "was 1", "from 2 to 10", "was 2"]
        expect first.balance == 3
        expect second.balance == 5
        expect level.value == 3
        expect level.changes == 2
        """) == [])
  }

  @Test("an array literal of a set has each element once")
  func anArrayLiteralOfASetHasEachElementOnce() {
    #expect(
      failures(
        """
        struct Bag { var tags: Set<String> = ["a", "a"] }
        var numbers: Set<Int> = [3, 1, 3]
        expect numbers.count == 2
        expect numbers.contains(1)
        expect Bag().tags.count == 1
        """) == [])
  }

  @Test("instances of a class are shared, values of a structure are copied")
  func instancesOfAClassAreSharedValuesOfAStructureAreCopied() {
    #expect(
      failures(
        """
        class Counter {
          private(set) var count = 0
          func increment() { count += 1 }
        }
        struct Tally {
          var count = 0
        }
        let counter = Counter()
        let same = counter
        same.increment()
        counter.increment()
        var tally = Tally()
        var other = tally
        other.count = 7
        expect counter.count == 2
        expect tally.count == 0
        """) == [])
  }

  @Test("a static variable can be changed")
  func aStaticVariableCanBeChanged() {
    #expect(
      failures(
        """
        struct Settings { static var retries = 1 }
        enum Limits { static var most = 10 }
        at 1 { Settings.retries += 1 }
        at 2 { Limits.most = Settings.retries * 4 }
        expect Settings.retries == 2
        expect Limits.most == 8
        """) == [])
  }

  @Test("an enumeration has raw values, methods and static members")
  func anEnumerationHasRawValuesMethodsAndStaticMembers() {
    #expect(
      failures(
        """
        enum Filter: String, CaseIterable {
          case all = "All", open
          static let standard = Filter.open
          var title: String { rawValue.uppercased() }
          func accepts(_ isDone: Bool) -> Bool {
            switch self {
            case .all: return true
            case .open: return !isDone
            }
          }
        }
        let filter: Filter = .standard
        expect filter == .open
        expect filter.title == "OPEN"
        expect Filter.all.rawValue == "All"
        expect Filter(rawValue: "All") == .all
        expect Filter(rawValue: "none") == nil
        expect Filter.allCases.map(\\.title) == ["ALL", "OPEN"]
        expect [true, false].filter(filter.accepts) == [false]
        """) == [])
  }

  @Test("an extension adds members to a type of the script and to types of Swift")
  func anExtensionAddsMembersToATypeOfTheScriptAndToTypesOfSwift() {
    #expect(
      failures(
        """
        struct User { let name: String }
        extension User {
          static let guest = User(name: "guest")
          var initial: String { String(name.prefix(1)) }
        }
        extension String {
          var isEmail: Bool { self.contains("@") }
          func repeated(_ times: Int) -> String { times == 0 ? "" : self + self.repeated(times - 1) }
        }
        expect User.guest.initial == "g"
        expect "a@b".isEmail
        expect "ab".repeated(2) == "abab"
        """) == [])
  }

  @Test("a service of a view model is a structure of the script")
  func aServiceOfAViewModelIsAStructureOfTheScript() {
    #expect(
      failures(
        """
        struct FakeService {
          func search(_ text: String) -> AnyPublisher<String, Never> {
            cold("--(r|)", r: text + "!").eraseToAnyPublisher()
          }
        }
        final class Model: ObservableObject {
          @Published var query = ""
          private let service: FakeService
          init(service: FakeService = FakeService()) {
            self.service = service
            bind()
          }
          @Published private(set) var result = ""
          private func bind() {
            $query.dropFirst().flatMap { [service] in service.search($0) }.assign(to: &$result)
          }
        }
        let model = Model(service: FakeService())
        query: -a
        expect result.events == [(3, "a!")]
        """) == [])
  }
}
