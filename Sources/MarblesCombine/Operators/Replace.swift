extension Publisher {
  /// Publishes the given element and finishes if upstream finishes without an element.
  ///
  ///     ---|       replaceEmpty(with: 9)
  ///     ---(9|)
  ///
  /// A failure is passed on.
  ///
  /// - Parameter output: The element to publish if upstream sends none.
  /// - Demand: Requests unlimited demand, and republishes elements that downstream has not
  ///   requested, like Combine. The given element waits until it is requested.
  @inlinable
  public func replaceEmpty(with output: Output) -> Publishers.ReplaceEmpty<Self> {
    Publishers.ReplaceEmpty(upstream: self, output: output)
  }
}

extension Publishers {
  /// A publisher that publishes an element if its upstream finishes without one.
  public struct ReplaceEmpty<Upstream: Publisher>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    /// The publisher whose elements are received.
    public let upstream: Upstream
    /// The element that is published if there is none.
    public let output: Output

    /// Creates a publisher that publishes an element if its upstream finishes without one.
    @inlinable
    public init(upstream: Upstream, output: Output) {
      self.upstream = upstream
      self.output = output
    }

    @inlinable @inline(__always)
    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      upstream.subscribe(
        ReplaceSubscriber<Failure, S>(subscriber, name: "ReplaceEmpty", requestsAll: true) {
          [output] completion, isEmpty in
          if isEmpty, case .finished = completion { .value(output) } else { .end(completion) }
        })
    }
  }
}

extension Publishers.ReplaceEmpty: Equatable where Upstream: Equatable, Upstream.Output: Equatable {
}

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

extension Publisher {
  /// Replaces `nil` by the given element.
  ///
  ///     -1-n-3-|   replaceNil(with: 9), where n is nil
  ///     -1-9-3-|
  ///
  /// - Demand: Requests pass through unchanged.
  @inlinable
  public func replaceNil<T>(with output: T) -> Publishers.Map<Self, T> where Output == T? {
    map { $0 ?? output }
  }
}
