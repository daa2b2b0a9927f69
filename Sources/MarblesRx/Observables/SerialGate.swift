import Marbles
import MarblesCombine

/// Lets one thread at a time work on what several sources share, without holding a lock meanwhile.
///
/// Work that comes while another thread is inside is left to that thread, and done there before it
/// goes. Work that comes from inside is done at once, depth first, as under RxSwift's recursive
/// lock.
final class SerialGate: Sendable {
  private struct State {
    var owner: ThreadIdentity?
    var waiting: [() -> Void] = []
  }

  private let state: Locked<State>

  /// - Parameter isEntered: whether this thread is inside already, until it calls ``leave()``.
  init(isEntered: Bool = false) {
    state = Locked(State(owner: isEntered ? ThreadIdentity.current : nil))
  }

  func run(_ work: @escaping () -> Void) {
    let me = ThreadIdentity.current
    let (isMine, isNested) = state.withLock { state -> (Bool, Bool) in
      guard let owner = state.owner else {
        state.owner = me
        return (true, false)
      }
      guard owner != me else { return (true, true) }
      state.waiting.append(work)
      return (false, false)
    }
    guard isMine else { return }
    work()
    if !isNested { leave() }
  }

  /// Does what others have left to this thread, and goes.
  func leave() {
    while true {
      let left = state.withLock { state -> [() -> Void] in
        defer { state.waiting = [] }
        if state.waiting.isEmpty { state.owner = nil }
        return state.waiting
      }
      guard !left.isEmpty else { return }
      for work in left { work() }
    }
  }
}

extension ObservableType {
  /// Subscribes one of several sources of an operator: its events pass the gate one by one.
  func subscribe<Result>(
    into sink: Sink<Result>, through gate: SerialGate,
    _ handler: @escaping (Event<Element>) -> Void
  ) -> any Disposable {
    subscribe(
      ClosureReceiver<Element>(lane: sink.lane) { event in gate.run { handler(event) } })
  }
}
