extension Publisher {
  /// Publishes the given element in place of a failure, and finishes.
  ///
  ///     -1-2-#     replaceError(with: 9)
  ///     -1-2-(9|)
  ///
  /// - Parameter output: The element to publish.
  /// - Demand: Requests pass through unchanged. The element waits until it is requested.
  @inlinable
  public func replaceError(with output: Output) -> Publishers.ReplaceError<Self> {
    Publishers.ReplaceError(upstream: self, output: output)
  }
}

extension Publishers {
  /// A publisher that publishes an element in place of a failure.
  public struct ReplaceError<Upstream: Publisher>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Never

    /// The publisher whose elements are received.
    public let upstream: Upstream
    /// The element that is published in place of a failure.
    public let output: Output

    /// Creates a publisher that publishes an element in place of a failure.
    @inlinable
    public init(upstream: Upstream, output: Output) {
      self.upstream = upstream
      self.output = output
    }

    @inlinable @inline(__always)
    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      upstream.subscribe(
        ReplaceSubscriber<Upstream.Failure, S>(subscriber, name: "ReplaceError") {
          [output] completion, _ in
          switch completion {
          case .finished: .end(.finished)
          case .failure: .value(output)
          }
        })
    }
  }
}

extension Publishers.ReplaceError: Equatable where Upstream: Equatable, Upstream.Output: Equatable {
}
