import Marbles

extension Publisher {
  /// Publishes pairs of the n-th element of this publisher and the n-th of another.
  ///
  ///     -1-2-----3-|   zip(----a-b----|)
  ///     ----(1a)-(2b)--|
  ///
  /// Finishes as soon as a publisher that has finished has no element left to pair. A failure of
  /// one cancels both and is passed on. Two branches of one synchronous `share()` never form a
  /// pair, because the first one receives all elements before the second one has requested any.
  /// `makeConnectable()` prevents that.
  ///
  /// - Demand: Each request is passed to both publishers.
  /// - Complexity: O(1) per element; elements without a partner are stored, without bound.
  public func zip<P: Publisher>(_ other: P) -> Publishers.Zip<Self, P>
  where Failure == P.Failure {
    Publishers.Zip(self, other)
  }

  /// Like ``zip(_:)``, for three publishers.
  public func zip<P: Publisher, Q: Publisher>(_ publisher1: P, _ publisher2: Q)
    -> Publishers.Zip3<Self, P, Q>
  where Failure == P.Failure, Failure == Q.Failure {
    Publishers.Zip3(self, publisher1, publisher2)
  }

  /// Like ``zip(_:)``, for four publishers.
  public func zip<P: Publisher, Q: Publisher, R: Publisher>(
    _ publisher1: P, _ publisher2: Q, _ publisher3: R
  ) -> Publishers.Zip4<Self, P, Q, R>
  where Failure == P.Failure, Failure == Q.Failure, Failure == R.Failure {
    Publishers.Zip4(self, publisher1, publisher2, publisher3)
  }

  /// Publishes the result of combining the n-th elements of two publishers.
  public func zip<P: Publisher, T>(_ other: P, _ transform: @escaping (Output, P.Output) -> T)
    -> Publishers.Map<Publishers.Zip<Self, P>, T> where Failure == P.Failure
  {
    zip(other).map { transform($0.0, $0.1) }
  }

  /// Publishes the result of combining the n-th elements of three publishers.
  public func zip<P: Publisher, Q: Publisher, T>(
    _ publisher1: P, _ publisher2: Q, _ transform: @escaping (Output, P.Output, Q.Output) -> T
  ) -> Publishers.Map<Publishers.Zip3<Self, P, Q>, T>
  where Failure == P.Failure, Failure == Q.Failure {
    zip(publisher1, publisher2).map { transform($0.0, $0.1, $0.2) }
  }

  /// Publishes the result of combining the n-th elements of four publishers.
  public func zip<P: Publisher, Q: Publisher, R: Publisher, T>(
    _ publisher1: P, _ publisher2: Q, _ publisher3: R,
    _ transform: @escaping (Output, P.Output, Q.Output, R.Output) -> T
  ) -> Publishers.Map<Publishers.Zip4<Self, P, Q, R>, T>
  where Failure == P.Failure, Failure == Q.Failure, Failure == R.Failure {
    zip(publisher1, publisher2, publisher3).map { transform($0.0, $0.1, $0.2, $0.3) }
  }
}

extension Publishers {
  /// A publisher that pairs the elements of two publishers by their position.
  public struct Zip<A: Publisher, B: Publisher>: Publisher
  where A.Failure == B.Failure {
    public typealias Output = (A.Output, B.Output)
    public typealias Failure = A.Failure

    /// The first publisher.
    public let a: A
    /// The second publisher.
    public let b: B

    /// Creates a publisher that pairs the elements of two publishers by their position.
    public init(_ a: A, _ b: B) {
      self.a = a
      self.b = b
    }

    @inlinable @inline(__always)
    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      let hub = CombiningSubscription(subscriber, .position, name: "Zip")
      let sideA = hub.side(A.Output.self)
      let sideB = hub.side(B.Output.self)
      hub.start {
        guard let a = sideA.take(), let b = sideB.take() else { return nil }
        return (a, b)
      }
      a.subscribe(sideA)
      b.subscribe(sideB)
    }
  }

  /// A publisher that combines the elements of three publishers by their position.
  public struct Zip3<A: Publisher, B: Publisher, C: Publisher>: Publisher
  where A.Failure == B.Failure, A.Failure == C.Failure {
    public typealias Output = (A.Output, B.Output, C.Output)
    public typealias Failure = A.Failure

    /// The first publisher.
    public let a: A
    /// The second publisher.
    public let b: B
    /// The third publisher.
    public let c: C

    /// Creates a publisher that pairs the elements of three publishers by their position.
    public init(_ a: A, _ b: B, _ c: C) {
      self.a = a
      self.b = b
      self.c = c
    }

    @inlinable @inline(__always)
    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      let hub = CombiningSubscription(subscriber, .position, name: "Zip")
      let sideA = hub.side(A.Output.self)
      let sideB = hub.side(B.Output.self)
      let sideC = hub.side(C.Output.self)
      hub.start {
        guard let a = sideA.take(), let b = sideB.take(), let c = sideC.take() else { return nil }
        return (a, b, c)
      }
      a.subscribe(sideA)
      b.subscribe(sideB)
      c.subscribe(sideC)
    }
  }

  /// A publisher that combines the elements of four publishers by their position.
  public struct Zip4<A: Publisher, B: Publisher, C: Publisher, D: Publisher>: Publisher
  where A.Failure == B.Failure, A.Failure == C.Failure, A.Failure == D.Failure {
    public typealias Output = (A.Output, B.Output, C.Output, D.Output)
    public typealias Failure = A.Failure

    /// The first publisher.
    public let a: A
    /// The second publisher.
    public let b: B
    /// The third publisher.
    public let c: C
    /// The fourth publisher.
    public let d: D

    /// Creates a publisher that pairs the elements of four publishers by their position.
    public init(_ a: A, _ b: B, _ c: C, _ d: D) {
      self.a = a
      self.b = b
      self.c = c
      self.d = d
    }

    @inlinable @inline(__always)
    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      let hub = CombiningSubscription(subscriber, .position, name: "Zip")
      let sideA = hub.side(A.Output.self)
      let sideB = hub.side(B.Output.self)
      let sideC = hub.side(C.Output.self)
      let sideD = hub.side(D.Output.self)
      hub.start {
        guard let a = sideA.take(), let b = sideB.take(), let c = sideC.take(), let d = sideD.take()
        else { return nil }
        return (a, b, c, d)
      }
      a.subscribe(sideA)
      b.subscribe(sideB)
      c.subscribe(sideC)
      d.subscribe(sideD)
    }
  }
}

extension Publishers.Zip: Equatable where A: Equatable, B: Equatable {}
extension Publishers.Zip3: Equatable where A: Equatable, B: Equatable, C: Equatable {}
extension Publishers.Zip4: Equatable where A: Equatable, B: Equatable, C: Equatable, D: Equatable {}
