extension Optional {
  /// A publisher of the value that is there, if any.
  public struct Publisher: MarblesCombine.Publisher {
    public typealias Output = Wrapped
    public typealias Failure = Never

    public let output: Wrapped?

    public init(_ output: Wrapped?) { self.output = output }

    public func receive<S: Subscriber>(subscriber: S) where S.Input == Wrapped, S.Failure == Never {
      guard let output else { return subscriber.end(.finished) }
      subscriber.receive(subscription: OnceSubscription.make(output, subscriber, name: "Optional"))
    }
  }

  /// A publisher of the value that is there; without one it finishes at once.
  ///
  /// - Demand: the value waits until it is asked for; the finish needs no demand.
  public var publisher: Publisher { Publisher(self) }
}

extension Optional.Publisher: Equatable where Wrapped: Equatable {}
