extension Publisher {
  /// Calls a closure with each element, and publishes the results that are not `nil`.
  ///
  ///     -1-2-3-|   compactMap { $0 == 2 ? nil : $0 * 10 }
  ///     -a---b-|   a = 10, b = 30
  ///
  /// - Parameter transform: Called with each element.
  /// - Demand: Requests pass through; requests one more for each element without a result.
  @inlinable
  public func compactMap<T>(_ transform: @escaping (Output) -> T?)
    -> Publishers.CompactMap<Self, T>
  {
    Publishers.CompactMap(upstream: self, transform: transform)
  }

  /// Calls a closure with each element, publishes the results that are not `nil`, and fails with
  /// the error that the closure throws.
  ///
  ///     -1-2-3-|   tryCompactMap { if $0 == 3 { throw error }; return $0 }
  ///     -1-2-#
  ///
  /// - Parameter transform: Called with each element.
  /// - Demand: Requests pass through; requests one more for each element without a result.
  @inlinable
  public func tryCompactMap<T>(_ transform: @escaping (Output) throws -> T?)
    -> Publishers.TryCompactMap<Self, T>
  {
    Publishers.TryCompactMap(upstream: self, transform: transform)
  }
}

extension Publishers {
  /// A publisher that publishes the results of a closure that are not `nil`.
  public struct CompactMap<Upstream: Publisher, Output>: Publisher {
    public typealias Failure = Upstream.Failure

    /// The publisher whose elements are received.
    public let upstream: Upstream
    /// The closure that is called with each element.
    public let transform: (Upstream.Output) -> Output?

    /// Creates a publisher that publishes the results of a closure that are not `nil`.
    @inlinable
    public init(upstream: Upstream, transform: @escaping (Upstream.Output) -> Output?) {
      self.upstream = upstream
      self.transform = transform
    }

    @inlinable @inline(__always)
    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      upstream.subscribe(
        TransformSubscriber(subscriber, name: "CompactMap", style: .upstream) { [transform] in
          transform($0).map { .pass($0) } ?? .swallow
        })
    }
  }

  /// A publisher that publishes the results that are not `nil` of a closure that may throw.
  public struct TryCompactMap<Upstream: Publisher, Output>: Publisher {
    public typealias Failure = any Error

    /// The publisher whose elements are received.
    public let upstream: Upstream
    /// The closure that is called with each element.
    public let transform: (Upstream.Output) throws -> Output?

    /// Creates a publisher that publishes the results that are not `nil` of a closure that may
    /// throw.
    @inlinable
    public init(upstream: Upstream, transform: @escaping (Upstream.Output) throws -> Output?) {
      self.upstream = upstream
      self.transform = transform
    }

    @inlinable @inline(__always)
    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      upstream.subscribe(
        TransformSubscriber<Upstream.Output, Upstream.Failure, S>(
          throwing: subscriber, name: "TryCompactMap"
        ) { [transform] in
          try transform($0).map { .pass($0) } ?? .swallow
        })
    }
  }
}

// Combine joins operators of one kind that follow each other into one.

extension Publishers.CompactMap {
  /// Joins this operator with `compactMap`.
  @inlinable
  public func compactMap<T>(_ transform: @escaping (Output) -> T?)
    -> Publishers.CompactMap<Upstream, T>
  {
    let first = self.transform
    return Publishers.CompactMap(upstream: upstream) { first($0).flatMap(transform) }
  }

  /// Joins this operator with `map`.
  @inlinable
  public func map<T>(_ transform: @escaping (Output) -> T) -> Publishers.CompactMap<Upstream, T> {
    let first = self.transform
    return Publishers.CompactMap(upstream: upstream) { first($0).map(transform) }
  }
}

extension Publishers.TryCompactMap {
  /// Joins this operator with `compactMap`.
  @inlinable
  public func compactMap<T>(_ transform: @escaping (Output) throws -> T?)
    -> Publishers.TryCompactMap<Upstream, T>
  {
    let first = self.transform
    return Publishers.TryCompactMap(upstream: upstream) { try first($0).flatMap(transform) }
  }
}
