import Marbles
import MarblesCombine

/// The inner streams that run at the same time.
@usableFromInline
package enum InnerPolicy {
  /// All of them.
  case all
  /// One; elements that arrive while it runs are dropped.
  case first
  /// The newest one.
  case latest
  /// At most the given number; the others wait in a queue.
  case queue(Int)
}

extension ObservableType {
  /// The common part of flatMap, flatMapFirst, flatMapLatest, concatMap and merge(maxConcurrent:).
  @inlinable
  package func inner<Source: ObservableConvertibleType>(
    _ policy: InnerPolicy, _ transform: @escaping (Element) throws -> Source
  ) -> Observable<Source.Element> {
    Producer { sink in
      let run = InnerRun(policy, sink)
      run.outer.setDisposable(
        self.subscribe(into: sink, through: run.gate) { event in
          switch event {
          case .next(let value):
            guard run.isWanted else { return }
            do { run.take(try transform(value).asObservable()) } catch { sink.onError(error) }
          case .error(let error): sink.onError(error)
          case .completed: run.outerHasCompleted()
          }
        })
      return run
    }
  }
}

/// One subscription to an operator that runs inner streams. Its state is guarded by the gate.
@usableFromInline
final class InnerRun<Element>: Disposable {
  @usableFromInline let gate = SerialGate()
  @usableFromInline let outer = SingleAssignmentDisposable()
  @usableFromInline let sink: Sink<Element>
  /// Subscribes to an inner stream. It is formed where the types are known.
  @usableFromInline let subscribe: (InnerRun, Observable<Element>, Inner) -> Void
  @usableFromInline let isLatestOnly: Bool
  /// The newest inner stream, if only the newest one runs.
  @usableFromInline var latest: Inner?
  @usableFromInline let policy: InnerPolicy
  /// The inner streams that run, in the order of their subscription; `nil` once disposed.
  @usableFromInline let inners = Locked<[Inner]?>([])
  @usableFromInline var waiting = Queue<Observable<Element>>()
  @usableFromInline var running = 0
  @usableFromInline var hasOuterCompleted = false
  /// Whether waiting streams are being subscribed, one after another.
  @usableFromInline var isProceeding = false

  /// The subscription to an inner stream. Guarded by the lock of `inners`.
  @usableFromInline
  final class Inner {
    @usableFromInline var subscription: (any Disposable)?
    @usableFromInline var isOver = false

    @inlinable init() {}

    /// Ends the subscription, and returns the disposable to dispose outside of the lock.
    @inlinable
    func finish() -> (any Disposable)? {
      isOver = true
      return subscription.take()
    }
  }

  @inlinable
  convenience init(_ policy: InnerPolicy, _ sink: Sink<Element>) {
    self.init(policy, sink) { run, source, inner in
      let subscription = source.subscribe(
        Receiver(
          lane: sink.lane,
          next: { value in
            run.gate.run(
              now: { if run.isCurrent(inner) { sink.onNext(value) } },
              orLater: { if run.isCurrent(inner) { sink.onNext(value) } })
          },
          end: { event in
            run.gate.run(now: { run.end(inner, event) }, orLater: { run.end(inner, event) })
          }))
      run.set(subscription, of: inner)
    }
  }

  @inlinable
  init(
    _ policy: InnerPolicy, _ sink: Sink<Element>,
    subscribe: @escaping (InnerRun, Observable<Element>, Inner) -> Void
  ) {
    self.policy = policy
    self.sink = sink
    self.subscribe = subscribe
    isLatestOnly = if case .latest = policy { true } else { false }
  }

  /// Whether an element of the source is transformed now.
  @inlinable
  var isWanted: Bool {
    guard !sink.isDisposed else { return false }
    if case .first = policy { return running == 0 }
    return true
  }

  @inlinable
  func isCurrent(_ inner: Inner) -> Bool { !isLatestOnly || latest === inner }

  @inlinable
  func take(_ source: Observable<Element>) {
    if case .queue(let limit) = policy, running >= limit || !waiting.isEmpty {
      waiting.append(source)
    } else {
      start(source)
    }
  }

  @inlinable
  func start(_ source: Observable<Element>) {
    guard !sink.isDisposed else { return }
    let inner = Inner()
    if isLatestOnly {
      running = 1
      if let previous = latest { finish(previous) }
      latest = inner
    } else {
      running += 1
    }
    let isDisposed = inners.withLock { inners in
      inners?.append(inner)
      return inners == nil
    }
    if !isDisposed { subscribe(self, source, inner) }
  }

  @inlinable
  func set(_ subscription: any Disposable, of inner: Inner) {
    let isLate = inners.withLock { inners in
      guard inners != nil, !inner.isOver else { return true }
      inner.subscription = subscription
      return false
    }
    if isLate { subscription.dispose() }
  }

  @inlinable
  func finish(_ inner: Inner) {
    let subscription = inners.withLock { inners -> (any Disposable)? in
      if let index = inners?.lastIndex(where: { $0 === inner }) { inners?.remove(at: index) }
      return inner.finish()
    }
    subscription?.dispose()
  }

  @inlinable
  func end(_ inner: Inner, _ event: Event<Element>) {
    guard isCurrent(inner) else { return }
    guard case .completed = event else { return sink.end(event) }
    finish(inner)
    running -= 1
    guard case .queue(let limit) = policy, !waiting.isEmpty else { return completeIfDone() }
    proceed(limit)
  }

  /// Subscribes waiting streams. A stream that ends while it is being subscribed is followed when
  /// its subscription has returned, so that the stack does not grow.
  @usableFromInline
  func proceed(_ limit: Int) {
    guard !isProceeding else { return }
    isProceeding = true
    while !sink.isDisposed, running < limit, let next = waiting.popFirst() { start(next) }
    isProceeding = false
  }

  @usableFromInline
  func outerHasCompleted() {
    hasOuterCompleted = true
    // Only flatMapLatest disposes the source before it passes the completion on.
    if isLatestOnly { outer.dispose() }
    completeIfDone()
    outer.dispose()
  }

  @usableFromInline
  func completeIfDone() {
    if hasOuterCompleted, running == 0, waiting.isEmpty { sink.onCompleted() }
  }

  @usableFromInline
  func dispose() {
    outer.dispose()
    let subscriptions = inners.withLock { inners -> [(any Disposable)?] in
      defer { inners = nil }
      return inners?.map { $0.finish() } ?? []
    }
    for subscription in subscriptions { subscription?.dispose() }
  }
}
