extension Optional {
  /// A publisher of the value of an optional, if any.
  public struct Publisher: MarblesCombine.Publisher {
    public typealias Output = Wrapped
    public typealias Failure = Never

    /// The element, if any.
    public let output: Wrapped?

    /// Creates a publisher of the value, if any.
    public init(_ output: Wrapped?) { self.output = output }

    @inlinable @inline(__always)
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Wrapped, S.Failure == Never {
      guard let output else { return subscriber.end(.finished) }
      subscriber.receive(subscription: OnceSubscription.make(output, subscriber, name: "Optional"))
    }
  }

  /// A publisher of the value; finishes at once if there is none.
  ///
  /// - Demand: The value waits until it is requested; the finish needs no demand.
  public var publisher: Publisher { Publisher(self) }
}

extension Optional.Publisher: Equatable where Wrapped: Equatable {}
