extension Publisher where Output: Comparable {
  /// Sends, at the end, the least value.
  ///
  ///     -2-1-3-|   min()
  ///     -------(1|)
  ///
  /// Of equal values the first one; without a value it only finishes.
  ///
  /// - Demand: everything is asked for at once; the result waits until it is asked for.
  public func min() -> Publishers.Comparison<Self> {
    min { $0 < $1 }
  }
}

extension Publisher {
  /// Sends, at the end, the least value by a closure that says whether two are in increasing order.
  public func min(by areInIncreasingOrder: @escaping (Output, Output) -> Bool)
    -> Publishers.Comparison<Self>
  {
    Publishers.Comparison(upstream: self) { areInIncreasingOrder($1, $0) }
  }

  /// As `min(by:)`, and fails with what the closure throws.
  public func tryMin(by areInIncreasingOrder: @escaping (Output, Output) throws -> Bool)
    -> Publishers.TryComparison<Self>
  {
    Publishers.TryComparison(upstream: self) { try areInIncreasingOrder($1, $0) }
  }
}

extension Publisher where Output: Comparable {
  /// Sends, at the end, the greatest value.
  ///
  ///     -2-1-3-|   max()
  ///     -------(3|)
  ///
  /// Of equal values the last one; without a value it only finishes.
  ///
  /// - Demand: everything is asked for at once; the result waits until it is asked for.
  public func max() -> Publishers.Comparison<Self> {
    max { $0 < $1 }
  }
}

extension Publisher {
  /// Sends, at the end, the greatest value by a closure that says whether two are in increasing order.
  public func max(by areInIncreasingOrder: @escaping (Output, Output) -> Bool)
    -> Publishers.Comparison<Self>
  {
    Publishers.Comparison(upstream: self) { !areInIncreasingOrder($1, $0) }
  }

  /// As `max(by:)`, and fails with what the closure throws.
  public func tryMax(by areInIncreasingOrder: @escaping (Output, Output) throws -> Bool)
    -> Publishers.TryComparison<Self>
  {
    Publishers.TryComparison(upstream: self) { try !areInIncreasingOrder($1, $0) }
  }
}

extension Publishers {
  public struct Comparison<Upstream: Publisher>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    public let upstream: Upstream
    public let isBetter: (Output, Output) -> Bool

    public init(upstream: Upstream, isBetter: @escaping (Output, Output) -> Bool) {
      self.upstream = upstream
      self.isBetter = isBetter
    }

    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      var best: Output?
      upstream.subscribe(
        ReduceSubscriber<Upstream.Output, Upstream.Failure, S>(
          subscriber, name: "Comparison",
          step: { [isBetter] input in
            guard let known = best else {
              best = input
              return .more
            }
            if isBetter(known, input) { best = input }
            return .more
          }, result: { best }))
    }
  }

  public struct TryComparison<Upstream: Publisher>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = any Error

    public let upstream: Upstream
    public let isBetter: (Output, Output) throws -> Bool

    public init(upstream: Upstream, isBetter: @escaping (Output, Output) throws -> Bool) {
      self.upstream = upstream
      self.isBetter = isBetter
    }

    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      var best: Output?
      upstream.subscribe(
        ReduceSubscriber<Upstream.Output, Upstream.Failure, S>(
          throwing: subscriber, name: "TryComparison",
          step: { [isBetter] input in
            guard let known = best else {
              best = input
              return .more
            }
            if try isBetter(known, input) { best = input }
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
