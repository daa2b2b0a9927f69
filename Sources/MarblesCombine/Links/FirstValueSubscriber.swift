import Marbles

/// Receives the first element of a publisher, for `prefix(untilOutputFrom:)` and
/// `drop(untilOutputFrom:)`.
///
/// Requests one element. Like in Combine, it does not cancel the publisher after that element; it
/// only releases the subscription.
final class FirstValueSubscriber<Input, Failure: Error>: Subscriber, RecordedSubscriber,
  CustomStringConvertible
{
  let recordedInput: RecordedInput?
  let description: String
  private let inlet = UpstreamSubscription()
  private let onValue: () -> Void
  private let onCompletion: (Subscribers.Completion<Failure>) -> Void

  /// - Parameters:
  ///   - input: The input of the operator's downstream.
  ///   - onCompletion: Called if the publisher completes before it sends an element.
  init(
    name: String, input: RecordedInput?, onValue: @escaping () -> Void,
    onCompletion: @escaping (Subscribers.Completion<Failure>) -> Void = { _ in }
  ) {
    description = name
    recordedInput = .of(input, as: .second(number: 2))
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
