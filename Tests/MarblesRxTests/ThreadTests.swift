import Dispatch
import Marbles
import MarblesCombine
import MarblesRx
import Testing

@Suite("Rx from many threads", .serialized)
struct ThreadTests {
  private func concurrently(_ threads: Int, _ body: @Sendable @escaping (Int) -> Void) {
    DispatchQueue.concurrentPerform(iterations: threads) { body($0) }
  }

  @Test("each element of each thread reaches each observer once")
  func eachElementOfEachThreadReachesEachObserverOnce() {
    let relay = PublishRelay<Int>()
    let counts = (0..<4).map { _ in Locked(0) }
    let bag = DisposeBag()
    for count in counts {
      relay.subscribe(onNext: { _ in count.withLock { $0 += 1 } }).disposed(by: bag)
    }
    concurrently(8) { _ in for value in 0..<1000 { relay.accept(value) } }
    for count in counts { #expect(count.withLock { $0 } == 8000) }
  }

  @Test("an observer that subscribes while another thread accepts receives consecutive elements")
  func anObserverThatSubscribesWhileAnotherThreadAcceptsReceivesConsecutiveElements() {
    let relay = BehaviorRelay(value: 0)
    let replay = ReplayRelay<Int>.create(bufferSize: 3)
    let isDone = Locked(false)
    let wrong = Locked<[[Int]]>([])
    concurrently(4) { thread in
      guard thread > 0 else {
        for value in 1...20_000 {
          relay.accept(value)
          replay.accept(value)
        }
        return isDone.withLock { $0 = true }
      }
      while !isDone.withLock({ $0 }) {
        for source in [relay.asObservable(), replay.asObservable()] {
          let seen = Locked<[Int]>([])
          let subscription = source.subscribe(onNext: { value in seen.withLock { $0.append(value) }
          })
          subscription.dispose()
          let values = seen.withLock { $0 }
          if zip(values, values.dropFirst()).contains(where: { $1 != $0 + 1 }) {
            wrong.withLock { if $0.count < 3 { $0.append(Array(values.suffix(5))) } }
          }
        }
      }
    }
    #expect(wrong.withLock { $0 }.isEmpty)
  }

  @Test("subscriptions and disposals on threads leave no observer behind")
  func subscriptionsAndDisposalsOnThreadsLeaveNoObserverBehind() {
    let subject = PublishSubject<Int>()
    let source = Locked(subject)
    let received = Locked(0)
    concurrently(8) { thread in
      let subject = source.withLock { $0 }
      for round in 0..<500 {
        if thread % 2 == 0 {
          subject.onNext(round)
        } else {
          let subscription = subject.subscribe(onNext: { _ in received.withLock { $0 += 1 } })
          subscription.dispose()
        }
      }
    }
    #expect(!subject.hasObservers)
  }

  @Test("share connects and disconnects in pairs on many threads", arguments: [0, 1, 2])
  func shareConnectsAndDisconnectsInPairsOnManyThreads(replay: Int) {
    let opened = Locked(0)
    let closed = Locked(0)
    let shared = Locked(
      Observable<Int>.never().startWith(1).do(
        onSubscribe: { opened.withLock { $0 += 1 } }, onDispose: { closed.withLock { $0 += 1 } }
      ).share(replay: replay))
    concurrently(8) { _ in
      let shared = shared.withLock { $0 }
      for _ in 0..<300 { shared.subscribe(onNext: { _ in }).dispose() }
    }
    #expect(opened.withLock { $0 } == closed.withLock { $0 })
    #expect(opened.withLock { $0 } > 0)
  }

  @Test("operators with several sources lose no element on threads")
  func operatorsWithSeveralSourcesLoseNoElementOnThreads() {
    let relays = (0..<4).map { _ in PublishRelay<Int>() }
    let merged = Locked(0)
    let flat = Locked(0)
    let bag = DisposeBag()
    // Counted without a lock of their own: the operator delivers one by one.
    final class Count { var value = 0 }
    let inOrder = Count()
    Observable.merge(relays.map { $0.asObservable() }).subscribe(onNext: { _ in
      inOrder.value += 1
      merged.withLock { $0 += 1 }
    }).disposed(by: bag)
    Observable.from(relays).flatMap { $0 }.subscribe(onNext: { _ in flat.withLock { $0 += 1 } })
      .disposed(by: bag)
    concurrently(4) { thread in for value in 0..<2000 { relays[thread].accept(value) } }
    #expect(merged.withLock { $0 } == 8000)
    #expect(flat.withLock { $0 } == 8000)
    #expect(inOrder.value == 8000)
  }

  @Test("a serial scheduler runs actions in order on its own queue")
  func aSerialSchedulerRunsActionsInOrderOnItsOwnQueue() async throws {
    let relay = PublishRelay<Int>()
    let seen = Locked<[Int]>([])
    let bag = DisposeBag()
    relay.observe(on: SerialDispatchQueueScheduler(qos: .userInitiated))
      .subscribe(onNext: { value in seen.withLock { $0.append(value) } }).disposed(by: bag)
    for value in 0..<5000 { relay.accept(value) }
    try await until { seen.withLock { $0.count } == 5000 }
    #expect(seen.withLock { $0 } == Array(0..<5000))
  }

  @Test("timers of a queue run once, periodically, or not after their disposal")
  func timersOfAQueueRunOncePeriodicallyOrNotAfterTheirDisposal() async throws {
    let scheduler = SerialDispatchQueueScheduler(internalSerialQueueName: "timers")
    let ticks = Locked<[Int]>([])
    let subscription = Observable<Int>.interval(.milliseconds(5), scheduler: scheduler)
      .subscribe(onNext: { tick in ticks.withLock { $0.append(tick) } })
    try await until { ticks.withLock { $0.count } >= 3 }
    subscription.dispose()
    #expect(ticks.withLock { $0.prefix(3) } == [0, 1, 2])
    let late = Locked(false)
    let delayed = Observable.just(1).delay(.milliseconds(5), scheduler: scheduler)
      .subscribe(onNext: { _ in late.withLock { $0 = true } })
    try await until { late.withLock { $0 } }
    delayed.dispose()
  }

  @Test("a bag disposes the disposables that threads have inserted")
  func aBagDisposesTheDisposablesThatThreadsHaveInserted() {
    let disposed = Locked(0)
    var bag: DisposeBag? = DisposeBag()
    let shared = bag
    concurrently(8) { _ in
      for _ in 0..<500 {
        Disposables.create { disposed.withLock { $0 += 1 } }.disposed(by: shared ?? DisposeBag())
      }
    }
    #expect(disposed.withLock { $0 } == 0)
    _ = shared
    bag = nil
  }

  @Test("disposables dispose once on many threads")
  func disposablesDisposeOnceOnManyThreads() {
    for _ in 0..<200 {
      let disposed = Locked(0)
      let serial = SerialDisposable()
      let single = SingleAssignmentDisposable()
      let composite = CompositeDisposable()
      concurrently(4) { thread in
        let one = Disposables.create { disposed.withLock { $0 += 1 } }
        switch thread {
        case 0: serial.disposable = one
        case 1: single.setDisposable(one)
        case 2: _ = composite.insert(one)
        default:
          serial.dispose()
          single.dispose()
          composite.dispose()
          one.dispose()
        }
      }
      #expect(disposed.withLock { $0 } == 4)
    }
  }

  @Test("overlapping sends of two threads into a recorded relay are a warning")
  func overlappingSendsOfTwoThreadsIntoARecordedRelayAreAWarning() {
    let recorder = Recorder()
    let relay = PublishRelay<Int>()
    relay.report(to: recorder.stage("relay", kind: .relay))
    let inside = DispatchSemaphore(value: 0)
    let done = DispatchSemaphore(value: 0)
    let bag = DisposeBag()
    relay.subscribe(onNext: { value in
      guard value == 1 else { return }
      inside.signal()
      done.wait()
    }).disposed(by: bag)
    // Queues of their own: they need not wait for each other's threads.
    let group = DispatchGroup()
    DispatchQueue(label: "first").async(group: group) { relay.accept(1) }
    DispatchQueue(label: "second").async(group: group) {
      inside.wait()
      relay.accept(2)
      done.signal()
    }
    group.wait()
    let recording = recorder.recording()
    let warnings = recording.events.compactMap { event -> String? in
      if case .warning(let label) = event.mark { recording.text(label) } else { nil }
    }
    #expect(
      warnings == ["Synchronization anomaly: 2 is sent while another thread is delivering"])
  }
}

