import Marbles

/// The subscriber of operators that subscribe to a publisher for each element: `flatMap` and
/// `switchToLatest`.
@usableFromInline
final class InnerPublisherSubscriber<Input, NewPublisher: Publisher, Downstream: Subscriber>:
  Subscriber,
  RecordedSubscriber,
  CustomStringConvertible
where NewPublisher.Output == Downstream.Input, NewPublisher.Failure == Downstream.Failure {
  @usableFromInline typealias Failure = NewPublisher.Failure

  /// The inner publishers that run at the same time.
  @usableFromInline
  enum Rule {
    /// The number that the given demand for elements of upstream allows.
    case merged(Subscribers.Demand)
    /// The latest one; the one before is cancelled.
    case latest
  }

  @usableFromInline let hub: MergingSubscription<Downstream>
  @usableFromInline let outlet: SerializedDownstream<Downstream>
  @usableFromInline let inlet: UpstreamSubscription
  @usableFromInline let name: String
  @usableFromInline let isLatestOnly: Bool
  /// The demand that is requested of upstream at once.
  @usableFromInline let firstRequest: Subscribers.Demand
  @usableFromInline let transform: (Input) -> NewPublisher
  /// Whether elements may arrive: after the subscription and before the completion.
  @usableFromInline @exclusivity(unchecked) var isOpen = false
  /// The number of elements that have arrived, for ``Rule/latest``.
  @usableFromInline @exclusivity(unchecked) var turn = 0

  @inlinable
  init(_ downstream: Downstream, _ rule: Rule, transform: @escaping (Input) -> NewPublisher) {
    let inlet = UpstreamSubscription()
    switch rule {
    case .merged(let maxPublishers):
      name = "FlatMap"
      isLatestOnly = false
      firstRequest = maxPublishers
      hub = MergingSubscription(downstream, name: "FlatMap") { completion in
        if case .finished = completion, maxPublishers != .unlimited {
          inlet.requestIfOpen(.max(1))
        }
      }
    case .latest:
      name = "SwitchToLatest"
      isLatestOnly = true
      firstRequest = .unlimited
      hub = MergingSubscription(downstream, name: "SwitchToLatest", passesRequests: true) {
        completion in
        if case .failure = completion { inlet.cancel() }
      }
    }
    outlet = hub.outlet
    self.inlet = inlet
    self.transform = transform
  }

  var recordedInput: RecordedInput? { outlet.input }
  @usableFromInline var description: String { name }

  @inlinable
  func start() {
    let name = name
    let own = SourceSubscription(name)
    own.start(
      request: { [hub] demand in
        demand.requireSome(name)
        hub.request(demand)
      }, cancel: { [self] in cancel() })
    outlet.send(subscription: own)
  }

  @inlinable
  func receive(subscription: any Subscription) {
    guard inlet.accept(subscription) else { return }
    isOpen = true
    inlet.request(firstRequest)
  }

  @inlinable
  func receive(_ input: Input) -> Subscribers.Demand {
    guard outlet.enter(orLater: { [self] in if outlet.isOpen { open(input) } })
    else { return .none }
    open(input)
    outlet.leave()
    return .none
  }

  /// Subscribes to the publisher for an element.
  @inlinable
  func open(_ input: Input) {
    guard isOpen else { return }
    let publisher = transform(input)
    guard outlet.isOpenInside, !isLatestOnly || replaceSource() else { return }
    hub.subscribe(to: publisher)
  }

  /// Cancels the inner publisher before.
  ///
  /// - Returns: Whether no other element has arrived meanwhile.
  @inlinable
  func replaceSource() -> Bool {
    turn += 1
    let mine = turn
    hub.cancelSources()
    return turn == mine
  }

  @inlinable
  func receive(completion: Subscribers.Completion<Failure>) {
    outlet.run { [self] in
      isOpen = false
      guard inlet.end() else { return }
      switch completion {
      case .finished:
        hub.complete()
      case .failure:
        hub.cancelSources()
        outlet.send(completion: completion)
      }
    }
  }

  @inlinable
  func cancel() {
    outlet.close { [hub] in hub.cancelSources() }
    inlet.cancel()
  }
}
