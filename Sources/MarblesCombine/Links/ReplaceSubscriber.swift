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
  enum Phase {
    case waiting
    case active
    /// The replacement has not been requested.
    case holding(Downstream.Input)
    case delivering
    case over
  }

  @usableFromInline
  struct State {
    @usableFromInline var phase = Phase.waiting
    /// The open demand, while upstream is active.
    @usableFromInline var demand = Subscribers.Demand.none
    @usableFromInline var upstream: (any Subscription)?

    @inlinable init() {}

    @inlinable var isActive: Bool { if case .active = phase { true } else { false } }

    /// Ends the activity of upstream.
    ///
    /// - Returns: Its subscription, if it was active.
    @inlinable
    mutating func leave(for next: Phase) -> (any Subscription)? {
      phase = next
      defer { upstream = nil }
      return upstream
    }
  }

  @usableFromInline let downstream: Downstream
  @usableFromInline let description: String
  /// Whether unlimited demand is requested of upstream at once, and elements pass without demand.
  @usableFromInline let requestsAll: Bool
  @usableFromInline let replacement:
    (Subscribers.Completion<Failure>, _ isEmpty: Bool) -> Replacement
  @usableFromInline let state = Locked(State())
  /// Touched by the upstream's signals only.
  @usableFromInline @exclusivity(unchecked) var isEmpty = true
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

  @usableFromInline var recordedInput: RecordedInput? { downstream.recordedInput?.throughOperator }

  @usableFromInline
  func receive(subscription: any Subscription) {
    let isFirst = state.withLock { state in
      guard case .waiting = state.phase else { return false }
      state.phase = .active
      state.upstream = subscription
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
    let isWanted = state.withLock { state in
      guard state.isActive else { return false }
      if !requestsAll, state.demand > .none { state.demand -= 1 }
      return true
    }
    guard isWanted else { return .none }
    isEmpty = false
    let more = downstream.receive(input)
    if requestsAll { return .none }
    if more > .none { state.withLock { $0.demand += more } }
    return more
  }

  @usableFromInline
  func receive(completion: Subscribers.Completion<Failure>) {
    let replacement = replacement(completion, isEmpty)
    let (isNow, old) = state.withLock { state -> (Bool, (any Subscription)?) in
      guard state.isActive else { return (false, nil) }
      switch replacement {
      case .end: return (true, state.leave(for: .over))
      case .value where state.demand > .none: return (true, state.leave(for: .delivering))
      case .value(let value): return (false, state.leave(for: .holding(value)))
      }
    }
    withExtendedLifetime(old) {}
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
      defer { state.phase = .over }
      if case .delivering = state.phase { return true } else { return false }
    }
    guard isWanted else { return }
    handle?.forget()
    downstream.receive(completion: .finished)
  }

  @usableFromInline
  func request(_ demand: Subscribers.Demand) {
    guard demand > .none else { return }
    let (upstream, held) = state.withLock { state -> ((any Subscription)?, Downstream.Input?) in
      switch state.phase {
      case .active:
        state.demand += demand
        return (requestsAll ? nil : state.upstream, nil)
      case .holding(let value):
        state.phase = .delivering
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
    let (isActive, upstream) = state.withLockThenDrop { state in
      (state.isActive, state.leave(for: .over))
    }
    if isActive { upstream?.cancel() }
  }
}
