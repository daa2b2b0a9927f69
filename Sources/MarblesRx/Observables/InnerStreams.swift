import MarblesCombine

/// The inner streams that run at the same time.
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
  package func inner<Source: ObservableConvertibleType>(
    _ policy: InnerPolicy, _ transform: @escaping (Element) throws -> Source
  ) -> Observable<Source.Element> {
    Producer { sink in
      let run = InnerRun(sink: sink, policy: policy, transform: transform)
      run.start(asObservable())
      return run
    }
  }
}

/// One subscription to an operator that runs inner streams. Its state is guarded by the gate.
private final class InnerRun<Value, Source: ObservableConvertibleType>: Disposable {
  private let sink: Sink<Source.Element>
  private let policy: InnerPolicy
  private let transform: (Value) throws -> Source
  private let gate = SerialGate()
  private let outer = SingleAssignmentDisposable()
  private let group = CompositeDisposable()
  private let latest = SerialDisposable()
  private var waiting = Queue<Source>()
  private var running = 0
  private var generation = 0
  private var hasOuterCompleted = false
  /// Whether waiting streams are being subscribed, one after another.
  private var isProceeding = false

  init(
    sink: Sink<Source.Element>, policy: InnerPolicy, transform: @escaping (Value) throws -> Source
  ) {
    self.sink = sink
    self.policy = policy
    self.transform = transform
  }

  func start(_ source: Observable<Value>) {
    outer.setDisposable(
      source.subscribe(into: sink, through: gate) { [self] event in
        switch event {
        case .next(let value): take(value)
        case .error(let error): sink.onError(error)
        case .completed:
          hasOuterCompleted = true
          // Only flatMapLatest disposes the source before it passes the completion on.
          if case .latest = policy { outer.dispose() }
          completeIfDone()
          outer.dispose()
        }
      })
  }

  private func take(_ value: Value) {
    guard !sink.isDisposed else { return }
    if case .first = policy, running > 0 { return }
    do {
      let source = try transform(value)
      if case .queue(let limit) = policy, running >= limit || !waiting.isEmpty {
        waiting.append(source)
      } else {
        subscribe(source)
      }
    } catch {
      sink.onError(error)
    }
  }

  private func subscribe(_ source: Source) {
    guard !sink.isDisposed else { return }
    let subscription = SingleAssignmentDisposable()
    generation += 1
    let number = generation
    var key: CompositeDisposable.DisposeKey?
    if case .latest = policy {
      running = 1
      latest.disposable = subscription
    } else {
      running += 1
      key = group.insert(subscription)
      if key == nil { return }
    }
    let observable = source.asObservable()
    subscription.setDisposable(
      observable.subscribe(into: sink, through: gate) { [self] event in
        guard isCurrent(number) else { return }
        guard case .completed = event else { return sink.on(event) }
        if let key { group.remove(for: key) } else { subscription.dispose() }
        ended()
      })
  }

  private func isCurrent(_ number: Int) -> Bool {
    if case .latest = policy { number == generation } else { true }
  }

  /// Subscribes waiting streams. A stream that ends while it is being subscribed is followed when
  /// its subscription has returned, so that the stack does not grow.
  private func ended() {
    running -= 1
    guard case .queue(let limit) = policy, !waiting.isEmpty else { return completeIfDone() }
    guard !isProceeding else { return }
    isProceeding = true
    while !sink.isDisposed, running < limit, let next = waiting.popFirst() { subscribe(next) }
    isProceeding = false
  }

  private func completeIfDone() {
    if hasOuterCompleted, running == 0, waiting.isEmpty { sink.onCompleted() }
  }

  func dispose() {
    outer.dispose()
    latest.dispose()
    group.dispose()
  }
}
