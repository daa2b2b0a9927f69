import Marbles

extension Publisher {
  /// Republishes the elements of this publisher and another, in the order in which they arrive.
  ///
  ///     -1---2--|      merge(with: ---5---6|)
  ///     -1-5-2-6|
  ///
  /// Finishes when both have finished. A failure of one cancels the other and is passed on.
  ///
  /// - Demand: See ``Publishers/MergeMany``.
  public func merge<P: Publisher>(with other: P) -> Publishers.Merge<Self, P>
  where Failure == P.Failure, Output == P.Output {
    Publishers.Merge(self, other)
  }

  /// Republishes the elements of publishers of this type, in the order in which they arrive.
  public func merge(with other: Self) -> Publishers.MergeMany<Self> {
    Publishers.MergeMany(self, other)
  }

  /// Republishes the elements of this publisher and two others, in the order in which they arrive.
  public func merge<B: Publisher, C: Publisher>(with b: B, _ c: C) -> Publishers.Merge3<Self, B, C>
  where Failure == B.Failure, Output == B.Output, Failure == C.Failure, Output == C.Output {
    Publishers.Merge3(self, b, c)
  }

  /// Republishes the elements of this publisher and three others, in the order in which they
  /// arrive.
  public func merge<B: Publisher, C: Publisher, D: Publisher>(with b: B, _ c: C, _ d: D)
    -> Publishers.Merge4<Self, B, C, D>
  where
    Failure == B.Failure, Output == B.Output, Failure == C.Failure, Output == C.Output,
    Failure == D.Failure, Output == D.Output
  {
    Publishers.Merge4(self, b, c, d)
  }

  /// Republishes the elements of this publisher and four others, in the order in which they arrive.
  public func merge<B: Publisher, C: Publisher, D: Publisher, E: Publisher>(
    with b: B, _ c: C, _ d: D, _ e: E
  ) -> Publishers.Merge5<Self, B, C, D, E>
  where
    Failure == B.Failure, Output == B.Output, Failure == C.Failure, Output == C.Output,
    Failure == D.Failure, Output == D.Output, Failure == E.Failure, Output == E.Output
  {
    Publishers.Merge5(self, b, c, d, e)
  }

  /// Republishes the elements of this publisher and five others, in the order in which they arrive.
  public func merge<B: Publisher, C: Publisher, D: Publisher, E: Publisher, F: Publisher>(
    with b: B, _ c: C, _ d: D, _ e: E, _ f: F
  ) -> Publishers.Merge6<Self, B, C, D, E, F>
  where
    Failure == B.Failure, Output == B.Output, Failure == C.Failure, Output == C.Output,
    Failure == D.Failure, Output == D.Output, Failure == E.Failure, Output == E.Output,
    Failure == F.Failure, Output == F.Output
  {
    Publishers.Merge6(self, b, c, d, e, f)
  }

  /// Republishes the elements of this publisher and six others, in the order in which they arrive.
  public func merge<
    B: Publisher, C: Publisher, D: Publisher, E: Publisher, F: Publisher, G: Publisher
  >(with b: B, _ c: C, _ d: D, _ e: E, _ f: F, _ g: G) -> Publishers.Merge7<Self, B, C, D, E, F, G>
  where
    Failure == B.Failure, Output == B.Output, Failure == C.Failure, Output == C.Output,
    Failure == D.Failure, Output == D.Output, Failure == E.Failure, Output == E.Output,
    Failure == F.Failure, Output == F.Output, Failure == G.Failure, Output == G.Output
  {
    Publishers.Merge7(self, b, c, d, e, f, g)
  }

  /// Republishes the elements of this publisher and seven others, in the order in which they
  /// arrive.
  public func merge<
    B: Publisher, C: Publisher, D: Publisher, E: Publisher, F: Publisher, G: Publisher, H: Publisher
  >(with b: B, _ c: C, _ d: D, _ e: E, _ f: F, _ g: G, _ h: H)
    -> Publishers.Merge8<Self, B, C, D, E, F, G, H>
  where
    Failure == B.Failure, Output == B.Output, Failure == C.Failure, Output == C.Output,
    Failure == D.Failure, Output == D.Output, Failure == E.Failure, Output == E.Output,
    Failure == F.Failure, Output == F.Output, Failure == G.Failure, Output == G.Output,
    Failure == H.Failure, Output == H.Output
  {
    Publishers.Merge8(self, b, c, d, e, f, g, h)
  }
}

