import Dispatch
import Marbles
import MarblesCombine
import Testing

/// Several threads at once; meant to be run under the thread sanitizer as well.
@Suite struct RaceTests {
  @Test("multicast creates its subject once if several threads subscribe at the same time")
  func multicastCreatesItsSubjectOnceIfSeveralThreadsSubscribeAtTheSameTime() {
    /// Subscribed by several threads: what stands at a thread boundary is safe.
    struct Shared: @unchecked Sendable {
      let subscribe: () -> Void
    }
    for _ in 0..<50 {
      let made = Locked(0)
      let multicast = PassthroughSubject<Int, Never>().multicast {
        made.withLock { $0 += 1 }
        return PassthroughSubject<Int, Never>()
      }
      let shared = Shared { multicast.sink { _ in }.cancel() }
      DispatchQueue.concurrentPerform(iterations: 8) { _ in shared.subscribe() }
      #expect(made.withLock { $0 } == 1)
    }
  }

  /// A subscriber that two deliveries at a time would break: it touches its state without a lock.
  private final class Serial: Subscriber, @unchecked Sendable {
    typealias Input = Int
    typealias Failure = Never

    private(set) var values: [Int] = []
    private(set) var completions = 0
    private(set) var subscription: (any Subscription)?
    private let demand: Subscribers.Demand
    private let perValue: Subscribers.Demand
    let end = DispatchSemaphore(value: 0)

    init(_ demand: Subscribers.Demand = .unlimited, perValue: Subscribers.Demand = .none) {
      self.demand = demand
      self.perValue = perValue
    }

    func receive(subscription: any Subscription) {
      self.subscription = subscription
      subscription.request(demand)
    }

    func receive(_ input: Int) -> Subscribers.Demand {
      values.append(input)
      return perValue
    }

    func receive(completion: Subscribers.Completion<Never>) {
      completions += 1
      end.signal()
    }
  }

  /// Subjects, one for each thread, each of which sends its numbers in order, then finishes.
  private struct Senders: @unchecked Sendable {
    let subjects = (0..<4).map { _ in PassthroughSubject<Int, Never>() }
    let count = 500

    func run() {
      DispatchQueue.concurrentPerform(iterations: subjects.count) { index in
        for number in 0..<count { subjects[index].send(index * 1_000 + number) }
        subjects[index].send(completion: .finished)
      }
    }

    /// The numbers of each thread, in order.
    func expectAllInOrder(_ values: [Int]) {
      #expect(values.count == subjects.count * count)
      for index in subjects.indices {
        let mine = values.filter { $0 / 1_000 == index }
        #expect(mine == (0..<count).map { index * 1_000 + $0 })
      }
    }
  }

  @Test("merge delivers one element at a time, drops none and finishes once")
  func mergeDeliversOneElementAtATimeDropsNoneAndFinishesOnce() {
    let senders = Senders()
    let subscriber = Serial()
    Publishers.MergeMany(senders.subjects).subscribe(subscriber)
    senders.run()
    senders.expectAllInOrder(subscriber.values)
    #expect(subscriber.completions == 1)
  }

  @Test("flatMap delivers one element at a time, drops none and finishes once")
  func flatMapDeliversOneElementAtATimeDropsNoneAndFinishesOnce() {
    let senders = Senders()
    let subscriber = Serial()
    senders.subjects.publisher.flatMap { $0 }.subscribe(subscriber)
    senders.run()
    senders.expectAllInOrder(subscriber.values)
    #expect(subscriber.completions == 1)
  }

  @Test("flatMap with bounded demand never delivers more than requested")
  func flatMapWithBoundedDemandNeverDeliversMoreThanRequested() {
    let senders = Senders()
    let subscriber = Serial(.max(1), perValue: .max(1))
    // The buffers stand for what a subject would drop.
    senders.subjects.publisher.flatMap {
      $0.buffer(size: 1_000, prefetch: .byRequest, whenFull: .dropNewest)
    }.subscribe(subscriber)
    senders.run()
    senders.expectAllInOrder(subscriber.values)
    #expect(subscriber.completions == 1)
  }

  @Test("zip pairs by position, whichever input is first")
  func zipPairsByPositionWhicheverInputIsFirst() {
    let senders = Senders()
    let subscriber = Serial()
    let subjects = senders.subjects
    subjects[0].zip(subjects[1], subjects[2], subjects[3])
      .map { (values: (Int, Int, Int, Int)) -> Int in
        let positions = [values.0, values.1, values.2, values.3].map { $0 % 1_000 }
        return Set(positions).count == 1 ? values.0 : -1
      }
      .subscribe(subscriber)
    senders.run()
    #expect(subscriber.values == Array(0..<senders.count))
    #expect(subscriber.completions == 1)
  }

