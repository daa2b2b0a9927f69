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
    subscriber.receive(subscription: OnceSubscription.make(output, subscriber, name: "Just"))
  }
}

extension Just: Equatable where Output: Equatable {}

/// What is left of one value and its finish.
@usableFromInline
struct OnceState {
  @usableFromInline
  enum Phase {
    case waiting, delivering, over
  }

  /// Gives the value. (A closure that a generic function returns bare is wrapped in another one.)
  @usableFromInline
  struct Delivery {
    @usableFromInline let run: (OnceSubscription) -> Void

    @inlinable init(_ run: @escaping (OnceSubscription) -> Void) { self.run = run }

    /// Consuming, so that the closure need not be retained for the call.
    consuming func callAsFunction(_ subscription: OnceSubscription) { run(subscription) }
  }

  @usableFromInline let name: StaticString
  @usableFromInline var phase = Phase.waiting
  /// `nil` when the value has been given or will not be.
  @usableFromInline var delivery: Delivery?

  @inlinable
  init(_ name: StaticString, _ deliver: @escaping (OnceSubscription) -> Void) {
    self.name = name
    delivery = Delivery(deliver)
  }
}

/// Gives one value when it is asked for, then finishes.
///
/// What it gives stands in a closure, for the same reason as in ``SourceSubscription``. It is its
/// own lock, because many of these live shortly, as the publishers of a `flatMap` do.
@usableFromInline
final class OnceSubscription: ManagedBuffer<OnceState, MutexPrimitive>, Subscription,
  CustomStringConvertible
{
  @inlinable
  static func make<S: Subscriber>(
    _ value: S.Input, _ downstream: S, name: StaticString
  ) -> OnceSubscription {
    let subscription = locked(
      OnceState(name) { subscription in
        _ = downstream.receive(value)
        if subscription.finish() { downstream.receive(completion: .finished) }
      })
    return unsafeDowncast(subscription, to: OnceSubscription.self)
  }

  deinit { destroyLock() }

  @usableFromInline var description: String { withLock { "\($0.name)" } }

  @usableFromInline
  func request(_ demand: Subscribers.Demand) {
    demand.requireSome()
    let taken = withLock { state in
      if state.delivery != nil { state.phase = .delivering }
      return state.delivery.take()
    }
    guard let delivery = consume taken else { return }
    (consume delivery)(self)
  }

  /// The value has been delivered: whether the finish is wanted, too.
  @usableFromInline
  func finish() -> Bool {
    withLock { state in
      defer { state.phase = .over }
      return state.phase == .delivering
    }
  }

  @usableFromInline
  func cancel() {
    let old = withLock { state in
      state.phase = .over
      return state.delivery.take()
    }
    withExtendedLifetime(old) {}
  }
}
