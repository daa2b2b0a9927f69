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
