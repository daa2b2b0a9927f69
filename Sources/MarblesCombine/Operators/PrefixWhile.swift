extension Publisher {
  /// Republishes values as long as a closure says so, then cancels upstream and finishes.
  ///
  ///     -1-2-3-4-|   prefix { $0 < 3 }
  ///     -1-2-|
  ///
  /// - Demand: requests pass through unchanged.
  public func prefix(while predicate: @escaping (Output) -> Bool)
    -> Publishers.PrefixWhile<Self>
  {
    Publishers.PrefixWhile(upstream: self, predicate: predicate)
  }

  /// As `prefix(while:)`, and fails with what the closure throws.
  ///
  ///     -1-2-3-4-|   tryPrefix { if $0 == 3 { throw error }; return true }
  ///     -1-2-#
  public func tryPrefix(while predicate: @escaping (Output) throws -> Bool)
    -> Publishers.TryPrefixWhile<Self>
  {
    Publishers.TryPrefixWhile(upstream: self, predicate: predicate)
  }
}

extension Publishers {
  public struct PrefixWhile<Upstream: Publisher>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    public let upstream: Upstream
    public let predicate: (Output) -> Bool

    public init(upstream: Upstream, predicate: @escaping (Output) -> Bool) {
      self.upstream = upstream
      self.predicate = predicate
    }

    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      upstream.subscribe(
        TransformSubscriber(subscriber, name: "PrefixWhile") { [predicate] in
          predicate($0) ? .pass($0) : .end(.finished)
        })
    }
  }

  public struct TryPrefixWhile<Upstream: Publisher>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = any Error

    public let upstream: Upstream
    public let predicate: (Output) throws -> Bool

    public init(upstream: Upstream, predicate: @escaping (Output) throws -> Bool) {
      self.upstream = upstream
      self.predicate = predicate
    }

    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      upstream.subscribe(
        TransformSubscriber<Output, Upstream.Failure, S>(
          throwing: subscriber, name: "TryPrefixWhile"
        ) {
          [predicate] in try predicate($0) ? .pass($0) : .end(.finished)
        })
    }
  }
}
