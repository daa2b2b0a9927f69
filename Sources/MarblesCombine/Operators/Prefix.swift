import Marbles

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
      let next = StepState(0)
      upstream.subscribe(
        TransformSubscriber(subscriber, name: "Output") { [range] input in
          let index = next.value
          next.value = index + 1
          if index < range.lowerBound { return .swallow }
          return index == range.upperBound - 1 ? .last(input) : .pass(input)
        })
    }
  }
}

extension Publishers.Output: Equatable where Upstream: Equatable {}

extension Publisher {
  /// Republishes elements while the predicate returns `true`, then cancels upstream and finishes.
  ///
  ///     -1-2-3-4-|   prefix { $0 < 3 }
  ///     -1-2-|
  ///
  /// - Parameter predicate: Called with each element until it returns `false`.
  /// - Demand: Requests pass through unchanged.
  @inlinable
  public func prefix(while predicate: @escaping (Output) -> Bool)
    -> Publishers.PrefixWhile<Self>
  {
    Publishers.PrefixWhile(upstream: self, predicate: predicate)
  }

  /// Republishes elements while the predicate returns `true`, and fails with the error that it
  /// throws.
  ///
  ///     -1-2-3-4-|   tryPrefix { if $0 == 3 { throw error }; return true }
  ///     -1-2-#
  @inlinable
  public func tryPrefix(while predicate: @escaping (Output) throws -> Bool)
    -> Publishers.TryPrefixWhile<Self>
  {
    Publishers.TryPrefixWhile(upstream: self, predicate: predicate)
  }
}

extension Publishers {
  /// A publisher that republishes elements while a predicate returns `true`.
  public struct PrefixWhile<Upstream: Publisher>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    /// The publisher whose elements are received.
    public let upstream: Upstream
    /// The predicate that is called with each element.
    public let predicate: (Output) -> Bool

    /// Creates a publisher that republishes elements while a predicate returns `true`.
    @inlinable
    public init(upstream: Upstream, predicate: @escaping (Output) -> Bool) {
      self.upstream = upstream
      self.predicate = predicate
    }

    @inlinable @inline(__always)
    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      upstream.subscribe(
        TransformSubscriber(subscriber, name: "PrefixWhile") { [predicate] in
          predicate($0) ? .pass($0) : .end(.finished)
        })
    }
  }

  /// A publisher that republishes elements while a predicate that may throw returns `true`.
  public struct TryPrefixWhile<Upstream: Publisher>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = any Error

    /// The publisher whose elements are received.
    public let upstream: Upstream
    /// The predicate that is called with each element.
    public let predicate: (Output) throws -> Bool

    /// Creates a publisher that republishes elements while a predicate that may throw returns
    /// `true`.
    @inlinable
    public init(upstream: Upstream, predicate: @escaping (Output) throws -> Bool) {
      self.upstream = upstream
      self.predicate = predicate
    }

    @inlinable @inline(__always)
    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      upstream.subscribe(
        TransformSubscriber<Output, Upstream.Failure, S>(
          throwing: subscriber, name: "TryPrefixWhile"
        ) {
          [predicate] in try predicate($0) ? .pass($0) : .end(.finished)
        })
    }
  }
}

extension Publisher {
  /// Republishes elements until another publisher sends one, then cancels upstream and finishes.
  ///
  ///     -1-2-3-4-|   prefix(untilOutputFrom: ----x)
  ///     -1-2(|)
  ///
  /// The completion of the other publisher, a failure included, has no effect. If the other
  /// publisher sends an element when it is subscribed to, downstream receives the finish right after
  /// its subscription. (Combine sends no subscription then.)
  ///
  /// - Parameter publisher: The publisher whose first element ends the stream. It is subscribed to
  ///   before upstream, and not cancelled after its first element.
  /// - Demand: Requests pass through unchanged. Requests one element of the other publisher.
  public func prefix<P: Publisher>(untilOutputFrom publisher: P)
    -> Publishers.PrefixUntilOutput<Self, P>
  {
    Publishers.PrefixUntilOutput(upstream: self, other: publisher)
  }
}

extension Publishers {
  /// A publisher that republishes elements until another publisher sends one.
  public struct PrefixUntilOutput<Upstream: Publisher, Other: Publisher>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    /// The publisher whose elements are received.
    public let upstream: Upstream
    /// The other publisher.
    public let other: Other

    /// Creates a publisher that republishes elements until another publisher sends one.
    public init(upstream: Upstream, other: Other) {
      self.upstream = upstream
      self.other = other
    }

    @inlinable @inline(__always)
    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      let link = PrefixUntilLink(subscriber)
      link.subscribe(to: other)
      upstream.subscribe(link)
    }
  }
}

@usableFromInline
final class PrefixUntilLink<Downstream: Subscriber>: Subscriber, RecordedSubscriber,
  CustomStringConvertible
{
  @usableFromInline typealias Input = Downstream.Input
  @usableFromInline typealias Failure = Downstream.Failure

  @usableFromInline let outlet: SerializedDownstream<Downstream>
  @usableFromInline let inlet = UpstreamSubscription()
  // The following is touched inside the outlet.
  /// Cancels the other publisher; `nil` when it has completed or sent.
  private var onEnd: (() -> Void)?
  /// Whether elements may arrive.
  @usableFromInline @exclusivity(unchecked) var isOpen = false
  private var isReady = false
  private var isStopped = false

  @usableFromInline
  init(_ downstream: Downstream) { outlet = SerializedDownstream(downstream) }

  @usableFromInline var recordedInput: RecordedInput? { outlet.input }
  @usableFromInline var description: String { "PrefixUntilOutput" }

  @usableFromInline
  func subscribe<Other: Publisher>(to other: Other) {
    let trigger = FirstValueSubscriber<Other.Output, Other.Failure>(
      name: description, input: outlet.input, onValue: { [self] in stop() })
    onEnd = { trigger.cancel() }
    other.subscribe(trigger)
  }

  @usableFromInline
  func receive(subscription: any Subscription) {
    guard inlet.accept(subscription) else { return }
    outlet.run { [self] in
      if isStopped { inlet.cancel() } else { isOpen = true }
      let own = SourceSubscription("PrefixUntilOutput")
      own.start(request: { [inlet] in inlet.request($0) }, cancel: { [self] in cancel() })
      outlet.send(subscription: own)
      isReady = true
      if isStopped { stop() }
    }
  }

  @inlinable
  func receive(_ input: Downstream.Input) -> Subscribers.Demand {
    guard outlet.enter(orLater: { [self] in inlet.request(accept(input)) }) else { return .none }
    let more = accept(input)
    outlet.leave()
    return more
  }

  @inlinable
  func accept(_ input: Downstream.Input) -> Subscribers.Demand {
    isOpen ? outlet.deliver(input) : .none
  }

  @usableFromInline
  func receive(completion: Subscribers.Completion<Downstream.Failure>) {
    outlet.run { [self] in
      isOpen = false
      guard inlet.end() else { return }
      endOther()
      outlet.send(completion: completion)
    }
  }

  /// The other publisher has sent something.
  private func stop() {
    outlet.run { [self] in
      isStopped = true
      isOpen = false
      onEnd = nil
      guard isReady else { return }
      inlet.cancel()
      outlet.send(completion: .finished)
    }
  }

  private func endOther() {
    let onEnd = onEnd
    self.onEnd = nil
    onEnd?()
  }

  private func cancel() {
    outlet.close { [self] in
      inlet.cancel()
      endOther()
    }
    // If another thread is inside, it does the above later.
    inlet.cancel()
  }
}