/// Runs its first action at once, and then other code before `schedule` returns, like a queue and a
/// thread that are faster than the scheduling thread.
private final class InterruptedScheduler: ImmediateSchedulerType {
  var interruption: (() -> Void)?
  private(set) var waiting: [() -> Void] = []

  func schedule<State>(
    _ state: State, action: @escaping (State) -> any Disposable
  ) -> any Disposable {
    guard let interruption else {
      waiting.append { _ = action(state) }
      return Disposables.create()
    }
    self.interruption = nil
    _ = action(state)
    interruption()
    return Disposables.create()
  }
}

@Suite("A scheduler that runs before schedule returns")
struct FastSchedulerTests {
  @Test("observe(on:) loses no element that is sent before schedule returns")
  func observeOnLosesNoElementThatIsSentBeforeScheduleReturns() {
    let subject = PublishSubject<Int>()
    let scheduler = InterruptedScheduler()
    scheduler.interruption = { subject.onNext(2) }
    var values: [Int] = []
    let subscription = subject.observe(on: scheduler).subscribe(onNext: { values.append($0) })
    subject.onNext(1)
    for job in scheduler.waiting { job() }
    #expect(values == [1, 2])
    subscription.dispose()
  }
}

/// Waits, a hundred seconds at most.
func until(_ condition: @Sendable () -> Bool) async throws {
  for _ in 0..<50_000 where !condition() { try await Task.sleep(nanoseconds: 2_000_000) }
  #expect(condition())
}
