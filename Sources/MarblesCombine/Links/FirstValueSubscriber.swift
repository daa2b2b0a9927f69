import Marbles

/// Receives the first element of a publisher, for `prefix(untilOutputFrom:)` and
/// `drop(untilOutputFrom:)`.
///
/// Requests one element. Like in Combine, it does not cancel the publisher after that element; it
/// only releases the subscription.
final class FirstValueSubscriber<Input, Failure: Error>: Subscriber, RecordedSubscriber,
  CustomStringConvertible
{
  let lane: RecordedLane?
  let description: String
  private let inlet = UpstreamSubscription()
  private let onValue: () -> Void
  private let onCompletion: (Subscribers.Completion<Failure>) -> Void

  /// - Parameters:
  ///   - lane: The lane on which the operator's downstream is recorded.
  ///   - onCompletion: Called if the publisher completes before it sends an element.
  init(
    name: String, lane: RecordedLane?, onValue: @escaping () -> Void,
    onCompletion: @escaping (Subscribers.Completion<Failure>) -> Void = { _ in }
  ) {
    description = name
    self.lane = lane
    self.onValue = onValue
    self.onCompletion = onCompletion
  }

  func receive(subscription: any Subscription) {
    if inlet.accept(subscription) { inlet.request(.max(1)) }
  }

  func receive(_ input: Input) -> Subscribers.Demand {
    if inlet.end() { onValue() }
    return .none
  }

  func receive(completion: Subscribers.Completion<Failure>) {
    if inlet.end() { onCompletion(completion) }
  }

  func cancel() { inlet.cancel() }
}
