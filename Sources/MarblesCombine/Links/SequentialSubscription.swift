import Marbles

/// The subscription of an operator with one upstream after another: `append`, `catch`, `retry`.
///
/// It stores the open demand, so that the next upstream is requested exactly the demand that the
/// previous one has not served.
@usableFromInline
final class SequentialSubscription<Downstream: Subscriber>: Subscription, CustomStringConvertible {
  @usableFromInline
  struct State {
    @usableFromInline var current: (any Subscription)?
    @usableFromInline var demand = Subscribers.Demand.none
    @usableFromInline var hasSubscription = false
    @usableFromInline var isOver = false

    @inlinable init() {}
  }

  @usableFromInline let downstream: Downstream
  @usableFromInline let description: String
  @usableFromInline let state = Locked(State())
  @usableFromInline let steps = StepRunner()
  /// The subscription that downstream holds. It releases this object at the completion, so that
  /// nothing is kept alive.
  @usableFromInline var handle: LinkSubscription?

  /// The number of the publisher that is the upstream of the operator.
  @usableFromInline let main: Int
  /// Whether each publisher is the same.
  @usableFromInline let repeats: Bool
  /// The number of upstreams so far. Each is created when the one before has completed.
  @usableFromInline var count = 0

  @inlinable
  init(_ downstream: Downstream, name: String, main: Int = 1, repeats: Bool = false) {
    self.downstream = downstream
    self.main = main
    self.repeats = repeats
    description = name
  }

  /// The place of the upstream with the given number in a recording.
  @usableFromInline
  func recordedInput(_ number: Int) -> RecordedInput? {
    .of(downstream.recordedInput, as: .number(number, main: main, repeats: repeats))
  }

  /// Continues with an upstream, which `subscribe` subscribes to a ``part(_:)``.
  @inlinable
  func proceed(_ subscribe: @escaping () -> Void) { steps.run(subscribe) }

  /// A subscriber for one of the upstreams; `onEnd` handles its completion.
  @inlinable
  func part<Failure: Error>(_ onEnd: @escaping (Subscribers.Completion<Failure>) -> Void)
    -> SequentialPart<Failure, Downstream>
  {
    count += 1
    return SequentialPart(self, number: count, onEnd)
  }

  /// Completes downstream, unless it has cancelled.
  @usableFromInline
  func end(_ completion: Subscribers.Completion<Downstream.Failure>) {
    let isFirst = state.withLockThenDrop { state in
      defer {
        state.isOver = true
        state.current = nil
      }
      return !state.isOver
    }
    guard isFirst else { return }
    steps.stop()
    handle?.forget()
    downstream.receive(completion: completion)
  }

  @usableFromInline
  func attach(_ subscription: any Subscription) {
    let (isWanted, demand, isFirst) = state.withLockThenDrop { state in
      guard !state.isOver else { return (false, Subscribers.Demand.none, false) }
      defer { state.hasSubscription = true }
      state.current = subscription
      return (true, state.demand, !state.hasSubscription)
    }
    guard isWanted else { return subscription.cancel() }
    if isFirst {
      let handle = LinkSubscription(self, name: description)
      self.handle = handle
      downstream.receive(subscription: handle)
    } else if demand > .none {
      subscription.request(demand)
    }
  }

  @usableFromInline
  func detach() { state.withLockThenDrop { $0.current = nil } }

  @inlinable
  func deliver(_ input: Downstream.Input) -> Subscribers.Demand {
    let isWanted = state.withLock { state in
      if state.demand > .none { state.demand -= 1 }
      return !state.isOver
    }
    guard isWanted else { return .none }
    let more = downstream.receive(input)
    if more > .none { state.withLock { $0.demand += more } }
    return more
  }

  @usableFromInline
  func request(_ demand: Subscribers.Demand) {
    let current = state.withLock { state -> (any Subscription)? in
      guard !state.isOver else { return nil }
      state.demand += demand
      return state.current
    }
    current?.request(demand)
  }

  @usableFromInline
  func cancel() {
    let current = state.withLockThenDrop { state in
      defer {
        state.isOver = true
        state.current = nil
      }
      return state.current
    }
    steps.stop()
    current?.cancel()
  }
}

/// The subscriber of one of the upstreams.
@usableFromInline
final class SequentialPart<Failure: Error, Downstream: Subscriber>: Subscriber, RecordedSubscriber,
  CustomStringConvertible
{
  @usableFromInline typealias Input = Downstream.Input

  @usableFromInline
  enum State {
    case waiting
    case active
    case over
  }

  @usableFromInline let succession: SequentialSubscription<Downstream>
  @usableFromInline let number: Int
  @usableFromInline let onEnd: (Subscribers.Completion<Failure>) -> Void
  @usableFromInline var state = State.waiting

  @inlinable
  init(
    _ succession: SequentialSubscription<Downstream>, number: Int,
    _ onEnd: @escaping (Subscribers.Completion<Failure>) -> Void
  ) {
    self.succession = succession
    self.number = number
    self.onEnd = onEnd
  }

  @usableFromInline var recordedInput: RecordedInput? { succession.recordedInput(number) }
  @usableFromInline var description: String { succession.description }

  @usableFromInline
  func receive(subscription: any Subscription) {
    guard case .waiting = state else { return subscription.cancel() }
    state = .active
    succession.attach(subscription)
  }

  @inlinable
  func receive(_ input: Input) -> Subscribers.Demand {
    guard case .active = state else { return .none }
    return succession.deliver(input)
  }

  @usableFromInline
  func receive(completion: Subscribers.Completion<Failure>) {
    guard case .active = state else { return }
    state = .over
    succession.detach()
    onEnd(completion)
  }
}
