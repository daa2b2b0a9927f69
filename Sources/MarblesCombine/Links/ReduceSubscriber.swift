import Marbles

/// What a reducing operator thinks after a value.
enum Reduction<Failure: Error> {
  case more
  /// The result is known: upstream is cancelled.
  case done
  case failed(Failure)
}

/// The link of every operator that makes one result of all values: `reduce`, `collect`, `first`,
/// `count`, ….
///
/// It asks upstream for everything at once and keeps the result until it is asked for. The
/// operator's state lives in the variables of its closures; `step` sees the upstream's signals
/// only, which are serial, `result` is called once, after the last of them.
final class ReduceSubscriber<Input, Failure: Error, Downstream: Subscriber>: Subscriber,
  Subscription,
  RecordedSubscriber, CustomStringConvertible
{
  private enum State {
    case waiting
    case active(any Subscription, isAsked: Bool)
    case holding(Downstream.Input)
    case delivering
    case over
  }

  private let downstream: Downstream
  private let name: String
  private let step: (Input) -> Reduction<Downstream.Failure>
  private let result: () -> Downstream.Input?
  private let mapFailure: (Failure) -> Downstream.Failure
  private let state = Locked(State.waiting)
  /// Whether values are still wanted; touched by the upstream's signals only.
  private var isOpen = false
  /// What downstream holds; it lets go of this link at the end, so that nothing is kept alive.
  private var handle: LinkSubscription?

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

  var lane: RecordedLane? { downstream.recordedLane }
  var description: String { name }

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

  func receive(_ input: Input) -> Subscribers.Demand {
    guard isOpen else { return .none }
    switch step(input) {
    case .more: return .none
    case .done: finish(cancelling: true)
    case .failed(let error): fail(error, cancelling: true)
    }
    return .none
  }

  func receive(completion: Subscribers.Completion<Failure>) {
    guard isOpen else { return }
    switch completion {
    case .finished: finish(cancelling: false)
    case .failure(let error): fail(mapFailure(error), cancelling: false)
    }
  }

  private func fail(_ error: Downstream.Failure, cancelling: Bool) {
    isOpen = false
    guard let (upstream, _) = end() else { return }
    if cancelling { upstream.cancel() }
    handle?.forget()
    downstream.receive(completion: .failure(error))
  }

  private func finish(cancelling: Bool) {
    isOpen = false
    let output = result()
    let (upstream, isAsked) =
      state.withLock { state -> (any Subscription, Bool)? in
        guard case .active(let upstream, let isAsked) = state else { return nil }
        state = output.map { isAsked ? .delivering : .holding($0) } ?? .over
        return (upstream, isAsked)
      } ?? (nil, false)
    guard let upstream else { return }
    if cancelling { upstream.cancel() }
    switch output {
    case .some(let output) where isAsked: deliver(output)
    case .some: break
    case nil:
      handle?.forget()
      downstream.receive(completion: .finished)
    }
  }

  private func deliver(_ output: Downstream.Input) {
    _ = downstream.receive(output)
    let isWanted = state.withLock { state in
      defer { state = .over }
      if case .delivering = state { return true } else { return false }
    }
    guard isWanted else { return }
    handle?.forget()
    downstream.receive(completion: .finished)
  }

  private func end() -> (any Subscription, isAsked: Bool)? {
    state.withLock { state in
      guard case .active(let upstream, let isAsked) = state else { return nil }
      state = .over
      return (upstream, isAsked)
    }
  }

  func request(_ demand: Subscribers.Demand) {
    guard demand > .none else { return }
    let held = state.withLock { state -> Downstream.Input? in
      switch state {
      case .active(let upstream, _):
        state = .active(upstream, isAsked: true)
        return nil
      case .holding(let output):
        state = .delivering
        return output
      case .waiting, .delivering, .over:
        return nil
      }
    }
    if let held { deliver(held) }
  }

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
  convenience init(
    _ downstream: Downstream, name: String,
    step: @escaping (Input) -> Reduction<Failure>, result: @escaping () -> Downstream.Input?
  ) {
    self.init(downstream, name: name, mapFailure: { $0 }, step: step, result: result)
  }
}

extension ReduceSubscriber where Downstream.Failure == any Error {
  /// The link of an operator whose closure may throw: the error becomes the failure.
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
