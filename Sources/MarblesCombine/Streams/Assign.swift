import Marbles

extension Subscribers {
  /// A subscriber that assigns each element to a property. It retains the object until the
  /// completion.
  public final class Assign<Root, Input>: Subscriber, Cancellable, CustomStringConvertible {
    public typealias Failure = Never

    private enum State {
      case waiting
      case active(any Subscription)
      case over
    }

    /// The object whose property is assigned; `nil` after the completion.
    public var object: Root? { state.withLock { $0.object } }
    /// The property that is assigned.
    public let keyPath: ReferenceWritableKeyPath<Root, Input>
    private let state: Locked<(object: Root?, state: State)>

    /// Creates a subscriber that assigns each element to a property of `object`.
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

    /// Cancels the subscription, and releases the object.
    ///
    /// Has no effect before the subscription has arrived, like in Combine.
    public func cancel() {
      if state.withLock({ if case .waiting = $0.state { true } else { false } }) { return }
      end()?.cancel()
    }

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
  /// Assigns each element to a property of an object, which is retained until the completion.
  public func assign<Root>(
    to keyPath: ReferenceWritableKeyPath<Root, Output>, on object: Root
  ) -> AnyCancellable {
    let subscriber = Subscribers.Assign(object: object, keyPath: keyPath)
    subscribe(subscriber)
    return AnyCancellable(subscriber)
  }
}

extension Subscribers.Assign: CustomReflectable, CustomPlaygroundDisplayConvertible {
  public var customMirror: Mirror {
    let status: Any = state.withLock { state -> Any in
      switch state.state {
      case .waiting: "awaiting subscription"
      case .active(let subscription): subscription
      case .over: "terminal"
      }
    }
    return Mirror(
      self,
      children: ["object": object as Any, "keyPath": keyPath, "status": status])
  }

  public var playgroundDescription: Any { description }
}
