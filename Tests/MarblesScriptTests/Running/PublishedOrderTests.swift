import Marbles
import Testing

@testable import MarblesScript

// Combine's `Published` documents: "When the property changes, publishing occurs in the property's
// `willSet` block, meaning subscribers receive the new value before it's actually set on the property."
@Suite("Order of published properties in scripts")
struct PublishedOrderTests {
  @Test("a subscriber that reads the property, or subscribes, receives the old value")
  func aSubscriberThatReadsThePropertyOrSubscribesReceivesTheOldValue() {
    #expect(
      failures(
        """
        final class Model: ObservableObject {
          @Published var query = "a"
          var log: [String] = []
          private var cancellables = Set<AnyCancellable>()
          init() {
            $query
              .dropFirst()
              .sink { [weak self] new in
                guard let self else { return }
                self.log.append("\\(self.query) to \\(new)")
                self.$query.first().sink { self.log.append("now \\($0)") }.store(in: &self.cancellables)
              }
              .store(in: &cancellables)
          }
        }
        query: -b-c
        expect log == ["a to b", "now a", "b to c", "now b"]
        expect query.value == "c"
        """) == [])
  }

  @Test("a property that an initializer sets first sends that value as its first")
  func aPropertyThatAnInitializerSetsFirstSendsThatValueAsItsFirst() {
    let script = """
      final class Model: ObservableObject {
        @Published private(set) var items: [Int]
        @Published var note: String?
        init(items: [Int]) { self.items = items }
        func add() { items.append(3) }
      }
      let model = Model(items: [1, 2])
      let seen = model.$items.sink()
      let notes = model.$note.sink()
      at 1 { model.add() }
      expect seen.values == [[1, 2], [1, 2, 3]]
      expect notes.values == [nil]
      """
    #expect(failures(script) == [])
    // No picture says that it was nil at first.
    #expect(holds("items", in: recording(script)).first == "0: holds [1, 2]")
  }

  @Test("a value that a closure of an operator sends is on the lane of the subject")
  func aValueThatAClosureOfAnOperatorSendsIsOnTheLaneOfTheSubject() {
    let recording = recording(
      """
      dialect rxswift
      let taps = PublishRelay<Int>()
      let loading = BehaviorRelay(value: false)
      let first = taps.take(1)
      let answers = Observable.merge(first, Observable.never())
        .do(onNext: { _ in loading.accept(true) })
        .subscribe(onNext: { _ in loading.accept(false) })
      taps: -a
      """)
    #expect(story("loading", in: recording).contains("1 true"))
    // What a closure of the subscriber sends is on its own lane.
    #expect(story("answers", in: recording).contains("1 sent false to loading"))
    let cause = recording.events.first { event in
      if case .lane(let lane) = event.place, case .value = event.mark {
        recording[lane].name == "loading"
      } else {
        false
      }
    }?.cause
    #expect(cause != nil)
  }
}
