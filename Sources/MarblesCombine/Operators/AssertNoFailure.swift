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
