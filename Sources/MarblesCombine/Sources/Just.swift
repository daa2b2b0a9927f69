import Marbles

/// A publisher of one value.
///
///     Just(1)
///     (1|)
///
/// - Demand: the value waits until it is asked for; the finish follows it at once.
public struct Just<Output>: Publisher {
  public typealias Failure = Never

  public let output: Output

  public init(_ output: Output) { self.output = output }

  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Never {
    subscriber.receive(subscription: OnceSubscription(output, subscriber, name: "Just"))
  }
}

extension Just: Equatable where Output: Equatable {}

/// Gives one value when it is asked for, then finishes.
final class OnceSubscription<Downstream: Subscriber>: Subscription, CustomStringConvertible {
  private enum State {
    case waiting(Downstream.Input, Downstream)
    case delivering
    case over
  }

  private let state: Locked<State>
  let description: String

  init(_ value: Downstream.Input, _ downstream: Downstream, name: String) {
    state = Locked(.waiting(value, downstream))
    description = name
  }

  func request(_ demand: Subscribers.Demand) {
    demand.requireSome()
    let waiting = state.withLock { state -> (Downstream.Input, Downstream)? in
      guard case .waiting(let value, let downstream) = state else { return nil }
      state = .delivering
      return (value, downstream)
    }
    guard let (value, downstream) = waiting else { return }
    _ = downstream.receive(value)
    let isWanted = state.withLock { state in
      defer { state = .over }
      if case .delivering = state { return true } else { return false }
    }
    if isWanted { downstream.receive(completion: .finished) }
  }

  func cancel() { state.withLock { $0 = .over } }
}
