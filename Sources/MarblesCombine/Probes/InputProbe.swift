import Marbles

/// Records what goes along one lane: each subscription through it opens a lane, or opens again the
/// one that it is given.
///
/// What it sees on both sides: the subscription, demand, values, the end, a cancel. The lane's
/// source is claimed by whatever stage the upstream comes from (``OutputProbe``).
package struct InputProbe<Upstream: Publisher>: Publisher {
  package typealias Output = Upstream.Output
  package typealias Failure = Upstream.Failure

  private let upstream: Upstream
  private let lane: () -> RecordedLane

  /// - Parameter lane: called at each subscription.
  package init(_ upstream: Upstream, lane: @escaping () -> RecordedLane) {
    self.upstream = upstream
    self.lane = lane
  }

  package func receive<S: Subscriber>(subscriber: S)
  where S.Input == Output, S.Failure == Failure {
    let lane = lane()
    lane.subscribed {
      upstream.receive(subscriber: InputProbeLink(lane: lane, downstream: subscriber))
    }
  }
}

private final class InputProbeLink<Downstream: Subscriber>: Subscriber, Subscription, Traced,
  CustomStringConvertible
{
  typealias Input = Downstream.Input
  typealias Failure = Downstream.Failure

  private enum State {
    case waiting(Downstream)
    case open(Downstream, any Subscription)
    case closed
  }

  private let recorded: RecordedLane
  private let state: Locked<State>

  init(lane: RecordedLane, downstream: Downstream) {
    recorded = lane
    state = Locked(.waiting(downstream))
  }

  var lane: RecordedLane? { recorded }

  var description: String {
    let subscription = state.withLock { state -> (any Subscription)? in
      if case .open(_, let subscription) = state { subscription } else { nil }
    }
    return subscription.map { String(describing: $0) } ?? "Recorded"
  }

  func receive(subscription: any Subscription) {
    let downstream = state.withLock { state -> Downstream? in
      guard case .waiting(let downstream) = state else { return nil }
      state = .open(downstream, subscription)
      return downstream
    }
    guard let downstream else { return subscription.cancel() }
    downstream.receive(subscription: self)
  }

  func request(_ demand: Subscribers.Demand) {
    let subscription = state.withLock { state -> (any Subscription)? in
      if case .open(_, let subscription) = state { subscription } else { nil }
    }
    guard let subscription else { return }
    recorded.requested(demand.max) { subscription.request(demand) }
  }

  func cancel() {
    let subscription = state.withLock { state -> (any Subscription)? in
      guard case .open(_, let subscription) = state else { return nil }
      state = .closed
      return subscription
    }
    guard let subscription else { return }
    recorded.cancelled { subscription.cancel() }
  }

  func receive(_ input: Input) -> Subscribers.Demand {
    let downstream = state.withLock { state -> Downstream? in
      if case .open(let downstream, _) = state { downstream } else { nil }
    }
    guard let downstream else { return .none }
    return recorded.value(input) {
      let more = downstream.receive(input)
      if more > .none { recorded.requested(more.max) {} }
      return more
    }
  }

  func receive(completion: Subscribers.Completion<Failure>) {
    let downstream = state.withLock { state -> Downstream? in
      guard case .open(let downstream, _) = state else { return nil }
      state = .closed
      return downstream
    }
    guard let downstream else { return }
    switch completion {
    case .finished: recorded.finished { downstream.receive(completion: completion) }
    case .failure(let error):
      recorded.failed(error) { downstream.receive(completion: completion) }
    }
  }
}
