import Marbles

extension Publisher {
  /// Publishes a pair of the latest elements whenever one of the two publishers sends one.
  ///
  ///     -1---2---|     combineLatest(---a---b|)
  ///     ---(1a)-(2a)-(2b)|
  ///
  /// Nothing is published until both have sent an element. Finishes when both have finished. A
  /// failure of one cancels the other and is passed on. A pair that is not requested is dropped,
  /// but its elements count as the latest.
  ///
  /// - Demand: Each request is passed to both publishers.
  public func combineLatest<P: Publisher>(_ other: P) -> Publishers.CombineLatest<Self, P>
  where Failure == P.Failure {
    Publishers.CombineLatest(self, other)
  }

  /// Like ``combineLatest(_:)``, for three publishers.
  public func combineLatest<P: Publisher, Q: Publisher>(_ publisher1: P, _ publisher2: Q)
    -> Publishers.CombineLatest3<Self, P, Q>
  where Failure == P.Failure, Failure == Q.Failure {
    Publishers.CombineLatest3(self, publisher1, publisher2)
  }

  /// Like ``combineLatest(_:)``, for four publishers.
  public func combineLatest<P: Publisher, Q: Publisher, R: Publisher>(
    _ publisher1: P, _ publisher2: Q, _ publisher3: R
  ) -> Publishers.CombineLatest4<Self, P, Q, R>
  where Failure == P.Failure, Failure == Q.Failure, Failure == R.Failure {
    Publishers.CombineLatest4(self, publisher1, publisher2, publisher3)
  }

  /// Publishes the result of combining the latest elements of two publishers.
  public func combineLatest<P: Publisher, T>(
    _ other: P, _ transform: @escaping (Output, P.Output) -> T
  )
    -> Publishers.Map<Publishers.CombineLatest<Self, P>, T> where Failure == P.Failure
  {
    combineLatest(other).map { transform($0.0, $0.1) }
  }

  /// Publishes the result of combining the latest elements of three publishers.
  public func combineLatest<P: Publisher, Q: Publisher, T>(
    _ publisher1: P, _ publisher2: Q, _ transform: @escaping (Output, P.Output, Q.Output) -> T
  ) -> Publishers.Map<Publishers.CombineLatest3<Self, P, Q>, T>
  where Failure == P.Failure, Failure == Q.Failure {
    combineLatest(publisher1, publisher2).map { transform($0.0, $0.1, $0.2) }
  }

  /// Publishes the result of combining the latest elements of four publishers.
  public func combineLatest<P: Publisher, Q: Publisher, R: Publisher, T>(
    _ publisher1: P, _ publisher2: Q, _ publisher3: R,
    _ transform: @escaping (Output, P.Output, Q.Output, R.Output) -> T
  ) -> Publishers.Map<Publishers.CombineLatest4<Self, P, Q, R>, T>
  where Failure == P.Failure, Failure == Q.Failure, Failure == R.Failure {
    combineLatest(publisher1, publisher2, publisher3).map { transform($0.0, $0.1, $0.2, $0.3) }
  }
}

extension Publishers {
  /// A publisher that pairs the latest elements of two publishers.
  public struct CombineLatest<A: Publisher, B: Publisher>: Publisher
  where A.Failure == B.Failure {
    public typealias Output = (A.Output, B.Output)
    public typealias Failure = A.Failure

    /// The first publisher.
    public let a: A
    /// The second publisher.
    public let b: B

    /// Creates a publisher that pairs the latest elements of two publishers.
    public init(_ a: A, _ b: B) {
      self.a = a
      self.b = b
    }

    @inlinable @inline(__always)
    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      let hub = CombiningSubscription(subscriber, .latest, name: "CombineLatest")
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

  /// A publisher that combines the latest elements of three publishers.
  public struct CombineLatest3<A: Publisher, B: Publisher, C: Publisher>: Publisher
  where A.Failure == B.Failure, A.Failure == C.Failure {
    public typealias Output = (A.Output, B.Output, C.Output)
    public typealias Failure = A.Failure

    /// The first publisher.
    public let a: A
    /// The second publisher.
    public let b: B
    /// The third publisher.
    public let c: C

    /// Creates a publisher that pairs the latest elements of three publishers.
    public init(_ a: A, _ b: B, _ c: C) {
      self.a = a
      self.b = b
      self.c = c
    }

    @inlinable @inline(__always)
    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      let hub = CombiningSubscription(subscriber, .latest, name: "CombineLatest")
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

  /// A publisher that combines the latest elements of four publishers.
  public struct CombineLatest4<A: Publisher, B: Publisher, C: Publisher, D: Publisher>: Publisher
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

    /// Creates a publisher that pairs the latest elements of four publishers.
    public init(_ a: A, _ b: B, _ c: C, _ d: D) {
      self.a = a
      self.b = b
      self.c = c
      self.d = d
    }

    @inlinable @inline(__always)
    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      let hub = CombiningSubscription(subscriber, .latest, name: "CombineLatest")
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

extension Publishers.CombineLatest: Equatable where A: Equatable, B: Equatable {}
extension Publishers.CombineLatest3: Equatable where A: Equatable, B: Equatable, C: Equatable {}
extension Publishers.CombineLatest4: Equatable
where A: Equatable, B: Equatable, C: Equatable, D: Equatable {}
