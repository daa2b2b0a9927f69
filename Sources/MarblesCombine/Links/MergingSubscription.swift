import Marbles

/// Merges the values of any number of publishers of one type, as `merge` and `flatMap` do.
///
/// With unlimited demand every publisher is asked for everything. With a finite one each is asked
/// for one value, and for another when that one has left; a value that comes when nothing is wanted
/// is parked, one for each publisher. Parked values leave in the order in which they came.
@usableFromInline
final class MergingSubscription<Downstream: Subscriber> {
  @usableFromInline typealias Failure = Downstream.Failure

  @usableFromInline let outlet: SerializedDownstream<Downstream>
  @usableFromInline let values: HeldValues
  @usableFromInline @exclusivity(unchecked) var demand = Subscribers.Demand.none
  @usableFromInline @exclusivity(unchecked) var isDraining = false
  @usableFromInline @exclusivity(unchecked) var parked = Queue<
    (kept: Kept<Downstream.Input>, source: MergingInput<Downstream>)
  >()
  /// The sources that have not ended, in the order in which they came.
  @usableFromInline @exclusivity(unchecked) var sources: [MergingInput<Downstream>] = []
  /// A source to be taken for the next publisher: it spares making one for each `Just`.
  @usableFromInline @exclusivity(unchecked) var spare: MergingInput<Downstream>?
  /// Whether more sources may come.
  @usableFromInline @exclusivity(unchecked) var isComplete = false
  /// Called when a source has finished and others may follow it.
  @usableFromInline let onFinish: () -> Void
  /// Called when a failure ends everything.
  @usableFromInline let onFailure: () -> Void

  @inlinable
  init(
    _ downstream: Downstream, onFinish: @escaping () -> Void = {},
    onFailure: @escaping () -> Void = {}
  ) {
    outlet = SerializedDownstream(downstream)
    values = HeldValues(outlet.stage)
    self.onFinish = onFinish
    self.onFailure = onFailure
  }

  // MARK: Sources; called inside the outlet

  /// Makes room for another source, to be subscribed by the caller.
  @inlinable
  func add() -> MergingInput<Downstream> {
    let source = MergingInput<Downstream>()
    source.hub = .passUnretained(self)
    source.keepHub()
    sources.append(source)
    return source
  }

  /// Subscribes another source.
  @inlinable
  func subscribe<P: Publisher>(to publisher: P)
  where P.Output == Downstream.Input, P.Failure == Failure {
    let new = Unmanaged.passRetained(spare.take() ?? MergingInput())
    new._withUnsafeGuaranteedRef { source in
      source.hub = .passUnretained(self)
      sources.append(source)
      publisher.subscribe(source)
    }
    var source = new.takeRetainedValue()
    // One that has come and gone meanwhile, and is known to nobody, is taken again.
    guard isKnownUniquelyReferenced(&source), source.phase == .closed else {
      return source.keepHub()
    }
    source.hub = nil
    source.phase = .waiting
    spare = source
  }

  /// No source will come any more.
  @inlinable
  func complete() {
    isComplete = true
    finishIfOver()
  }

  /// Cancels the sources, in the order in which they came, and lets go of what is parked.
  @inlinable
  func cancelSources() {
    let open = sources
    sources = []
    parked.removeAll()
    for source in open { source.cancel() }
    values.releaseAll(.forgotten)
  }

  // MARK: What the downstream does

  @inlinable
  func request(_ more: Subscribers.Demand) {
    guard outlet.enter(orLater: { [self] in add(more) }) else { return }
    add(more)
    outlet.leave()
  }

  @inlinable
  func add(_ more: Subscribers.Demand) {
    let wasUnlimited = demand == .unlimited
    demand += more
    drain()
    guard demand == .unlimited, !wasUnlimited else { return }
    for source in sources { source.request(.unlimited) }
  }

  @inlinable
  func drain() {
    guard !isDraining else { return }
    isDraining = true
    while outlet.isOpen, demand > .none, let (kept, source) = parked.popFirst() {
      demand -= 1
      let more = values.release(kept.held, .left) { outlet.deliver(kept.value) }
      demand += more
      if demand != .unlimited { source.request(.max(1)) }
    }
    isDraining = false
    finishIfOver()
  }

  @inlinable
  func finishIfOver() {
    guard isComplete, sources.isEmpty, parked.isEmpty else { return }
    outlet.send(completion: .finished)
  }

  // MARK: What the sources send

