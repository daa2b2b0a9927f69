/// A publisher that fails at once.
///
///     Fail(error: Offline())
///     #
///
/// - Demand: The failure needs no demand.
public struct Fail<Output, Failure: Error>: Publisher {
  /// The failure.
  public let error: Failure

  /// Creates a publisher that fails with the given error.
  public init(error: Failure) { self.error = error }

  /// Creates a publisher that fails with the given error.
  public init(outputType: Output.Type, failure: Failure) { error = failure }

  public func receive<S: Subscriber>(subscriber: S)
  where S.Input == Output, S.Failure == Failure {
    subscriber.end(.failure(error))
  }
}

extension Fail: Equatable where Failure: Equatable {}
