import Marbles

/// Waits for the first value of a publisher, whatever it is: what `prefix(untilOutputFrom:)` and
/// `drop(untilOutputFrom:)` listen with.
final class FirstValueSubscriber<Input, Failure: Error>: Subscriber, RecordedSubscriber,
  CustomStringConvertible
{
  let lane: RecordedLane?
  let description: String
  private let inlet = UpstreamSubscription()
  private var onValue: () -> Void
  private var onFailure: (Failure) -> Void

  /// - Parameter lane: where the operator's downstream is recorded.
  init(
    name: String, lane: RecordedLane?, onValue: @escaping () -> Void,
    onFailure: @escaping (Failure) -> Void = { _ in }
  ) {
    description = name
    self.lane = lane
    self.onValue = onValue
    self.onFailure = onFailure
  }

  func receive(subscription: any Subscription) {
    if inlet.accept(subscription) { inlet.request(.max(1)) }
  }

  func receive(_ input: Input) -> Subscribers.Demand {
    guard inlet.isOpen else { return .none }
    inlet.cancel()
    onValue()
    return .none
  }

  func receive(completion: Subscribers.Completion<Failure>) {
    guard inlet.end() else { return }
    if case .failure(let error) = completion { onFailure(error) }
  }

  func cancel() { inlet.cancel() }
}
