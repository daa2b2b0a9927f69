import Marbles
import MarblesCombine

/// The main queue of a run in virtual time: an action runs at once unless another one is running,
/// and then after it, in the same instant. The rule is ``MainScheduler``'s.
package final class VirtualMainScheduler: SchedulerType {
  private let base: TestScheduler
  private var enqueued = 0

  package init(_ base: TestScheduler) { self.base = base }

  package var now: RxTime { base.now }

  package func schedule<StateType>(
    _ state: StateType, action: @escaping (StateType) -> any Disposable
  ) -> any Disposable {
    enqueued += 1
    guard enqueued > 1 else {
      defer { enqueued -= 1 }
      return action(state)
    }
    let result = SingleAssignmentDisposable()
    base.schedule(options: nil) { [self] in
      if !result.isDisposed { result.setDisposable(action(state)) }
      enqueued -= 1
    }
    return result
  }

  package func scheduleRelative<StateType>(
    _ state: StateType, dueTime: RxTimeInterval, action: @escaping (StateType) -> any Disposable
  ) -> any Disposable {
    base.scheduleRelative(state, dueTime: dueTime, action: action)
  }
}