  @inlinable
  func start(_ source: MergingInput<Downstream>, _ subscription: any Subscription) {
    var isWanted = false
    let isInside = outlet.enter(orLater: { [self] in source.request(firstRequest) }) {
      guard source.phase == .waiting else { return false }
      source.phase = .open
      source.subscription = subscription
      isWanted = true
      return true
    }
    guard isWanted else { return subscription.cancel() }
    guard isInside else { return }
    subscription.request(firstRequest)
    outlet.leave()
  }

  @inlinable
  func receive(_ input: Downstream.Input, from source: MergingInput<Downstream>)
    -> Subscribers.Demand
  {
    guard
      outlet.enter(orLater: { [self] in
        if outlet.isOpen { source.request(accept(input, from: source)) }
      })
    else { return .none }
    let more = accept(input, from: source)
    outlet.leave()
    return more
  }

  @inlinable
  func receive(
    completion: Subscribers.Completion<Failure>, from source: MergingInput<Downstream>
  ) {
    guard outlet.enter(orLater: { [self] in end(completion, of: source) }) else { return }
    end(completion, of: source)
    outlet.leave()
  }

  /// Called right after entering.
  @inlinable
  func accept(_ input: Downstream.Input, from source: MergingInput<Downstream>)
    -> Subscribers.Demand
  {
    guard source.phase == .open else { return .none }
    guard demand > .none, !isDraining else {
      parked.append((Kept(value: input, held: values.hold(input)), source))
      return .none
    }
    guard demand != .unlimited else {
      _ = outlet.pass(input)
      return .none
    }
    demand -= 1
    let more = outlet.pass(input)
    demand += more
    return .max(1)
  }

  @inlinable
  func end(
    _ completion: Subscribers.Completion<Failure>, of source: MergingInput<Downstream>
  ) {
    guard source.phase == .open else { return }
    source.phase = .closed
    source.subscription = nil
    remove(source)
    switch completion {
    case .finished:
      onFinish()
      finishIfOver()
    case .failure:
      cancelSources()
      onFailure()
      outlet.send(completion: completion)
    }
  }

  /// The one that came last is the one that goes first, where publishers send at once.
  @inlinable
  func remove(_ source: MergingInput<Downstream>) {
    if sources.last === source {
      sources.removeLast()
    } else if let index = sources.firstIndex(where: { $0 === source }) {
      sources.remove(at: index)
    }
  }

  @inlinable
  var firstRequest: Subscribers.Demand { demand == .unlimited ? .unlimited : .max(1) }
}

/// One of the publishers that are merged.
///
/// What it knows is written inside the outlet, and under the outlet's lock where its subscription
/// comes: merging many short publishers is mostly making these.
@usableFromInline
final class MergingInput<Downstream: Subscriber>: Subscriber, RecordedSubscriber,
  CustomStringConvertible
{
  @usableFromInline typealias Input = Downstream.Input
  @usableFromInline typealias Failure = Downstream.Failure

  /// Kept by this from ``keepHub()`` on; before, by who subscribes this.
  @usableFromInline @exclusivity(unchecked) var hub: Unmanaged<MergingSubscription<Downstream>>?
  @usableFromInline @exclusivity(unchecked) var phase = UpstreamSubscription.Phase.waiting
  @usableFromInline @exclusivity(unchecked) var subscription: (any Subscription)?

  @inlinable init() {}

  deinit { hub?.release() }

  @inlinable
  func keepHub() { _ = hub?.retain() }

  var lane: RecordedLane? { callHub { $0.outlet.lane } ?? nil }
  @usableFromInline var description: String { "Merge" }

  @inlinable
  func receive(subscription: any Subscription) { callHub { $0.start(self, subscription) } }

  @inlinable
  func receive(_ input: Input) -> Subscribers.Demand {
    callHub { $0.receive(input, from: self) } ?? .none
  }

  @inlinable
  func receive(completion: Subscribers.Completion<Failure>) {
    callHub { $0.receive(completion: completion, from: self) }
  }

  /// Without retaining the hub: as long as somebody calls this, this keeps it.
  @inlinable @inline(__always) @discardableResult
  func callHub<Result>(_ call: (MergingSubscription<Downstream>) -> Result) -> Result? {
    hub?._withUnsafeGuaranteedRef(call)
  }

  // MARK: Called inside the outlet

  @inlinable
  func request(_ demand: Subscribers.Demand) {
    guard demand != .none else { return }
    let subscription = callHub { hub in hub.outlet.gate.state.withLock { _ in self.subscription } }
    subscription??.request(demand)
  }

  /// Refuses a subscription that is still to come, and lets go of the one that came.
  @inlinable
  func cancel() {
    let old = callHub { hub in
      hub.outlet.gate.state.withLock { _ in
        phase = .closed
        return subscription.take()
      }
    }
    old??.cancel()
  }
}
