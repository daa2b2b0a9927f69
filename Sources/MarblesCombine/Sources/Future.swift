import Marbles

/// A publisher of one value that becomes known later; its work starts when it is made.
///
///     Future { promise in …; promise(.success(7)) }
///     ---(7|)
///
/// Every subscriber, early or late, gets the same value. Only the first call of the promise counts.
///
/// - Demand: the value waits until it is asked for; a failure needs no demand.
///
/// Thread-safe: the promise may be kept on any thread.
public final class Future<Output, Failure: Error>: Publisher {
  public typealias Promise = (Result<Output, Failure>) -> Void

  private struct State {
    var result: Result<Output, Failure>?
    var waiting = SubscriberList<FutureConduit<Output, Failure>>()
  }

  private let state = Locked(State())

  public init(_ attemptToFulfill: @escaping (@escaping Promise) -> Void) {
    let state = state
    attemptToFulfill { Self.keep($0, state) }
  }

  private static func keep(_ result: Result<Output, Failure>, _ state: Locked<State>) {
    let waiting = state.withLock { state -> ContiguousArray<FutureConduit<Output, Failure>> in
      guard state.result == nil else { return [] }
      state.result = result
      return state.waiting.removeAll()
    }
    for conduit in waiting { conduit.fulfill(result) }
  }

  public func receive<S: Subscriber>(subscriber: S)
  where S.Input == Output, S.Failure == Failure {
    let conduit = FutureLink(subscriber)
    let known = state.withLock { state -> Result<Output, Failure>? in
      guard state.result == nil else { return state.result }
      let key = state.waiting.insert(conduit)
      conduit.onCancel = { [state = self.state] in state.letGo { $0.waiting.remove(key) } }
      return nil
    }
    conduit.begin()
    if let known { conduit.fulfill(known) }
  }
}

private class FutureConduit<Output, Failure: Error> {
  func fulfill(_ result: Result<Output, Failure>) {}
}

private final class FutureLink<Downstream: Subscriber>: FutureConduit<
  Downstream.Input, Downstream.Failure
>, Subscription, CustomStringConvertible
{
  private enum State {
    case waiting(isAsked: Bool)
    case holding(Downstream.Input)
    case delivering
    case over
  }

  private enum Start {
    /// A thread hands out the subscription; what others know meanwhile waits.
    case open(ThreadIdentity, early: Result<Downstream.Input, Downstream.Failure>?)
    case done
  }

  private let downstream: Downstream
  private let start = Locked(Start.open(.current, early: nil))
  private let state = Locked(State.waiting(isAsked: false))
  /// Set once, before the subscription is handed out.
  var onCancel: (() -> Void)?
  /// What downstream holds; it lets go of this link at the end, so that nothing is kept alive.
  private var handle: LinkSubscription?

  init(_ downstream: Downstream) { self.downstream = downstream }

  var description: String { "Future" }

  /// Hands out the subscription.
  func begin() {
    let handle = LinkSubscription(self, name: description)
    self.handle = handle
    downstream.receive(subscription: handle)
    let early = start.withLock { start -> Result<Downstream.Input, Downstream.Failure>? in
      defer { start = .done }
      if case .open(_, let early) = start { return early } else { return nil }
    }
    if let early { fulfill(early) }
  }

  override func fulfill(_ result: Result<Downstream.Input, Downstream.Failure>) {
    let isNow = start.withLock { start in
      guard case .open(let thread, _) = start, thread != .current else { return true }
      start = .open(thread, early: result)
      return false
    }
    guard isNow else { return }
    switch result {
    case .failure(let error):
      guard end() else { return }
      handle?.forget()
      downstream.receive(completion: .failure(error))
    case .success(let value):
      let isAsked = state.withLock { state in
        guard case .waiting(let isAsked) = state else { return false }
        state = isAsked ? .delivering : .holding(value)
        return isAsked
      }
      if isAsked { deliver(value) }
    }
  }

  private func deliver(_ value: Downstream.Input) {
    _ = downstream.receive(value)
    guard end() else { return }
    handle?.forget()
    downstream.receive(completion: .finished)
  }

  private func end() -> Bool {
    state.withLockThenDrop { state in
      defer { state = .over }
      if case .over = state { return false } else { return true }
    }
  }

  func request(_ demand: Subscribers.Demand) {
    demand.requireSome()
    let held = state.withLock { state -> Downstream.Input? in
      switch state {
      case .waiting:
        state = .waiting(isAsked: true)
        return nil
      case .holding(let value):
        state = .delivering
        return value
      case .delivering, .over:
        return nil
      }
    }
    if let held { deliver(held) }
  }

  func cancel() {
    if end() { onCancel?() }
  }
}
