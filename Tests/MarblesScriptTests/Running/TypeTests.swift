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

@Suite("View models with parameters")
struct ViewModelParameterTests {
  @Test("the initializer runs where the script creates the view model, with its arguments")
  func theInitializerRunsWhereTheScriptCreatesTheViewModelWithItsArguments() {
    #expect(
      failures(
        """
        final class CounterViewModel {
          let tap = PublishRelay<Void>()
          private(set) lazy var text = total.map { "\\($0)" }
          private lazy var total = tap.map { _ in self.step }.scan(0, accumulator: +)
          private let load: (Int) -> Int
          private let step: Int
          private let source: Observable<Int>
          init(step: Int = 1, source: Observable<Int>, load: @escaping (Int) -> Int) {
            self.step = load(step)
            self.source = source
            self.load = load
          }
        }
        let source = PublishSubject<Int>()
        let viewModel = CounterViewModel(step: 2, source: source) { value in value * 10 }
        let view = viewModel.text.subscribe(onNext: { _ in })
        let other = viewModel.source.subscribe(onNext: { _ in })
        tap: -x-x
        source: --5
        expect view.values == ["20", "40"]
        expect other.values == [5]
        """) == [])
  }

  @Test("a subscriber can have the name of the published property that it receives")
  func aSubscriberCanHaveTheNameOfThePublishedPropertyThatItReceives() {
    #expect(
      failures(
        """
        final class TrackingViewModel: ObservableObject {
          @Published private(set) var status = "waiting"
          let start = PassthroughSubject<Void, Never>()
          private var bag = Set<AnyCancellable>()
          init() {
            start.sink { [weak self] in self?.status = "tracking" }.store(in: &bag)
          }
        }
        let viewModel = TrackingViewModel()
        let status = viewModel.$status.sink { _ in }
        start: -x
        expect status.events == [(0, "waiting"), (1, "tracking")]
        expect viewModel.status == "tracking"
        """) == [])
  }

  @Test("an initializer can be used as a function")
  func anInitializerCanBeUsedAsAFunction() {
    #expect(
      failures(
        """
        enum Theme: String { case light, dark = "black" }
        struct Tag { let name: String }
        expect ["light", "black", "x"].map(Theme.init(rawValue:)) == [.light, .dark, nil]
        expect [1, 2].map(String.init) == ["1", "2"]
        expect ["a"].map(Tag.init(name:)).map(\\.name) == ["a"]
        expect "a1".contains { $0.isNumber }
        """) == [])
  }
}

@Suite("Control flow of Swift in scripts")
struct SwiftControlFlowTests {
  @Test("didSet and willSet are called around an assignment, but not around their own")
  func didsetAndWillSetAreCalledAroundAnAssignmentButNotAroundTheirOwn() {
    #expect(
      failures(
        """
        var log: [String] = []
        @Published var size = 12 {
          willSet { log.append("will \\(newValue)") }
          didSet(old) {
            if size > 20 { size = 20 }
            log.append("did \\(old) \\(size)")
          }
        }
        var volume: Int = 5 { didSet { log.append("volume \\(oldValue) \\(volume)") } }
        size: -a-b
        where a = 14, b = 30
        at 5 { volume += 1 }
        expect size.values == [14, 30, 20]
        expect log == ["will 14", "did 12 14", "will 30", "did 14 20", "volume 5 6"]
        """) == [])
  }

  @Test("do and catch handle failures by their case and details")
  func doAndCatchHandleFailuresByTheirCaseAndDetails() {
    #expect(
      failures(
        """
        enum ParseError: Error { case empty, tooLong(Int) }
        func parse(_ text: String) throws -> Int {
          if text.isEmpty { throw ParseError.empty }
          guard text.count < 3 else { throw ParseError.tooLong(text.count) }
          return text.count
        }
        func outcome(_ text: String) -> String {
          do {
            let value = try parse(text)
            return "\\(value)"
          } catch ParseError.empty {
            return "empty"
          } catch ParseError.tooLong(let count) where count > 4 {
            return "much too long"
          } catch {
            return "\\(error)"
          }
        }
        let none = try? parse("")
        let some = try? parse("a")
        expect ["ab", "", "abcde", "abc"].map(outcome) == ["2", "empty", "much too long", "tooLong(3)"]
        expect none == nil
        expect some == 1
        """) == [])
  }

  @Test("defer runs at the end of its block, the last one first")
  func deferRunsAtTheEndOfItsBlockTheLastOneFirst() {
    #expect(
      failures(
        """
        var log: [String] = []
        func work(_ fails: Bool) throws -> Int {
          defer { log.append("a") }
          defer { log.append("b") }
          if fails { throw "no" }
          log.append("work")
          return log.count
        }
        at 1 {
          let count = try work(false)
          log.append("\\(count)")
          let none = try? work(true)
        }
        expect log == ["work", "b", "a", "1", "b", "a"]
        """) == [])
  }
}

