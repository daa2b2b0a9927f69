extension Publisher {
  /// Sends, at the end, how many values there were.
  ///
  ///     -a-b-c-|   count()
  ///     -------(3|)
  ///
  /// - Demand: everything is asked for at once; the result waits until it is asked for.
  public func count() -> Publishers.Count<Self> { Publishers.Count(upstream: self) }
}

extension Publishers {
  public struct Count<Upstream: Publisher>: Publisher {
    public typealias Output = Int
    public typealias Failure = Upstream.Failure

    public let upstream: Upstream

    public init(upstream: Upstream) { self.upstream = upstream }

    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      var count = 0
      upstream.subscribe(
        ReduceSubscriber<Upstream.Output, Upstream.Failure, S>(
          subscriber, name: "Count",
          step: { _ in
            count += 1
            return .more
          }, result: { count }))
    }
  }
}

extension Publishers.Count: Equatable where Upstream: Equatable {}

extension ScriptOperator {
  static let count = ScriptOperator(
    "count", family: .transforming, "Sends, at the end, how many values there were",
    example: "numbers.count()"
  ) { upstream, _, _ in
    ScriptStream(upstream.publisher.count().map { .int($0) })
  }
}
