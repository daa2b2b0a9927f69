import Marbles
import MarblesCombine

/// A scheduler that runs actions on the current thread, one after another: RxSwift's trampoline.
///
/// The outermost action runs at once. Actions that are scheduled meanwhile wait in a queue and run
/// when it has returned, first in, first out. Nested synchronous sequences therefore alternate: in
/// `of(1, 2, 3).flatMap { of($0 * 10, $0 * 10 + 1) }` the inner sequences alternate with the outer
/// one.
public final class CurrentThreadScheduler: ImmediateSchedulerType, Sendable {
  /// The shared scheduler.
  public static let instance = CurrentThreadScheduler()
  private static let trampoline = ThreadObject<Trampoline>()

  private init() {}

  /// Whether no action runs on the current thread, so that the next one is the outermost.
  public static var isScheduleRequired: Bool { trampoline.value == nil }

  /// Runs the action at once if it is the outermost one; otherwise it waits in the queue.
  public func schedule<StateType>(
    _ state: StateType, action: @escaping (StateType) -> any Disposable
  ) -> any Disposable {
    if let trampoline = Self.trampoline.value {
      let result = SingleAssignmentDisposable()
      trampoline.waiting.append {
        if !result.isDisposed { result.setDisposable(action(state)) }
      }
      return result
    }
    return Self.first { action(state) }
  }

  /// Runs the outermost action of the current thread, and then the actions that wait.
  @usableFromInline
  static func first(_ action: () -> any Disposable) -> any Disposable {
    let trampoline = Trampoline()
    return Self.trampoline.with(trampoline) {
      let result = action()
      while let next = trampoline.waiting.popFirst() { next() }
      return result
    }
  }

  /// The queue of one thread. Only that thread accesses it.
  private final class Trampoline {
    var waiting = Queue<() -> Void>()
  }
}
