import Marbles

extension Subscribers {
  /// A subscriber that assigns every value to a property. It keeps the object alive until the end.
  public final class Assign<Root, Input>: Subscriber, Cancellable, CustomStringConvertible {
    public typealias Failure = Never

    private enum State {
      case waiting
      case active(any Subscription)
      case over
    }

    /// The object whose property is assigned; `nil` after the end.
    public var object: Root? { state.withLock { $0.object } }
    public let keyPath: ReferenceWritableKeyPath<Root, Input>
    private let state: Locked<(object: Root?, state: State)>

    public init(object: Root, keyPath: ReferenceWritableKeyPath<Root, Input>) {
      self.keyPath = keyPath
      state = Locked((object, .waiting))
    }

    public var description: String { "Assign \(Root.self)." }

    public func receive(subscription: any Subscription) {
      let isFirst = state.withLock { state in
        guard case .waiting = state.state else { return false }
        state.state = .active(subscription)
        return true
      }
      guard isFirst else { return subscription.cancel() }
      subscription.request(.unlimited)
    }

    public func receive(_ value: Input) -> Subscribers.Demand {
      let object = state.withLock { state -> Root? in
        guard case .active = state.state else { return nil }
        return state.object
      }
      object?[keyPath: keyPath] = value
      return .none
    }

    public func receive(completion: Subscribers.Completion<Never>) { _ = end() }

    public func cancel() { end()?.cancel() }

    private func end() -> (any Subscription)? {
      let old = state.withLock { state in
        defer { state = (nil, .over) }
        return state
      }
      if case .active(let subscription) = old.state { return subscription }
      return nil
    }
  }
}

extension Publisher where Failure == Never {
  /// Assigns every value to a property of an object, which is kept alive until the end.
  public func assign<Root>(
    to keyPath: ReferenceWritableKeyPath<Root, Output>, on object: Root
  ) -> AnyCancellable {
    let subscriber = Subscribers.Assign(object: object, keyPath: keyPath)
    subscribe(subscriber)
    return AnyCancellable(subscriber)
  }
}
