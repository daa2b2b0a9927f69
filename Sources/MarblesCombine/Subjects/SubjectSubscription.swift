import Marbles

/// A signal of a subject to a subscriber.
@usableFromInline
enum SubjectSignal<Output, Failure: Error> {
  case value(Output)
  case end(Subscribers.Completion<Failure>)
}

/// The subscription of a subscriber that drops elements it has not requested, or receives the
/// current value with its next request.
@usableFromInline
final class SubjectSubscription<Memory, Downstream: Subscriber> {
  @usableFromInline typealias Core = SubjectCore<Downstream.Input, Downstream.Failure, Memory>
  @usableFromInline typealias Completion = Subscribers.Completion<Downstream.Failure>

  @usableFromInline
  struct State {
    @usableFromInline var demand = Subscribers.Demand.none
    /// Whether the subject stores a value that this subscriber has not received.
    @usableFromInline var isBehind: Bool
    @usableFromInline var hasSubscription = false
    @usableFromInline var isOpen = true
    /// A completion that arrived before the subscription was passed downstream.
    @usableFromInline var early: Completion?

    @inlinable init(isBehind: Bool) { self.isBehind = isBehind }
  }

  @usableFromInline
  enum Offer {
    case deliver, drop, ignore
  }

  @usableFromInline let core: Core
  @usableFromInline let downstream: Downstream
  @usableFromInline let subscription: SourceSubscription
  @usableFromInline let latest: ((Memory) -> Downstream.Input)?
  @usableFromInline let lane: RecordedLane?
  @usableFromInline let state: Locked<State>

  /// - Parameter latest: Returns the value that waits for a subscriber, if the subject stores one.
  @inlinable
  init(
    _ core: Core, _ downstream: Downstream, name: String,
    latest: ((Memory) -> Downstream.Input)? = nil
  ) {
    self.core = core
    self.downstream = downstream
    self.latest = latest
    subscription = SourceSubscription(name)
    lane = downstream.recordedLane
    state = Locked(State(isBehind: latest != nil))
  }

  /// Adds the subscriber to the subject, or completes it if the subject has completed.
  ///
  /// - Returns: Whether the subscriber may be started.
  @inlinable
  func join() -> Bool {
    let (place, completion) = core.add({ [self] in receive($0) })
    if let completion {
      downstream.end(completion)
      return false
    }
    subscription.start(
      request: { [self] in request($0) },
      cancel: { [self] in
        close()
        core.remove(place)
      })
    return true
  }

  @inlinable
  func start() {
    downstream.receive(subscription: subscription)
    let early = state.withLock { state -> Completion? in
      state.hasSubscription = true
      guard state.isOpen, let completion = state.early else { return nil }
      state.isOpen = false
      return completion
    }
    if let early { end(early) }
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
    let offer = state.withLock { state -> Offer in
      guard state.isOpen else { return .ignore }
      guard state.demand > .none else {
        state.isBehind = latest != nil
        return .drop
      }
      state.demand -= 1
      state.isBehind = false
      return .deliver
    }
    switch offer {
    case .deliver: deliver(value)
    case .drop: if latest == nil { lane?.dropped(value, .noDemand) }
    case .ignore: break
    }
  }

  @inlinable @inline(__always)
  func deliver(_ value: Downstream.Input) {
    let more = downstream.receive(value)
    if more > .none { state.withLock { $0.demand += more } }
  }

  @inlinable
  func finish(_ completion: Completion) {
    let isNow = state.withLock { state in
      guard state.isOpen, state.hasSubscription else {
        state.early = completion
        return false
      }
      state.isOpen = false
      return true
    }
    if isNow { end(completion) }
  }

  @inlinable
  func end(_ completion: Completion) {
    subscription.end()
    downstream.receive(completion: completion)
  }

  @inlinable
  func request(_ demand: Subscribers.Demand) {
    demand.requireSome(subscription.description)
    let (isOpen, isBehind) = state.withLock { state in
      guard state.isOpen else { return (false, false) }
      state.demand += demand
      guard state.isBehind else { return (true, false) }
      state.isBehind = false
      state.demand -= 1
      return (true, true)
    }
    guard isOpen else { return }
    if isBehind, let latest { deliver(latest(core.state.withLock { $0.memory })) }
    core.noteDemand()
  }

  @inlinable
  func close() { state.withLock { $0.isOpen = false } }
}
