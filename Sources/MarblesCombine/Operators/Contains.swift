extension Publisher where Output: Equatable {
  /// Publishes whether an element occurs: `true` as soon as it does, otherwise `false` when
  /// upstream finishes.
  ///
  ///     -1-2-3-|   contains(2)
  ///     ---(t|)
  ///
  /// - Parameter output: The element to find.
  /// - Demand: Requests unlimited demand. The result waits until it is requested.
  @inlinable
  public func contains(_ output: Output) -> Publishers.Contains<Self> {
    Publishers.Contains(upstream: self, output: output)
  }
}

extension Publisher {
  /// Publishes whether an element satisfies the predicate: `true` as soon as one does, otherwise
  /// `false` when upstream finishes.
  ///
  ///     -1-2-3-|   contains { $0 > 1 }
  ///     ---(t|)
  ///
  /// - Parameter predicate: Called with each element until it returns `true`.
  /// - Demand: Requests unlimited demand. The result waits until it is requested.
  @inlinable
  public func contains(where predicate: @escaping (Output) -> Bool)
    -> Publishers.ContainsWhere<Self>
  {
    Publishers.ContainsWhere(upstream: self, predicate: predicate)
  }

  /// Publishes whether an element satisfies the predicate, and fails with the error that it throws.
  @inlinable
  public func tryContains(where predicate: @escaping (Output) throws -> Bool)
    -> Publishers.TryContainsWhere<Self>
  {
    Publishers.TryContainsWhere(upstream: self, predicate: predicate)
  }
}

extension Publishers {
  /// A publisher that publishes whether an element occurs.
  public struct Contains<Upstream: Publisher>: Publisher where Upstream.Output: Equatable {
    public typealias Output = Bool
    public typealias Failure = Upstream.Failure

    /// The publisher whose elements are received.
    public let upstream: Upstream
    /// The element to find.
    public let output: Upstream.Output

    /// Creates a publisher that publishes whether an element occurs.
    @inlinable
    public init(upstream: Upstream, output: Upstream.Output) {
      self.upstream = upstream
      self.output = output
    }

    @inlinable @inline(__always)
    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      var isFound = false
      upstream.subscribe(
        ReduceSubscriber<Upstream.Output, Failure, S>(
          subscriber, name: "Contains",
          step: { [output] input in
            isFound = input == output
            return isFound ? .done : .more
          }, result: { isFound }))
    }
  }

  /// A publisher that publishes whether an element satisfies a predicate.
  public struct ContainsWhere<Upstream: Publisher>: Publisher {
    public typealias Output = Bool
    public typealias Failure = Upstream.Failure

    /// The publisher whose elements are received.
    public let upstream: Upstream
    /// The predicate that is called with each element.
    public let predicate: (Upstream.Output) -> Bool

    /// Creates a publisher that publishes whether an element satisfies a predicate.
    @inlinable
    public init(upstream: Upstream, predicate: @escaping (Upstream.Output) -> Bool) {
      self.upstream = upstream
      self.predicate = predicate
    }

    @inlinable @inline(__always)
    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      var isFound = false
      upstream.subscribe(
        ReduceSubscriber<Upstream.Output, Upstream.Failure, S>(
          subscriber, name: "ContainsWhere",
          step: { [predicate] input in
            isFound = predicate(input)
            return isFound ? .done : .more
          }, result: { isFound }))
    }
  }

  /// A publisher that publishes whether an element satisfies a predicate that may throw.
  public struct TryContainsWhere<Upstream: Publisher>: Publisher {
    public typealias Output = Bool
    public typealias Failure = any Error

    /// The publisher whose elements are received.
    public let upstream: Upstream
    /// The predicate that is called with each element.
    public let predicate: (Upstream.Output) throws -> Bool

    /// Creates a publisher that publishes whether an element satisfies a predicate that may throw.
    @inlinable
    public init(upstream: Upstream, predicate: @escaping (Upstream.Output) throws -> Bool) {
      self.upstream = upstream
      self.predicate = predicate
    }

    @inlinable @inline(__always)
    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      var isFound = false
      upstream.subscribe(
        ReduceSubscriber<Upstream.Output, Upstream.Failure, S>(
          throwing: subscriber, name: "TryContainsWhere",
          step: { [predicate] input in
            isFound = try predicate(input)
            return isFound ? .done : .more
          }, result: { isFound }))
    }
  }
}

extension Publishers.Contains: Equatable where Upstream: Equatable {}
