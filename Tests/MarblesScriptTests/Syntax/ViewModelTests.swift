import Foundation
import Testing

@testable import MarblesScript

@Suite("View models pasted into a script")
struct ViewModelTests {
  @Test("a search screen with @Published, a class and [weak self] runs as pasted")
  func aSearchScreenWithPublishedAClassAndWeakSelfRunsAsPasted() {
    #expect(
      failures(
        """
        frame 100ms
        final class SearchViewModel: ObservableObject {
            @Published var query = ""
            @Published private(set) var results: [String] = []
            private var cancellables = Set<AnyCancellable>()

            init() {
                $query
                    .debounce(for: .milliseconds(300), scheduler: RunLoop.main)
                    .removeDuplicates()
                    .filter { !$0.isEmpty }
                    .sink { [weak self] query in
                        guard let self else { return }
                        self.results = ["\\(query)1"]
                    }
                    .store(in: &cancellables)
            }
        }

        query: -a-b------c
        expect results.values == [["b1"], ["c1"]]
        expect results == ["c1"]
        """) == [])
  }

  @Test("a property with @Published sends before it changes")
  func aPropertyWithPublishedSendsBeforeItChanges() {
    // Combine publishes in `willSet`.
    #expect(
      failures(
        """
        @Published var count = 0
        let seen = $count.map { new in (new, self.count) }.sink { _ in }
        at 1 { count = 5 }
        at 2 { count += 1 }
        expect seen.values == [(0, 0), (5, 0), (6, 5)]
        expect count == 6
        """) == [])
  }

  @Test("a closure's parameter hides the property of its name")
  func aClosuresParameterHidesThePropertyOfItsName() {
    #expect(
      failures(
        """
        @Published var name = "x"
        var log: [String] = []
        let seen = $name.sink { name in log.append(name.uppercased()) }
        at 1 {
          self.name = "a"
          let name = "local"
          log.append(name)
        }
        expect log == ["X", "A", "local"]
        """) == [])
  }

  @Test("assign(to:on:) with self, and assign(to:) with a projected property, set the property")
  func assignToOnWithSelfAndAssignToWithAProjectedPropertySetTheProperty() {
    #expect(
      failures(
        """
        class Player {
          @Published var title = ""
          @Published var isPlaying = false
          var volume = 0
          let states = PassthroughSubject<Bool, Never>()
          let names = PassthroughSubject<String, Never>()
          let levels = PassthroughSubject<Int, Never>()
          init() {
            states.assign(to: &$isPlaying)
            names.assign(to: \\.title, on: self).store(in: &bag)
            levels.assign(to: \\.volume, on: self).store(in: &bag)
          }
        }
        states: -t-f
        names: --a
        levels: --5
        where t = true, f = false
        expect isPlaying.values == [true, false]
        expect title.values == ["a"]
        expect volume == 5
        """) == [])
  }

  @Test("functions with labels, enumerations and strong references to self run as pasted")
  func functionsWithLabelsEnumerationsAndStrongReferencesToSelfRunAsPasted() {
    #expect(
      failures(
        """
        enum CartAction {
          case add(String), removeAll
        }
        let actions = PublishRelay<CartAction>()
        let items = BehaviorRelay<[String]>(value: [])
        func reduce(_ items: [String], with action: CartAction) -> [String] {
          switch action {
          case .add(let item): return items + [item]
          case .removeAll: return []
          }
        }
        let binding = actions.subscribe(onNext: { [weak self] action in
          guard let strongSelf = self else { return }
          let next = strongSelf.reduce(strongSelf.items.value, with: action)
          strongSelf.items.accept(next)
        })
        at 1 { actions.accept(CartAction.add("pear")) }
        at 2 { actions.accept(.add("fig")) }
        at 3 { actions.accept(.removeAll) }
        expect items.values == [["pear"], ["pear", "fig"], []]
        """) == [])
  }

  @Test("older spellings of operators run, with a warning")
  func olderSpellingsOfOperatorsRunWithAWarning() {
    let script = """
      dialect rxswift
      let numbers = cold("-1-2-3|")
      let view = numbers.takeWhile { $0 < 3 }.observeOn(MainScheduler.instance)\
      .debug("numbers").subscribe(onNext: { _ in })
      """
    #expect(
      mistakes(script).split(separator: "\n").filter { $0.contains("warning") }.map {
        String($0.split(separator: ":").last ?? "")
      } == [
        " 'takeWhile' is not a name of this version", " 'observeOn' is not a name of this version",
      ])
    #expect(failures(script + "\nexpect view.values == [1, 2]") == [])
  }

  @Test("each older spelling stands for an operator or a sink operator of a script")
  func eachOlderSpellingStandsForAnOperatorOrASinkOperatorOfAScript() {
    let known = Set(OperatorTable.standard.names + SinkOperator.names + ["disposed"])
    for (older, here) in OlderSpelling.all {
      #expect(known.contains(here.name), "\(older)")
      #expect(!known.contains(older), "\(older)")
    }
  }

  @Test("what a script does not have is reported once, with what to write")
  func whatAScriptDoesNotHaveIsReportedOnceWithWhatToWrite() {
    #expect(
      mistakes("let s = PassthroughSubject()\nlet a = s.flatMap { api.search($0) }.sink()")
        == """
        t:2:21: error: 'api' is not declared
         2 | let a = s.flatMap { api.search($0) }.sink()
           |                     ^~~ write a request as a closure: \
        let search = { q in cold("--r|", r: q) }

        """)
    #expect(
      mistakes("api.search: --x|")
        == """
        t:1:1: error: the name of a row is one word, not 'api.search'
         1 | api.search: --x|
           | ^~~~~~~~~~ declare a subject with 'let', and give it the row

        """)
    #expect(
      mistakes("let a = $query.sink()")
        == """
        t:1:9: error: '$query' is the publisher of a property that is not declared
         1 | let a = $query.sink()
           |         ^~~~~~ write '@Published var query = …'

        """)
  }
}

