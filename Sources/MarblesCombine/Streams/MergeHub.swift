import Marbles

/// Merges the values of any number of publishers of one type, as `merge` and `flatMap` do.
///
/// With unlimited demand every publisher is asked for everything. With a finite one each is asked
/// for one value, and for another when that one has left; a value that comes when nothing is wanted
/// is parked, one for each publisher. Parked values leave in the order in which they came.
@usableFromInline
final class MergeHub<Downstream: Subscriber> {
  @usableFromInline typealias Failure = Downstream.Failure

  @usableFromInline let outlet: Outlet<Downstream>
  @usableFromInline let values: HeldValues
  @usableFromInline @exclusivity(unchecked) var demand = Subscribers.Demand.none
  @usableFromInline @exclusivity(unchecked) var isDraining = false
  @usableFromInline var parked = Fifo<
    (kept: Kept<Downstream.Input>, source: MergeSource<Downstream>)
  >()
  /// The sources that have not ended, in the order in which they came.
  @usableFromInline var sources: [MergeSource<Downstream>] = []
  /// Whether more sources may come.
  @usableFromInline var isComplete = false
  /// Called when a source has finished and others may follow it.
  @usableFromInline let onFinish: () -> Void
  /// Called when a failure ends everything.
  @usableFromInline let onFailure: () -> Void

  @inlinable
  init(
    _ downstream: Downstream, onFinish: @escaping () -> Void = {},
    onFailure: @escaping () -> Void = {}
  ) {
    outlet = Outlet(downstream)
    values = HeldValues(outlet.stage)
    self.onFinish = onFinish
    self.onFailure = onFailure
  }

  // MARK: Sources; called inside the outlet

  /// Makes room for another source, to be subscribed by the caller.
  @inlinable
  func add() -> MergeSource<Downstream> {
    let source = MergeSource(self)
    sources.append(source)
    return source
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
    for source in open { source.inlet.cancel() }
    values.forgetAll()
  }

  // MARK: What the downstream does

  @inlinable
  func request(_ more: Subscribers.Demand) {
    guard outlet.enter(orLater: { [self] in add(more) }) else { return }
    defer { outlet.leave() }
    add(more)
  }

  @inlinable
  func add(_ more: Subscribers.Demand) {
    let wasUnlimited = demand == .unlimited
    demand += more
    drain()
    guard demand == .unlimited, !wasUnlimited else { return }
    for source in sources { source.inlet.request(.unlimited) }
  }

  @inlinable
  func drain() {
    guard !isDraining else { return }
    isDraining = true
    while outlet.isOpen, demand > .none, let (kept, source) = parked.popFirst() {
      demand -= 1
      let more = values.release(kept.held, .left) { outlet.send(kept.value) }
      demand += more
      if demand != .unlimited { source.inlet.request(.max(1)) }
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
  func accept(_ input: Downstream.Input, from source: MergeSource<Downstream>)
    -> Subscribers.Demand
  {
    guard source.inlet.isOpen else { return .none }
    guard demand > .none, !isDraining else {
      parked.append((Kept(value: input, held: values.hold(input)), source))
      return .none
    }
    guard demand != .unlimited else {
      _ = outlet.send(input)
      return .none
    }
    demand -= 1
    let more = outlet.send(input)
    demand += more
    return .max(1)
  }

  @inlinable
  func end(
    _ completion: Subscribers.Completion<Failure>, of source: MergeSource<Downstream>
  ) {
    guard source.inlet.end() else { return }
    sources.removeAll { $0 === source }
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

  @inlinable
  var firstRequest: Subscribers.Demand { demand == .unlimited ? .unlimited : .max(1) }
}

/// One of the publishers that are merged.
@usableFromInline
final class MergeSource<Downstream: Subscriber>: Subscriber, Traced, CustomStringConvertible {
  @usableFromInline typealias Input = Downstream.Input
  @usableFromInline typealias Failure = Downstream.Failure

  @usableFromInline let inlet = Inlet()
  @usableFromInline let hub: MergeHub<Downstream>

  @inlinable
  init(_ hub: MergeHub<Downstream>) { self.hub = hub }

  var lane: RecordedLane? { hub.outlet.lane }
  @usableFromInline var description: String { "Merge" }

  @inlinable
  func receive(subscription: any Subscription) {
    guard inlet.accept(subscription) else { return }
    let hub = hub
    guard hub.outlet.enter(orLater: { [self] in inlet.request(hub.firstRequest) }) else { return }
    defer { hub.outlet.leave() }
    inlet.request(hub.firstRequest)
  }

  @inlinable
  func receive(_ input: Input) -> Subscribers.Demand {
    let hub = hub
    guard hub.outlet.enter(orLater: { [self] in inlet.request(hub.accept(input, from: self)) })
    else { return .none }
    defer { hub.outlet.leave() }
    return hub.accept(input, from: self)
  }

  @inlinable
  func receive(completion: Subscribers.Completion<Failure>) {
    let hub = hub
    guard hub.outlet.enter(orLater: { [self] in hub.end(completion, of: self) }) else { return }
    defer { hub.outlet.leave() }
    hub.end(completion, of: self)
  }
}
