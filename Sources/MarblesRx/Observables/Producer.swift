import Marbles

/// An observable that performs its work again for each subscription.
///
/// The outermost subscription on a thread creates the trampoline of that thread
/// (``CurrentThreadScheduler``).
final class Producer<Element>: Observable<Element> {
  private let run: (Sink<Element>) -> any Disposable

  /// - Parameter run: Starts the work of one subscription and returns a disposable that ends it.
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
  /// Subscribes for an operator. An error of `onNext` ends the sink. The end is passed to the sink,
  /// except for a completion if there is `onCompleted`.
  func subscribe<Result>(
    into sink: Sink<Result>, onNext: @escaping (Element) throws -> Void,
    onCompleted: (() -> Void)? = nil
  ) -> any Disposable {
    asObservable().subscribe(
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

/// The downstream of one subscription to an operator. It passes events on until it has ended or is
/// disposed. Thread-safe.
///
/// An end is passed on first, and the subscription to the source is disposed after that, like in
/// RxSwift.
final class Sink<Element>: Receiver<Element> {
  private let receiver: Receiver<Element>
  /// The subscription that is returned to the subscriber.
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

  /// Passes an end on, calls `after`, and disposes the subscription to the source.
  func end(_ event: Event<Element>, after: () -> Void = {}) {
    guard subscription.beginEnd() else { return }
    receiver.on(event)
    after()
    subscription.dispose()
  }
}

/// The state of a sink and its subscription to the source.
///
/// It does not reference the sink, so that a subscription that is over retains no object.
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

  /// Sets the subscription to the source; it is disposed at once if the sink has ended.
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

  /// Starts the end, and returns whether the sink was open.
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
