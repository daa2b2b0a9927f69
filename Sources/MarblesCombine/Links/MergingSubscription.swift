import Marbles

/// Merges the elements of any number of publishers of one type, for `merge`, `flatMap` and
/// `switchToLatest`.
///
/// With unlimited demand each publisher is requested unlimited demand. Otherwise each is requested
/// one element, and another when that one has been delivered. An element that arrives without
/// demand is stored, one for each publisher. Stored elements are delivered in the order in which
/// they arrived.
///
/// For `switchToLatest`, which has one publisher at a time, requests pass through instead, and an
/// element that arrives without demand is dropped.
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
  /// The sources that have not completed, in the order of subscription. They are retained by hand:
  /// while a source is being subscribed, its reference belongs to ``subscribe(to:)``.
  @usableFromInline @exclusivity(unchecked) var sources:
    ContiguousArray<Unmanaged<MergingInput<Downstream>>> = []
  /// A source to be taken for the next publisher: it spares making one for each `Just`.
  @usableFromInline @exclusivity(unchecked) var spare: MergingInput<Downstream>?
  /// Whether no more sources will be added.
  @usableFromInline @exclusivity(unchecked) var isComplete = false
  @usableFromInline let name: String
  /// Whether requests pass through to the only source.
  @usableFromInline let passesRequests: Bool
  /// Called when a source has completed.
  @usableFromInline let onEnd: (Subscribers.Completion<Failure>) -> Void

  @inlinable
  init(
    _ downstream: Downstream, name: String, passesRequests: Bool = false,
    onEnd: @escaping (Subscribers.Completion<Failure>) -> Void = { _ in }
  ) {
    outlet = SerializedDownstream(downstream)
    values = HeldValues(outlet.stage)
    self.name = name
    self.passesRequests = passesRequests
    self.onEnd = onEnd
  }

  deinit { for source in sources { source.release() } }

  /// Sends a subscription downstream.
  ///
  /// - Returns: The given number of sources, to be subscribed in this order.
  @inlinable
  func start(count: Int) -> [MergingInput<Downstream>] {
    let new = (0..<count).map { _ in
      let source = MergingInput<Downstream>()
      source.hub = .passUnretained(self)
      source.keepHub()
      return source
    }
    sources = ContiguousArray(new.map { .passRetained($0) })
    let name = name
    let own = SourceSubscription(name)
    own.start(
      request: { [self] in request($0) },
      cancel: { [self] in outlet.close { [self] in cancelSources() } })
    outlet.send(subscription: own)
    outlet.run { [self] in complete() }
    return new
  }

  // MARK: Sources; called inside the outlet

  /// Subscribes another source.
  @inlinable
  func subscribe<P: Publisher>(to publisher: P)
  where P.Output == Downstream.Input, P.Failure == Failure {
    let new = Unmanaged.passRetained(spare.take() ?? MergingInput())
    new._withUnsafeGuaranteedRef { source in
      source.hub = .passUnretained(self)
      source.subscriber = .current
      source.isBeingSubscribed = true
      sources.append(new)
      publisher.subscribe(source)
      source.isBeingSubscribed = false
    }
    var source = new.takeRetainedValue()
    // A source that has completed meanwhile, and has no other references, is used again.
    guard isKnownUniquelyReferenced(&source), source.phase == .closed else {
      return keep(source)
    }
    source.hub = nil
    source.phase = .waiting
    spare = source
  }

  /// Retains a source in the list if it has not completed. It may be used by other threads.
  @inlinable
  func keep(_ source: MergingInput<Downstream>) {
    source.keepHub()
    let isOver = outlet.gate.state.withLock { _ in source.phase == .closed }
    if !isOver { _ = Unmanaged.passRetained(source) }
  }

  /// No source will be added any more.
  @inlinable
  func complete() {
    isComplete = true
    finishIfOver()
  }

  /// Cancels the sources, in the order of subscription, and releases stored elements.
  @inlinable
  func cancelSources() {
    guard !sources.isEmpty || !parked.isEmpty else { return }
    let open = sources
    sources = []
    parked.removeAll()
    for source in open {
      source._withUnsafeGuaranteedRef { $0.cancel() }
      release(source)
    }
    values.releaseAll(.forgotten)
  }

  // MARK: Signals of downstream

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
    guard !passesRequests else { return passOn(more) }
    drain()
    guard demand == .unlimited, !wasUnlimited else { return }
    passOn(.unlimited)
  }

  /// Requests more elements of each source.
  @inlinable
  func passOn(_ more: Subscribers.Demand) {
    // Retained, because a source can complete in the meantime.
    for source in sources.map({ $0.takeUnretainedValue() }) { source.request(more) }
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

  // MARK: Signals of the sources

  @inlinable
  func start(_ source: MergingInput<Downstream>, _ subscription: any Subscription) {
    guard !source.isBeingSubscribedHere else { return startInside(source, subscription) }
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
    let first = firstRequest
    if first > .none { subscription.request(first) }
    outlet.leave()
  }

  /// Like ``start(_:_:)``, on the thread that subscribes the source and is therefore inside.
  @inlinable
  func startInside(_ source: MergingInput<Downstream>, _ subscription: any Subscription) {
    guard source.phase == .waiting else { return subscription.cancel() }
    source.phase = .open
    let first = firstRequest
    if first > .none {
      withUnsafePointer(to: subscription) { arriving in
        source.arriving = arriving
        arriving.pointee.request(first)
        source.arriving = nil
      }
    }
    if source.phase == .open { source.subscription = subscription }
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
    guard !source.isBeingSubscribedHere else { return end(completion, of: source) }
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
      if !passesRequests {
        parked.append((Kept(value: input, held: values.hold(input)), source))
      }
      return .none
    }
    guard !passesRequests else { return passOn(input, from: source) }
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
  func passOn(_ input: Downstream.Input, from source: MergingInput<Downstream>)
    -> Subscribers.Demand
  {
    demand -= 1
    let more = outlet.pass(input)
    demand += more
    guard source.phase != .open else { return more }
    // Another source has taken its place meanwhile.
    passOn(more)
    return .none
  }

  @inlinable
  func end(
    _ completion: Subscribers.Completion<Failure>, of source: MergingInput<Downstream>
  ) {
    guard source.phase == .open else { return }
    source.phase = .closed
    source.subscription = nil
    source.arriving = nil
    remove(source)
    onEnd(completion)
    switch completion {
    case .finished:
      finishIfOver()
    case .failure:
      cancelSources()
      outlet.send(completion: completion)
    }
  }

  /// Where publishers send synchronously, the latest source completes first.
  @inlinable
  func remove(_ source: MergingInput<Downstream>) {
    let identity = Unmanaged.passUnretained(source).toOpaque()
    if sources.last?.toOpaque() == identity {
      release(sources.removeLast())
    } else if let index = sources.firstIndex(where: { $0.toOpaque() == identity }) {
      release(sources.remove(at: index))
    }
  }

  /// Releases a source that has been removed from the list, unless ``subscribe(to:)`` releases it.
  @inlinable
  func release(_ source: Unmanaged<MergingInput<Downstream>>) {
    if !source._withUnsafeGuaranteedRef({ $0.isBeingSubscribed }) { source.release() }
  }

  @inlinable
  var firstRequest: Subscribers.Demand {
    passesRequests || demand == .unlimited ? demand : .max(1)
  }
}
