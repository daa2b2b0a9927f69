import Marbles

/// A publisher of one value.
///
///     Just(1)
///     (1|)
///
/// - Demand: the value waits until it is asked for; the finish follows it at once.
public struct Just<Output>: Publisher {
  public typealias Failure = Never

  public let output: Output

  @inlinable
  public init(_ output: Output) { self.output = output }

  @inlinable @inline(__always)
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Never {
    subscriber.receive(subscription: OnceSubscription(output, subscriber, name: "Just"))
  }
}

extension Just: Equatable where Output: Equatable {}

/// Gives one value when it is asked for, then finishes.
///
/// What it gives stands in a closure, for the same reason as in ``SourceSubscription``.
@usableFromInline
final class OnceSubscription: Subscription, CustomStringConvertible {
  private enum State {
    case waiting(deliver: (OnceSubscription) -> Void)
    case delivering
    case over
  }

  private let state: Locked<State>
  @usableFromInline let description: String

  @inlinable
  convenience init<S: Subscriber>(_ value: S.Input, _ downstream: S, name: String) {
    self.init(name) { subscription in
      _ = downstream.receive(value)
      if subscription.isOver() { downstream.receive(completion: .finished) }
    }
  }

  @usableFromInline
  init(_ name: String, deliver: @escaping (OnceSubscription) -> Void) {
    state = Locked(.waiting(deliver: deliver))
    description = name
  }

  @usableFromInline
  func request(_ demand: Subscribers.Demand) {
    demand.requireSome()
    let deliver = state.withLock { state -> ((OnceSubscription) -> Void)? in
      guard case .waiting(let deliver) = state else { return nil }
      state = .delivering
      return deliver
    }
    deliver?(self)
  }

  /// The value has been delivered: whether the finish is wanted, too.
  @usableFromInline
  func isOver() -> Bool {
    state.withLock { state in
      defer { state = .over }
      if case .delivering = state { return true } else { return false }
    }
  }

  @usableFromInline
  func cancel() { state.withLock { $0 = .over } }
}
