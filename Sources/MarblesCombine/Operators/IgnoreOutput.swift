extension Publisher {
  /// Lets every value go; only the end is passed on.
  ///
  ///     -1-2-3-|   ignoreOutput()
  ///     -------|
  ///
  /// - Demand: everything is asked for at once.
  public func ignoreOutput() -> Publishers.IgnoreOutput<Self> {
    Publishers.IgnoreOutput(upstream: self)
  }
}

extension Publishers {
  public struct IgnoreOutput<Upstream: Publisher>: Publisher {
    public typealias Output = Never
    public typealias Failure = Upstream.Failure

    public let upstream: Upstream

    public init(upstream: Upstream) { self.upstream = upstream }

    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      upstream.subscribe(
        ReduceSubscriber<Upstream.Output, Upstream.Failure, S>(
          subscriber, name: "IgnoreOutput",
          step: { _ in
            .more
          }, result: { nil }))
    }
  }
}

extension Publishers.IgnoreOutput: Equatable where Upstream: Equatable {}

extension ScriptOperator {
  static let ignoreOutput = ScriptOperator(
    "ignoreOutput", family: .filtering, "Lets every value go; only the end is passed on",
    example: "numbers.ignoreOutput()"
  ) { upstream, _, _ in
    ScriptStream(upstream.publisher.ignoreOutput().map { (_: Never) -> ScriptValue in })
  }
}
