extension Publisher {
  /// Sends, at the end, all values as one array.
  ///
  ///     -1-2-3-|   collect()
  ///     -------(a|)   a = [1, 2, 3]
  ///
  /// After a failure there is no array.
  ///
  /// - Demand: everything is asked for at once; the array waits until it is asked for.
  /// - Complexity: keeps every value.
  public func collect() -> Publishers.Collect<Self> { Publishers.Collect(upstream: self) }
}

extension Publishers {
  public struct Collect<Upstream: Publisher>: Publisher {
    public typealias Output = [Upstream.Output]
    public typealias Failure = Upstream.Failure

    public let upstream: Upstream

    public init(upstream: Upstream) { self.upstream = upstream }

    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      var all: [Upstream.Output] = []
      upstream.subscribe(
        ReduceSubscriber<Upstream.Output, Failure, S>(
          subscriber, name: "Collect",
          step: {
            all.append($0)
            return .more
          }, result: { all }))
    }
  }
}

extension Publishers.Collect: Equatable where Upstream: Equatable {}
