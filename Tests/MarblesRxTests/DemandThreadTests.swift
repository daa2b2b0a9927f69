import Dispatch
import Marbles
import MarblesCombine
import MarblesRx
import Testing

@Suite("Demand for an observable on several threads")
struct DemandThreadTests {
  @Test("events of another thread wait until the present delivery is over")
  func eventsOfAnotherThreadWaitUntilThePresentDeliveryIsOver() {
    let subject = PublishSubject<Int>()
    let isInside = DispatchSemaphore(value: 0)
    let mayGoOn = DispatchSemaphore(value: 0)
    let subscriber = Asking { value in
      guard value == 1 else { return }
      isInside.signal()
      mayGoOn.wait()
    }
    subject.subscribe(subscriber)
    subject.onNext(1)
    let group = DispatchGroup()
    DispatchQueue(label: "asks").async(group: group) { subscriber.request(.max(5)) }
    isInside.wait()
    subject.onNext(2)
    subject.onCompleted()
    mayGoOn.signal()
    group.wait()
    #expect(subscriber.lines == ["1", "2", "finished"])
  }

  @Test("no request is lost while elements arrive")
  func noRequestIsLostWhileElementsArrive() {
    let subject = PublishSubject<Int>()
    let source = Locked(subject)
    let subscriber = Asking()
    subject.subscribe(subscriber)
    DispatchQueue.concurrentPerform(iterations: 3) { thread in
      if thread == 0 {
        let subject = source.withLock { $0 }
        for value in 0..<4_000 { subject.onNext(value) }
      } else {
        for _ in 0..<2_000 { subscriber.request(.max(1)) }
      }
    }
    let isComplete = subscriber.lines == (0..<4_000).map { "\($0)" }
    #expect(isComplete, "\(subscriber.lines.count) of 4000 values, or not in order")
  }
}

/// A subscriber whose requests are made by hand.
private final class Asking: Subscriber, Sendable {
  typealias Input = Int
  typealias Failure = any Error

  private let subscription = Locked<(any MarblesCombine.Subscription)?>(nil)
  private let received = Locked<[String]>([])
  private let onValue: @Sendable (Int) -> Void

  init(_ onValue: @escaping @Sendable (Int) -> Void = { _ in }) { self.onValue = onValue }

  /// The received elements, each added after its delivery.
  var lines: [String] { received.withLock { $0 } }

  func request(_ demand: Subscribers.Demand) {
    let subscription = self.subscription.withLock { $0 }
    subscription?.request(demand)
  }

  func receive(subscription: any MarblesCombine.Subscription) {
    self.subscription.withLock { $0 = subscription }
  }

  func receive(_ input: Int) -> Subscribers.Demand {
    onValue(input)
    received.withLock { $0.append("\(input)") }
    return .none
  }

  func receive(completion: Subscribers.Completion<any Error>) {
    received.withLock { $0.append("finished") }
  }
}
