/// A publisher of one element.
///
///     Just(1)
///     (1|)
///
/// - Demand: The element waits until it is requested; the finish follows at once.
public struct Just<Output>: Publisher {
  public typealias Failure = Never

  /// The element.
  public let output: Output

  /// Creates a publisher of one element.
  @inlinable
  public init(_ output: Output) { self.output = output }

  @inlinable @inline(__always)
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Never {
    subscriber.receive(subscription: OnceSubscription.make(output, subscriber, name: "Just"))
  }
}

extension Just: Equatable where Output: Equatable {}
