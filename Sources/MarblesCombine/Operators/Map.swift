extension Publisher {
  /// Publishes the result of calling a closure with each element.
  ///
  ///     -1-2-3-|   map { $0 * 10 }
  ///     -a-b-c-|   a = 10, b = 20, c = 30
  ///
  /// - Parameter transform: Called with each element.
  /// - Demand: Requests pass through unchanged.
  @inlinable
  public func map<T>(_ transform: @escaping (Output) -> T) -> Publishers.Map<Self, T> {
    Publishers.Map(upstream: self, transform: transform)
  }

  /// Publishes the result of calling a closure with each element, and fails with the error that it
  /// throws.
  ///
  ///     -1-2-3-|   tryMap { if $0 == 2 { throw error }; return $0 }
  ///     -1-#
  ///
  /// Upstream is cancelled when the closure throws.
  ///
  /// - Parameter transform: Called with each element.
  /// - Demand: Requests pass through unchanged.
  @inlinable
  public func tryMap<T>(_ transform: @escaping (Output) throws -> T) -> Publishers.TryMap<Self, T> {
    Publishers.TryMap(upstream: self, transform: transform)
  }
}

extension Publishers {
  /// A publisher that publishes the results of a closure.
  public struct Map<Upstream: Publisher, Output>: Publisher {
    public typealias Failure = Upstream.Failure

    /// The publisher whose elements are received.
    public let upstream: Upstream
    /// The closure that is called with each element.
    public let transform: (Upstream.Output) -> Output

    /// Creates a publisher that publishes the results of a closure.
    @inlinable
    public init(upstream: Upstream, transform: @escaping (Upstream.Output) -> Output) {
      self.upstream = upstream
      self.transform = transform
    }

    @inlinable @inline(__always)
    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      upstream.subscribe(
        TransformSubscriber(subscriber, name: "Map", style: .upstream) { [transform] in
          .pass(transform($0))
        })
    }
  }

  /// A publisher that publishes the results of a closure that may throw.
  public struct TryMap<Upstream: Publisher, Output>: Publisher {
    public typealias Failure = any Error

    /// The publisher whose elements are received.
    public let upstream: Upstream
    /// The closure that is called with each element.
    public let transform: (Upstream.Output) throws -> Output

    /// Creates a publisher that publishes the results of a closure that may throw.
    @inlinable
    public init(upstream: Upstream, transform: @escaping (Upstream.Output) throws -> Output) {
      self.upstream = upstream
      self.transform = transform
    }

    @inlinable @inline(__always)
    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      upstream.subscribe(
        TransformSubscriber<Upstream.Output, Upstream.Failure, S>(
          throwing: subscriber, name: "TryMap"
        ) {
          [transform] in .pass(try transform($0))
        })
    }
  }
}

// Combine joins operators of one kind that follow each other into one.

extension Publishers.Map {
  /// Joins this operator with `map`.
  @inlinable
  public func map<T>(_ transform: @escaping (Output) -> T) -> Publishers.Map<Upstream, T> {
    let first = self.transform
    return Publishers.Map(upstream: upstream) { transform(first($0)) }
  }

  /// Joins this operator with `tryMap`.
  @inlinable
  public func tryMap<T>(_ transform: @escaping (Output) throws -> T)
    -> Publishers.TryMap<Upstream, T>
  {
    let first = self.transform
    return Publishers.TryMap(upstream: upstream) { try transform(first($0)) }
  }
}

extension Publishers.TryMap {
  /// Joins this operator with `map`.
  @inlinable
  public func map<T>(_ transform: @escaping (Output) -> T) -> Publishers.TryMap<Upstream, T> {
    let first = self.transform
    return Publishers.TryMap(upstream: upstream) { transform(try first($0)) }
  }

  /// Joins this operator with `tryMap`.
  @inlinable
  public func tryMap<T>(_ transform: @escaping (Output) throws -> T)
    -> Publishers.TryMap<Upstream, T>
  {
    let first = self.transform
    return Publishers.TryMap(upstream: upstream) { try transform(try first($0)) }
  }
}
