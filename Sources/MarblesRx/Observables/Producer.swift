import Marbles

/// An observable that does its work anew for each subscriber.
///
/// The first subscription on a thread makes the thread's trampoline: sequences inside it then take
/// turns (``CurrentThreadScheduler``).
final class Producer<Element>: Observable<Element> {
  private let run: (Sink<Element>) -> any Disposable

  /// `run` starts the work for one subscription and returns what stops it.
  init(_ run: @escaping (Sink<Element>) -> any Disposable) {
    self.run = run
    super.init()
  }

  override func subscribe(receiver: Receiver<Element>) -> any Disposable {
    let sink = Sink(receiver)
    guard CurrentThreadScheduler.isScheduleRequired else {
      sink.subscription.setAbove(run(sink))
      return sink.subscription
    }
    return CurrentThreadScheduler.instance.schedule(()) { [run] in
      sink.subscription.setAbove(run(sink))
      receiver.started(sink.subscription)
      return sink.subscription
    }
  }
}

extension ObservableType {
  /// Subscribes for an operator: values go to `onNext`, whose error ends the sink, and ends go to
  /// the sink unless `onCompleted` takes the completion.
  func subscribe<Result>(
    into sink: Sink<Result>, onNext: @escaping (Element) throws -> Void,
    onCompleted: (() -> Void)? = nil
  ) -> any Disposable {
    subscribe(
      ClosureReceiver<Element>(lane: sink.lane) { event in
        switch event {
        case .next(let value):
          do { try onNext(value) } catch { sink.onError(error) }
        case .error(let error): sink.onError(error)
        case .completed: if let onCompleted { onCompleted() } else { sink.onCompleted() }
        }
      })
  }
}

/// What one subscription to an operator passes events on to, until it has ended or is disposed.
/// Thread-safe.
///
/// An end is passed on first, and what is above is disposed afterwards, as in RxSwift.
final class Sink<Element>: Receiver<Element> {
  private let receiver: Receiver<Element>
  /// The subscription as whoever subscribed holds it.
  let subscription = SubscriptionState()

  init(_ receiver: Receiver<Element>) {
    self.receiver = receiver
    super.init(lane: receiver.lane)
  }

  var isDisposed: Bool { subscription.isDisposed }

  override func next(_ element: Element) {
    if subscription.isOpen { receiver.next(element) }
  }

  override func on(_ event: Event<Element>) {
    if event.isStopEvent { end(event) } else if subscription.isOpen { receiver.on(event) }
  }

  /// Passes an end on, runs `after`, and disposes what is above.
  func end(_ event: Event<Element>, after: () -> Void = {}) {
    guard subscription.beginEnd() else { return }
    receiver.on(event)
    after()
    subscription.dispose()
  }
}

/// Whether a sink is open, and the subscription above it.
///
/// It does not know the sink: whoever keeps a subscription that is over keeps nobody alive.
struct SubscriptionState: Cancelable {
  private enum State {
    case open(above: (any Disposable)?)
    /// The end is being passed on.
    case ending(above: (any Disposable)?)
    case disposed
  }

  private let state = Locked(State.open(above: nil))

  var isDisposed: Bool {
    state.withLock { if case .disposed = $0 { true } else { false } }
  }

  var isOpen: Bool {
    state.withLock { if case .open = $0 { true } else { false } }
  }

  /// Gives it what to dispose at the end; at once if the end has come already.
  func setAbove(_ disposable: any Disposable) {
    let isLate = state.withLock { state in
      switch state {
      case .open: state = .open(above: disposable)
      case .ending: state = .ending(above: disposable)
      case .disposed: return true
      }
      return false
    }
    if isLate { disposable.dispose() }
  }

  /// `true` if it was open: the end may be passed on.
  func beginEnd() -> Bool {
    state.withLock { state in
      guard case .open(let above) = state else { return false }
      state = .ending(above: above)
      return true
    }
  }

  func dispose() {
    let above: (any Disposable)? = state.withLock { state in
      defer { state = .disposed }
      switch state {
      case .open(let above), .ending(let above): return above
      case .disposed: return nil
      }
    }
    above?.dispose()
  }
}
