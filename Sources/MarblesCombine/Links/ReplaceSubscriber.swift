import Marbles

/// The subscriber of an operator that sends one element in place of a completion: `replaceError`,
/// `replaceEmpty`. The element waits until it is requested.
@usableFromInline
final class ReplaceSubscriber<Failure: Error, Downstream: Subscriber>: Subscriber, Subscription,
  RecordedSubscriber, CustomStringConvertible
{
  @usableFromInline typealias Input = Downstream.Input

  /// The replacement of upstream's completion.
  @usableFromInline
  enum Replacement {
    case value(Downstream.Input)
    case end(Subscribers.Completion<Downstream.Failure>)
  }

  @usableFromInline
  enum State {
    case waiting
    case active(any Subscription, Subscribers.Demand)
    case holding(Downstream.Input)
    case delivering
    case over
  }

  @usableFromInline let downstream: Downstream
  @usableFromInline let description: String
  /// Whether unlimited demand is requested of upstream at once, and elements pass without demand.
  @usableFromInline let requestsAll: Bool
  @usableFromInline let replacement:
    (Subscribers.Completion<Failure>, _ isEmpty: Bool) -> Replacement
  @usableFromInline let state = Locked(State.waiting)
  /// Touched by the upstream's signals only.
  @usableFromInline var isEmpty = true
  /// The subscription that downstream holds. It releases this object at the completion, so that
  /// nothing is kept alive.
  @usableFromInline var handle: LinkSubscription?

  @inlinable
  init(
    _ downstream: Downstream, name: String, requestsAll: Bool = false,
    replacement: @escaping (Subscribers.Completion<Failure>, _ isEmpty: Bool) -> Replacement
  ) {
    self.downstream = downstream
    description = name
    self.requestsAll = requestsAll
    self.replacement = replacement
  }

  @usableFromInline var lane: RecordedLane? { downstream.recordedLane }

  @usableFromInline
  func receive(subscription: any Subscription) {
    let isFirst = state.withLock { state in
      guard case .waiting = state else { return false }
      state = .active(subscription, .none)
      return true
    }
    guard isFirst else { return subscription.cancel() }
    let handle = LinkSubscription(self, name: description, requiresDemand: requestsAll)
    self.handle = handle
    downstream.receive(subscription: handle)
    if requestsAll { subscription.request(.unlimited) }
  }

  @inlinable
  func receive(_ input: Input) -> Subscribers.Demand {
    guard add(.none, less: requestsAll ? 0 : 1) else { return .none }
    isEmpty = false
    let more = downstream.receive(input)
    if requestsAll { return .none }
    if more > .none { _ = add(more) }
    return more
  }

  /// Changes the open demand, if the upstream is still open.
  @inlinable
  func add(_ demand: Subscribers.Demand, less served: Int = 0) -> Bool {
    state.withLock { state in
      guard case .active(let subscription, let open) = state else { return false }
      state = .active(subscription, open >= served ? open + demand - served : .none)
      return true
    }
  }

  @usableFromInline
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

  @usableFromInline
  func deliver(_ value: Downstream.Input) {
    _ = downstream.receive(value)
    let isWanted = state.withLock { state in
      defer { state = .over }
      if case .delivering = state { return true } else { return false }
    }
    guard isWanted else { return }
    handle?.forget()
    downstream.receive(completion: .finished)
  }

  @usableFromInline
  func request(_ demand: Subscribers.Demand) {
    guard demand > .none else { return }
    let (upstream, held) = state.withLock { state -> ((any Subscription)?, Downstream.Input?) in
      switch state {
      case .active(let upstream, let open):
        state = .active(upstream, open + demand)
        return (requestsAll ? nil : upstream, nil)
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

  @usableFromInline
  func cancel() {
    let upstream = state.withLockThenDrop { state -> (any Subscription)? in
      defer { state = .over }
      if case .active(let upstream, _) = state { return upstream } else { return nil }
    }
    upstream?.cancel()
  }
}
