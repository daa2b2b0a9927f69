extension Publisher {
  /// Republishes elements while the predicate returns `true`, then cancels upstream and finishes.
  ///
  ///     -1-2-3-4-|   prefix { $0 < 3 }
  ///     -1-2-|
  ///
  /// - Parameter predicate: Called with each element until it returns `false`.
  /// - Demand: Requests pass through unchanged.
  @inlinable
  public func prefix(while predicate: @escaping (Output) -> Bool)
    -> Publishers.PrefixWhile<Self>
  {
    Publishers.PrefixWhile(upstream: self, predicate: predicate)
  }

  /// Republishes elements while the predicate returns `true`, and fails with the error that it
  /// throws.
  ///
  ///     -1-2-3-4-|   tryPrefix { if $0 == 3 { throw error }; return true }
  ///     -1-2-#
  @inlinable
  public func tryPrefix(while predicate: @escaping (Output) throws -> Bool)
    -> Publishers.TryPrefixWhile<Self>
  {
    Publishers.TryPrefixWhile(upstream: self, predicate: predicate)
  }
}

extension Publishers {
  /// A publisher that republishes elements while a predicate returns `true`.
  public struct PrefixWhile<Upstream: Publisher>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    /// The publisher whose elements are received.
    public let upstream: Upstream
    /// The predicate that is called with each element.
    public let predicate: (Output) -> Bool

    /// Creates a publisher that republishes elements while a predicate returns `true`.
    @inlinable
    public init(upstream: Upstream, predicate: @escaping (Output) -> Bool) {
      self.upstream = upstream
      self.predicate = predicate
    }

    @inlinable @inline(__always)
    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      upstream.subscribe(
        TransformSubscriber(subscriber, name: "PrefixWhile") { [predicate] in
          predicate($0) ? .pass($0) : .end(.finished)
        })
    }
  }

  /// A publisher that republishes elements while a predicate that may throw returns `true`.
  public struct TryPrefixWhile<Upstream: Publisher>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = any Error

    /// The publisher whose elements are received.
    public let upstream: Upstream
    /// The predicate that is called with each element.
    public let predicate: (Output) throws -> Bool

    /// Creates a publisher that republishes elements while a predicate that may throw returns
    /// `true`.
    @inlinable
    public init(upstream: Upstream, predicate: @escaping (Output) throws -> Bool) {
      self.upstream = upstream
      self.predicate = predicate
    }

    @inlinable @inline(__always)
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
