import Marbles

/// A publisher that records the signals of one lane: each subscription opens a lane, or reopens the
/// given one.
///
/// It records the signals of both sides: the subscription, demand, elements, the completion, a
/// cancel. The stage from which upstream comes (``OutputProbe``) becomes the source of the lane.
/// The signals are not changed.
public struct InputProbe<Upstream: Publisher>: Publisher {
  public typealias Output = Upstream.Output
  public typealias Failure = Upstream.Failure

  @usableFromInline let upstream: Upstream
  @usableFromInline let lane: () -> RecordedLane
  /// Whether what follows has this lane as its source.
  @usableFromInline let isSource: Bool

  /// - Parameter lane: called at each subscription.
  @usableFromInline
  package init(
    _ upstream: Upstream, isSource: Bool = false, lane: @escaping () -> RecordedLane
  ) {
    self.upstream = upstream
    self.isSource = isSource
    self.lane = lane
  }

  @inlinable @inline(__always)
  public func receive<S: Subscriber>(subscriber: S)
  where S.Input == Output, S.Failure == Failure {
    let lane = lane()
    let next = isSource ? lane.recorder.claim(for: subscriber, from: .lane(lane.laneID)) : nil
    let link = InputProbeLink(lane: lane, next: next, downstream: subscriber)
    link.followEarlyCancel()
    lane.subscribed(as: subscriber.recordedInput?.role ?? .main) {
      upstream.receive(subscriber: link)
    }
  }
}

extension Recorder {
  /// The lane on which a subscriber will be recorded, with `place` as its source from now on; `nil`
  /// if there is none, or if it has another source.
  ///
  /// A subscriber without a lane, because it belongs to another framework, is assumed to be on the
  /// lane that is being subscribed on this thread.
  @usableFromInline
  func claim<S: Subscriber>(for subscriber: S, from place: Recording.Place) -> RecordedLane? {
    guard let input = subscriber.recordedInput else { return attachPendingLane(to: place) }
    guard let lane = input.lane, lane.recorder === self else { return nil }
    return lane.claimed(from: place) ? lane : nil
  }
}

@usableFromInline
final class InputProbeLink<Downstream: Subscriber>: Subscriber, Subscription, RecordedSubscriber,
  CustomStringConvertible
{
  @usableFromInline typealias Input = Downstream.Input
  @usableFromInline typealias Failure = Downstream.Failure

  private struct State {
    /// `nil` after a cancel and after the delivery of the completion: the upstream can retain this
    /// link, for example if it is another probe.
    var upstream: (any Subscription)?
    /// Whether the subscriber has cancelled before it received the subscription.
    var isAbandoned = false
    /// Whether unlimited demand has been requested: a further request is not recorded.
    var isUnlimited = false
  }

  @usableFromInline let recorded: RecordedLane
  @usableFromInline let recordedInput: RecordedInput?
  /// The lane whose source this one is.
  @usableFromInline let next: RecordedLane?
  @usableFromInline let downstream: Downstream
  /// Open from the subscription to the completion.
  @usableFromInline let gate = RecordedLane.Gate()
  private let state = Locked(State())

  @usableFromInline
  init(lane: RecordedLane, next: RecordedLane?, downstream: Downstream) {
    recorded = lane
    recordedInput = RecordedInput(lane: lane, isEndOfLane: true)
    self.next = next
    self.downstream = downstream
  }

  @usableFromInline
  var description: String {
    state.withLock { $0.upstream }.map { String(describing: $0) } ?? "Recorded"
  }

  @usableFromInline
  func followEarlyCancel() {
    (downstream as? any EarlyCanceller)?.cancelEarly = { [weak self] in self?.abandon() }
  }

  private func abandon() {
    let isEarly = state.withLock { state in
      guard state.upstream == nil, !state.isAbandoned else { return false }
      state.isAbandoned = true
      return true
    }
    if isEarly { recorded.cancelled {} }
  }

  @usableFromInline
  func receive(subscription: any Subscription) {
    let isFirst = state.withLock { state in
      guard state.upstream == nil, !state.isAbandoned else { return false }
      state.upstream = subscription
      return true
    }
    guard isFirst else { return subscription.cancel() }
    _ = recorded.set(gate, isOpen: true)
    // From here on the lane's source is known: what is subscribed in there is on another lane.
    recorded.recorder.withoutPendingLane { downstream.receive(subscription: self) }
  }

  @usableFromInline
  func request(_ demand: Subscribers.Demand) {
    let upstream = state.withLock { state in
      if demand == .unlimited { state.isUnlimited = true }
      return state.upstream
    }
    guard let upstream else { return }
    guard recorded.isOpen(gate) else { return upstream.request(demand) }
    recorded.requested(demand.max) { upstream.request(demand) }
  }

  @usableFromInline
  func cancel() {
    guard let upstream = state.withLock({ $0.upstream.take() }) else { return }
    guard recorded.set(gate, isOpen: false) else { return upstream.cancel() }
    recorded.cancelled { upstream.cancel() }
  }

  @inlinable
  func receive(_ input: Input) -> Subscribers.Demand {
    recorded.value(input, through: gate) {
      let more = deliver(input)
      if more > .none { note(more) }
      return more
    } ?? .none
  }

  @inlinable @inline(__always)
  func deliver(_ input: Input) -> Subscribers.Demand {
    guard let next else { return downstream.receive(input) }
    var more = Subscribers.Demand.none
    next.entering(input) { more = downstream.receive(input) }
    return more
  }

  /// Records the demand that the subscriber returned for an element.
  @usableFromInline
  func note(_ more: Subscribers.Demand) {
    if !state.withLock({ $0.isUnlimited }) { recorded.requested(more.max) {} }
  }

  @usableFromInline
  func receive(completion: Subscribers.Completion<Failure>) {
    guard recorded.set(gate, isOpen: false) else { return }
    switch completion {
    case .finished: recorded.finished { downstream.receive(completion: completion) }
    case .failure(let error):
      recorded.failed(error) { downstream.receive(completion: completion) }
    }
    state.withLockReleasing { $0.upstream.take() }
  }
}
