import Marbles

/// The subscriber of operators that pass elements to a scheduler: `receive(on:)`, `delay`.
///
/// Subscriptions, requests and cancels pass at once. Elements and completions wait in the
/// scheduler, as many as were requested of upstream. Thread-safe: downstream receives one signal at
/// a time even from a scheduler that runs jobs concurrently.
final class SchedulingSubscriber<Downstream: Subscriber>: Subscriber, Subscription,
  RecordedSubscriber,
  CustomStringConvertible
{
  let description: String
  private let outlet: SerializedDownstream<Downstream>
  private let inlet = UpstreamSubscription()
  private let values: HeldValues
  private let hop: (@escaping () -> Void) -> Void

  /// - Parameter hop: puts a job into the scheduler.
  init(_ downstream: Downstream, name: String, hop: @escaping (@escaping () -> Void) -> Void) {
    outlet = SerializedDownstream(downstream)
    values = HeldValues(outlet.stage)
    description = name
    self.hop = hop
  }

  var lane: RecordedLane? { outlet.lane }

  func receive(subscription: any Subscription) {
    if inlet.accept(subscription) { outlet.send(subscription: self) }
  }

  func receive(_ input: Downstream.Input) -> Subscribers.Demand {
    guard inlet.isOpen else { return .none }
    // Only the recording needs the elements that wait.
    guard outlet.stage != nil else {
      hop { [self] in outlet.run { self.deliver(Kept(value: input, held: nil)) } }
      return .none
    }
    outlet.run { [self] in
      let kept = Kept(value: input, held: values.hold(input))
      hop { self.outlet.run { self.deliver(kept) } }
    }
    return .none
  }

  private func deliver(_ kept: Kept<Downstream.Input>) {
    guard outlet.isOpen else { return }
    inlet.request(values.release(kept.held, .left) { outlet.send(kept.value) })
  }

  func receive(completion: Subscribers.Completion<Downstream.Failure>) {
    guard inlet.end() else { return }
    hop { [outlet, values] in
      outlet.run {
        // Elements that the completion has overtaken are dropped.
        if outlet.isOpen { values.releaseAll(.forgotten) }
        outlet.send(completion: completion)
      }
    }
  }

  func request(_ demand: Subscribers.Demand) { inlet.request(demand) }

  /// Cancels upstream and drops the elements that wait, also after upstream's completion. (Combine
  /// delivers them then.)
  func cancel() {
    outlet.close { [values] in values.releaseAll(.forgotten) }
    inlet.cancel()
  }
}
