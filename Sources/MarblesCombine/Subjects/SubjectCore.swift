import Marbles

/// What the three subjects have in common: subscribers, upstream subscriptions, the end.
///
/// `Memory` is what a subject remembers besides; it is guarded by the same lock, so that a new
/// subscriber gets either a value's memory or the value itself, never both and never neither.
final class SubjectCore<Output, Failure: Error, Memory>: Sendable {
  typealias Conduit = SubjectConduit<Output, Failure>
  typealias Completion = Subscribers.Completion<Failure>

  struct State {
    var memory: Memory
    var conduits = BroadcastList<Conduit>()
    var completion: Completion?
    var report: MemoryReport?
    fileprivate var upstreams: [any Subscription] = []
    fileprivate var isAsked: Bool
  }

  let state: Locked<State>

  /// - Parameter isAsked: whether it asks an upstream for values before anybody asked it.
  init(_ memory: Memory, isAsked: Bool) {
    state = Locked(State(memory: memory, isAsked: isAsked))
  }

  deinit {
    for upstream in state.withLock({ $0.upstreams }) { upstream.cancel() }
  }

  /// Adds a subscriber, or says how the subject has ended.
  func add(_ conduit: Conduit, _ remember: (inout Memory) -> Void = { _ in }) -> Completion? {
    state.withLock { state in
      remember(&state.memory)
      if let completion = state.completion { return completion }
      conduit.key = state.conduits.insert(conduit)
      return nil
    }
  }

  func remove(_ conduit: Conduit) {
    state.withLock { state in
      if let key = conduit.key { state.conduits.remove(key) }
    }
  }

  /// Changes the memory and returns who is to be served; nobody if the subject has ended.
  func subscribers(
    _ remember: (inout Memory) -> Void
  ) -> (conduits: ContiguousArray<Conduit>, report: MemoryReport?) {
    state.withLock { state in
      guard state.completion == nil else { return ([], nil) }
      remember(&state.memory)
      return (state.conduits.members, state.report)
    }
  }

  /// Ends the subject and returns who is to be told; nobody if it had ended before.
  func end(_ completion: Completion) -> (conduits: ContiguousArray<Conduit>, report: MemoryReport?)
  {
    state.withLock { state in
      guard state.completion == nil else { return ([], nil) }
      state.completion = completion
      return (state.conduits.removeAll(), state.report)
    }
  }

  // MARK: Upstreams

  func add(upstream: any Subscription) {
    let isAsked = state.withLock { state in
      state.upstreams.removeAll { ($0 as? LinkSubscription)?.isOver == true }
      state.upstreams.append(upstream)
      return state.isAsked
    }
    if isAsked { upstream.request(.unlimited) }
  }

  /// A subscriber asked for values: from now on the upstreams are asked for all there are.
  func noteDemand() {
    let upstreams = state.withLock { state -> [any Subscription] in
      guard !state.isAsked else { return [] }
      state.isAsked = true
      return state.upstreams
    }
    for upstream in upstreams { upstream.request(.unlimited) }
  }
}

/// Tells a stage of the picture what a subject keeps.
final class MemoryReport: Sendable {
  private let stage: RecordedStage
  private let held = Locked<ArraySlice<RecordedStage.Held>>([])

  init(_ stage: RecordedStage) { self.stage = stage }

  /// A new value is kept; of more than `capacity` the oldest goes.
  func keep<Value>(_ value: Value, capacity: Int) {
    let old = held.withLock { $0.count >= capacity ? $0.popFirst() : nil }
    if let old { stage.release(old, .replaced) }
    guard capacity > 0 else { return }
    let new = stage.hold(value)
    held.withLock { $0.append(new) }
  }

  func forgetAll() {
    let old = held.withLock { held in
      defer { held = [] }
      return held
    }
    for held in old { stage.release(held, .forgotten) }
  }
}
