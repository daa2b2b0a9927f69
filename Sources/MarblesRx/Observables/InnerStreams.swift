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
  /// Creates the receiver of inner streams. It is formed where the types are known.
  @usableFromInline let receiver: (InnerRun, Inner) -> Receiver<Element>
  @usableFromInline let policy: InnerPolicy
  @usableFromInline let isLatestOnly: Bool
  /// The inner streams that run; `nil` once disposed.
  @usableFromInline let inners = Locked<Inners?>(Inners())
  /// The newest inner stream while it runs, if only the newest one runs.
  @usableFromInline @exclusivity(unchecked) var latest: Inner?
  @usableFromInline @exclusivity(unchecked) var waiting = Queue<Observable<Element>>()
  @usableFromInline @exclusivity(unchecked) var running = 0
  @usableFromInline @exclusivity(unchecked) var hasOuterCompleted = false
  /// The number of calls of ``proceed(_:)`` on the stack.
  @usableFromInline @exclusivity(unchecked) var depth = 0

  /// The subscription to an inner stream. Guarded by the lock of `inners`.
  @usableFromInline
  final class Inner {
    @usableFromInline @exclusivity(unchecked) var subscription: (any Disposable)?
    @usableFromInline @exclusivity(unchecked) var isOver = false
    /// Whether the stream has completed, so that no event of it follows.
    @usableFromInline @exclusivity(unchecked) var hasCompleted = false

    @inlinable init() {}

    /// Ends the subscription, and returns the disposable to dispose outside of the lock.
    @inlinable
    func finish(hasCompleted: Bool = false) -> (any Disposable)? {
      isOver = true
      self.hasCompleted = hasCompleted
      return subscription.take()
    }
  }

  @usableFromInline typealias Turn = (inner: Inner, receiver: Receiver<Element>)

  /// The inner streams that run, in the order of their subscription.
  @usableFromInline
  struct Inners {
    @usableFromInline var running: [Inner] = []
    /// The objects of a stream that has completed during its subscription. The next stream uses
    /// them.
    @usableFromInline var spare: Turn?

    @inlinable init() {}
  }

  @inlinable
  convenience init(_ policy: InnerPolicy, _ sink: Sink<Element>) {
    self.init(policy, sink) { run, inner in
      Receiver(
        input: .of(run.sink.input, as: .inner),
        next: { value in
          run.gate.run(
            now: { if run.isCurrent(inner) { run.sink.onNext(value) } },
            orLater: { if run.isCurrent(inner) { run.sink.onNext(value) } })
        },
        end: { event in
          run.gate.run(now: { run.end(inner, event) }, orLater: { run.end(inner, event) })
        })
    }
  }

  @inlinable
  init(
    _ policy: InnerPolicy, _ sink: Sink<Element>,
    receiver: @escaping (InnerRun, Inner) -> Receiver<Element>
  ) {
    self.policy = policy
    self.sink = sink
    self.receiver = receiver
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
    guard !sink.isDisposed, let turn = reuse() ?? create() else { return }
    if isLatestOnly {
      let previous = latest
      latest = turn.inner
      running = 1
      if let previous { finish(previous) }
    } else {
      running += 1
    }
    let subscription = source.subscribe(turn.receiver)
    set(subscription, of: turn)
  }

  /// Takes the objects of a stream that has completed.
  @inlinable
  func reuse() -> Turn? {
    inners.withLock { inners in
      guard let turn = inners?.spare.take() else { return nil }
      turn.inner.isOver = false
      turn.inner.hasCompleted = false
      inners?.running.append(turn.inner)
      return turn
    }
  }

  /// Creates the objects of a stream, unless this run is disposed.
  @inlinable
  func create() -> Turn? {
    let inner = Inner()
    let isDisposed = inners.withLock { inners in
      inners?.running.append(inner)
      return inners == nil
    }
    return isDisposed ? nil : (inner, receiver(self, inner))
  }

  @inlinable
  func set(_ subscription: any Disposable, of turn: Turn) {
    let isLate = inners.withLock { inners in
      guard inners != nil, !turn.inner.isOver else {
        if turn.inner.hasCompleted { inners?.spare = turn }
        return true
      }
      turn.inner.subscription = subscription
      return false
    }
    if isLate { subscription.dispose() }
  }

  @inlinable
  func finish(_ inner: Inner, hasCompleted: Bool = false) {
    let subscription = inners.withLock { inners -> (any Disposable)? in
      if let index = inners?.running.lastIndex(where: { $0 === inner }) {
        inners?.running.remove(at: index)
      }
      return inner.finish(hasCompleted: hasCompleted)
    }
    subscription?.dispose()
  }

  @inlinable
  func end(_ inner: Inner, _ event: Event<Element>) {
    guard isCurrent(inner) else { return }
    guard case .completed = event else { return sink.end(event) }
    finish(inner, hasCompleted: true)
    // The disposal can have started a newer stream.
    guard isCurrent(inner) else { return }
    latest = nil
    running -= 1
    guard case .queue(let limit) = policy, !waiting.isEmpty else { return completeIfDone() }
    proceed(limit)
  }

  /// Subscribes waiting streams.
  ///
  /// Like in RxSwift, a stream is subscribed inside the completion of the previous one, which can be
  /// inside the subscription of that one: its actions on the current thread then wait behind those
  /// that wait already. RxSwift's stack grows with each stream that completes during its
  /// subscription. Here, from the fourth such stream on, the next one is subscribed when the
  /// subscription has returned.
  @usableFromInline
  func proceed(_ limit: Int) {
    guard depth < 4 else { return }
    depth += 1
    while !sink.isDisposed, running < limit, let next = waiting.popFirst() { start(next) }
    depth -= 1
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
    let (subscriptions, spare) = inners.withLock { inners -> ([(any Disposable)?], Turn?) in
      let old = inners.take()
      return (old?.running.map { $0.finish() } ?? [], old?.spare)
    }
    for subscription in subscriptions { subscription?.dispose() }
    // Released outside of the lock.
    withExtendedLifetime(spare) {}
  }
}
