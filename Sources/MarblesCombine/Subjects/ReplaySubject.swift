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
public final class ReplaySubject<Output, Failure: Error>: Subject, MemoryReporter {
  private let core: SubjectCore<Output, Failure, ArraySlice<Output>>
  private let capacity: Int

  /// - Parameter capacity: how many values are kept; with 0, only the end is.
  public init(capacity: Int) {
    self.capacity = Swift.max(0, capacity)
    core = SubjectCore([], isAsked: true)
  }

  public func send(_ value: Output) {
    let (conduits, report) = core.subscribers { [capacity] memory in
      guard capacity > 0 else { return }
      if memory.count == capacity { memory.removeFirst() }
      memory.append(value)
    }
    report?.keep(value, capacity: capacity)
    for conduit in conduits { conduit.offer(value) }
  }

  public func send(completion: Subscribers.Completion<Failure>) {
    for conduit in core.end(completion).conduits { conduit.finish(completion) }
  }

  public func send(subscription: any Subscription) { core.add(upstream: subscription) }

  public func receive<S: Subscriber>(subscriber: S)
  where S.Input == Output, S.Failure == Failure {
    let conduit = ReplayConduit(core, subscriber)
    let completion = core.add(conduit) { conduit.remember($0) }
    if let completion { conduit.finish(completion) }
    // A cache says itself what it keeps.
    if let stage = subscriber.recordedLane?.source, stage.kind != .cache { report(to: stage) }
    conduit.start()
  }

  /// Lets a stage of the picture show what is kept.
  package func report(to stage: RecordedStage) {
    let report = MemoryReport(stage)
    let values = core.state.withLock { state -> ArraySlice<Output> in
      guard state.report == nil else { return [] }
      state.report = report
      return state.memory
    }
    for value in values { report.keep(value, capacity: capacity) }
  }
}

/// Gives a subscriber first what was remembered, then what comes. As long as something waits, what
/// comes waits behind it.
private final class ReplayConduit<Downstream: Subscriber>: SubjectConduit<
  Downstream.Input, Downstream.Failure
>
{
  typealias Core = SubjectCore<Downstream.Input, Downstream.Failure, ArraySlice<Downstream.Input>>

  private struct State {
    let core: Core
    let downstream: Downstream
    var demand = Subscribers.Demand.none
    var backlog: ArraySlice<Downstream.Input> = []
    var completion: Subscribers.Completion<Downstream.Failure>?
    var hasSubscription = false
    /// Whether what waits is being delivered, a few calls up or on another thread.
    var isDraining = false
  }

  private enum Delivery {
    case value(Downstream.Input, Downstream)
    case end(Subscribers.Completion<Downstream.Failure>, Downstream)
  }

  /// `nil` after the end.
  private let state: Locked<State?>

  init(_ core: Core, _ downstream: Downstream) {
    state = Locked(State(core: core, downstream: downstream))
  }

  override var description: String { "ReplaySubject" }

  func remember(_ memory: ArraySlice<Downstream.Input>) {
    state.withLock { $0?.backlog = memory }
  }

  func start() {
    let downstream = state.withLock { $0?.downstream }
    downstream?.receive(subscription: self)
    state.withLock { $0?.hasSubscription = true }
    drain()
  }

  override func offer(_ value: Downstream.Input) {
    let downstream = state.withLock { state -> Downstream? in
      guard let current = state else { return nil }
      guard current.demand > .none, current.backlog.isEmpty, !current.isDraining else {
        state?.backlog.append(value)
        return nil
      }
      state?.demand -= 1
      return current.downstream
    }
    guard let downstream else { return }
    let more = downstream.receive(value)
    if more > .none { add(more) }
  }

  override func finish(_ completion: Subscribers.Completion<Downstream.Failure>) {
    state.withLock { $0?.completion = completion }
    drain()
  }

  override func request(_ demand: Subscribers.Demand) {
    demand.requireSome()
    add(demand)
  }

  private func add(_ demand: Subscribers.Demand) {
    state.withLock { $0?.demand += demand }
    drain()
  }

  private func drain() {
    let isMine = state.withLock { state in
      guard state?.isDraining == false else { return false }
      state?.isDraining = true
      return true
    }
    guard isMine else { return }
    while let delivery = next() {
      switch delivery {
      case .value(let value, let downstream):
        let more = downstream.receive(value)
        if more > .none { state.withLock { $0?.demand += more } }
      case .end(let completion, let downstream):
        downstream.receive(completion: completion)
      }
    }
  }

  /// The next thing to deliver; if there is none, the drain is over.
  private func next() -> Delivery? {
    state.withLock { state in
      guard let current = state else { return nil }
      if current.demand > .none, let value = state?.backlog.popFirst() {
        state?.demand -= 1
        return .value(value, current.downstream)
      }
      if current.backlog.isEmpty, current.hasSubscription, let completion = current.completion {
        state = nil
        return .end(completion, current.downstream)
      }
      state?.isDraining = false
      return nil
    }
  }

  override func cancel() {
    let old = state.withLock { state in
      defer { state = nil }
      return state
    }
    old?.core.remove(self)
  }
}
