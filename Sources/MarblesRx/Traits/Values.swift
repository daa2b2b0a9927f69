import Marbles

extension ObservableConvertibleType where Element: Sendable {
  /// The elements as an asynchronous sequence, which throws when the stream fails.
  ///
  /// Iterating subscribes; cancelling the task or leaving the loop disposes the subscription.
  /// Elements that have not been read are buffered without bound.
  public var values: AsyncThrowingStream<Element, any Error> {
    AsyncThrowingStream { continuation in
      let subscription = SingleAssignmentDisposable()
      continuation.onTermination = { _ in subscription.dispose() }
      subscription.setDisposable(
        asObservable().subscribe(
          onNext: { continuation.yield($0) }, onError: { continuation.finish(throwing: $0) },
          onCompleted: { continuation.finish() }))
    }
  }

  fileprivate var nonThrowingValues: AsyncStream<Element> {
    AsyncStream { continuation in
      let subscription = SingleAssignmentDisposable()
      continuation.onTermination = { _ in subscription.dispose() }
      subscription.setDisposable(
        asObservable().subscribe(
          onNext: { continuation.yield($0) }, onCompleted: { continuation.finish() }))
    }
  }
}

extension SharedSequence where Element: Sendable {
  /// The elements as an asynchronous sequence.
  public var values: AsyncStream<Element> { nonThrowingValues }
}

extension Infallible where Element: Sendable {
  /// The elements as an asynchronous sequence.
  public var values: AsyncStream<Element> { nonThrowingValues }
}

extension AsyncSequence where Self: Sendable, Element: Sendable {
  /// Converts to an observable, which iterates the sequence in a task for each subscription.
  ///
  /// - Parameter priority: The priority of the task.
  public func asObservable(priority: TaskPriority? = nil) -> Observable<Element> {
    Observable.create { observer in
      let receiver = Locked(observer)
      let task = Task(priority: priority) {
        do {
          for try await element in self { receiver.withLock { $0 }.onNext(element) }
          receiver.withLock { $0 }.onCompleted()
        } catch {
          receiver.withLock { $0 }.onError(error)
        }
      }
      return Disposables.create { task.cancel() }
    }
  }
}
