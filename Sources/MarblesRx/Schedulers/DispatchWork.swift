import Dispatch
import Marbles

/// How schedulers put work on a dispatch queue.
struct DispatchWork: Sendable {
  let queue: DispatchQueue
  let leeway: DispatchTimeInterval

  func schedule<State>(
    _ state: State, action: @escaping (State) -> any Disposable
  ) -> any Disposable {
    let result = SingleAssignmentDisposable()
    let job = Locked { if !result.isDisposed { result.setDisposable(action(state)) } }
    queue.async { job.withLock { $0 }() }
    return result
  }

  func schedule<State>(
    _ state: State, after delay: RxTimeInterval, action: @escaping (State) -> any Disposable
  ) -> any Disposable {
    let timer = DispatchSource.makeTimerSource(queue: queue)
    let result = CompositeDisposable(Disposables.create { timer.cancel() })
    let job = Locked { if !result.isDisposed { _ = result.insert(action(state)) } }
    timer.setEventHandler {
      job.withLock { $0 }()
      timer.cancel()
    }
    timer.schedule(deadline: .now() + delay, leeway: leeway)
    timer.resume()
    return result
  }

  func schedule<State>(
    _ state: State, after delay: RxTimeInterval, every period: RxTimeInterval,
    action: @escaping (State) -> State
  ) -> any Disposable {
    let timer = DispatchSource.makeTimerSource(queue: queue)
    let result = BooleanDisposable()
    let current = Locked(state)
    let job = Locked {
      guard !result.isDisposed else { return }
      let next = action(current.withLock { $0 })
      current.letGo { current -> State in
        defer { current = next }
        return current
      }
    }
    timer.setEventHandler { job.withLock { $0 }() }
    timer.schedule(deadline: .now() + delay, repeating: period, leeway: leeway)
    timer.resume()
    return Disposables.create {
      result.dispose()
      timer.cancel()
    }
  }

  /// The clock of dispatch queues.
  static var now: RxTime {
    RxTime(nanoseconds: Int64(clamping: DispatchTime.now().uptimeNanoseconds))
  }
}