  @Test("combineLatest delivers one pair at a time and finishes once, with the last elements")
  func combineLatestDeliversOnePairAtATimeAndFinishesOnceWithTheLastElements() {
    let senders = Senders()
    let subscriber = Serial()
    senders.subjects[0].combineLatest(senders.subjects[1]) { $0 + $1 }.subscribe(subscriber)
    senders.run()
    #expect(subscriber.values.last == 2 * (senders.count - 1) + 1_000)
    #expect(subscriber.completions == 1)
  }

  @Test("receive(on:) a serial queue preserves the order of one thread's elements")
  func receiveOnASerialQueuePreservesTheOrderOfOneThreadsElements() {
    let subject = PassthroughSubject<Int, Never>()
    let subscriber = Serial()
    subject.receive(on: Queue("serial")).subscribe(subscriber)
    for number in 0..<2_000 { subject.send(number) }
    subject.send(completion: .finished)
    subscriber.end.wait()
    #expect(subscriber.values == Array(0..<2_000))
  }

  @Test("receive(on:) a concurrent queue delivers one element at a time")
  func receiveOnAConcurrentQueueDeliversOneElementAtATime() {
    let subject = PassthroughSubject<Int, Never>()
    let subscriber = Serial()
    let queue = Queue("concurrent", .concurrent)
    subject.receive(on: queue).subscribe(subscriber)
    for number in 0..<2_000 { subject.send(number) }
    queue.wait()
    #expect(subscriber.values.sorted() == Array(0..<2_000))
  }

  @Test("a cancel on another thread stops merge, receive(on:) and buffer, without a race")
  func aCancelOnAnotherThreadStopsMergeReceiveOnAndBufferWithoutARace() {
    for round in 0..<50 {
      let senders = Senders()
      let subscriber = Serial()
      let queue = Queue("cancel", .concurrent)
      Publishers.MergeMany(senders.subjects).receive(on: queue)
        .buffer(size: 10, prefetch: .byRequest, whenFull: .dropOldest).subscribe(subscriber)
      DispatchQueue.concurrentPerform(iterations: 5) { index in
        guard index < 4 else {
          for _ in 0..<round { subscriber.subscription?.request(.max(1)) }
          subscriber.subscription?.cancel()
          return
        }
        for number in 0..<50 { senders.subjects[index].send(number) }
      }
      queue.wait()
      let count = subscriber.values.count
      for subject in senders.subjects { subject.send(0) }
      queue.wait()
      #expect(subscriber.values.count == count)
      #expect(subscriber.completions == 0)
    }
  }

  @Test("requests and values of a buffer may come from different threads")
  func requestsAndValuesOfABufferMayComeFromDifferentThreads() {
    let senders = Senders()
    let subscriber = Serial(.max(1))
    senders.subjects[0].buffer(size: 5_000, prefetch: .byRequest, whenFull: .dropNewest)
      .subscribe(subscriber)
    DispatchQueue.concurrentPerform(iterations: 2) { side in
      for number in 0..<2_000 {
        if side == 0 {
          senders.subjects[0].send(number)
        } else {
          subscriber.subscription?.request(.max(1))
        }
      }
    }
    #expect(subscriber.values == Array(0..<2_000))
  }
}

/// A dispatch queue, as much of a scheduler as `receive(on:)` needs.
private struct Queue: Scheduler, @unchecked Sendable {
  typealias SchedulerTimeType = VirtualTime
  typealias SchedulerOptions = Never

  private let queue: DispatchQueue

  init(_ label: String, _ attributes: DispatchQueue.Attributes = []) {
    queue = DispatchQueue(label: label, attributes: attributes)
  }

  private struct Job: @unchecked Sendable {
    let action: () -> Void
  }

  func wait() { queue.sync(flags: .barrier) {} }

  var now: VirtualTime { .zero }
  var minimumTolerance: VirtualDuration { .zero }

  func schedule(options: Never?, _ action: @escaping () -> Void) {
    let job = Job(action: action)
    queue.async { job.action() }
  }

  func schedule(
    after date: VirtualTime, tolerance: VirtualDuration, options: Never?,
    _ action: @escaping () -> Void
  ) { schedule(options: options, action) }

  func schedule(
    after date: VirtualTime, interval: VirtualDuration, tolerance: VirtualDuration,
    options: Never?, _ action: @escaping () -> Void
  ) -> any Cancellable {
    schedule(options: options, action)
    return AnyCancellable {}
  }
}
