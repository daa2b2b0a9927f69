import Marbles

/// The subscription of an operator that has one upstream after another: `append`, `catch`, `retry`.
///
/// It keeps the demand that is open, so that the next upstream is asked for exactly what the one
/// before has left unserved.
final class SequentialSubscription<Downstream: Subscriber>: Subscription, CustomStringConvertible {
  private struct State {
    var current: (any Subscription)?
    var demand = Subscribers.Demand.none
    var hasSubscription = false
    var isOver = false
  }

  private let downstream: Downstream
  let description: String
  private let state = Locked(State())
  private let steps = StepRunner()
  /// What downstream holds; it lets go of this link at the end, so that nothing is kept alive.
  private var handle: LinkSubscription?

  init(_ downstream: Downstream, name: String) {
    self.downstream = downstream
    description = name
  }

  var lane: RecordedLane? { downstream.recordedLane }

  /// Goes on with an upstream, which `subscribe` subscribes to a ``part(_:)``.
  func proceed(_ subscribe: @escaping () -> Void) { steps.run(subscribe) }

  /// A subscriber for one of the upstreams; `onEnd` says how things go on after it.
  func part<Failure: Error>(_ onEnd: @escaping (Subscribers.Completion<Failure>) -> Void)
    -> SequentialPart<Failure, Downstream>
  {
    SequentialPart(self, onEnd)
  }

  /// Ends downstream, unless it has cancelled.
  func end(_ completion: Subscribers.Completion<Downstream.Failure>) {
    let isFirst = state.withLockThenDrop { state in
      defer {
        state.isOver = true
        state.current = nil
      }
      return !state.isOver
    }
    guard isFirst else { return }
    steps.stop()
    handle?.forget()
    downstream.receive(completion: completion)
  }

  fileprivate func attach(_ subscription: any Subscription) {
    let (isWanted, demand, isFirst) = state.withLockThenDrop { state in
      guard !state.isOver else { return (false, Subscribers.Demand.none, false) }
      defer { state.hasSubscription = true }
      state.current = subscription
      return (true, state.demand, !state.hasSubscription)
    }
    guard isWanted else { return subscription.cancel() }
    if isFirst {
      let handle = LinkSubscription(self, name: description)
      self.handle = handle
      downstream.receive(subscription: handle)
    } else if demand > .none {
      subscription.request(demand)
    }
  }

  fileprivate func detach() { state.withLockThenDrop { $0.current = nil } }

  fileprivate func deliver(_ input: Downstream.Input) -> Subscribers.Demand {
    let isWanted = state.withLock { state in
      if state.demand > .none { state.demand -= 1 }
      return !state.isOver
    }
    guard isWanted else { return .none }
    let more = downstream.receive(input)
    if more > .none { state.withLock { $0.demand += more } }
    return more
  }

  func request(_ demand: Subscribers.Demand) {
    let current = state.withLock { state -> (any Subscription)? in
      guard !state.isOver else { return nil }
      state.demand += demand
      return state.current
    }
    current?.request(demand)
  }

  func cancel() {
    let current = state.withLockThenDrop { state in
      defer {
        state.isOver = true
        state.current = nil
      }
      return state.current
    }
    steps.stop()
    current?.cancel()
  }
}

/// Passes one of the upstreams on.
final class SequentialPart<Failure: Error, Downstream: Subscriber>: Subscriber, RecordedSubscriber {
  typealias Input = Downstream.Input

  private enum State {
    case waiting
    case active
    case over
  }

  private let succession: SequentialSubscription<Downstream>
  private let onEnd: (Subscribers.Completion<Failure>) -> Void
  private var state = State.waiting

  fileprivate init(
    _ succession: SequentialSubscription<Downstream>,
    _ onEnd: @escaping (Subscribers.Completion<Failure>) -> Void
  ) {
    self.succession = succession
    self.onEnd = onEnd
  }

  var lane: RecordedLane? { succession.lane }

  func receive(subscription: any Subscription) {
    guard case .waiting = state else { return subscription.cancel() }
    state = .active
    succession.attach(subscription)
  }

  func receive(_ input: Input) -> Subscribers.Demand {
    guard case .active = state else { return .none }
    return succession.deliver(input)
  }

  func receive(completion: Subscribers.Completion<Failure>) {
    guard case .active = state else { return }
    state = .over
    succession.detach()
    onEnd(completion)
  }
}
