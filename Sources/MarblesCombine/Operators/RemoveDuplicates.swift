extension Publisher where Output: Equatable {
  /// Republishes elements that differ from the previous one.
  ///
  ///     -1-1-2-1-|   removeDuplicates()
  ///     -1---2-1-|
  ///
  /// - Demand: Requests pass through; requests one more for each element that is dropped.
  @inlinable
  public func removeDuplicates() -> Publishers.RemoveDuplicates<Self> {
    removeDuplicates(by: ==)
  }
}

extension Publisher {
  /// Republishes elements that differ from the last republished one by the given predicate.
  ///
  ///     -1-2-5-6-|   removeDuplicates { abs($0 - $1) < 2 }
  ///     -1---5---|
  ///
  /// - Parameter predicate: Returns whether two elements are equal.
  /// - Demand: Requests pass through; requests one more for each element that is dropped.
  @inlinable
  public func removeDuplicates(by predicate: @escaping (Output, Output) -> Bool)
    -> Publishers.RemoveDuplicates<Self>
  {
    Publishers.RemoveDuplicates(upstream: self, predicate: predicate)
  }

  /// Republishes elements that differ from the last republished one, and fails with the error that
  /// the predicate throws.
  ///
  ///     -1-2-5-6-|   tryRemoveDuplicates { if $1 == 5 { throw error }; return $0 == $1 }
  ///     -1-2-#
  @inlinable
  public func tryRemoveDuplicates(by predicate: @escaping (Output, Output) throws -> Bool)
    -> Publishers.TryRemoveDuplicates<Self>
  {
    Publishers.TryRemoveDuplicates(upstream: self, predicate: predicate)
  }
}

extension Publishers {
  /// A publisher that republishes elements that differ from the previous one.
  public struct RemoveDuplicates<Upstream: Publisher>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    /// The publisher whose elements are received.
    public let upstream: Upstream
    /// Returns whether two elements are equal.
    public let predicate: (Output, Output) -> Bool

    /// Creates a publisher that republishes elements that differ from the previous one.
    @inlinable
    public init(upstream: Upstream, predicate: @escaping (Output, Output) -> Bool) {
      self.upstream = upstream
      self.predicate = predicate
    }

    @inlinable @inline(__always)
    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      let last = StepState<Output?>(nil)
      upstream.subscribe(
        TransformSubscriber(subscriber, name: "RemoveDuplicates") { [predicate] input in
          if let last = last.value, predicate(last, input) { return .swallow }
          last.value = input
          return .pass(input)
        })
    }
  }

  /// A publisher that republishes elements that differ from the previous one by a predicate that
  /// may throw.
  public struct TryRemoveDuplicates<Upstream: Publisher>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = any Error

    /// The publisher whose elements are received.
    public let upstream: Upstream
    /// Returns whether two elements are equal.
    public let predicate: (Output, Output) throws -> Bool

    /// Creates a publisher that republishes elements that differ from the previous one by a
    /// predicate that may throw.
    @inlinable
    public init(upstream: Upstream, predicate: @escaping (Output, Output) throws -> Bool) {
      self.upstream = upstream
      self.predicate = predicate
    }

    @inlinable @inline(__always)
    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      let last = StepState<Output?>(nil)
      upstream.subscribe(
        TransformSubscriber<Output, Upstream.Failure, S>(
          throwing: subscriber, name: "TryRemoveDuplicates"
        ) {
          [predicate] input in
          if let last = last.value, try predicate(last, input) { return .swallow }
          last.value = input
          return .pass(input)
        })
    }
  }
}
