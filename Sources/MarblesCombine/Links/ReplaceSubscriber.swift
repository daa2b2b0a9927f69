import Marbles

/// The link of an operator that sends one value in place of an end: `replaceError`, `replaceEmpty`.
///
/// The value waits until it is asked for.
final class ReplaceSubscriber<Failure: Error, Downstream: Subscriber>: Subscriber, Subscription,
  RecordedSubscriber, CustomStringConvertible
{
  typealias Input = Downstream.Input

  /// What becomes of the upstream's end.
  enum Replacement {
    case value(Downstream.Input)
    case end(Subscribers.Completion<Downstream.Failure>)
  }

  private enum State {
    case waiting
    case active(any Subscription, Subscribers.Demand)
    case holding(Downstream.Input)
    case delivering
    case over
  }

  private let downstream: Downstream
  let description: String
  private let replacement: (Subscribers.Completion<Failure>, _ isEmpty: Bool) -> Replacement
  private let state = Locked(State.waiting)
  /// Touched by the upstream's signals only.
  private var isEmpty = true
  /// What downstream holds; it lets go of this link at the end, so that nothing is kept alive.
  private var handle: LinkSubscription?

  init(
    _ downstream: Downstream, name: String,
    replacement: @escaping (Subscribers.Completion<Failure>, _ isEmpty: Bool) -> Replacement
  ) {
    self.downstream = downstream
    description = name
    self.replacement = replacement
  }

  var lane: RecordedLane? { downstream.recordedLane }

  func receive(subscription: any Subscription) {
    let isFirst = state.withLock { state in
      guard case .waiting = state else { return false }
      state = .active(subscription, .none)
      return true
    }
    guard isFirst else { return subscription.cancel() }
    let handle = LinkSubscription(self, name: description)
    self.handle = handle
    downstream.receive(subscription: handle)
  }

  func receive(_ input: Input) -> Subscribers.Demand {
    guard add(.none, less: 1) else { return .none }
    isEmpty = false
    let more = downstream.receive(input)
    if more > .none { _ = add(more) }
    return more
  }

  /// Changes the open demand, if the upstream is still open.
  private func add(_ demand: Subscribers.Demand, less served: Int = 0) -> Bool {
    state.withLock { state in
      guard case .active(let subscription, let open) = state else { return false }
      state = .active(subscription, open >= served ? open + demand - served : .none)
      return true
    }
  }

  func receive(completion: Subscribers.Completion<Failure>) {
    let replacement = replacement(completion, isEmpty)
    let isNow = state.withLockThenDrop { state in
      guard case .active(_, let demand) = state else { return false }
      switch replacement {
      case .end: state = .over
      case .value(let value): state = demand > .none ? .delivering : .holding(value)
      }
      if case .holding = state { return false } else { return true }
    }
    guard isNow else { return }
    switch replacement {
    case .end(let completion):
      handle?.forget()
      downstream.receive(completion: completion)
    case .value(let value): deliver(value)
    }
  }

  private func deliver(_ value: Downstream.Input) {
    _ = downstream.receive(value)
    let isWanted = state.withLock { state in
      defer { state = .over }
      if case .delivering = state { return true } else { return false }
    }
    guard isWanted else { return }
    handle?.forget()
    downstream.receive(completion: .finished)
  }

  func request(_ demand: Subscribers.Demand) {
    guard demand > .none else { return }
    let (upstream, held) = state.withLock { state -> ((any Subscription)?, Downstream.Input?) in
      switch state {
      case .active(let upstream, let open):
        state = .active(upstream, open + demand)
        return (upstream, nil)
      case .holding(let value):
        state = .delivering
        return (nil, value)
      case .waiting, .delivering, .over:
        return (nil, nil)
      }
    }
    upstream?.request(demand)
    if let held { deliver(held) }
  }

  func cancel() {
    let upstream = state.withLockThenDrop { state -> (any Subscription)? in
      defer { state = .over }
      if case .active(let upstream, _) = state { return upstream } else { return nil }
    }
    upstream?.cancel()
  }
}