@Suite("Swift in apps")
struct AppSwiftTests {
  @Test("a bare number is seconds where a queue of the framework is named, otherwise frames")
  func aBareNumberIsSecondsWhereAQueueOfTheFrameworkIsNamedOtherwiseFrames() {
    #expect(
      failures(
        """
        frame 100ms
        let s = PassthroughSubject<String, Never>()
        let a = s.debounce(for: 0.3, scheduler: RunLoop.main).sink { _ in }
        let b = s.debounce(for: 4).sink { _ in }
        let c = s.delay(for: 1, scheduler: DispatchQueue.main).sink { _ in }
        let d = s.delay(for: 2, scheduler: Queue(every: 1)).sink { _ in }
        let e = s.collect(.byTime(RunLoop.main, 0.5)).sink { _ in }
        s: -x
        expect a.times == [4]
        expect b.times == [5]
        expect c.times == [11]
        expect d.times == [4]
        expect e.times == [5]
        """) == [])
    #expect(
      failures(
        """
        frame 100ms
        until 25
        let t = Timer.publish(every: 1.0, on: .main, in: .common).autoconnect().sink { _ in }
        expect t.times == [10, 20]
        """) == [])
    #expect(
      failures(
        """
        dialect rxswift
        frame 100ms
        let s = PublishSubject<String>()
        let a = s.debounce(0.3, scheduler: MainScheduler.instance).subscribe(onNext: { _ in })
        s: -x
        expect a.times == [4]
        """) == [])
  }

  @Test("durations have all units from nanoseconds to minutes")
  func durationsHaveAllUnitsFromNanosecondsToMinutes() {
    #expect(
      failures(
        """
        frame 10us
        let s = PassthroughSubject<String, Never>()
        let a = s.delay(for: 20us).sink { _ in }
        let b = s.delay(for: 30000ns).sink { _ in }
        s: -x
        expect a.times == [3]
        expect b.times == [4]
        """) == [])
  }

  @Test("dictionaries, empty collections and tuple patterns run as pasted")
  func dictionariesEmptyCollectionsAndTuplePatternsRunAsPasted() {
    #expect(
      failures(
        """
        var counts = [String: Int]()
        var names = [String]()
        var ages = ["Ann": 30, "Bob": 40]
        let none: [String: Int] = [:]
        for letter in "abca" { counts[letter, default: 0] += 1 }
        names.append("x")
        ages["Bob"] = 41
        ages["Ann"] = nil
        let (first, second) = (1, "two")
        expect counts["a"] == 2
        expect counts["z"] == nil
        expect names == ["x"]
        expect ages["Bob"] == 41
        expect ages.count == 1
        expect none.isEmpty
        expect first == 1
        expect second == "two"
        """) == [])
  }

  @Test("String(format:) agrees with Foundation")
  func stringFormatAgreesWithFoundation() {
    let numbers = [3.14159, 99.95, 0.15, 0.25, 2.5, -0.5, -0.001, 1234567.891, 0]
    for number in numbers {
      for format in ["%.2f", "%.1f", "%.0f", "%f", "%08.3f", "%9.2f|", "%-9.1f|"] {
        let text = String(format: format, number)
        #expect(
          failures("expect String(format: \"\(format)\", \(number)) == \"\(text)\"") == [])
      }
    }
    for number in [0, 7, -7, 12345] {
      for format in ["%d", "%02d", "%5d|", "%-5d|", "%05d", "%i%%", "%ld"] {
        let text = String(format: format, number)
        #expect(
          failures("expect String(format: \"\(format)\", \(number)) == \"\(text)\"") == [])
      }
    }
    #expect(failures("expect String(format: \"%@ has %d\", \"cart\", 2) == \"cart has 2\"") == [])
  }

  @Test("errors of Foundation are values")
  func errorsOfFoundationAreValues() {
    #expect(
      failures(
        """
        let a = Fail(error: URLError(.timedOut)).sink(receiveCompletion: { _ in })
        let b = Fail(error: NSError(domain: "offline", code: 1)).sink(receiveCompletion: { _ in })
        expect a.completion == .failure("timedOut")
        expect b.completion == .failure("offline")
        """) == [])
  }

  @Test("async and asyncAfter on the main queue run in virtual time")
  func asyncAndAsyncAfterOnTheMainQueueRunInVirtualTime() {
    #expect(
      failures(
        """
        frame 100ms
        let s = PassthroughSubject<Int, Never>()
        let a = s.sink { _ in }
        at 1 {
          DispatchQueue.main.async { s.send(1) }
          DispatchQueue.main.asyncAfter(deadline: .now() + 0.3) { s.send(2) }
          DispatchQueue.main.asyncAfter(deadline: .now() + .milliseconds(500)) { s.send(3) }
        }
        expect a.events == [(1, 1), (4, 2), (6, 3)]
        """) == [])
  }
}

