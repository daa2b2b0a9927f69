import Marbles

/// A subject that sends its latest elements, and its completion, to each new subscriber.
///
///     subject, 2:     -1-2-3-|
///     A ^             -1-2-3-|
///     B         ^     -----3-|    (receives 1 and 2 when it subscribes)
///     C           ^   -------|    (receives 2, 3 and the completion when it subscribes)
///
/// Subscribers are served in the order in which they subscribed. Combine has no such subject.
///
/// - Demand: Elements that a subscriber has not requested wait for it, without bound, followed by
///   the completion. An upstream that feeds the subject is requested unlimited demand at once.
/// - Complexity: O(subscribers) per element; stores up to `capacity` elements.
///
/// Thread-safe, like ``PassthroughSubject``.
public final class ReplayingSubject<Output, Failure: Error>: Subject, HoldReporting {
  @usableFromInline let core: SubjectCore<Output, Failure, ReplayBuffer<Output>>
  @usableFromInline let capacity: Int

  /// Creates a subject.
  ///
  /// - Parameter capacity: The number of elements to store; with 0 only the completion is stored.
  public init(capacity: Int) {
    self.capacity = Swift.max(0, capacity)
    core = SubjectCore(ReplayBuffer(), isAsked: true)
  }

  /// Sends an element to all subscribers.
  @inlinable
  public func send(_ value: Output) {
    // The removed element is released after the lock.
    var oldest: Output?
    core.send(value, capacity: capacity) { memory in
      oldest = memory.append(value, capacity: capacity)
    }
    withExtendedLifetime(oldest) {}
  }

  /// Completes the subject and all subscribers.
  public func send(completion: Subscribers.Completion<Failure>) {
    core.send(completion: completion)
  }

  /// Connects the subject to an upstream.
  public func send(subscription: any Subscription) { core.add(upstream: subscription) }

  @inlinable @inline(__always)
  public func receive<S: Subscriber>(subscriber: S)
  where S.Input == Output, S.Failure == Failure {
    let conduit = ReplaySubscription(subscriber)
    conduit.join(core)
    // A cache reports its values itself.
    if let stage = subscriber.recordedLane?.source { report(to: stage) }
    conduit.start()
  }

  /// Reports the stored elements to a stage.
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

extension Publisher {
  /// The name of ``ReplayingSubject`` inside an extension of `Publisher`, for code that defines
  /// `shareReplay` itself.
  ///
  /// It is not a global name: `ReplaySubject<Element>` is RxSwift's.
  public typealias ReplaySubject<Value, E: Error> = ReplayingSubject<Value, E>
}

/// Sends stored elements to a subscriber first, then new ones. While elements wait, new ones wait
/// after them.
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
    /// Whether waiting elements are being delivered, further up the stack or on another thread.
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
  @usableFromInline let subscription = SourceSubscription("ReplayingSubject")
  @usableFromInline let state = Locked(State())
  @usableFromInline let report: WaitingReport?

  @inlinable
  init(_ downstream: Downstream) {
    self.downstream = downstream
    report = WaitingReport(downstream.recordedLane)
  }

  /// Adds the subscriber to the subject, and takes its stored elements.
  @inlinable
  func join(_ core: Core) {
    let (place, completion) = core.add({ [self] in receive($0) }) { memory in
      state.withLock { $0.backlog = Queue(memory) }
    }
    if let completion { finish(completion) }
    subscription.start(
      request: { [self] demand in
        demand.requireSome("ReplayingSubject")
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

  /// The next signal to deliver; `nil` ends the drain.
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

  /// The subscriber has cancelled: waiting elements are released.
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

  /// Reports the elements that wait.
  @usableFromInline
  func showWaiting() {
    guard let report else { return }
    let new = state.withLock { $0.backlog.dropFirst(report.count) }
    for value in new { report.wait(value) }
  }
}