// Combine has a type for each number of publishers.
extension Publishers {
  /// A publisher that merges the elements of two publishers.
  public struct Merge<A: Publisher, B: Publisher>: Publisher
  where A.Failure == B.Failure, A.Output == B.Output {
    public typealias Output = A.Output
    public typealias Failure = A.Failure

    /// The first publisher.
    public let a: A
    /// The second publisher.
    public let b: B

    /// Creates a publisher that merges the elements of two publishers.
    public init(_ a: A, _ b: B) {
      self.a = a
      self.b = b
    }

    /// Merges further publishers.
    public func merge<P: Publisher>(with other: P) -> Publishers.Merge3<A, B, P>
    where Failure == P.Failure, Output == P.Output {
      Publishers.Merge3(a, b, other)
    }

    /// Merges further publishers.
    public func merge<Z: Publisher, Y: Publisher>(with z: Z, _ y: Y)
      -> Publishers.Merge4<A, B, Z, Y>
    where Failure == Z.Failure, Output == Z.Output, Failure == Y.Failure, Output == Y.Output {
      Publishers.Merge4(a, b, z, y)
    }

    /// Merges further publishers.
    public func merge<Z: Publisher, Y: Publisher, X: Publisher>(with z: Z, _ y: Y, _ x: X)
      -> Publishers.Merge5<A, B, Z, Y, X>
    where
      Failure == Z.Failure, Output == Z.Output, Failure == Y.Failure, Output == Y.Output,
      Failure == X.Failure, Output == X.Output
    {
      Publishers.Merge5(a, b, z, y, x)
    }

    /// Merges further publishers.
    public func merge<Z: Publisher, Y: Publisher, X: Publisher, W: Publisher>(
      with z: Z, _ y: Y, _ x: X, _ w: W
    ) -> Publishers.Merge6<A, B, Z, Y, X, W>
    where
      Failure == Z.Failure, Output == Z.Output, Failure == Y.Failure, Output == Y.Output,
      Failure == X.Failure, Output == X.Output, Failure == W.Failure, Output == W.Output
    {
      Publishers.Merge6(a, b, z, y, x, w)
    }

    /// Merges further publishers.
    public func merge<Z: Publisher, Y: Publisher, X: Publisher, W: Publisher, V: Publisher>(
      with z: Z, _ y: Y, _ x: X, _ w: W, _ v: V
    ) -> Publishers.Merge7<A, B, Z, Y, X, W, V>
    where
      Failure == Z.Failure, Output == Z.Output, Failure == Y.Failure, Output == Y.Output,
      Failure == X.Failure, Output == X.Output, Failure == W.Failure, Output == W.Output,
      Failure == V.Failure, Output == V.Output
    {
      Publishers.Merge7(a, b, z, y, x, w, v)
    }

    /// Merges further publishers.
    public func merge<
      Z: Publisher, Y: Publisher, X: Publisher, W: Publisher, V: Publisher, U: Publisher
    >(with z: Z, _ y: Y, _ x: X, _ w: W, _ v: V, _ u: U)
      -> Publishers.Merge8<A, B, Z, Y, X, W, V, U>
    where
      Failure == Z.Failure, Output == Z.Output, Failure == Y.Failure, Output == Y.Output,
      Failure == X.Failure, Output == X.Output, Failure == W.Failure, Output == W.Output,
      Failure == V.Failure, Output == V.Output, Failure == U.Failure, Output == U.Output
    {
      Publishers.Merge8(a, b, z, y, x, w, v, u)
    }

    @inlinable @inline(__always)
    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      let sources = MergingSubscription(subscriber, name: "Merge").start(count: 2)
      a.subscribe(sources[0])
      b.subscribe(sources[1])
    }
  }

  /// A publisher that merges the elements of three publishers.
  public struct Merge3<A: Publisher, B: Publisher, C: Publisher>: Publisher
  where A.Failure == B.Failure, A.Output == B.Output, A.Failure == C.Failure, A.Output == C.Output {
    public typealias Output = A.Output
    public typealias Failure = A.Failure

    /// The first publisher.
    public let a: A
    /// The second publisher.
    public let b: B
    /// The third publisher.
    public let c: C

    /// Creates a publisher that merges the elements of three publishers.
    public init(_ a: A, _ b: B, _ c: C) {
      self.a = a
      self.b = b
      self.c = c
    }

    /// Merges further publishers.
    public func merge<P: Publisher>(with other: P) -> Publishers.Merge4<A, B, C, P>
    where Failure == P.Failure, Output == P.Output {
      Publishers.Merge4(a, b, c, other)
    }

    /// Merges further publishers.
    public func merge<Z: Publisher, Y: Publisher>(with z: Z, _ y: Y)
      -> Publishers.Merge5<A, B, C, Z, Y>
    where Failure == Z.Failure, Output == Z.Output, Failure == Y.Failure, Output == Y.Output {
      Publishers.Merge5(a, b, c, z, y)
    }

    /// Merges further publishers.
    public func merge<Z: Publisher, Y: Publisher, X: Publisher>(with z: Z, _ y: Y, _ x: X)
      -> Publishers.Merge6<A, B, C, Z, Y, X>
    where
      Failure == Z.Failure, Output == Z.Output, Failure == Y.Failure, Output == Y.Output,
      Failure == X.Failure, Output == X.Output
    {
      Publishers.Merge6(a, b, c, z, y, x)
    }

    /// Merges further publishers.
    public func merge<Z: Publisher, Y: Publisher, X: Publisher, W: Publisher>(
      with z: Z, _ y: Y, _ x: X, _ w: W
    ) -> Publishers.Merge7<A, B, C, Z, Y, X, W>
    where
      Failure == Z.Failure, Output == Z.Output, Failure == Y.Failure, Output == Y.Output,
      Failure == X.Failure, Output == X.Output, Failure == W.Failure, Output == W.Output
    {
      Publishers.Merge7(a, b, c, z, y, x, w)
    }

    /// Merges further publishers.
    public func merge<Z: Publisher, Y: Publisher, X: Publisher, W: Publisher, V: Publisher>(
      with z: Z, _ y: Y, _ x: X, _ w: W, _ v: V
    ) -> Publishers.Merge8<A, B, C, Z, Y, X, W, V>
    where
      Failure == Z.Failure, Output == Z.Output, Failure == Y.Failure, Output == Y.Output,
      Failure == X.Failure, Output == X.Output, Failure == W.Failure, Output == W.Output,
      Failure == V.Failure, Output == V.Output
    {
      Publishers.Merge8(a, b, c, z, y, x, w, v)
    }

    @inlinable @inline(__always)
    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      let sources = MergingSubscription(subscriber, name: "Merge").start(count: 3)
      a.subscribe(sources[0])
      b.subscribe(sources[1])
      c.subscribe(sources[2])
    }
  }

  /// A publisher that merges the elements of four publishers.
  public struct Merge4<A: Publisher, B: Publisher, C: Publisher, D: Publisher>: Publisher
  where
    A.Failure == B.Failure, A.Output == B.Output, A.Failure == C.Failure, A.Output == C.Output,
    A.Failure == D.Failure, A.Output == D.Output
  {
    public typealias Output = A.Output
    public typealias Failure = A.Failure

    /// The first publisher.
    public let a: A
    /// The second publisher.
    public let b: B
    /// The third publisher.
    public let c: C
    /// The fourth publisher.
    public let d: D

    /// Creates a publisher that merges the elements of four publishers.
    public init(_ a: A, _ b: B, _ c: C, _ d: D) {
      self.a = a
      self.b = b
      self.c = c
      self.d = d
    }

    /// Merges further publishers.
    public func merge<P: Publisher>(with other: P) -> Publishers.Merge5<A, B, C, D, P>
    where Failure == P.Failure, Output == P.Output {
      Publishers.Merge5(a, b, c, d, other)
    }

    /// Merges further publishers.
    public func merge<Z: Publisher, Y: Publisher>(with z: Z, _ y: Y)
      -> Publishers.Merge6<A, B, C, D, Z, Y>
    where Failure == Z.Failure, Output == Z.Output, Failure == Y.Failure, Output == Y.Output {
      Publishers.Merge6(a, b, c, d, z, y)
    }

    /// Merges further publishers.
    public func merge<Z: Publisher, Y: Publisher, X: Publisher>(with z: Z, _ y: Y, _ x: X)
      -> Publishers.Merge7<A, B, C, D, Z, Y, X>
    where
      Failure == Z.Failure, Output == Z.Output, Failure == Y.Failure, Output == Y.Output,
      Failure == X.Failure, Output == X.Output
    {
      Publishers.Merge7(a, b, c, d, z, y, x)
    }

    /// Merges further publishers.
    public func merge<Z: Publisher, Y: Publisher, X: Publisher, W: Publisher>(
      with z: Z, _ y: Y, _ x: X, _ w: W
    ) -> Publishers.Merge8<A, B, C, D, Z, Y, X, W>
    where
      Failure == Z.Failure, Output == Z.Output, Failure == Y.Failure, Output == Y.Output,
      Failure == X.Failure, Output == X.Output, Failure == W.Failure, Output == W.Output
    {
      Publishers.Merge8(a, b, c, d, z, y, x, w)
    }

    @inlinable @inline(__always)
    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      let sources = MergingSubscription(subscriber, name: "Merge").start(count: 4)
      a.subscribe(sources[0])
      b.subscribe(sources[1])
      c.subscribe(sources[2])
      d.subscribe(sources[3])
    }
  }
}

extension Publishers.Merge: Equatable where A: Equatable, B: Equatable {}
extension Publishers.Merge3: Equatable where A: Equatable, B: Equatable, C: Equatable {}
extension Publishers.Merge4: Equatable
where A: Equatable, B: Equatable, C: Equatable, D: Equatable {}
