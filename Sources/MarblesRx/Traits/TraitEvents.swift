import Marbles

/// The subscription of a task that waits for the end of an observable.
struct TraitEvents<Element: Sendable>: Sendable {
  /// The subscription and the observable, which only one thread at a time uses.
  private let source: Locked<Observable<Element>>
  private let subscription = Locked(SingleAssignmentDisposable())

  init(_ source: Observable<Element>) { self.source = Locked(source) }

  /// Waits for the end, and returns the last element.
  ///
  /// If the task is cancelled, it disposes the subscription and throws.
  func last() async throws -> Element? {
    let subscription = subscription.withLock { $0 }
    let result = Locked<(waiting: CheckedContinuation<Element?, any Error>?, element: Element?)>(
      (nil, nil))
    let isCancelled = Locked(false)
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let isOver = result.withLock { result in
          result.waiting = continuation
          return isCancelled.withLock { $0 }
        }
        if isOver {
          result.withLock { $0.waiting.take() }?.resume(throwing: CancellationError())
          return
        }
        let receiver = Receiver<Element>.final(value: { value in
          result.withLock { $0.element = value }
        }) { event in
          let (waiting, element) = result.withLock { ($0.waiting.take(), $0.element) }
          switch event {
          case .error(let error): waiting?.resume(throwing: error)
          case .next, .completed: waiting?.resume(returning: element)
          }
        }
        let observable = source.withLock { $0 }
        subscription.setDisposable(observable.subscribe(receiver))
      }
    } onCancel: {
      let waiting = result.withLock { result in
        isCancelled.withLock { $0 = true }
        return result.waiting.take()
      }
      subscription.dispose()
      waiting?.resume(throwing: CancellationError())
    }
  }
}
