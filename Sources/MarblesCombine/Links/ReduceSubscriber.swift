import Marbles

/// The decision of a reducing operator after an element.
@usableFromInline
enum Reduction<Failure: Error> {
  case more
  /// The result is known: upstream is cancelled.
  case done
  case failed(Failure)
}

/// The subscriber of each operator that publishes one result for all elements: `reduce`, `collect`,
/// `first`, `count` and others.
///
/// Requests unlimited demand of upstream, and stores the result until it is requested. The
/// operator's state is in the variables of its closures. `step` receives upstream's signals only,
/// which are serial; `result` is called once, after the last of them.
@usableFromInline
final class ReduceSubscriber<Input, Failure: Error, Downstream: Subscriber>: Subscriber,
  Subscription,
  RecordedSubscriber, CustomStringConvertible
{
  @usableFromInline
  enum State {
    case waiting
    case active(any Subscription, isAsked: Bool)
    /// The result, or a finish without one, that has not been requested.
    case holding(Downstream.Input?)
    case delivering
    case over
  }

  @usableFromInline let downstream: Downstream
  @usableFromInline let name: String
  @usableFromInline let step: (Input) -> Reduction<Downstream.Failure>
  @usableFromInline let result: () -> Downstream.Input?
  @usableFromInline let mapFailure: (Failure) -> Downstream.Failure
  @usableFromInline let state = Locked(State.waiting)
  /// Whether elements are still received; touched by upstream's signals only.
  @usableFromInline var isOpen = false
  /// The subscription that downstream holds. It releases this object at the completion, so that
  /// nothing is kept alive.
  @usableFromInline var handle: LinkSubscription?

  @inlinable
  init(
    _ downstream: Downstream, name: String, mapFailure: @escaping (Failure) -> Downstream.Failure,
    step: @escaping (Input) -> Reduction<Downstream.Failure>,
    result: @escaping () -> Downstream.Input?
  ) {
    self.downstream = downstream
    self.name = name
    self.mapFailure = mapFailure
    self.step = step
    self.result = result
  }

  @usableFromInline var recordedInput: RecordedInput? { downstream.recordedInput?.throughOperator }
  @usableFromInline var description: String { name }

  @usableFromInline
  func receive(subscription: any Subscription) {
    let isFirst = state.withLock { state in
      guard case .waiting = state else { return false }
      state = .active(subscription, isAsked: false)
      return true
    }
    guard isFirst else { return subscription.cancel() }
    isOpen = true
    let handle = LinkSubscription(self, name: name)
    self.handle = handle
    downstream.receive(subscription: handle)
    subscription.request(.unlimited)
  }

  @inlinable
  func receive(_ input: Input) -> Subscribers.Demand {
    guard isOpen else { return .none }
    switch step(input) {
    case .more: return .none
    case .done: finish(cancelling: true)
    case .failed(let error): fail(error, cancelling: true)
    }
    return .none
  }

  @usableFromInline
  func receive(completion: Subscribers.Completion<Failure>) {
    guard isOpen else { return }
    switch completion {
    case .finished: finish(cancelling: false)
    case .failure(let error): fail(mapFailure(error), cancelling: false)
    }
  }

  @usableFromInline
  func fail(_ error: Downstream.Failure, cancelling: Bool) {
    isOpen = false
    guard let (upstream, _) = end() else { return }
    if cancelling { upstream.cancel() }
    handle?.forget()
    downstream.receive(completion: .failure(error))
  }

  @usableFromInline
  func finish(cancelling: Bool) {
    isOpen = false
    let output = result()
    let (upstream, isAsked) =
      state.withLock { state -> (any Subscription, Bool)? in
        guard case .active(let upstream, let isAsked) = state else { return nil }
        state = isAsked ? .delivering : .holding(output)
        return (upstream, isAsked)
      } ?? (nil, false)
    guard let upstream else { return }
    if cancelling { upstream.cancel() }
    if isAsked { deliver(output) }
  }

  @inlinable
  func deliver(_ output: Downstream.Input?) {
    if let output { _ = downstream.receive(output) }
    let isWanted = state.withLock { state in
      defer { state = .over }
      if case .delivering = state { return true } else { return false }
    }
    guard isWanted else { return }
    handle?.forget()
    downstream.receive(completion: .finished)
  }

  @usableFromInline
  func end() -> (any Subscription, isAsked: Bool)? {
    state.withLock { state in
      guard case .active(let upstream, let isAsked) = state else { return nil }
      state = .over
      return (upstream, isAsked)
    }
  }

  @usableFromInline
  func request(_ demand: Subscribers.Demand) {
    guard demand > .none else { return }
    let held = state.withLock { state -> Downstream.Input?? in
      switch state {
      case .active(let upstream, _):
        state = .active(upstream, isAsked: true)
        return nil
      case .holding(let output):
        state = .delivering
        return .some(output)
      case .waiting, .delivering, .over:
        return nil
      }
    }
    if case .some(let output) = held { deliver(output) }
  }

  @usableFromInline
  func cancel() {
    let upstream = state.withLockThenDrop { state -> (any Subscription)? in
      defer { state = .over }
      guard case .active(let upstream, _) = state else { return nil }
      return upstream
    }
    upstream?.cancel()
  }
}

extension ReduceSubscriber where Failure == Downstream.Failure {
  @inlinable
  convenience init(
    _ downstream: Downstream, name: String,
    step: @escaping (Input) -> Reduction<Failure>, result: @escaping () -> Downstream.Input?
  ) {
    self.init(downstream, name: name, mapFailure: { $0 }, step: step, result: result)
  }
}

extension ReduceSubscriber where Downstream.Failure == any Error {
  /// The link of an operator whose closure may throw: the error becomes the failure.
  @inlinable
  convenience init(
    throwing downstream: Downstream, name: String,
    step: @escaping (Input) throws -> Reduction<any Error>,
    result: @escaping () -> Downstream.Input?
  ) {
    self.init(
      downstream, name: name, mapFailure: { $0 },
      step: { input in
        do {
          return try step(input)
        } catch {
          return .failed(error)
        }
      }, result: result)
  }
}
