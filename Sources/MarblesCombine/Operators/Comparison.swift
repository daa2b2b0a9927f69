extension Publisher where Output: Comparable {
  /// Publishes the minimum element when upstream finishes.
  ///
  ///     -2-1-3-|   min()
  ///     -------(1|)
  ///
  /// Of equal elements, publishes the first one. Finishes without an element if upstream sent none.
  ///
  /// - Demand: Requests unlimited demand. The result, and a finish without one, wait until they are
  ///   requested.
  @inlinable
  public func min() -> Publishers.Comparison<Self> {
    max { $0 > $1 }
  }

  /// Publishes the maximum element when upstream finishes.
  ///
  ///     -2-1-3-|   max()
  ///     -------(3|)
  ///
  /// Of equal elements, publishes the first one. Finishes without an element if upstream sent none.
  ///
  /// - Demand: Requests unlimited demand. The result, and a finish without one, wait until they are
  ///   requested.
  @inlinable
  public func max() -> Publishers.Comparison<Self> {
    max { $0 < $1 }
  }
}

extension Publisher {
  /// Publishes the minimum element by the given predicate when upstream finishes.
  ///
  /// - Parameter areInIncreasingOrder: Returns whether its first argument should be ordered before
  ///   its second. It receives the new element and the least one so far.
  /// - Demand: Requests unlimited demand. The result, and a finish without one, wait until they are
  ///   requested.
  @inlinable
  public func min(by areInIncreasingOrder: @escaping (Output, Output) -> Bool)
    -> Publishers.Comparison<Self>
  {
    max { areInIncreasingOrder($1, $0) }
  }

  /// Publishes the minimum element by the given predicate, and fails if the predicate throws.
  @inlinable
  public func tryMin(by areInIncreasingOrder: @escaping (Output, Output) throws -> Bool)
    -> Publishers.TryComparison<Self>
  {
    tryMax { try areInIncreasingOrder($1, $0) }
  }

  /// Publishes the maximum element by the given predicate when upstream finishes.
  ///
  /// - Parameter areInIncreasingOrder: Returns whether its first argument should be ordered before
  ///   its second. It receives the greatest element so far and the new one.
  /// - Demand: Requests unlimited demand. The result, and a finish without one, wait until they are
  ///   requested.
  @inlinable
  public func max(by areInIncreasingOrder: @escaping (Output, Output) -> Bool)
    -> Publishers.Comparison<Self>
  {
    Publishers.Comparison(upstream: self, areInIncreasingOrder: areInIncreasingOrder)
  }

  /// Publishes the maximum element by the given predicate, and fails if the predicate throws.
  @inlinable
  public func tryMax(by areInIncreasingOrder: @escaping (Output, Output) throws -> Bool)
    -> Publishers.TryComparison<Self>
  {
    Publishers.TryComparison(upstream: self, areInIncreasingOrder: areInIncreasingOrder)
  }
}

extension Publishers {
  /// A publisher that republishes the greatest element of its upstream by a predicate.
  public struct Comparison<Upstream: Publisher>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    /// The publisher whose elements are compared.
    public let upstream: Upstream
    /// Returns whether its first argument should be ordered before its second.
    public let areInIncreasingOrder: (Output, Output) -> Bool

    /// Creates a publisher that republishes the greatest element by a predicate.
    @inlinable
    public init(
      upstream: Upstream, areInIncreasingOrder: @escaping (Output, Output) -> Bool
    ) {
      self.upstream = upstream
      self.areInIncreasingOrder = areInIncreasingOrder
    }

    @inlinable @inline(__always)
    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      var best: Output?
      upstream.subscribe(
        ReduceSubscriber<Upstream.Output, Upstream.Failure, S>(
          subscriber, name: "Comparison",
          step: { [areInIncreasingOrder] input in
            if let known = best, !(areInIncreasingOrder(known, input)) { return .more }
            best = input
            return .more
          }, result: { best }))
    }
  }

  /// A publisher that republishes the greatest element of its upstream by a predicate that may throw.
  public struct TryComparison<Upstream: Publisher>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = any Error

    /// The publisher whose elements are compared.
    public let upstream: Upstream
    /// Returns whether its first argument should be ordered before its second.
    public let areInIncreasingOrder: (Output, Output) throws -> Bool

    /// Creates a publisher that republishes the greatest element by a predicate that may throw.
    @inlinable
    public init(
      upstream: Upstream, areInIncreasingOrder: @escaping (Output, Output) throws -> Bool
    ) {
      self.upstream = upstream
      self.areInIncreasingOrder = areInIncreasingOrder
    }

    @inlinable @inline(__always)
    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      var best: Output?
      upstream.subscribe(
        ReduceSubscriber<Upstream.Output, Upstream.Failure, S>(
          throwing: subscriber, name: "TryComparison",
          step: { [areInIncreasingOrder] input in
            if let known = best, !(try areInIncreasingOrder(known, input)) { return .more }
            best = input
            return .more
          }, result: { best }))
    }
  }
}

extension ScriptOperator {
  static let min = ScriptOperator(
    "min", family: .transforming, "Sends, at the end, the least value",
    signatures: comparison, example: "numbers.min()"
  ) { upstream, arguments, signature in
    guard signature > 0 else {
      return upstream.publisher.tryMin { try ScriptValue.areInIncreasingOrder($0, $1) }.scripted
    }
    let areInOrder = try arguments.function(0)
    return upstream.publisher.tryMin { try areInOrder.decides($0, $1) }.scripted
  }

  static let max = ScriptOperator(
    "max", family: .transforming, "Sends, at the end, the greatest value",
    signatures: comparison, example: "numbers.max()"
  ) { upstream, arguments, signature in
    guard signature > 0 else {
      return upstream.publisher.tryMax { try ScriptValue.areInIncreasingOrder($0, $1) }.scripted
    }
    let areInOrder = try arguments.function(0)
    return upstream.publisher.tryMax { try areInOrder.decides($0, $1) }.scripted
  }

  private static let comparison = [
    Signature(), Signature(.required("by", .closure(2))), Signature(.required(nil, .closure(2))),
  ]
}

extension ScriptValue {
  /// How numbers and strings are ordered; nothing else is.
  fileprivate static func areInIncreasingOrder(_ a: ScriptValue, _ b: ScriptValue)
    throws(ScriptError) -> Bool
  {
    if let a = a.number, let b = b.number { return a < b }
    if case .string(let a) = a, case .string(let b) = b { return a < b }
    throw ScriptError("\(a.kindName) and \(b.kindName) cannot be compared")
  }
}
