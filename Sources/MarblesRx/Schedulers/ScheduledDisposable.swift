import Marbles

/// A disposable that is disposed on a scheduler. Thread-safe.
public final class ScheduledDisposable: Cancelable {
  /// The scheduler on which the wrapped disposable is disposed.
  public let scheduler: any ImmediateSchedulerType
  private let wrapped: Locked<(any Disposable)?>

  /// Creates a disposable that disposes `disposable` in an action of `scheduler`.
  public init(scheduler: any ImmediateSchedulerType, disposable: any Disposable) {
    self.scheduler = scheduler
    wrapped = Locked(disposable)
  }

  /// A Boolean value that indicates whether the wrapped disposable has been disposed.
  public var isDisposed: Bool { wrapped.withLock { $0 == nil } }

  /// Schedules an action that disposes the wrapped disposable.
  public func dispose() {
    _ = scheduler.schedule(()) { [self] in
      let disposable = wrapped.withLock { $0.take() }
      disposable?.dispose()
      return Disposables.create()
    }
  }
}