@Suite("Tasks in scripts")
struct ScriptTaskTests {
  @Test("a task pauses in virtual time, and a cancelled pause fails at once")
  func aTaskPausesInVirtualTimeAndACancelledPauseFailsAtOnce() {
    #expect(
      failures(
        """
        frame 100ms
        let log = PassthroughSubject<String, Never>()
        let seen = log.sink { _ in }
        var task: Task<Void, Never>?
        func load(_ name: String) async throws -> String {
          try await Task.sleep(nanoseconds: 200_000_000)
          if name == "bad" { throw "offline" }
          return name + "!"
        }
        at 1 {
          Task {
            log.send("start")
            try? await Task.sleep(for: .milliseconds(300))
            log.send(try await load("a"))
            do {
              log.send(try await load("bad"))
            } catch {
              log.send("\\(error)")
            }
          }
          log.send("before")
        }
        at 10 {
          task = Task {
            try? await Task.sleep(for: .seconds(1))
            log.send(Task.isCancelled ? "cancelled" : "done")
          }
        }
        at 12 { task?.cancel() }
        expect seen.events == [
          (1, "before"), (1, "start"), (6, "a!"), (8, "offline"), (12, "cancelled")
        ]
        """) == [])
  }

  @Test("a pause outside of a task is an error")
  func aPauseOutsideOfATaskIsAnError() {
    #expect(
      mistakes("at 1 { try await Task.sleep(for: .seconds(1)) }")
        == """
        t:1:18: error: 'Task.sleep' needs a task
         1 | at 1 { try await Task.sleep(for: .seconds(1)) }
           |                  ^~~~~~~~~~~~~~~~~~~~~~~~~~~~ write it in 'Task { … }'

        """)
  }
}

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
        expect "\\(State.on)" == "on"
        expect "\\(State.off(code: 3))" == "off(code: 3)"
        expect "\\(User(id: 1, name: "a"))" == "User(id: 1, name: \\"a\\")"
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

@Suite("Hints for pasted view models")
struct PastedHintTests {
  @Test("a wait that is longer than the rows is a warning with the frame to write")
  func aWaitThatIsLongerThanTheRowsIsAWarningWithTheFrameToWrite() {
    #expect(
      mistakes(
        """
        let s = PassthroughSubject<String, Never>()
        let a = s.debounce(for: .milliseconds(300), scheduler: RunLoop.main).sink { _ in }
        s: -a-b
        """)
          == """
          t:2:25: warning: .milliseconds(300) is 300 frames, longer than each row
           2 | let a = s.debounce(for: .milliseconds(300), scheduler: RunLoop.main).sink { _ in }
             |                         ^~~~~~~~~~~~~~~~~~ \
          write 'frame 100ms', so that each character of a row is longer

          """)
  }

  @Test("a view model without rows is a warning with a row for its first subject")
  func aViewModelWithoutRowsIsAWarningWithARowForItsFirstSubject() {
    #expect(
      mistakes("class Model {\n  let query = PassthroughSubject<String, Never>()\n}")
        == """
        t:2:7: warning: nothing is sent: the script has no rows
         2 |   let query = PassthroughSubject<String, Never>()
           |       ^~~~~ write a row: 'query: -a-b'

        """)
  }

  @Test("an expectation of a stream without a subscriber reports that nothing subscribes")
  func anExpectationOfAStreamWithoutASubscriberReportsThatNothingSubscribes() {
    #expect(
      failures("let a = PassthroughSubject()\nlet b = a.map { $0 }\na: -1\nexpect b: -1")
        == ["nothing subscribes to 'b'; write 'let view = b.sink { _ in }'"])
  }

  @Test("a string that is compared with a number is reported with the conversion")
  func aStringThatIsComparedWithANumberIsReportedWithTheConversion() {
    #expect(
      mistakes("let a = Just(\"5\").map { $0 > 3 }.sink()")
        == """
        t:1:25: error: '>' cannot compare a string with an integer
         1 | let a = Just("5").map { $0 > 3 }.sink()
           |                         ^~~~~~ convert the string: Int(text) is a number, or nil

        """)
  }
}

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
