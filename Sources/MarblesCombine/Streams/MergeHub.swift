import Marbles

/// Merges the values of any number of publishers of one type, as `merge` and `flatMap` do.
///
/// With unlimited demand every publisher is asked for everything. With a finite one each is asked
/// for one value, and for another when that one has left; a value that comes when nothing is wanted
/// is parked, one for each publisher. Parked values leave in the order in which they came.
final class MergeHub<Downstream: Subscriber> {
  typealias Failure = Downstream.Failure

  let outlet: Outlet<Downstream>
  private let values: HeldValues
  private var demand = Subscribers.Demand.none
  private var isDraining = false
  private var parked = Fifo<(kept: Kept<Downstream.Input>, source: MergeSource<Downstream>)>()
  /// The sources that have not ended, in the order in which they came.
  private var sources: [MergeSource<Downstream>] = []
  /// Whether more sources may come.
  private var isComplete = false
  /// Called when a source has finished and others may follow it.
  private let onFinish: () -> Void
  /// Called when a failure ends everything.
  private let onFailure: () -> Void

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
  func add() -> MergeSource<Downstream> {
    let source = MergeSource(self)
    sources.append(source)
    return source
  }

  /// No source will come any more.
  func complete() {
    isComplete = true
    finishIfOver()
  }

  /// Cancels the sources, in the order in which they came, and lets go of what is parked.
  func cancelSources() {
    let open = sources
    sources = []
    parked.removeAll()
    for source in open { source.inlet.cancel() }
    values.forgetAll()
  }

  // MARK: What the downstream does

  func request(_ more: Subscribers.Demand) {
    outlet.run { [self] in
      let wasUnlimited = demand == .unlimited
      demand += more
      drain()
      guard demand == .unlimited, !wasUnlimited else { return }
      for source in sources { source.inlet.request(.unlimited) }
    }
  }

  private func drain() {
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

  private func finishIfOver() {
    guard isComplete, sources.isEmpty, parked.isEmpty else { return }
    outlet.send(completion: .finished)
  }

  // MARK: What the sources send

  fileprivate func accept(_ input: Downstream.Input, from source: MergeSource<Downstream>)
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

  fileprivate func end(
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

  fileprivate var firstRequest: Subscribers.Demand { demand == .unlimited ? .unlimited : .max(1) }
}

/// One of the publishers that are merged.
final class MergeSource<Downstream: Subscriber>: Subscriber, Traced, CustomStringConvertible {
  typealias Input = Downstream.Input
  typealias Failure = Downstream.Failure

  let inlet = Inlet()
  private let hub: MergeHub<Downstream>

  fileprivate init(_ hub: MergeHub<Downstream>) { self.hub = hub }

  var lane: RecordedLane? { hub.outlet.lane }
  var description: String { "Merge" }

  func receive(subscription: any Subscription) {
    guard inlet.accept(subscription) else { return }
    hub.outlet.run { [self] in inlet.request(hub.firstRequest) }
  }

  func receive(_ input: Input) -> Subscribers.Demand {
    let hub = hub
    guard hub.outlet.enter(orLater: { [self] in inlet.request(hub.accept(input, from: self)) })
    else { return .none }
    defer { hub.outlet.leave() }
    return hub.accept(input, from: self)
  }

  func receive(completion: Subscribers.Completion<Failure>) {
    hub.outlet.run { [self] in hub.end(completion, of: self) }
  }
}
