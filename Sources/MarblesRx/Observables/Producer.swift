import Marbles

/// An observable that performs its work again for each subscription.
///
/// The outermost subscription on a thread creates the trampoline of that thread
/// (``CurrentThreadScheduler``).
@usableFromInline
final class Producer<Element>: Observable<Element> {
  @usableFromInline let attach: (Receiver<Element>) -> any Disposable

  /// - Parameter run: Starts the work of one subscription and returns a disposable that ends it.
  @inlinable @inline(__always)
  init(_ run: @escaping (Sink<Element>) -> any Disposable) {
    attach = { receiver in
      let sink = Sink(receiver)
      let subscription = sink.subscription
      guard CurrentThreadScheduler.isScheduleRequired else {
        subscription.setAbove(run(sink))
        return subscription
      }
      return CurrentThreadScheduler.first {
        subscription.setAbove(run(sink))
        receiver.started?(subscription)
        return subscription
      }
    }
    super.init()
  }

  @inlinable
  override func subscribe(receiver: Receiver<Element>) -> any Disposable { attach(receiver) }
}

/// An observable that sends all of its events during the subscription, without a trampoline and
/// without a sink, like RxSwift's `just`.
@usableFromInline
final class Immediate<Element>: Observable<Element> {
  @usableFromInline let send: (Receiver<Element>) -> Void

  @inlinable
  init(_ send: @escaping (Receiver<Element>) -> Void) {
    self.send = send
    super.init()
  }

  @inlinable
  override func subscribe(receiver: Receiver<Element>) -> any Disposable {
    send(receiver)
    return Disposables.create()
  }
}

/// An observable of one element, which is sent during the subscription.
@usableFromInline
final class SingleElement<Element>: Observable<Element> {
  @usableFromInline let element: Element
  /// Sends the element and the completion. It is formed where the type is known.
  @usableFromInline let send: (Element, Receiver<Element>) -> Void

  @inlinable
  init(_ element: Element) {
    self.element = element
    send = { element, receiver in
      receiver.next(element)
      receiver.end(.completed)
    }
    super.init()
  }

  @inlinable
  override func subscribe(receiver: Receiver<Element>) -> any Disposable {
    send(element, receiver)
    return Disposables.create()
  }
}

extension ObservableType {
  /// Subscribes for an operator. An error of `onNext` ends the sink. The end is passed to the sink,
  /// except for a completion if there is `onCompleted`.
  @inlinable @inline(__always)
  func subscribe<Result>(
    into sink: Sink<Result>, as role: Recording.EdgeRole = .main,
    onNext: @escaping (Element) throws -> Void, onCompleted: (() -> Void)? = nil
  ) -> any Disposable {
    asObservable().subscribe(
      Receiver(
        input: .of(sink.input, as: role),
        next: { value in
          do { try onNext(value) } catch { sink.onError(error) }
        },
        end: { event in
          if case .error(let error) = event { return sink.onError(error) }
          if let onCompleted { onCompleted() } else { sink.onCompleted() }
        }))
  }

  /// Subscribes the downstream of an operator itself.
  @inlinable
  func subscribe(_ sink: Sink<Element>, as role: Recording.EdgeRole = .main) -> any Disposable {
    subscribe(sink.asReceiver(as: role))
  }
}

/// The downstream of one subscription to an operator. It passes events on until it has ended or is
/// disposed. Thread-safe.
///
/// An end is passed on first, and the subscription to the source is disposed after that, like in
/// RxSwift.
@usableFromInline
final class Sink<Element>: ObserverType {
  @usableFromInline let receiver: Receiver<Element>
  /// The subscription that is returned to the subscriber.
  @usableFromInline let subscription = SubscriptionState()

  @inlinable
  init(_ receiver: Receiver<Element>) { self.receiver = receiver }

  @inlinable var input: RecordedInput? { receiver.recordedInput }
  @inlinable var lane: RecordedLane? { receiver.lane }
  @inlinable var isDisposed: Bool { subscription.isDisposed }

  @inlinable @inline(__always)
  func onNext(_ element: Element) {
    guard subscription.isOpen else { return }
    // The sink retains the receiver, so that the call needs no retain.
    Unmanaged.passUnretained(receiver)._withUnsafeGuaranteedRef { $0.next(element) }
  }

  @inlinable
  func on(_ event: Event<Element>) {
    if case .next(let element) = event { onNext(element) } else { end(event) }
  }

  @usableFromInline func onError(_ error: any Error) { end(.error(error)) }
  @usableFromInline func onCompleted() { end(.completed) }

  /// Passes an end on and disposes the subscription to the source.
  @usableFromInline func end(_ event: Event<Element>) { end(event, after: {}) }

  /// Passes an end on, calls `after`, and disposes the subscription to the source.
  @usableFromInline
  func end(_ event: Event<Element>, after: () -> Void) {
    guard subscription.beginEnd() else { return }
    receiver.end(event)
    after()
    subscription.dispose()
  }

  /// Returns a receiver that passes events on to this sink.
  @inlinable
  func asReceiver(as role: Recording.EdgeRole = .main) -> Receiver<Element> {
    Receiver(
      input: .of(input, as: role), next: { [self] in onNext($0) }, end: { [self] in end($0) })
  }
}

/// The state of a sink and its subscription to the source.
///
/// It does not reference the sink, so that a subscription that is over retains no object.
@usableFromInline
struct SubscriptionState: Cancelable {
  @usableFromInline
  enum Phase {
    case open
    /// The end is being passed on.
    case ending
    case disposed
  }

  /// The phase is not part of one enum with the subscription: reading the case of such an enum
  /// copies the subscription.
  @usableFromInline
  struct State {
    @usableFromInline var phase = Phase.open
    /// The subscription to the source, until the disposal.
    @usableFromInline var above: (any Disposable)?

    @inlinable init() {}
  }

  @usableFromInline let state = Locked(State())

  @inlinable init() {}

  @inlinable var isDisposed: Bool { state.withLock { $0.phase == .disposed } }
  @inlinable var isOpen: Bool { state.withLock { $0.phase == .open } }

  /// Sets the subscription to the source; it is disposed at once if the sink has ended.
  @usableFromInline
  func setAbove(_ disposable: any Disposable) {
    let isLate = state.withLock { state in
      if state.phase != .disposed { state.above = disposable }
      return state.phase == .disposed
    }
    if isLate { disposable.dispose() }
  }

  /// Starts the end, and returns whether the sink was open.
  @usableFromInline
  func beginEnd() -> Bool {
    state.withLock { state in
      guard state.phase == .open else { return false }
      state.phase = .ending
      return true
    }
  }

  @usableFromInline
  func dispose() {
    let above = state.withLock { state in
      state.phase = .disposed
      return state.above.take()
    }
    above?.dispose()
  }
}
