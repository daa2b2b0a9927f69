import Marbles

/// A publisher at the end of a stage: the lane that is being subscribed gets the stage as its
/// source.
///
/// Elements that operators between here and the end of the lane drop are recorded as swallowed.
public struct OutputProbe<Upstream: Publisher>: Publisher {
  public typealias Output = Upstream.Output
  public typealias Failure = Upstream.Failure

  @usableFromInline let upstream: Upstream
  @usableFromInline let stage: RecordedStage
  /// Names a lane for a subscriber that has none.
  @usableFromInline let newLane: (() -> RecordedLane)?

  /// - Parameter newLane: Creates a lane for a subscriber that is not recorded otherwise. Without
  ///   it, such a subscriber is not in the picture.
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
    if subscriber.recordedInput?.isEndOfLane == true {
      let place = Recording.Place.stage(stage.stageID)
      if stage.recorder.claim(for: subscriber, from: place) != nil {
        upstream.receive(subscriber: subscriber)
        return stage.settleSubscription()
      }
    } else if let (lane, edge) = stage.openEdge(for: subscriber) {
      upstream.receive(subscriber: LaneEntry(lane: lane, edge: edge, downstream: subscriber))
      return stage.settleSubscription()
    }
    if let newLane {
      InputProbe(OutputProbe(upstream, of: stage), lane: newLane).receive(subscriber: subscriber)
    } else {
      upstream.receive(subscriber: subscriber)
    }
  }
}

extension OutputProbe: ConnectablePublisher where Upstream: ConnectablePublisher {
  /// Connects, and records that this was done by hand; so is the cancel of the result.
  public func connect() -> any Cancellable {
    RecordedConnection(stage.control("connect()") { upstream.connect() }, of: stage)
  }
}

/// The connection of a recorded stage: a cancel by hand is recorded, unless the work is over.
package final class RecordedConnection: Cancellable {
  private let connection: any Cancellable
  private let stage: RecordedStage

  package init(_ connection: any Cancellable, of stage: RecordedStage) {
    self.connection = connection
    self.stage = stage
  }

  package func cancel() {
    guard stage.isConnected else { return connection.cancel() }
    stage.control("cancel()") { connection.cancel() }
  }
}

extension RecordedStage {
  /// Opens a subscription to the stage for the operators of the lane on which a subscriber will
  /// record; `nil` if there is none, or if it has another source.
  @usableFromInline
  func openEdge<S: Subscriber>(for subscriber: S) -> (RecordedLane, RecordedLane.Edge)? {
    let input = subscriber.recordedInput
    let own = input == nil ? recorder.openingLane : input?.lane ?? input?.laneOfSequence
    guard let lane = own else { return nil }
    return lane.subscribedThroughOperators(to: self).map { (lane, $0) }
  }
}

/// The entry of a lane whose operators are subscribed to a stage: reports what enters the lane, and
/// when the operators cancel.
@usableFromInline
final class LaneEntry<Downstream: Subscriber>: Subscriber, Subscription, RecordedSubscriber,
  CustomStringConvertible
{
  @usableFromInline typealias Input = Downstream.Input
  @usableFromInline typealias Failure = Downstream.Failure

  @usableFromInline let recorded: RecordedLane
  @usableFromInline let recordedInput: RecordedInput?
  @usableFromInline let edge: RecordedLane.Edge
  @usableFromInline let downstream: Downstream
  private let upstream = Locked<(any Subscription)?>(nil)

  @usableFromInline
  init(lane: RecordedLane, edge: RecordedLane.Edge, downstream: Downstream) {
    recorded = lane
    recordedInput = RecordedInput(lane: lane)
    self.edge = edge
    self.downstream = downstream
  }

  @usableFromInline
  var description: String {
    upstream.withLock { $0 }.map { String(describing: $0) } ?? "Recorded"
  }

  @usableFromInline
  func receive(subscription: any Subscription) {
    let isFirst = upstream.withLock { upstream in
      guard upstream == nil else { return false }
      upstream = subscription
      return true
    }
    guard isFirst else { return subscription.cancel() }
    downstream.receive(subscription: self)
  }

  @usableFromInline
  func request(_ demand: Subscribers.Demand) { upstream.withLock { $0 }?.request(demand) }

  @usableFromInline
  func cancel() {
    recorded.cancelled(edge)
    upstream.withLock { $0 }?.cancel()
  }

  @inlinable
  func receive(_ input: Input) -> Subscribers.Demand {
    var more = Subscribers.Demand.none
    recorded.entering(input) { more = downstream.receive(input) }
    return more
  }

  @usableFromInline
  func receive(completion: Subscribers.Completion<Failure>) {
    var failure: String?
    if case .failure(let error) = completion { failure = describeForLabel(error) }
    recorded.ended(edge, failure: failure) { downstream.receive(completion: completion) }
  }
}
