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
    // The job retains its cancellable: releasing the result must not cancel it.
    let result = CompositeDisposable()
    let job = scheduleOnce(after: time) {
      if !result.isDisposed { _ = result.insert(action(state)) }
    }
    _ = result.insert(Disposables.create { job.cancel() })
    return result
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
