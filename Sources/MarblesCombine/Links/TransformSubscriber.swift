import Marbles

/// What a transforming operator makes of one value.
@usableFromInline
enum Transformation<Output, Failure: Error> {
  case pass(Output)
  /// Nothing comes out; one more is asked for in its place.
  case swallow
  /// Nothing comes out, and nothing is asked for in its place.
  case skip
  /// It is the last one: upstream is cancelled and downstream finishes.
  case last(Output)
  /// Upstream is cancelled and downstream ends so, without another value.
  case end(Subscribers.Completion<Failure>)
}

/// The link of every operator that makes at most one value of each and leaves demand alone: `map`,
/// `filter`, `scan`, `prefix`, ….
///
/// The operator is a closure, made anew for each subscription, that may keep its state in variables
/// (a ``Variable``, where speed counts). It runs on the upstream's signals only, which are serial,
/// and may be re-entered while downstream is called, so it must have changed its state before it
/// returns.
@usableFromInline
final class TransformSubscriber<Input, Failure: Error, Downstream: Subscriber>: Subscriber,
  RecordedSubscriber,
  CustomStringConvertible
{
  @usableFromInline typealias Step = Transformation<Downstream.Input, Downstream.Failure>
  @usableFromInline typealias Ending =
    (Subscribers.Completion<Failure>) -> Subscribers.Completion<Downstream.Failure>

  @usableFromInline let downstream: Downstream
  @usableFromInline let name: String?
  @usableFromInline let extra: Subscribers.Demand
  @usableFromInline let step: (Input) -> Step
  @usableFromInline let ending: Ending
  /// Whether values may come: after the subscription and before the end.
  @usableFromInline @exclusivity(unchecked) var isOpen = false
  @usableFromInline var subscription: LinkSubscription?

  /// - Parameters:
  ///   - name: what its subscription calls itself; the upstream's description if `nil`.
  ///   - extra: asked for on top of the first request.
  ///   - ending: what the upstream's completion becomes.
  @inlinable @inline(__always)
  init(
    _ downstream: Downstream, name: String?, extra: Subscribers.Demand = .none,
    ending: @escaping Ending, step: @escaping (Input) -> Step
  ) {
    self.downstream = downstream
    self.name = name
    self.extra = extra
    self.ending = ending
    self.step = step
  }

  var lane: RecordedLane? { downstream.recordedLane }
  @usableFromInline var description: String { name ?? String(describing: downstream) }

  @usableFromInline
  func receive(subscription: any Subscription) {
    guard self.subscription == nil else { return subscription.cancel() }
    let link = LinkSubscription(subscription, name: name, extra: extra)
    self.subscription = link
    isOpen = true
    downstream.receive(subscription: link)
  }

  @inlinable
  func receive(_ input: Input) -> Subscribers.Demand {
    guard isOpen else { return .none }
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

  /// Cancels upstream and ends downstream, unless downstream has cancelled.
  @usableFromInline
  func stop(_ completion: Subscribers.Completion<Downstream.Failure>) {
    if subscription?.stop() == true { downstream.receive(completion: completion) }
  }

  @usableFromInline
  func receive(completion: Subscribers.Completion<Failure>) {
    guard isOpen else { return }
    isOpen = false
    subscription?.forget()
    downstream.receive(completion: ending(completion))
  }
}

extension TransformSubscriber where Failure == Downstream.Failure {
  @inlinable @inline(__always)
  convenience init(
    _ downstream: Downstream, name: String?, extra: Subscribers.Demand = .none,
    step: @escaping (Input) -> Step
  ) {
    self.init(downstream, name: name, extra: extra, ending: { $0 }, step: step)
  }
}

extension TransformSubscriber where Downstream.Failure == any Error {
  /// The link of an operator whose closure may throw: the error becomes the failure.
  @inlinable @inline(__always)
  convenience init(
    throwing downstream: Downstream, name: String?, step: @escaping (Input) throws -> Step
  ) {
    self.init(downstream, name: name, ending: { $0.mapFailure { $0 } }) { input in
      do {
        return try step(input)
      } catch {
        return .end(.failure(error))
      }
    }
  }
}

/// What a step keeps from one value to the next. Unlike a captured variable, it is not checked for
/// overlapping accesses at each use.
@usableFromInline
final class Variable<Value> {
  @usableFromInline @exclusivity(unchecked) var value: Value

  @inlinable init(_ value: Value) { self.value = value }
}
