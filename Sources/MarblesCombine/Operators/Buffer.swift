import Marbles

extension Publisher {
  /// Buffers up to `size` elements that downstream has not requested.
  ///
  ///     -1-2-3-4---|   buffer(size: 2, prefetch: .byRequest, whenFull: .dropOldest)
  ///     +1-------+9    the requests of downstream
  ///     -1-------(34|)
  ///
  /// A failure discards the buffer and needs no demand. A finish waits until the buffer is empty
  /// and there is demand. With `.customError`, upstream is cancelled when an element finds the
  /// buffer full; downstream receives the failure in its next request, after the elements that it
  /// requests. With a `size` of 0, an element that is not requested is dropped.
  ///
  /// - Parameters:
  ///   - size: The largest number of elements to buffer; not negative.
  ///   - prefetch: When elements are requested of upstream.
  ///   - whenFull: What happens if an element arrives and the buffer is full.
  /// - Demand: `.byRequest` requests unlimited demand at once; `.keepFull` requests `size`
  ///   elements, then one more for each that leaves.
  /// - Complexity: O(1) per element; stores at most `size` elements.
  @inlinable
  public func buffer(
    size: Int, prefetch: Publishers.PrefetchStrategy,
    whenFull: Publishers.BufferingStrategy<Failure>
  ) -> Publishers.Buffer<Self> {
    Publishers.Buffer(upstream: self, size: size, prefetch: prefetch, whenFull: whenFull)
  }
}

extension Publishers {
  /// When a buffer requests elements of its upstream.
  public enum PrefetchStrategy: Equatable, Hashable, Sendable {
    /// Requests as many elements as there is room for.
    case keepFull
    /// Requests unlimited demand at once.
    case byRequest
  }

  /// The behavior of a buffer if an element arrives and it is full.
  public enum BufferingStrategy<Failure: Error> {
    /// Drops the element that arrives.
    case dropNewest
    /// Drops the element that has waited longest.
    case dropOldest
    /// It fails.
    case customError(() -> Failure)
  }

  /// A publisher that buffers elements until downstream requests them.
  public struct Buffer<Upstream: Publisher>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    /// The publisher whose elements are received.
    public let upstream: Upstream
    /// The largest number of elements that are stored.
    public let size: Int
    /// When elements are requested of upstream.
    public let prefetch: PrefetchStrategy
    /// The behavior if an element arrives and the buffer is full.
    public let whenFull: BufferingStrategy<Failure>

    /// Creates a publisher that buffers the elements of its upstream.
    @inlinable
    public init(
      upstream: Upstream, size: Int, prefetch: PrefetchStrategy,
      whenFull: BufferingStrategy<Failure>
    ) {
      guard size >= 0 else { violation("buffer(size:prefetch:whenFull:): \(size) is negative") }
      self.upstream = upstream
      self.size = size
      self.prefetch = prefetch
      self.whenFull = whenFull
    }

    @inlinable @inline(__always)
    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      upstream.subscribe(
        BufferLink(subscriber, size: size, prefetch: prefetch, whenFull: whenFull))
    }
  }
}

