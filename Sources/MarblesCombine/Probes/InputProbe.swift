import Marbles

/// Records what goes along one lane: each subscription through it opens a lane, or opens again the
/// one that it is given.
///
/// What it sees on both sides: the subscription, demand, values, the end, a cancel. The lane's
/// source is claimed by whatever stage the upstream comes from (``OutputProbe``). It changes
/// nothing that goes through it.
public struct InputProbe<Upstream: Publisher>: Publisher {
  public typealias Output = Upstream.Output
  public typealias Failure = Upstream.Failure

  private let upstream: Upstream
  private let lane: () -> RecordedLane
  /// Whether what follows has this lane as its source.
  private let isSource: Bool

  /// - Parameter lane: called at each subscription.
  package init(
    _ upstream: Upstream, isSource: Bool = false, lane: @escaping () -> RecordedLane
  ) {
    self.upstream = upstream
    self.isSource = isSource
    self.lane = lane
  }

  public func receive<S: Subscriber>(subscriber: S)
  where S.Input == Output, S.Failure == Failure {
    let lane = lane()
    let next = isSource ? lane.recorder.claim(for: subscriber, from: .lane(lane.laneID)) : nil
    lane.subscribed {
      upstream.receive(
        subscriber: InputProbeLink(lane: lane, next: next, downstream: subscriber))
    }
  }
}

extension Recorder {
  /// The lane on which a subscriber will record, with `place` as its source from now on; `nil` if
  /// there is none, or if it has another source.
  ///
  /// A subscriber that does not know its lane (because its framework is not ours) is taken to be on
  /// the lane that is being subscribed on this thread.
  func claim<S: Subscriber>(for subscriber: S, from place: Place) -> RecordedLane? {
    guard let lane = subscriber.recordedLane else { return claimLane(from: place) }
    return lane.recorder === self && lane.claimed(from: place) ? lane : nil
  }
}

final class InputProbeLink<Downstream: Subscriber>: Subscriber, Subscription, Traced,
  CustomStringConvertible
{
  typealias Input = Downstream.Input
  typealias Failure = Downstream.Failure

  private enum State {
    case waiting
    case open(any Subscription)
    /// A cancel still goes through: there are operators that count them.
    case closed(any Subscription)
  }

  private let recorded: RecordedLane
  /// The lane whose source this one is.
  private let next: RecordedLane?
  private let downstream: Downstream
  private let state = Locked(State.waiting)
  /// Whether everything has been asked for: more than that is nothing to tell.
  private let isUnlimited = Locked(false)

  init(lane: RecordedLane, next: RecordedLane?, downstream: Downstream) {
    recorded = lane
    self.next = next
    self.downstream = downstream
  }

  var lane: RecordedLane? { recorded }

  var description: String {
    switch state.withLock({ $0 }) {
    case .waiting: "Recorded"
    case .open(let subscription), .closed(let subscription): String(describing: subscription)
    }
  }

  private var isOpen: Bool {
    state.withLock { if case .open = $0 { true } else { false } }
  }

  /// Closes the lane: `false` if it was not open.
  private func close() -> Bool {
    state.withLock { state in
      guard case .open(let subscription) = state else { return false }
      state = .closed(subscription)
      return true
    }
  }

  func receive(subscription: any Subscription) {
    let isFirst = state.withLock { state in
      guard case .waiting = state else { return false }
      state = .open(subscription)
      return true
    }
    guard isFirst else { return subscription.cancel() }
    // From here on the lane's source is known: what is subscribed in there is on another lane.
    recorded.recorder.unattended { downstream.receive(subscription: self) }
  }

  func request(_ demand: Subscribers.Demand) {
    switch state.withLock({ $0 }) {
    case .waiting: break
    case .open(let subscription):
      if demand == .unlimited { isUnlimited.withLock { $0 = true } }
      recorded.requested(demand.max) { subscription.request(demand) }
    case .closed(let subscription): subscription.request(demand)
    }
  }

  func cancel() {
    let wasOpen = close()
    guard case .closed(let subscription) = state.withLock({ $0 }) else { return }
    guard wasOpen else { return subscription.cancel() }
    recorded.cancelled { subscription.cancel() }
  }

  func receive(_ input: Input) -> Subscribers.Demand {
    guard isOpen else { return .none }
    return recorded.value(input) {
      let more = deliver(input)
      if more > .none, !isUnlimited.withLock({ $0 }) { recorded.requested(more.max) {} }
      return more
    }
  }

  private func deliver(_ input: Input) -> Subscribers.Demand {
    guard let next else { return downstream.receive(input) }
    var more = Subscribers.Demand.none
    next.entering(input) { more = downstream.receive(input) }
    return more
  }

  func receive(completion: Subscribers.Completion<Failure>) {
    guard close() else { return }
    switch completion {
    case .finished: recorded.finished { downstream.receive(completion: completion) }
    case .failure(let error):
      recorded.failed(error) { downstream.receive(completion: completion) }
    }
  }
}
