extension Publisher {
  /// Republishes the first `maxLength` elements, then cancels upstream and finishes.
  ///
  ///     a-b-c-d|   prefix(2)
  ///     a-(b|)
  ///
  /// With a length of 0 it finishes at once, and does not subscribe to upstream. It finishes with
  /// the last element, as Apple documents it.
  ///
  /// - Parameter maxLength: The number of elements; not negative.
  /// - Demand: Requests pass through unchanged.
  @inlinable
  public func prefix(_ maxLength: Int) -> Publishers.Output<Self> {
    guard maxLength >= 0 else { violation("prefix(_:): \(maxLength) is negative") }
    return Publishers.Output(upstream: self, range: 0..<maxLength)
  }

  /// Republishes the element with the given index, then cancels upstream and finishes.
  ///
  ///     a-b-c-d|   output(at: 1)
  ///     --(b|)
  ///
  /// - Demand: Requests pass through; requests one more for each element before it.
  @inlinable
  public func output(at index: Int) -> Publishers.Output<Self> {
    // No stream is so long that the last index matters.
    output(in: Swift.min(index, .max - 1)..<Swift.min(index, .max - 1) + 1)
  }

  /// Republishes the elements with the given indices, then cancels upstream and finishes.
  ///
  ///     a-b-c-d|   output(in: 1...2)
  ///     --b-(c|)
  ///
  /// - Demand: Requests pass through; requests one more for each element before them.
  @inlinable
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
  /// A publisher that republishes the elements in a range of indices.
  public struct Output<Upstream: Publisher>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    /// The publisher whose elements are received.
    public let upstream: Upstream
    /// The indices of the elements that are republished.
    public let range: CountableRange<Int>

    /// Creates a publisher that republishes the elements in a range of indices.
    @inlinable
    public init(upstream: Upstream, range: CountableRange<Int>) {
      guard range.lowerBound >= 0 else {
        violation("output(in:): \(range.lowerBound) is not an index")
      }
      self.upstream = upstream
      self.range = range
    }

    @inlinable @inline(__always)
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
