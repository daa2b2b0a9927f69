import Marbles

/// Where a stage is left: the lane that is being subscribed gets the stage as its source.
///
/// If operators stand between here and the lane's end, what they let go is recorded as swallowed.
public struct OutputProbe<Upstream: Publisher>: Publisher {
  public typealias Output = Upstream.Output
  public typealias Failure = Upstream.Failure

  @usableFromInline let upstream: Upstream
  @usableFromInline let stage: RecordedStage
  /// Names a lane for a subscriber that has none.
  @usableFromInline let newLane: (() -> RecordedLane)?

  /// - Parameter newLane: makes a lane for a subscriber that nobody records otherwise; without it,
  ///   such a subscriber is not in the picture.
  @usableFromInline
  package init(
    _ upstream: Upstream, of stage: RecordedStage, newLane: (() -> RecordedLane)? = nil
  ) {
    self.upstream = upstream
    self.stage = stage
    self.newLane = newLane
  }

  @inlinable @inline(__always)
  public func receive<S: Subscriber>(subscriber: S)
  where S.Input == Output, S.Failure == Failure {
    let place = Recording.Place.stage(stage.stageID)
    if let lane = stage.recorder.claim(for: subscriber, from: place) {
      guard !(subscriber is any LaneEnd) else { return upstream.receive(subscriber: subscriber) }
      upstream.receive(subscriber: LaneEntry(lane: lane, downstream: subscriber))
    } else if let newLane {
      InputProbe(OutputProbe(upstream, of: stage), lane: newLane).receive(subscriber: subscriber)
    } else {
      upstream.receive(subscriber: subscriber)
    }
  }
}

extension OutputProbe: ConnectablePublisher where Upstream: ConnectablePublisher {
  /// Connects, and records that this was done by hand.
  public func connect() -> any Cancellable {
    stage.control("connect()") { upstream.connect() }
  }
}

/// The end of a lane: nothing stands between it and the stage that it is subscribed to.
@usableFromInline
protocol LaneEnd {}

extension InputProbeLink: LaneEnd {}

/// The entry of a lane behind a stage: tells the lane what enters it.
@usableFromInline
final class LaneEntry<Downstream: Subscriber>: Subscriber, Traced {
  @usableFromInline typealias Input = Downstream.Input
  @usableFromInline typealias Failure = Downstream.Failure

  @usableFromInline let recorded: RecordedLane
  @usableFromInline let downstream: Downstream

  @usableFromInline
  init(lane: RecordedLane, downstream: Downstream) {
    recorded = lane
    self.downstream = downstream
  }

  var lane: RecordedLane? { recorded }

  @usableFromInline
  func receive(subscription: any Subscription) {
    downstream.receive(subscription: subscription)
  }

  @inlinable
  func receive(_ input: Input) -> Subscribers.Demand {
    var more = Subscribers.Demand.none
    recorded.entering(input) { more = downstream.receive(input) }
    return more
  }

  @usableFromInline
  func receive(completion: Subscribers.Completion<Failure>) {
    downstream.receive(completion: completion)
  }
}
