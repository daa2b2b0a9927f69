import Marbles

/// The result of a transforming operator for one element.
@usableFromInline
enum Transformation<Output, Failure: Error> {
  case pass(Output)
  /// No element is sent; one more is requested instead.
  case swallow
  /// No element is sent, and none is requested instead.
  case skip
  /// The last element: upstream is cancelled and downstream finishes.
  case last(Output)
  /// Upstream is cancelled and downstream completes, without an element.
  case end(Subscribers.Completion<Failure>)
}

/// The subscription that a ``TransformSubscriber`` passes downstream.
@usableFromInline
enum SubscriptionStyle {
  /// Upstream's own, so requests and cancels reach upstream directly, repeated ones too.
  case upstream
  /// A subscription of the operator. Elements and completions that come after a cancel are dropped.
  case own
}

/// The subscriber of each operator that sends at most one element for each that it receives, and
/// leaves demand unchanged: `map`, `filter`, `scan`, `prefix` and others.
///
/// The operator is a closure, created for each subscription, that may keep state in variables (a
/// ``StepState``, where speed counts). It runs on the upstream's signals only, which are serial. It
/// can be re-entered while downstream is called, so it must have changed its state before it
/// returns.
@usableFromInline
final class TransformSubscriber<Input, Failure: Error, Downstream: Subscriber>: Subscriber,
  RecordedSubscriber, CustomStringConvertible
{
  @usableFromInline typealias Step = Transformation<Downstream.Input, Downstream.Failure>
  @usableFromInline typealias Ending =
    (Subscribers.Completion<Failure>) -> Subscribers.Completion<Downstream.Failure>

  @usableFromInline let downstream: Downstream
  @usableFromInline let name: String
  @usableFromInline let style: SubscriptionStyle
  @usableFromInline let requiresDemand: Bool
  @usableFromInline let step: (Input) -> Step
  @usableFromInline let ending: Ending
  @usableFromInline let onSubscription: () -> Void
  /// Whether elements may come: after the subscription and before the completion.
  @usableFromInline @exclusivity(unchecked) var isOpen = false
  @usableFromInline @exclusivity(unchecked) var hasSubscription = false
  /// The subscription of the operator, if it passes one downstream.
  @usableFromInline @exclusivity(unchecked) var subscription: LinkSubscription?
  /// Whether upstream may ignore a cancel, so that `subscription` is checked for each element.
  @usableFromInline @exclusivity(unchecked) var checksCancel = false

  /// - Parameters:
  ///   - name: The description of the operator, and of its subscription if it has one.
  ///   - requiresDemand: Whether a request for nothing stops the program.
  ///   - onSubscription: Called when the subscription arrives, before downstream receives it.
  ///   - ending: Replaces the upstream's completion.
  @inlinable @inline(__always)
  init(
    _ downstream: Downstream, name: String, style: SubscriptionStyle = .own,
    requiresDemand: Bool = false, onSubscription: @escaping () -> Void = {},
    ending: @escaping Ending, step: @escaping (Input) -> Step
  ) {
    self.downstream = downstream
    self.name = name
    self.style = style
    self.requiresDemand = requiresDemand
    self.onSubscription = onSubscription
    self.ending = ending
    self.step = step
  }

  var recordedInput: RecordedInput? { downstream.recordedInput?.throughOperator }
  @usableFromInline var description: String { name }

  @usableFromInline
  func receive(subscription: any Subscription) {
    guard !hasSubscription else { return subscription.cancel() }
    hasSubscription = true
    isOpen = true
    onSubscription()
    guard style != .upstream else { return downstream.receive(subscription: subscription) }
    let link = LinkSubscription(subscription, name: name, requiresDemand: requiresDemand)
    self.subscription = link
    checksCancel = !subscription.isKnownQuiet
    downstream.receive(subscription: link)
  }

  @inlinable
  func receive(_ input: Input) -> Subscribers.Demand {
    guard isOpen else { return .none }
    if checksCancel, subscription?.isOpen == false { return .none }
    switch step(input) {
    case .pass(let output):
      return downstream.receive(output)
    case .skip:
      return .none
    case .swallow:
      return .max(1)
    case .last(let output):
      isOpen = false
      _ = downstream.receive(output)
      stop(.finished)
    case .end(let completion):
      isOpen = false
      stop(completion)
    }
    return .none
  }

  /// Cancels upstream and completes downstream, unless downstream has cancelled.
  @usableFromInline
  func stop(_ completion: Subscribers.Completion<Downstream.Failure>) {
    if subscription?.stop() == true { downstream.receive(completion: completion) }
  }

  @usableFromInline
  func receive(completion: Subscribers.Completion<Failure>) {
    guard isOpen else { return }
    isOpen = false
    if let subscription, !subscription.forget() { return }
    downstream.receive(completion: ending(completion))
  }
}

extension TransformSubscriber where Failure == Downstream.Failure {
  @inlinable @inline(__always)
  convenience init(
    _ downstream: Downstream, name: String, style: SubscriptionStyle = .own,
    requiresDemand: Bool = false, onSubscription: @escaping () -> Void = {},
    step: @escaping (Input) -> Step
  ) {
    self.init(
      downstream, name: name, style: style, requiresDemand: requiresDemand,
      onSubscription: onSubscription, ending: { $0 }, step: step)
  }
}

extension TransformSubscriber where Downstream.Failure == any Error {
  /// Creates the subscriber of an operator whose closure may throw: the error becomes the failure.
  @inlinable @inline(__always)
  convenience init(
    throwing downstream: Downstream, name: String, requiresDemand: Bool = false,
    step: @escaping (Input) throws -> Step
  ) {
    self.init(
      downstream, name: name, requiresDemand: requiresDemand, ending: { $0.mapFailure { $0 } }
    ) { input in
      do {
        return try step(input)
      } catch {
        return .end(.failure(error))
      }
    }
  }
}
