extension Publisher {
  /// Skips elements while the predicate returns `true`, then republishes all remaining elements.
  ///
  ///     -1-2-3-1-|   drop { $0 < 3 }
  ///     -----3-1-|
  ///
  /// - Parameter predicate: Called with each element until it returns `false`.
  /// - Demand: Requests pass through; requests one more for each element that is skipped.
  @inlinable
  public func drop(while predicate: @escaping (Output) -> Bool) -> Publishers.DropWhile<Self> {
    Publishers.DropWhile(upstream: self, predicate: predicate)
  }

  /// Skips elements while the predicate returns `true`, and fails with the error that it throws.
  ///
  ///     -1-2-3-1-|   tryDrop { if $0 == 2 { throw error }; return true }
  ///     ---#
  @inlinable
  public func tryDrop(while predicate: @escaping (Output) throws -> Bool)
    -> Publishers.TryDropWhile<Self>
  {
    Publishers.TryDropWhile(upstream: self, predicate: predicate)
  }
}

extension Publishers {
  /// A publisher that skips elements while a predicate returns `true`.
  public struct DropWhile<Upstream: Publisher>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    /// The publisher whose elements are received.
    public let upstream: Upstream
    /// The predicate that is called with each element.
    public let predicate: (Output) -> Bool

    /// Creates a publisher that skips elements while a predicate returns `true`.
    @inlinable
    public init(upstream: Upstream, predicate: @escaping (Output) -> Bool) {
      self.upstream = upstream
      self.predicate = predicate
    }

    @inlinable @inline(__always)
    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      var isDropping = true
      upstream.subscribe(
        TransformSubscriber(subscriber, name: "DropWhile", requiresDemand: true) { [predicate] in
          if isDropping, predicate($0) { return .swallow }
          isDropping = false
          return .pass($0)
        })
    }
  }

  /// A publisher that skips elements while a predicate that may throw returns `true`.
  public struct TryDropWhile<Upstream: Publisher>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = any Error

    /// The publisher whose elements are received.
    public let upstream: Upstream
    /// The predicate that is called with each element.
    public let predicate: (Output) throws -> Bool

    /// Creates a publisher that skips elements while a predicate that may throw returns `true`.
    @inlinable
    public init(upstream: Upstream, predicate: @escaping (Output) throws -> Bool) {
      self.upstream = upstream
      self.predicate = predicate
    }

    @inlinable @inline(__always)
    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      var isDropping = true
      upstream.subscribe(
        TransformSubscriber<Output, Upstream.Failure, S>(
          throwing: subscriber, name: "TryDropWhile", requiresDemand: true
        ) { [predicate] in
          if isDropping, try predicate($0) { return .swallow }
          isDropping = false
          return .pass($0)
        })
    }
  }
}
