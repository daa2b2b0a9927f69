import Marbles

extension Subscribers {
  /// A subscriber of two closures, which requests unlimited demand.
  ///
  /// It releases the closures and its subscription at the completion or a cancel; afterwards it
  /// receives nothing. It can be cancelled from another thread.
  public final class Sink<Input, Failure: Error>: Subscriber, Cancellable, RecordedSubscriber,
    CustomStringConvertible
  {
    /// The closures, in an object that can be called without being retained.
    @usableFromInline
    final class Handlers {
      @usableFromInline let receiveValue: (Input) -> Void
      @usableFromInline let receiveCompletion: (Subscribers.Completion<Failure>) -> Void

      @inlinable
      init(
        _ receiveValue: @escaping (Input) -> Void,
        _ receiveCompletion: @escaping (Subscribers.Completion<Failure>) -> Void
      ) {
        self.receiveValue = receiveValue
        self.receiveCompletion = receiveCompletion
      }
    }

    @usableFromInline
    struct State {
      /// `nil` after the completion, when no element is being delivered.
      @usableFromInline var handlers: Handlers?
      @usableFromInline var subscription: (any Subscription)?
      @usableFromInline var isOpen = true
      /// The number of deliveries that are running, one inside another.
      @usableFromInline var depth = 0

      @inlinable init(_ handlers: Handlers) { self.handlers = handlers }

      /// The closures, which are retained until `leave()`.
      @inlinable
      mutating func enter() -> Unmanaged<Handlers>? {
        guard isOpen, let handlers else { return nil }
        depth += 1
        return .passUnretained(handlers)
      }

      /// - Returns: The object to release outside of the lock.
      @inlinable
      mutating func leave() -> Handlers? {
        depth -= 1
        guard !isOpen, depth == 0 else { return nil }
        defer { handlers = nil }
        return handlers
      }

      /// Closes the sink.
      ///
      /// - Returns: The closures and the subscription, if it was open.
      mutating func close() -> (handlers: Handlers?, subscription: (any Subscription)?) {
        guard isOpen else { return (nil, nil) }
        isOpen = false
        defer {
          if depth == 0 { handlers = nil }
          subscription = nil
        }
        return (handlers, subscription)
      }
    }

    @usableFromInline let state: Locked<State>

    /// Creates a subscriber that calls the given closures.
    @inlinable
    public init(
      receiveCompletion: @escaping (Subscribers.Completion<Failure>) -> Void,
      receiveValue: @escaping (Input) -> Void
    ) {
      state = Locked(State(Handlers(receiveValue, receiveCompletion)))
    }

    /// The closure that is called with each element.
    public var receiveValue: (Input) -> Void {
      state.withLock { $0.isOpen ? $0.handlers : nil }?.receiveValue ?? { _ in }
    }

    /// The closure that is called with the completion.
    public var receiveCompletion: (Subscribers.Completion<Failure>) -> Void {
      state.withLock { $0.isOpen ? $0.handlers : nil }?.receiveCompletion ?? { _ in }
    }

    public var description: String { "Sink" }
    package var recordedInput: RecordedInput? { nil }

    public func receive(subscription: any Subscription) {
      let isFirst = state.withLock { state in
        guard state.isOpen, state.subscription == nil else { return false }
        state.subscription = subscription
        return true
      }
      guard isFirst else { return subscription.cancel() }
      subscription.request(.unlimited)
    }

    @inlinable
    public func receive(_ value: Input) -> Subscribers.Demand {
      guard let handlers = state.withLock({ $0.enter() }) else { return .none }
      handlers._withUnsafeGuaranteedRef { $0.receiveValue(value) }
      let old = state.withLock { $0.leave() }
      withExtendedLifetime(old) {}
      return .none
    }

    public func receive(completion: Subscribers.Completion<Failure>) {
      state.withLock { $0.close() }.handlers?.receiveCompletion(completion)
    }

    /// Cancels the subscription, and releases the closures.
    ///
    /// Has no effect before the subscription has arrived, like in Combine.
    public func cancel() {
      state.withLock { state in
        state.subscription == nil ? (nil, nil) : state.close()
      }.subscription?.cancel()
    }
  }
}

extension Publisher {
  /// Attaches closures that receive each element and the completion.
  ///
  /// The subscription ends at the completion, or when the result is cancelled or released.
  @inlinable
  public func sink(
    receiveCompletion: @escaping (Subscribers.Completion<Failure>) -> Void,
    receiveValue: @escaping (Output) -> Void
  ) -> AnyCancellable {
    let sink = Subscribers.Sink(
      receiveCompletion: receiveCompletion, receiveValue: receiveValue)
    subscribe(sink)
    return AnyCancellable(sink)
  }
}

extension Publisher where Failure == Never {
  /// Attaches a closure that receives each element.
  ///
  /// The subscription ends at the completion, or when the result is cancelled or released.
  @inlinable
  public func sink(receiveValue: @escaping (Output) -> Void) -> AnyCancellable {
    sink(receiveCompletion: { _ in }, receiveValue: receiveValue)
  }
}

extension Subscribers.Sink: CustomReflectable, CustomPlaygroundDisplayConvertible {
  public var customMirror: Mirror { Mirror(self, children: EmptyCollection()) }
  public var playgroundDescription: Any { description }
}