@Suite("Members of the script that local names hide")
struct HiddenNameTests {
  @Test("self.name is the property, although a parameter has its name")
  func selfNameIsThePropertyAlthoughAParameterHasItsName() {
    #expect(
      failures(
        """
        class Model {
          @Published var results: [String] = []
          var last = ""
          var total: Int { results.count }
          let input = PassthroughSubject<String, Never>()
          init() {
            input.sink { [weak self] last in
              self?.last = last + "!"
              self?.results.append(last)
            }.store(in: &bag)
          }
        }
        input: -a-b
        expect results.values == [["a"], ["a", "b"]]
        expect last == "b!"
        expect total == 2
        """) == [])
  }

  @Test("structures and labeled tuples have fields that can be read and set")
  func structuresAndLabeledTuplesHaveFieldsThatCanBeReadAndSet() {
    #expect(
      failures(
        """
        struct User {
          let id: Int
          var name: String
        }
        var user = User(id: 1, name: "ann")
        user.name = "bob"
        var list = [(title: "milk", isDone: false)]
        list[0].isDone = true
        let names = [user].map(\\.name)
        expect user.id == 1
        expect user.name == "bob"
        expect list[0].title == "milk"
        expect list[0].isDone
        expect names == ["bob"]
        """) == [])
  }
}
