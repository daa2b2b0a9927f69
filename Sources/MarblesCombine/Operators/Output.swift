extension Publisher {
  /// Republishes the first so many values, then cancels upstream and finishes.
  ///
  ///     a-b-c-d|   prefix(2)
  ///     a-(b|)
  ///
  /// With 0 it finishes at once and never subscribes upstream. It finishes with the last value, as
  /// Apple documents it.
  ///
  /// - Demand: requests pass through unchanged.
  /// - Precondition: the length is not negative.
  public func prefix(_ maxLength: Int) -> Publishers.Output<Self> {
    precondition(maxLength >= 0, "prefix(_:) needs a length of at least 0")
    return Publishers.Output(upstream: self, range: 0..<maxLength)
  }

  /// Republishes one value by its index, then cancels upstream and finishes.
  ///
  ///     a-b-c-d|   output(at: 1)
  ///     --(b|)
  ///
  /// - Demand: requests pass through; one more is asked for in place of each value before it.
  public func output(at index: Int) -> Publishers.Output<Self> {
    // No stream is so long that the last index matters.
    output(in: Swift.min(index, .max - 1)..<Swift.min(index, .max - 1) + 1)
  }

  /// Republishes the values with these indices, then cancels upstream and finishes.
  ///
  ///     a-b-c-d|   output(in: 1...2)
  ///     --b-(c|)
  ///
  /// - Demand: requests pass through; one more is asked for in place of each value before them.
  public func output<R: RangeExpression>(in range: R) -> Publishers.Output<Self>
  where R.Bound == Int {
    if let closed = range as? ClosedRange<Int>, closed.upperBound == .max {
      // A half-open range cannot hold it, and no stream is so long that it matters.
      return Publishers.Output(
        upstream: self, range: Swift.min(closed.lowerBound, .max - 1)..<Int.max)
    }
    return Publishers.Output(upstream: self, range: range.relative(to: 0..<Int.max))
  }
}

extension Publishers {
  public struct Output<Upstream: Publisher>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    public let upstream: Upstream
    /// The indices of the values that are republished.
    public let range: CountableRange<Int>

    public init(upstream: Upstream, range: CountableRange<Int>) {
      precondition(range.lowerBound >= 0, "indices begin at 0")
      self.upstream = upstream
      self.range = range
    }

    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      guard !range.isEmpty else { return subscriber.end(.finished) }
      var index = 0
      upstream.subscribe(
        TransformSubscriber(subscriber, name: "Output") { [range] input in
          defer { index += 1 }
          if index < range.lowerBound { return .swallow }
          return index == range.upperBound - 1 ? .last(input) : .pass(input)
        })
    }
  }
}

extension Publishers.Output: Equatable where Upstream: Equatable {}

extension ScriptOperator {
  static let prefix = ScriptOperator(
    "prefix", family: .ending, "Republishes the first so many values, or as long as a closure says",
    signatures: [
      Signature(.required(nil, .int)), Signature(.required("while", .closure(1))),
    ],
    example: "numbers.prefix(2)",
    compatibility: .different("finishes with the last value rather than at the one after it")
  ) { upstream, arguments, signature in
    guard signature == 1 else {
      return ScriptStream(upstream.publisher.prefix(try arguments.natural(0)))
    }
    let predicate = try arguments.function(0)
    return upstream.publisher.tryPrefix { try predicate.decides($0) }.scripted
  }

  static let output = ScriptOperator(
    "output", family: .filtering, "Republishes the values with these indices",
    signatures: [Signature(.required("at", .int)), Signature(.required("in", .range))],
    example: "numbers.output(at: 1)"
  ) { upstream, arguments, signature in
    guard signature == 1 else {
      return ScriptStream(upstream.publisher.output(at: try arguments.natural(0)))
    }
    guard let range = arguments.range(0), range.lowerBound >= 0 else {
      throw ScriptError("output(in:) needs a range that begins at 0 or later")
    }
    return ScriptStream(upstream.publisher.output(in: range))
  }
}
