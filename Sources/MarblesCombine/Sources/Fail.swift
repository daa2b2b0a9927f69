/// A publisher that fails at once.
///
///     Fail(error: Offline())
///     #
///
/// - Demand: the failure needs none.
public struct Fail<Output, Failure: Error>: Publisher {
  public let error: Failure

  public init(error: Failure) { self.error = error }

  public init(outputType: Output.Type, failure: Failure) { error = failure }

  public func receive<S: Subscriber>(subscriber: S)
  where S.Input == Output, S.Failure == Failure {
    subscriber.end(.failure(error))
  }
}

extension Fail: Equatable where Failure: Equatable {}
