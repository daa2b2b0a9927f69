import Marbles
import MarblesCombine

extension ObservableType {
  public func receive<S: Subscriber>(subscriber: S)
  where S.Input == Element, S.Failure == any Error {
    ObservableSubscription.start(self, subscriber) { $0 }
  }
}

/// Looks at an observable as a publisher with another type of failure.
struct ObservablePublisher<Output, Failure: Error>: Publisher {
  let observable: Observable<Output>
  let failure: (any Error) -> Failure

  func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    ObservableSubscription.start(observable, subscriber, failure)
  }
}

/// A subscriber's subscription to an observable. Thread-safe.
///
/// What comes while there is no demand waits in a queue without bound.
private final class ObservableSubscription<S: Subscriber>: Receiver<S.Input>, Subscription {
  private struct State {
    var demand = Subscribers.Demand.none
    var queue = Fifo<S.Input>()
    var completion: Subscribers.Completion<S.Failure>?
    var isDraining = false
  }

  private let subscriber: S
  private let failure: (any Error) -> S.Failure
  private let above = SingleAssignmentDisposable()
  /// Whether `above` is known. Only the thread that subscribes looks at it.
  private var hasStarted = false
  private let report: WaitingReport?
  /// `nil` once cancelled or ended.
  private let state = Locked<State?>(State())

  private init(_ subscriber: S, _ failure: @escaping (any Error) -> S.Failure) {
    self.subscriber = subscriber
    self.failure = failure
    report = WaitingReport(subscriber.recordedLane)
    super.init(lane: subscriber.recordedLane)
  }

  static func start(
    _ observable: some ObservableType<S.Input>, _ subscriber: S,
    _ failure: @escaping (any Error) -> S.Failure
  ) {
    let subscription = ObservableSubscription(subscriber, failure)
    subscriber.receive(subscription: subscription)
    guard subscription.state.withLock({ $0 != nil }) else { return }
    let work = observable.subscribe(subscription)
    if !subscription.hasStarted { subscription.started(work) }
  }

  /// The outermost sequence of a thread delivers before `subscribe` returns: a subscriber that
  /// cancels meanwhile stops it all the same.
  override func started(_ work: any Disposable) {
    hasStarted = true
    above.setDisposable(work)
  }

  override func on(_ event: Event<S.Input>) {
    switch event {
    case .next(let value):
      let isDue = state.withLock { state in
        guard let current = state else { return false }
        guard current.queue.isEmpty, current.demand > .none else {
          state?.queue.append(value)
          return false
        }
        state?.demand -= 1
        return true
      }
      if isDue { deliver(value) } else if state.withLock({ $0 != nil }) { report?.wait(value) }
    case .error(let error): end(.failure(failure(error)))
    case .completed: end(.finished)
    }
  }

  private func deliver(_ value: S.Input) {
    let more = subscriber.receive(value)
    if more > .none { request(more) }
  }

  private func end(_ completion: Subscribers.Completion<S.Failure>) {
    let isDue = state.withLock { state in
      guard let current = state else { return false }
      guard current.queue.isEmpty else {
        state?.completion = completion
        return false
      }
      state = nil
      return true
    }
    if isDue { finish(completion) }
  }

  private func finish(_ completion: Subscribers.Completion<S.Failure>) {
    subscriber.receive(completion: completion)
    // What is above knows this subscription: neither may keep the other alive.
    above.dispose()
  }

  func request(_ demand: Subscribers.Demand) {
    let isTurn = state.withLock { state in
      state?.demand += demand
      guard let current = state, !current.queue.isEmpty, !current.isDraining else { return false }
      state?.isDraining = true
      return true
    }
    if isTurn { drain() }
  }

  private func drain() {
    while let value = next() {
      let more = report?.leave { subscriber.receive(value) } ?? subscriber.receive(value)
      state.withLock { $0?.demand += more }
    }
    let completion = state.withLock { state -> Subscribers.Completion<S.Failure>? in
      state?.isDraining = false
      guard let current = state, current.queue.isEmpty, current.completion != nil else {
        return nil
      }
      state = nil
      return current.completion
    }
    if let completion { finish(completion) }
  }

  private func next() -> S.Input? {
    state.withLock { state in
      guard let current = state, !current.queue.isEmpty, current.demand > .none else { return nil }
      state?.demand -= 1
      return state?.queue.popFirst()
    }
  }

  func cancel() {
    state.withLock { $0 = nil }
    above.dispose()
    report?.forgetAll()
  }
}
