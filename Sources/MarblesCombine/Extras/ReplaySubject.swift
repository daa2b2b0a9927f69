import Marbles

/// A subject that gives its latest values, and its end, to whoever subscribes. Not Combine's.
///
///     subject, 2:     -1-2-3-|
///     A ^             -1-2-3-|
///     B         ^     -----3-|    (gets 1 and 2 when it subscribes)
///     C           ^   -------|    (gets 2, 3 and the end when it subscribes)
///
/// Subscribers are served in the order in which they subscribed.
///
/// - Demand: what a subscriber has not asked for waits for it, without bound; the end comes after
///   it. A publisher that feeds the subject is asked for everything at once.
/// - Complexity: O(subscribers) per value; O(capacity) values are kept.
///
/// Thread-safe, as ``PassthroughSubject`` is.
public final class ReplaySubject<Output, Failure: Error>: Subject, HoldReporting {
  @usableFromInline let core: SubjectCore<Output, Failure, ReplayBuffer<Output>>
  @usableFromInline let capacity: Int

  /// - Parameter capacity: how many values are kept; with 0, only the end is.
  public init(capacity: Int) {
    self.capacity = Swift.max(0, capacity)
    core = SubjectCore(ReplayBuffer(), isAsked: true)
  }

  @inlinable
  public func send(_ value: Output) {
    // What is kept no longer goes after the lock has been left.
    var oldest: Output?
    core.send(value, capacity: capacity) { memory in
      oldest = memory.append(value, capacity: capacity)
    }
    withExtendedLifetime(oldest) {}
  }

  public func send(completion: Subscribers.Completion<Failure>) {
    core.send(completion: completion)
  }

  public func send(subscription: any Subscription) { core.add(upstream: subscription) }

  @inlinable @inline(__always)
  public func receive<S: Subscriber>(subscriber: S)
  where S.Input == Output, S.Failure == Failure {
    let conduit = ReplaySubscription(subscriber)
    conduit.join(core)
    // A cache says itself what it keeps.
    if let stage = subscriber.recordedLane?.source { report(to: stage) }
    conduit.start()
  }

  /// Lets a stage of the picture show what is kept.
  @usableFromInline
  package func report(to stage: RecordedStage) {
    guard stage.kind != .cache else { return }
    let report = SubjectReport(stage)
    let (known, values) = core.state.withLock { state -> (SubjectReport?, ReplayBuffer<Output>) in
      defer { state.report = state.report ?? report }
      return (state.report, state.memory)
    }
    if let known { return known.add(stage, keeping: values.inOrder) }
    values.forEach { report.keep($0, capacity: capacity) }
  }
}

/// Gives a subscriber first what was remembered, then what comes. As long as something waits, what
/// comes waits behind it.
@usableFromInline
final class ReplaySubscription<Downstream: Subscriber> {
  @usableFromInline typealias Memory = ReplayBuffer<Downstream.Input>
  @usableFromInline typealias Core = SubjectCore<Downstream.Input, Downstream.Failure, Memory>
  @usableFromInline typealias Completion = Subscribers.Completion<Downstream.Failure>

  @usableFromInline
  struct State {
    @usableFromInline var demand = Subscribers.Demand.none
    @usableFromInline var backlog = Queue<Downstream.Input>()
    @usableFromInline var completion: Completion?
    @usableFromInline var hasSubscription = false
    /// Whether what waits is being delivered, a few calls up or on another thread.
    @usableFromInline var isDraining = false
    @usableFromInline var isOpen = true

    @inlinable init() {}
  }

  @usableFromInline
  enum Delivery {
    case value(Downstream.Input)
    case end(Completion)
  }

  @usableFromInline let downstream: Downstream
  @usableFromInline let subscription = SourceSubscription("ReplaySubject")
  @usableFromInline let state = Locked(State())
  @usableFromInline let report: WaitingReport?

  @inlinable
  init(_ downstream: Downstream) {
    self.downstream = downstream
    report = WaitingReport(downstream.recordedLane)
  }

  /// Takes a place at the subject, and what it remembers.
  @inlinable
  func join(_ core: Core) {
    let (place, completion) = core.add({ [self] in receive($0) }) { memory in
      state.withLock { $0.backlog = Queue(memory) }
    }
    if let completion { finish(completion) }
    subscription.start(
      request: { [self] demand in
        demand.requireSome()
        add(demand)
      },
      cancel: { [self] in
        close()
        core.remove(place)
      })
  }

  @inlinable
  func start() {
    downstream.receive(subscription: subscription)
    state.withLock { $0.hasSubscription = true }
    drain()
    showWaiting()
  }

  @inlinable
  func receive(_ signal: SubjectSignal<Downstream.Input, Downstream.Failure>) {
    switch signal {
    case .value(let value): offer(value)
    case .end(let completion): finish(completion)
    }
  }

  @inlinable @inline(__always)
  func offer(_ value: Downstream.Input) {
    let isNow = state.withLock { state in
      guard state.isOpen else { return false }
      guard state.demand > .none, state.backlog.isEmpty, !state.isDraining else {
        state.backlog.append(value)
        return false
      }
      state.demand -= 1
      return true
    }
    guard isNow else { return showWaiting() }
    let more = downstream.receive(value)
    if more > .none { add(more) }
  }

  @inlinable
  func finish(_ completion: Completion) {
    state.withLock { $0.completion = completion }
    drain()
  }

  @inlinable
  func add(_ demand: Subscribers.Demand) {
    state.withLock { $0.demand += demand }
    drain()
  }

  @inlinable
  func drain() {
    let isMine = state.withLock { state in
      guard state.isOpen, !state.isDraining else { return false }
      state.isDraining = true
      return true
    }
    guard isMine else { return }
    while let delivery = next() {
      switch delivery {
      case .value(let value):
        let more = deliver(value)
        if more > .none { state.withLock { $0.demand += more } }
      case .end(let completion):
        subscription.end()
        downstream.receive(completion: completion)
      }
    }
  }

  @inlinable @inline(__always)
  func deliver(_ value: Downstream.Input) -> Subscribers.Demand {
    guard let report else { return downstream.receive(value) }
    return report.leave { downstream.receive(value) }
  }

  /// The next thing to deliver; if there is none, the drain is over.
  @inlinable @inline(__always)
  func next() -> Delivery? {
    state.withLock { state in
      guard state.isOpen else { return nil }
      if state.demand > .none, let value = state.backlog.popFirst() {
        state.demand -= 1
        return .value(value)
      }
      if state.backlog.isEmpty, state.hasSubscription, let completion = state.completion {
        state.isOpen = false
        return .end(completion)
      }
      state.isDraining = false
      return nil
    }
  }

  /// The subscriber has cancelled: what waits is let go of.
  @inlinable
  func close() {
    let waiting = state.withLock { state in
      state.isOpen = false
      defer { state.backlog = Queue() }
      return state.backlog
    }
    _ = waiting
    report?.forgetAll()
  }

  /// Shows in the picture what waits.
  @usableFromInline
  func showWaiting() {
    guard let report else { return }
    let new = state.withLock { $0.backlog.dropFirst(report.count) }
    for value in new { report.wait(value) }
  }
}
