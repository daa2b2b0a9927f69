extension Result {
  /// A publisher of a success or a failure.
  public struct Publisher: MarblesCombine.Publisher {
    public typealias Output = Success

    public let result: Result

    public init(_ result: Result) { self.result = result }
    public init(_ output: Success) { result = .success(output) }
    public init(_ failure: Failure) { result = .failure(failure) }

    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Success, S.Failure == Failure {
      switch result {
      case .success(let output):
        subscriber.receive(subscription: OnceSubscription.make(output, subscriber, name: "Result"))
      case .failure(let error):
        subscriber.end(.failure(error))
      }
    }
  }

  /// A publisher of the success, or of the failure.
  ///
  /// - Demand: the value waits until it is asked for; a failure needs no demand.
  public var publisher: Publisher { Publisher(self) }
}

extension Result.Publisher: Equatable where Success: Equatable, Failure: Equatable {}
