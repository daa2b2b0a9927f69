import Marbles

/// The subscription of one subscriber to a subject.
class SubjectConduit<Output, Failure: Error>: Subscription, CustomStringConvertible {
  /// Its place among the subject's subscribers; set once, under the subject's lock.
  final var key: BroadcastList<SubjectConduit>.Key?

  func offer(_ value: Output) {}
  func finish(_ completion: Subscribers.Completion<Failure>) {}
  func request(_ demand: Subscribers.Demand) {}
  func cancel() {}
  var description: String { "Subject" }
}

/// Serves a subscriber that either loses what it has not asked for, or gets the latest value then.
final class DirectConduit<Memory, Downstream: Subscriber>: SubjectConduit<
  Downstream.Input, Downstream.Failure
>
{
  typealias Core = SubjectCore<Downstream.Input, Downstream.Failure, Memory>
  typealias Completion = Subscribers.Completion<Downstream.Failure>

  private struct State {
    let core: Core
    let downstream: Downstream
    var demand = Subscribers.Demand.none
    /// Whether the subject remembers a value that this subscriber has not got.
    var isBehind: Bool
    var hasSubscription = false
    /// An end that came before the subscription was handed out.
    var early: Completion?
  }

  /// `nil` after the end.
  private let state: Locked<State?>
  private let name: String
  private let latest: ((Memory) -> Downstream.Input)?
  private let lane: RecordedLane?

  /// - Parameter latest: the value that waits for a subscriber, if the subject keeps one.
  init(
    _ core: Core, _ downstream: Downstream, name: String,
    latest: ((Memory) -> Downstream.Input)? = nil
  ) {
    state = Locked(State(core: core, downstream: downstream, isBehind: latest != nil))
    self.name = name
    self.latest = latest
    lane = downstream.recordedLane
  }

  override var description: String { name }

  func start() {
    state.withLock { $0?.downstream }?.receive(subscription: self)
    let early = state.withLock { state -> (Downstream, Completion)? in
      state?.hasSubscription = true
      guard let current = state, let completion = current.early else { return nil }
      state = nil
      return (current.downstream, completion)
    }
    if let (downstream, completion) = early { downstream.receive(completion: completion) }
  }

  override func offer(_ value: Downstream.Input) {
    let (downstream, isOpen) = state.withLock { state -> (Downstream?, Bool) in
      guard let demand = state?.demand else { return (nil, false) }
      guard demand > .none else {
        state?.isBehind = latest != nil
        return (nil, true)
      }
      state?.demand -= 1
      state?.isBehind = false
      return (state?.downstream, true)
    }
    if let downstream {
      deliver(value, to: downstream)
    } else if isOpen, latest == nil {
      lane?.dropped(value, .noDemand)
    }
  }

  private func deliver(_ value: Downstream.Input, to downstream: Downstream) {
    let more = downstream.receive(value)
    if more > .none { state.withLock { $0?.demand += more } }
  }

  override func finish(_ completion: Completion) {
    let downstream = state.withLock { state -> Downstream? in
      guard let current = state else { return nil }
      guard current.hasSubscription else {
        state?.early = completion
        return nil
      }
      state = nil
      return current.downstream
    }
    downstream?.receive(completion: completion)
  }

  override func request(_ demand: Subscribers.Demand) {
    demand.requireSome()
    let (current, isBehind) = state.withLock { state -> (State?, Bool) in
      state?.demand += demand
      guard let current = state, current.isBehind else { return (state, false) }
      state?.isBehind = false
      state?.demand -= 1
      return (current, true)
    }
    guard let current else { return }
    if isBehind, let latest {
      deliver(latest(current.core.state.withLock { $0.memory }), to: current.downstream)
    }
    current.core.noteDemand()
  }

  override func cancel() {
    let old = state.withLock { state in
      defer { state = nil }
      return state
    }
    old?.core.remove(self)
  }
}
