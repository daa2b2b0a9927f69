import Marbles

/// A publisher of one element that becomes known later. Its work starts when it is created.
///
///     Future { promise in …; promise(.success(7)) }
///     ---(7|)
///
/// Each subscriber, early or late, receives the same element. Only the first call of the promise
/// has an effect.
///
/// - Demand: The element waits until it is requested; a failure needs no demand.
///
/// Thread-safe: the promise can be called on any thread.
public final class Future<Output, Failure: Error>: Publisher {
  /// A closure that fulfills the future with an element or a failure, once.
  public typealias Promise = (Result<Output, Failure>) -> Void

  private struct State {
    var result: Result<Output, Failure>?
    var waiting = SubscriberList<FutureConduit<Output, Failure>>()
  }

  private let state = Locked(State())

  /// Creates a future, and calls `attemptToFulfill` with its promise at once.
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
      conduit.onCancel = { [state = self.state] in
        state.withLockReleasing { $0.waiting.remove(key) }
      }
      return nil
    }
    conduit.begin()
    if let known { conduit.fulfill(known) }
  }
}

extension Future where Failure == Never {
  /// The element of this future, once it is known.
  ///
  /// Does not react to the cancellation of the task, like Combine's.
  public var value: Output {
    get async {
      switch await knownResult {
      case .success(let output): output
      }
    }
  }
}

extension Future {
  /// The element of this future, once it is known, or the error of its failure.
  ///
  /// Does not react to the cancellation of the task, like Combine's.
  @_disfavoredOverload
  public var value: Output {
    get async throws { try await knownResult.get() }
  }

  private var knownResult: Result<Output, Failure> {
    get async {
      while true {
        if let result = state.withLock({ $0.result }) { return result }
        await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
          let handler = FutureHandler<Output, Failure> { continuation.resume() }
          let isKnown = state.withLock { state in
            if state.result == nil { _ = state.waiting.insert(handler) }
            return state.result != nil
          }
          if isKnown { continuation.resume() }
        }
      }
    }
  }
}

/// Calls a closure when the result is known.
private final class FutureHandler<Output, Failure: Error>: FutureConduit<Output, Failure> {
  private let action: () -> Void

  init(_ action: @escaping () -> Void) { self.action = action }

  override func fulfill(_ result: Result<Output, Failure>) { action() }
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
    /// A thread is passing the subscription downstream; results from other threads wait.
    case open(ThreadIdentity, early: Result<Downstream.Input, Downstream.Failure>?)
    case done
  }

  private let downstream: Downstream
  private let start = Locked(Start.open(.current, early: nil))
  private let state = Locked(State.waiting(isAsked: false))
  /// Set once, before the subscription is passed downstream.
  var onCancel: (() -> Void)?
  /// The subscription that downstream holds. It releases this object at the completion, so that
  /// nothing is kept alive.
  private var handle: LinkSubscription?

  init(_ downstream: Downstream) { self.downstream = downstream }

  var description: String { "Future" }

  /// Passes the subscription downstream.
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
    demand.requireSome(description)
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
