import Dispatch
import Marbles
import MarblesCombine
import Testing

/// Objects of the user are released outside of every lock, because their `deinit` may call back.
/// Otherwise these tests never end.
@Suite struct DroppingTests {
  /// Calls back when it goes.
  private final class Caller {
    private let onEnd: () -> Void

    init(_ onEnd: @escaping () -> Void) { self.onEnd = onEnd }

    deinit { onEnd() }
  }

  /// Holds its subscription, and requests nothing by itself.
  private final class Patient<Input, Failure: Error>: Subscriber {
    var subscription: (any Subscription)?

    func receive(subscription: any Subscription) { self.subscription = subscription }
    func receive(_ input: Input) -> Subscribers.Demand { .none }
    func receive(completion: Subscribers.Completion<Failure>) {}
  }

  @Test("a current-value subject releases a replaced value outside its lock")
  func aCurrentValueSubjectReleasesAReplacedValueOutsideItsLock() {
    let subject = CurrentValueSubject<Caller?, Never>(nil)
    var seen = 0
    let handle = subject.sink { _ in seen += 1 }
    subject.send(Caller { subject.sink { _ in }.cancel() })
    subject.send(nil)
    subject.value = Caller { _ = subject.value }
    subject.send(completion: .finished)
    subject.value = nil
    #expect(seen == 4)
    withExtendedLifetime(handle) {}
  }

  @Test("a replay releases its oldest element outside its lock")
  func aReplayReleasesItsOldestElementOutsideItsLock() {
    let subject = ReplayingSubject<Caller?, Never>(capacity: 2)
    var isGone = false
    subject.send(
      Caller {
        isGone = true
        subject.sink { _ in }.cancel()
      })
    subject.send(nil)
    #expect(!isGone)
    subject.send(nil)
    #expect(isGone)
  }

  @Test("an element that was delivered is not retained for the subscriber")
  func anElementThatWasDeliveredIsNotRetainedForTheSubscriber() {
    let subject = ReplayingSubject<Caller?, Never>(capacity: 1)
    var isGone = false
    subject.send(Caller { isGone = true })
    let early = Patient<Caller?, Never>()
    subject.subscribe(early)
    subject.send(nil)
    #expect(!isGone)
    early.subscription?.request(.max(1))
    #expect(isGone)
  }

  @Test("a subscriber is released outside the lock when it cancels")
  func aSubscriberIsReleasedOutsideTheLockWhenItCancels() {
    let passing = PassthroughSubject<Int, Never>()
    let replaying = ReplayingSubject<Int, Never>(capacity: 1)
    let subjects: [any Subject<Int, Never>] = [passing, replaying]
    for subject in subjects {
      var ends = 0
      do {
        let caller = Caller {
          ends += 1
          subject.send(1)
        }
        subject.sink { _ in withExtendedLifetime(caller) {} }.cancel()
      }
      #expect(ends == 1)
    }
  }

  @Test("a waiting element is released outside the lock at the cancel")
  func aWaitingElementIsReleasedOutsideTheLockAtTheCancel() {
    let source = PassthroughSubject<Caller, Never>()
    var publishers: [(Caller) -> AnyPublisher<Caller, Never>] = []
    publishers.append { Just($0).eraseToAnyPublisher() }
    publishers.append { caller in
      Empty<Caller, Never>().replaceEmpty(with: caller).eraseToAnyPublisher()
    }
    publishers.append { caller in Just(0).map { _ in caller }.last().eraseToAnyPublisher() }
    publishers.append { caller in
      Future { keep in keep(.success(caller)) }.eraseToAnyPublisher()
    }
    publishers.append { caller in
      Just(caller).buffer(size: 1, prefetch: .keepFull, whenFull: .dropOldest)
        .eraseToAnyPublisher()
    }
    for make in publishers {
      let patient = Patient<Caller, Never>()
      var ends = 0
      make(
        Caller {
          ends += 1
          patient.subscription?.request(.max(1))
          patient.subscription?.cancel()
          source.send(completion: .finished)
        }
      ).subscribe(patient)
      patient.subscription?.cancel()
      patient.subscription = nil
      #expect(ends == 1)
    }
  }

  @Test("a promise kept by another thread waits until the subscriber has its subscription")
  func aPromiseKeptByAnotherThreadWaitsUntilTheSubscriberHasItsSubscription() {
    struct Failed: Error {}
    final class Slow: Subscriber, @unchecked Sendable {
      let log = Locked<[String]>([])
      var whileSubscribing: () -> Void = {}

      func receive(subscription: any Subscription) {
        subscription.request(.max(1))
        whileSubscribing()
        log.withLock { $0.append("subscription") }
      }

      func receive(_ input: Int) -> Subscribers.Demand {
        log.withLock { $0.append("\(input)") }
        return .none
      }

      func receive(completion: Subscribers.Completion<Failed>) {
        log.withLock { $0.append("end") }
      }
    }
    struct Promise: @unchecked Sendable {
      let keep: (Result<Int, Failed>) -> Void
    }
    for (result, log) in [
      (Result<Int, Failed>.failure(Failed()), ["subscription", "end"]),
      (.success(7), ["subscription", "7", "end"]),
    ] {
      let promise = Locked<Promise?>(nil)
      let future = Future<Int, Failed> { keep in promise.withLock { $0 = Promise(keep: keep) } }
      let slow = Slow()
      slow.whileSubscribing = {
        let isKept = DispatchSemaphore(value: 0)
        DispatchQueue(label: "promise").async {
          promise.withLock { $0 }?.keep(result)
          isKept.signal()
        }
        isKept.wait()
      }
      future.subscribe(slow)
      #expect(slow.log.withLock { $0 } == log)
    }
  }
}
