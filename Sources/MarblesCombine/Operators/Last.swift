extension Publisher {
  /// Republishes the last element when upstream finishes.
  ///
  ///     -1-2-3-|   last()
  ///     -------(3|)
  ///
  /// Finishes without an element if upstream sent none. A failure discards the element.
  ///
  /// - Demand: Requests unlimited demand. The element, and a finish without one, wait until they
  ///   are requested.
  @inlinable
  public func last() -> Publishers.Last<Self> { Publishers.Last(upstream: self) }

  /// Republishes the last element that satisfies the predicate when upstream finishes.
  ///
  ///     -1-2-3-|   last { $0 < 3 }
  ///     -------(2|)
  ///
  /// - Parameter predicate: Called with each element.
  /// - Demand: Requests unlimited demand. The element, and a finish without one, wait until they
  ///   are requested.
  @inlinable
  public func last(where predicate: @escaping (Output) -> Bool) -> Publishers.LastWhere<Self> {
    Publishers.LastWhere(upstream: self, predicate: predicate)
  }

  /// Republishes the last element that satisfies the predicate, and fails with the error that it
  /// throws.
  ///
  ///     -1-2-3-|   tryLast { if $0 == 2 { throw error }; return true }
  ///     ---#
  @inlinable
  public func tryLast(where predicate: @escaping (Output) throws -> Bool)
    -> Publishers.TryLastWhere<Self>
  {
    Publishers.TryLastWhere(upstream: self, predicate: predicate)
  }
}

extension Publishers {
  /// A publisher that republishes the last element.
  public struct Last<Upstream: Publisher>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    /// The publisher whose elements are received.
    public let upstream: Upstream

    /// Creates a publisher that republishes the last element.
    @inlinable
    public init(upstream: Upstream) { self.upstream = upstream }

    @inlinable @inline(__always)
    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      var result: Output?
      upstream.subscribe(
        ReduceSubscriber<Upstream.Output, Upstream.Failure, S>(
          subscriber, name: "Last",
          step: { input in
            result = input
            return .more
          }, result: { result }))
    }
  }

  /// A publisher that republishes the last element that satisfies a predicate.
  public struct LastWhere<Upstream: Publisher>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    /// The publisher whose elements are received.
    public let upstream: Upstream
    /// The predicate that is called with each element.
    public let predicate: (Output) -> Bool

    /// Creates a publisher that republishes the last element that satisfies a predicate.
    @inlinable
    public init(upstream: Upstream, predicate: @escaping (Output) -> Bool) {
      self.upstream = upstream
      self.predicate = predicate
    }

    @inlinable @inline(__always)
    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      var result: Output?
      upstream.subscribe(
        ReduceSubscriber<Upstream.Output, Upstream.Failure, S>(
          subscriber, name: "LastWhere",
          step: { [predicate] input in
            if predicate(input) { result = input }
            return .more
          }, result: { result }))
    }
  }

  /// A publisher that republishes the last element that satisfies a predicate that may throw.
  public struct TryLastWhere<Upstream: Publisher>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = any Error

    /// The publisher whose elements are received.
    public let upstream: Upstream
    /// The predicate that is called with each element.
    public let predicate: (Output) throws -> Bool

    /// Creates a publisher that republishes the last element that satisfies a predicate that may
    /// throw.
    @inlinable
    public init(upstream: Upstream, predicate: @escaping (Output) throws -> Bool) {
      self.upstream = upstream
      self.predicate = predicate
    }

    @inlinable @inline(__always)
    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      var result: Output?
      upstream.subscribe(
        ReduceSubscriber<Upstream.Output, Upstream.Failure, S>(
          throwing: subscriber, name: "TryLastWhere",
          step: { [predicate] input in
            if try predicate(input) { result = input }
            return .more
          }, result: { result }))
    }
  }
}

extension Publishers.Last: Equatable where Upstream: Equatable {}
