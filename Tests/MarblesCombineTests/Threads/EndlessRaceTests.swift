import Dispatch
import MarblesCombine
import Testing

/// A sequence without end occupies the thread that requests it, inside an operator, until another
/// thread cancels.
@Suite struct EndlessRaceTests {
  typealias Numbers = AnyPublisher<Int, Never>

  /// Requests unlimited demand at once. Its subscription is read by the other thread when numbers
  /// arrive, which is later.
  private final class Greedy: Subscriber, @unchecked Sendable {
    private(set) var subscription: (any Subscription)?

    func receive(subscription: any Subscription) {
      self.subscription = subscription
      subscription.request(.unlimited)
    }

    func receive(_ input: Int) -> Subscribers.Demand { .none }
    func receive(completion: Subscribers.Completion<Never>) {}
  }

  struct Case: CustomTestStringConvertible, @unchecked Sendable {
    let testDescription: String
    let make: (Numbers) -> Numbers

    init(_ name: String, _ make: @escaping (Numbers) -> some Publisher<Int, Never>) {
      testDescription = name
      self.make = { make($0).eraseToAnyPublisher() }
    }
  }

  static let cases = [
    Case("map") { $0.map { $0 } },
    Case("merge") { $0.merge(with: Empty()) },
    Case("merge, second") { Empty().merge(with: $0) },
    Case("MergeMany") { Publishers.MergeMany(Empty().eraseToAnyPublisher(), $0) },
    Case("flatMap") { numbers in Just(0).flatMap { _ in numbers } },
    Case("flatMap(maxPublishers:)") { numbers in
      Just(0).flatMap(maxPublishers: .max(1)) { _ in numbers }
    },
    Case("switchToLatest") { numbers in Just(numbers).switchToLatest() },
    Case("append") { Just(0).append($0) },
    Case("prepend") { Empty().prepend($0) },
    Case("combineLatest") { $0.combineLatest(Just(0)) { $0 &+ $1 } },
    Case("combineLatest, second") { Just(0).combineLatest($0) { $0 &+ $1 } },
    Case("zip") { $0.zip(Empty<Int, Never>()) { $0 &+ $1 } },
    Case("catch") { numbers in Fail<Int, Failed>(error: Failed()).catch { _ in numbers } },
    Case("prefix(untilOutputFrom:)") { $0.prefix(untilOutputFrom: Empty<Int, Never>()) },
    Case("drop(untilOutputFrom:)") { $0.drop(untilOutputFrom: Just(0)) },
  ]

  private struct Failed: Error {}

  @Test("a cancel by another thread ends an endless sequence", arguments: cases)
  func aCancelByAnotherThreadEndsAnEndlessSequence(_ this: Case) {
    let isRunning = DispatchSemaphore(value: 0)
    let isOver = DispatchSemaphore(value: 0)
    let greedy = Greedy()
    DispatchQueue(label: this.testDescription).async {
      let numbers = (0...Int.max).publisher.eraseToAnyPublisher().map { number in
        if number == 1_000 { isRunning.signal() }
        return number
      }
      this.make(numbers.eraseToAnyPublisher()).subscribe(greedy)
      isOver.signal()
    }
    isRunning.wait()
    greedy.subscription?.cancel()
    #expect(isOver.wait(timeout: .now() + 20) == .success)
  }
}
