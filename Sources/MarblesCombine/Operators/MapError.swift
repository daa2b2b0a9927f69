extension Publisher {
  /// Transforms the failure with a closure.
  ///
  ///     -1-2-#     mapError { Offline($0) }
  ///     -1-2-#
  ///
  /// - Demand: requests pass through unchanged.
  @inlinable
  public func mapError<E: Error>(_ transform: @escaping (Failure) -> E)
    -> Publishers.MapError<Self, E>
  {
    Publishers.MapError(upstream: self, transform)
  }
}

extension Publishers {
  /// A publisher that replaces the failure of its upstream by the result of a closure.
  public struct MapError<Upstream: Publisher, Failure: Error>: Publisher {
    public typealias Output = Upstream.Output

    /// The publisher whose elements are received.
    public let upstream: Upstream
    /// The closure that is called with the failure.
    public let transform: (Upstream.Failure) -> Failure

    /// Creates a publisher that replaces the failure of its upstream by the result of a closure.
    @inlinable
    public init(upstream: Upstream, transform: @escaping (Upstream.Failure) -> Failure) {
      self.upstream = upstream
      self.transform = transform
    }

    /// Creates a publisher that replaces the failure of its upstream by the result of a closure.
    @inlinable
    public init(upstream: Upstream, _ transform: @escaping (Upstream.Failure) -> Failure) {
      self.init(upstream: upstream, transform: transform)
    }

    @inlinable @inline(__always)
    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      upstream.subscribe(
        TransformSubscriber(
          subscriber, name: "MapError", style: .upstream,
          ending: { [transform] in $0.mapFailure(transform) },
          step: { .pass($0) }))
    }
  }
}

extension Publisher where Failure == Never {
  /// Gives a publisher that never fails a failure type, so that it fits others.
  ///
  /// - Demand: requests pass through unchanged.
  @inlinable
  public func setFailureType<E: Error>(to failureType: E.Type)
    -> Publishers.SetFailureType<Self, E>
  {
    Publishers.SetFailureType(upstream: self)
  }
}

extension Publishers {
  /// A publisher that changes the failure type of its upstream.
  public struct SetFailureType<Upstream: Publisher, Failure: Error>: Publisher
  where Upstream.Failure == Never {
    public typealias Output = Upstream.Output

    /// The publisher whose failure type is changed.
    public let upstream: Upstream

    /// Creates a publisher that changes the failure type of its upstream.
    @inlinable
    public init(upstream: Upstream) { self.upstream = upstream }

    /// Joins this operator with `setFailureType(to:)`.
    @inlinable
    public func setFailureType<E: Error>(to failure: E.Type)
      -> Publishers.SetFailureType<Upstream, E>
    {
      Publishers.SetFailureType<Upstream, E>(upstream: upstream)
    }

    @inlinable @inline(__always)
    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      upstream.subscribe(
        TransformSubscriber<Output, Never, S>(
          subscriber, name: "SetFailureType", style: .upstream, ending: { _ in .finished },
          step: { .pass($0) }))
    }
  }
}

extension Publishers.SetFailureType: Equatable where Upstream: Equatable {}

extension Publisher {
  /// Stops the program with a message if upstream fails, also in a release build.
  ///
  /// Use it where a failure is a programming error.
  ///
  /// - Parameters:
  ///   - prefix: The text at the start of the message.
  ///   - file: The file that is reported.
  ///   - line: The line that is reported.
  /// - Demand: Requests pass through unchanged.
  @inlinable
  public func assertNoFailure(
    _ prefix: String = "", file: StaticString = #file, line: UInt = #line
  ) -> Publishers.AssertNoFailure<Self> {
    Publishers.AssertNoFailure(upstream: self, prefix: prefix, file: file, line: line)
  }
}

extension Publishers {
  /// A publisher that stops the program if its upstream fails.
  public struct AssertNoFailure<Upstream: Publisher>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Never

    /// The publisher whose elements are received.
    public let upstream: Upstream
    /// The text at the start of each line.
    public let prefix: String
    /// The file that is reported.
    public let file: StaticString
    /// The line that is reported.
    public let line: UInt

    /// Creates a publisher that stops the program if its upstream fails.
    @inlinable
    public init(upstream: Upstream, prefix: String, file: StaticString, line: UInt) {
      self.upstream = upstream
      self.prefix = prefix
      self.file = file
      self.line = line
    }

    @inlinable @inline(__always)
    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Never {
      let (prefix, file, line) = (prefix, file, line)
      upstream.subscribe(
        TransformSubscriber<Output, Upstream.Failure, S>(
          subscriber, name: "AssertNoFailure", style: .upstream,
          ending: { completion in
            guard case .failure(let error) = completion else { return .finished }
            let space = prefix.isEmpty ? "" : " "
            violation("\(prefix)\(space)\(error)", file: file, line: line)
          }, step: { .pass($0) }))
    }
  }
}
