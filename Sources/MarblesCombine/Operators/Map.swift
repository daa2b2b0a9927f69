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

extension Publisher {
  /// Publishes the value of a key path of each element.
  ///
  /// - Demand: Requests pass through unchanged.
  public func map<T>(_ keyPath: KeyPath<Output, T>) -> Publishers.MapKeyPath<Self, T> {
    Publishers.MapKeyPath(upstream: self, keyPath: keyPath)
  }

  /// Publishes the values of two key paths of each element as a tuple.
  public func map<T0, T1>(_ keyPath0: KeyPath<Output, T0>, _ keyPath1: KeyPath<Output, T1>)
    -> Publishers.MapKeyPath2<Self, T0, T1>
  {
    Publishers.MapKeyPath2(upstream: self, keyPath0: keyPath0, keyPath1: keyPath1)
  }

  /// Publishes the values of three key paths of each element as a tuple.
  public func map<T0, T1, T2>(
    _ keyPath0: KeyPath<Output, T0>, _ keyPath1: KeyPath<Output, T1>,
    _ keyPath2: KeyPath<Output, T2>
  ) -> Publishers.MapKeyPath3<Self, T0, T1, T2> {
    Publishers.MapKeyPath3(
      upstream: self, keyPath0: keyPath0, keyPath1: keyPath1, keyPath2: keyPath2)
  }
}

extension Publishers {
  /// A publisher that publishes the values of a key path.
  public struct MapKeyPath<Upstream: Publisher, Output>: Publisher {
    public typealias Failure = Upstream.Failure

    /// The publisher whose elements are received.
    public let upstream: Upstream
    /// The key path that is read from each element.
    public let keyPath: KeyPath<Upstream.Output, Output>

    @inlinable @inline(__always)
    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      upstream.subscribe(
        TransformSubscriber(subscriber, name: "ValueForKey", style: .upstream) { [keyPath] in
          .pass($0[keyPath: keyPath])
        })
    }
  }

  /// A publisher that publishes the values of two key paths as a tuple.
  public struct MapKeyPath2<Upstream: Publisher, Output0, Output1>: Publisher {
    public typealias Output = (Output0, Output1)
    public typealias Failure = Upstream.Failure

    /// The publisher whose elements are received.
    public let upstream: Upstream
    /// The first key path.
    public let keyPath0: KeyPath<Upstream.Output, Output0>
    /// The second key path.
    public let keyPath1: KeyPath<Upstream.Output, Output1>

    @inlinable @inline(__always)
    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      upstream.subscribe(
        TransformSubscriber(subscriber, name: "ValueForKeys", style: .upstream) {
          [keyPath0, keyPath1] in
          .pass(($0[keyPath: keyPath0], $0[keyPath: keyPath1]))
        })
    }
  }

  /// A publisher that publishes the values of three key paths as a tuple.
  public struct MapKeyPath3<Upstream: Publisher, Output0, Output1, Output2>: Publisher {
    public typealias Output = (Output0, Output1, Output2)
    public typealias Failure = Upstream.Failure

    /// The publisher whose elements are received.
    public let upstream: Upstream
    /// The first key path.
    public let keyPath0: KeyPath<Upstream.Output, Output0>
    /// The second key path.
    public let keyPath1: KeyPath<Upstream.Output, Output1>
    /// The third key path.
    public let keyPath2: KeyPath<Upstream.Output, Output2>

    @inlinable @inline(__always)
    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      upstream.subscribe(
        TransformSubscriber(subscriber, name: "ValueForKeys", style: .upstream) {
          [keyPath0, keyPath1, keyPath2] in
          .pass(($0[keyPath: keyPath0], $0[keyPath: keyPath1], $0[keyPath: keyPath2]))
        })
    }
  }
}
