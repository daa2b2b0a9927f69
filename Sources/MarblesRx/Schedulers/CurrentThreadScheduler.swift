import Marbles
import MarblesCombine

/// Runs actions on the current thread, in turns: RxSwift's trampoline.
///
/// The outermost action runs at once. What is scheduled meanwhile waits in a queue and runs when
/// the action has returned, first in, first out. So synchronous sequences inside each other
/// interleave: `of(1, 2, 3).flatMap { of($0 * 10, $0 * 10 + 1) }` is 10 11 20 21 30 31 only
/// because the inner ones take turns with the outer one.
public final class CurrentThreadScheduler: ImmediateSchedulerType, Sendable {
  public static let instance = CurrentThreadScheduler()
  private static let trampoline = ThreadObject<Trampoline>()

  private init() {}

  /// Whether no action is running on this thread, so that the next one is the outermost.
  public static var isScheduleRequired: Bool { trampoline.value == nil }

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
    let trampoline = Trampoline()
    return Self.trampoline.with(trampoline) {
      let result = action(state)
      while let next = trampoline.waiting.popFirst() { next() }
      return result
    }
  }

  /// The queue of one thread; only that thread sees it.
  private final class Trampoline {
    var waiting = Fifo<() -> Void>()
  }
}
