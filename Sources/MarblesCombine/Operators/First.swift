extension Publisher {
  /// Republishes the first element, then cancels upstream and finishes.
  ///
  ///     -1-2-3-|   first()
  ///     -(1|)
  ///
  /// Finishes without an element if upstream does.
  ///
  /// - Demand: Requests unlimited demand. The element, and a finish without one, wait until they
  ///   are requested.
  @inlinable
  public func first() -> Publishers.First<Self> { Publishers.First(upstream: self) }

  /// Republishes the first element that satisfies the predicate, then cancels upstream and
  /// finishes.
  ///
  ///     -1-2-3-|   first { $0 > 1 }
  ///     ---(2|)
  ///
  /// - Parameter predicate: Called with each element until it returns `true`.
  /// - Demand: Requests unlimited demand. The element, and a finish without one, wait until they
  ///   are requested.
  @inlinable
  public func first(where predicate: @escaping (Output) -> Bool) -> Publishers.FirstWhere<Self> {
    Publishers.FirstWhere(upstream: self, predicate: predicate)
  }

  /// Republishes the first element that satisfies the predicate, and fails with the error that it
  /// throws.
  ///
  ///     -1-2-3-|   tryFirst { if $0 == 2 { throw error }; return $0 > 1 }
  ///     ---#
  @inlinable
  public func tryFirst(where predicate: @escaping (Output) throws -> Bool)
    -> Publishers.TryFirstWhere<Self>
  {
    Publishers.TryFirstWhere(upstream: self, predicate: predicate)
  }
}

extension Publishers {
  /// A publisher that republishes the first element.
  public struct First<Upstream: Publisher>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    /// The publisher whose elements are received.
    public let upstream: Upstream

    /// Creates a publisher that republishes the first element.
    @inlinable
    public init(upstream: Upstream) { self.upstream = upstream }

    @inlinable @inline(__always)
    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      var result: Output?
      upstream.subscribe(
        ReduceSubscriber<Upstream.Output, Upstream.Failure, S>(
          subscriber, name: "First",
          step: { input in
            result = input
            return .done
          }, result: { result }))
    }
  }

  /// A publisher that republishes the first element that satisfies a predicate.
  public struct FirstWhere<Upstream: Publisher>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    /// The publisher whose elements are received.
    public let upstream: Upstream
    /// The predicate that is called with each element.
    public let predicate: (Output) -> Bool

    /// Creates a publisher that republishes the first element that satisfies a predicate.
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
          subscriber, name: "TryFirst",
          step: { [predicate] input in
            guard predicate(input) else { return .more }
            result = input
            return .done
          }, result: { result }))
    }
  }

  /// A publisher that republishes the first element that satisfies a predicate that may throw.
  public struct TryFirstWhere<Upstream: Publisher>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = any Error

    /// The publisher whose elements are received.
    public let upstream: Upstream
    /// The predicate that is called with each element.
    public let predicate: (Output) throws -> Bool

    /// Creates a publisher that republishes the first element that satisfies a predicate that may
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
          throwing: subscriber, name: "TryFirstWhere",
          step: { [predicate] input in
            guard try predicate(input) else { return .more }
            result = input
            return .done
          }, result: { result }))
    }
  }
}

extension Publishers.First: Equatable where Upstream: Equatable {}
