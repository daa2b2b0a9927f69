extension Result {
  /// A publisher of a success or a failure.
  public struct Publisher: MarblesCombine.Publisher {
    public typealias Output = Success

    /// The element or the failure.
    public let result: Result

    /// Creates a publisher of a success or a failure.
    public init(_ result: Result) { self.result = result }
    /// Creates a publisher of a success or a failure.
    public init(_ output: Success) { result = .success(output) }
    /// Creates a publisher of a success or a failure.
    public init(_ failure: Failure) { result = .failure(failure) }

    @inlinable @inline(__always)
    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Success, S.Failure == Failure {
      switch result {
      case .success(let output):
        subscriber.receive(subscription: OnceSubscription.make(output, subscriber, name: "Once"))
      case .failure(let error):
        subscriber.end(.failure(error))
      }
    }
  }

  /// A publisher of the success or the failure.
  ///
  /// - Demand: A success waits until it is requested; a failure needs no demand.
  public var publisher: Publisher { Publisher(self) }
}

extension Result.Publisher: Equatable where Success: Equatable, Failure: Equatable {}
