import Marbles
import MarblesCombine

extension ObservableType {
  /// Attaches a subscriber of Combine.
  ///
  /// - Demand: Elements that have not been requested are buffered without bound.
  public func receive<S: Subscriber>(subscriber: S)
  where S.Input == Element, S.Failure == any Error {
    ObservableSubscription.start(self, subscriber)
  }
}

/// The subscription of a subscriber to an observable. Thread-safe.
///
/// Elements that arrive without demand wait in a queue without bound.
private final class ObservableSubscription<S: Subscriber>: MarblesCombine.Subscription
where S.Failure == any Error {
  private struct State {
    let subscriber: S
    var demand = Subscribers.Demand.none
    var queue = Queue<S.Input>()
    var completion: Subscribers.Completion<S.Failure>?
    /// The thread that delivers the waiting elements.
    var drainer: ThreadIdentity?

    /// Whether no waiting element precedes one that arrives now. Elements of other threads wait
    /// during a drain; elements that the drain itself causes do not.
    var isClear: Bool {
      queue.isEmpty && (drainer == nil || drainer == ThreadIdentity.current)
    }

    var isDue: Bool { demand > .none && isClear }
  }

  private enum Delivery {
    case value(S.Input, to: S)
    case end(Subscribers.Completion<S.Failure>, to: S)
  }

  private let above = SingleAssignmentDisposable()
  /// Whether `above` is set. Only the subscribing thread reads it.
  private var hasStarted = false
  private let report: WaitingReport?
  /// `nil` once cancelled or ended: the subscriber can retain this subscription, so it is released.
  private let state: Locked<State?>

  private init(_ subscriber: S) {
    state = Locked(State(subscriber: subscriber))
    report = WaitingReport(subscriber.recordedLane)
  }

  static func start(_ observable: some ObservableType<S.Input>, _ subscriber: S) {
    let subscription = ObservableSubscription(subscriber)
    subscriber.receive(subscription: subscription)
    guard subscription.state.withLock({ $0 != nil }) else { return }
    let receiver = Receiver<S.Input>(
      input: subscriber.recordedInput?.throughOperator, next: { subscription.receive($0) },
      end: { subscription.end($0.error.map { .failure($0) } ?? .finished) },
      started: { subscription.started($0) })
    let work = observable.subscribe(receiver)
    if !subscription.hasStarted { subscription.started(work) }
  }

  /// The outermost sequence of a thread delivers before `subscribe` returns. A subscriber that
  /// cancels meanwhile ends it.
  private func started(_ work: any Disposable) {
    hasStarted = true
    above.setDisposable(work)
  }

  private func receive(_ value: S.Input) {
    let (subscriber, isWaiting) = state.withLock { state -> (S?, Bool) in
      guard let isDue = state?.isDue else { return (nil, false) }
      guard isDue else {
        state?.queue.append(value)
        return (nil, true)
      }
      state?.demand -= 1
      return (state?.subscriber, false)
    }
    if isWaiting { report?.wait(value) }
    guard let subscriber else { return }
    let more = subscriber.receive(value)
    if more > .none { request(more) }
  }

  private func end(_ completion: Subscribers.Completion<S.Failure>) {
    let subscriber = state.withLock { state -> S? in
      guard let isClear = state?.isClear else { return nil }
      guard isClear else {
        state?.completion = completion
        return nil
      }
      defer { state = nil }
      return state?.subscriber
    }
    if let subscriber { finish(completion, subscriber) }
  }

  private func finish(_ completion: Subscribers.Completion<S.Failure>, _ subscriber: S) {
    subscriber.receive(completion: completion)
    // The upstream references this subscription: this breaks the cycle.
    above.dispose()
  }

  func request(_ demand: Subscribers.Demand) {
    let isTurn = state.withLock { state -> Bool in
      state?.demand += demand
      guard state?.queue.isEmpty == false, state?.drainer == nil else { return false }
      state?.drainer = ThreadIdentity.current
      return true
    }
    if isTurn { drain() }
  }

  private func drain() {
    while let delivery = next() {
      switch delivery {
      case .value(let value, let subscriber):
        let more = report?.leave { subscriber.receive(value) } ?? subscriber.receive(value)
        state.withLock { $0?.demand += more }
      case .end(let completion, let subscriber): finish(completion, subscriber)
      }
    }
  }

  /// The next delivery. If there is none, the drain ends under the same lock, so that a later request
  /// starts another one.
  private func next() -> Delivery? {
    state.withLock { state -> Delivery? in
      guard let subscriber = state?.subscriber else { return nil }
      if let demand = state?.demand, demand > .none, let value = state?.queue.popFirst() {
        state?.demand -= 1
        return .value(value, to: subscriber)
      }
      state?.drainer = nil
      guard state?.queue.isEmpty == true, let completion = state?.completion else { return nil }
      state = nil
      return .end(completion, to: subscriber)
    }
  }

  func cancel() {
    state.withLockReleasing { state -> State? in
      defer { state = nil }
      return state
    }
    above.dispose()
    report?.forgetAll()
  }
}

/// A publisher as an observable, with unlimited demand.
package final class PublisherObservable<Upstream: Publisher>: Observable<Upstream.Output> {
  private let producer: Producer<Upstream.Output>

  package init(_ upstream: Upstream) {
    producer = Producer { sink in
      let subscriber = SinkSubscriber<Upstream.Output, Upstream.Failure>(sink)
      upstream.subscribe(subscriber)
      return subscriber
    }
    super.init()
  }

  override func subscribe(receiver: Receiver<Upstream.Output>) -> any Disposable {
    producer.subscribe(receiver: receiver)
  }
}

/// A subscriber that passes elements and completions on to a sink. Thread-safe.
private final class SinkSubscriber<Input, Failure: Error>: Subscriber, Disposable,
  RecordedSubscriber
{
  private enum State {
    case waiting
    case subscribed(any MarblesCombine.Subscription)
    case ended
  }

  private let sink: Sink<Input>
  private let state = Locked(State.waiting)

  init(_ sink: Sink<Input>) { self.sink = sink }

  var recordedInput: RecordedInput? { sink.input }

  func receive(subscription: any MarblesCombine.Subscription) {
    let isFirst = state.withLock { state in
      guard case .waiting = state else { return false }
      state = .subscribed(subscription)
      return true
    }
    if isFirst { subscription.request(.unlimited) } else { subscription.cancel() }
  }

  func receive(_ input: Input) -> Subscribers.Demand {
    sink.onNext(input)
    return .none
  }

  /// The end is passed on first: an observer that disposes meanwhile cancels the publisher, which
  /// can be an observable whose source is still subscribed.
  func receive(completion: Subscribers.Completion<Failure>) {
    switch completion {
    case .finished: sink.onCompleted()
    case .failure(let error): sink.onError(error)
    }
    state.withLockReleasing { state -> State in
      defer { state = .ended }
      return state
    }
  }

  func dispose() {
    let old = state.withLock { state in
      defer { state = .ended }
      return state
    }
    if case .subscribed(let subscription) = old { subscription.cancel() }
  }
}
