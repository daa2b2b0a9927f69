extension Publisher {
  /// Publishes the given elements when upstream has finished.
  ///
  ///     -1-2-|      append(8, 9)
  ///     -1-2-(89|)
  ///
  /// - Demand: The elements serve the demand that upstream has not served.
  @inlinable
  public func append(_ elements: Output...)
    -> Publishers.Concatenate<Self, Publishers.Sequence<[Output], Failure>>
  {
    append(elements)
  }

  /// Sends the elements of a sequence when upstream has finished.
  @inlinable
  public func append<S: Sequence>(_ elements: S)
    -> Publishers.Concatenate<Self, Publishers.Sequence<S, Failure>> where S.Element == Output
  {
    append(Publishers.Sequence(sequence: elements))
  }

  /// Continues with another publisher when upstream has finished.
  ///
  ///     -1-2-|      append(other)   other: -8-9-|
  ///     -1-2--8-9-|
  ///
  /// The other one is subscribed then, not before; after a failure it is not.
  ///
  /// - Demand: what upstream has left unserved is served by the other one.
  @inlinable
  public func append<P: Publisher>(_ publisher: P) -> Publishers.Concatenate<Self, P>
  where P.Output == Output, P.Failure == Failure {
    Publishers.Concatenate(prefix: self, suffix: publisher)
  }

  /// Publishes the given elements, then subscribes to upstream.
  ///
  ///     -1-2-|      prepend(8, 9)
  ///     (89)-1-2-|
  ///
  /// - Demand: Upstream is requested the demand that the elements have not served.
  @inlinable
  public func prepend(_ elements: Output...)
    -> Publishers.Concatenate<Publishers.Sequence<[Output], Failure>, Self>
  {
    prepend(elements)
  }

  /// Sends the elements of a sequence first; then upstream is subscribed.
  @inlinable
  public func prepend<S: Sequence>(_ elements: S)
    -> Publishers.Concatenate<Publishers.Sequence<S, Failure>, Self> where S.Element == Output
  {
    prepend(Publishers.Sequence(sequence: elements))
  }

  /// Lets another publisher go first; upstream is subscribed when that one has finished.
  @inlinable
  public func prepend<P: Publisher>(_ publisher: P) -> Publishers.Concatenate<P, Self>
  where P.Output == Output, P.Failure == Failure {
    Publishers.Concatenate(prefix: publisher, suffix: self, upstream: 2)
  }
}

extension Publishers {
  /// A publisher that republishes the elements of one publisher, then those of another.
  public struct Concatenate<Prefix: Publisher, Suffix: Publisher>: Publisher
  where Prefix.Output == Suffix.Output, Prefix.Failure == Suffix.Failure {
    public typealias Output = Suffix.Output
    public typealias Failure = Suffix.Failure

    /// The publisher whose elements come first.
    public let prefix: Prefix
    /// The publisher whose elements follow.
    public let suffix: Suffix

    /// The number of the one that is the upstream of the operator, for recordings.
    @usableFromInline let upstream: Int

    /// Creates a publisher that republishes the elements of one publisher, then those of another.
    @inlinable
    public init(prefix: Prefix, suffix: Suffix) {
      self.init(prefix: prefix, suffix: suffix, upstream: 1)
    }

    @inlinable
    init(prefix: Prefix, suffix: Suffix, upstream: Int) {
      self.prefix = prefix
      self.suffix = suffix
      self.upstream = upstream
    }

    @inlinable @inline(__always)
    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      let succession = SequentialSubscription(subscriber, name: "Concatenate", main: upstream)
      succession.proceed { [prefix, suffix] in
        prefix.subscribe(
          succession.part { completion in
            guard case .finished = completion else { return succession.end(completion) }
            succession.proceed { suffix.subscribe(succession.part { succession.end($0) }) }
          })
      }
    }
  }
}

extension Publishers.Concatenate: Equatable where Prefix: Equatable, Suffix: Equatable {
  public static func == (a: Self, b: Self) -> Bool {
    a.prefix == b.prefix && a.suffix == b.suffix
  }
}
