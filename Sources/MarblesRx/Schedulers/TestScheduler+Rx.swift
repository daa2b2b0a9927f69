import Marbles
import MarblesCombine

extension TestScheduler: SchedulerType {
  /// Schedules an action at the current virtual time.
  ///
  /// With RxTest's conventions it runs one tick later.
  public func schedule<StateType>(
    _ state: StateType, action: @escaping (StateType) -> any Disposable
  ) -> any Disposable {
    schedule(state, at: processed(now), action)
  }

  /// Schedules an action after a virtual time.
  public func scheduleRelative<StateType>(
    _ state: StateType, dueTime: RxTimeInterval, action: @escaping (StateType) -> any Disposable
  ) -> any Disposable {
    schedule(state, at: processed(now + wholeTicks(dueTime.duration)), action)
  }

  func schedule<State>(
    _ state: State, at time: VirtualTime, _ action: @escaping (State) -> any Disposable
  ) -> any Disposable {
    let scheduled = VirtualAction(self)
    scheduled.job = scheduleJob(at: time) { scheduled.run { action(state) } }
    return scheduled
  }

  private func processed(_ time: VirtualTime) -> VirtualTime {
    processingDelay > .zero && time <= now ? now + processingDelay : time
  }

  /// Rounds to whole ticks with RxTest's conventions.
  private func wholeTicks(_ duration: VirtualDuration) -> VirtualDuration {
    guard processingDelay > .zero, frame > .zero else { return duration }
    let (ticks, rest) = duration.nanoseconds.quotientAndRemainder(dividingBy: frame.nanoseconds)
    let isNearerToNext = rest >= frame.nanoseconds - frame.nanoseconds / 2
    return frame * (isNearerToNext ? ticks + 1 : ticks)
  }
}

/// An action in virtual time. A disposal cancels the action, or disposes the disposable that the
/// action has returned.
private final class VirtualAction: Cancelable {
  private struct State {
    var isDisposed = false
    /// The disposable that the action has returned.
    var result: (any Disposable)?
  }

  private let scheduler: TestScheduler
  private let state = Locked(State())
  /// The job that runs the action, until it runs.
  var job: VirtualClock.JobTicket?

  init(_ scheduler: TestScheduler) { self.scheduler = scheduler }

  var isDisposed: Bool { state.withLock { $0.isDisposed } }

  func run(_ action: () -> any Disposable) {
    job = nil
    guard !isDisposed else { return }
    let result = action()
    let isLate = state.withLock { state in
      if !state.isDisposed { state.result = result }
      return state.isDisposed
    }
    if isLate { result.dispose() }
  }

  func dispose() {
    let result = state.withLock { state in
      state.isDisposed = true
      return state.result.take()
    }
    result?.dispose()
    if let job { scheduler.cancel(job) }
  }
}