@usableFromInline
final class BufferLink<Downstream: Subscriber>: Subscriber, RecordedSubscriber,
  CustomStringConvertible
{
  @usableFromInline typealias Failure = Downstream.Failure

  @usableFromInline let outlet: SerializedDownstream<Downstream>
  @usableFromInline let inlet = UpstreamSubscription()
  @usableFromInline let prefetch: Publishers.PrefetchStrategy
  @usableFromInline let whenFull: Publishers.BufferingStrategy<Failure>
  @usableFromInline let values: HeldValues
  /// Written before the first signal that counts.
  @usableFromInline @exclusivity(unchecked) var hasUpstream = false
  @usableFromInline @exclusivity(unchecked) var state: BufferState<Kept<Downstream.Input>, Failure>

  @inlinable
  init(
    _ downstream: Downstream, size: Int, prefetch: Publishers.PrefetchStrategy,
    whenFull: Publishers.BufferingStrategy<Failure>
  ) {
    outlet = SerializedDownstream(downstream)
    values = HeldValues(outlet.stage)
    self.prefetch = prefetch
    self.whenFull = whenFull
    state = BufferState(size: size)
  }

  var recordedInput: RecordedInput? { outlet.input }
  @usableFromInline var description: String { "Buffer" }

  @inlinable
  func receive(subscription: any Subscription) {
    guard inlet.accept(subscription) else { return }
    hasUpstream = true
    inlet.request(prefetch == .keepFull ? .max(state.size) : .unlimited)
    let own = SourceSubscription("Buffer")
    own.start(request: { [self] in request($0) }, cancel: { [self] in cancel() })
    outlet.send(subscription: own)
    outlet.run { [self] in
      state.open()
      inlet.request(topUp(for: drain()))
    }
  }

  @inlinable
  func receive(_ input: Downstream.Input) -> Subscribers.Demand {
    guard
      outlet.enter(orLater: { [self] in
        if outlet.isOpen { inlet.request(accept(input)) }
      })
    else { return .none }
    let more = accept(input)
    outlet.leave()
    return more
  }

  /// Called right after entering.
  @inlinable
  func accept(_ input: Downstream.Input) -> Subscribers.Demand {
    guard hasUpstream else { return .none }
    switch state.arrival() {
    case .refused:
      return .none
    case .through:
      state.add(outlet.pass(input))
      return topUp(for: 1 + drain())
    case .keep:
      state.keep(Kept(value: input, held: values.hold(input)))
      return .none
    case .full:
      overflow(input)
      return .none
    }
  }

  @inlinable
  func overflow(_ input: Downstream.Input) {
    switch whenFull {
    case .dropOldest:
      guard let oldest = state.dropOldest() else { fallthrough }
      values.release(oldest.held, .dropped)
      state.keep(Kept(value: input, held: values.hold(input)))
    case .dropNewest:
      outlet.lane?.dropped(input, .noDemand)
    case .customError(let error):
      outlet.lane?.dropped(input, .noDemand)
      state.overflow(error())
      inlet.cancel()
    }
  }

  /// Delivers the elements that are requested, and the completion if it is due. Returns the number
  /// of elements.
  @inlinable
  func drain() -> Int {
    guard state.hasWork, state.startDraining() else { return 0 }
    var count = 0
    while outlet.isOpen {
      switch state.next() {
      case .deliver(let kept):
        count += 1
        state.add(values.release(kept.held, .left) { outlet.deliver(kept.value) })
      case .end(let completion):
        values.releaseAll(.forgotten)
        inlet.cancel()
        outlet.send(completion: completion)
      case .wait:
        return count
      }
    }
    return count
  }

  @inlinable
  func topUp(for count: Int) -> Subscribers.Demand {
    prefetch == .keepFull ? .max(count) : .none
  }

  @inlinable
  func receive(completion: Subscribers.Completion<Failure>) {
    outlet.run { [self] in
      guard inlet.end(stillAsking: true) else { return }
      if state.end(completion) { values.releaseAll(.forgotten) }
      _ = drain()
    }
  }

  @inlinable
  func request(_ demand: Subscribers.Demand) {
    guard outlet.enter(orLater: { [self] in add(demand) }) else { return }
    add(demand)
    outlet.leave()
  }

  @inlinable
  func add(_ demand: Subscribers.Demand) {
    state.add(demand)
    guard state.hasWork else { return }
    let upstream = inlet.subscription
    let more = topUp(for: drain())
    if more != .none { upstream?.request(more) }
  }

  @inlinable
  func cancel() {
    outlet.close { [self] in
      state.close()
      values.releaseAll(.forgotten)
    }
    inlet.cancel()
  }
}
