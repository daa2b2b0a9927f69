import Marbles

extension Subscribers {
  /// A subscriber of two closures that asks for every value at once.
  ///
  /// It lets go of the closures and of its subscription when the stream ends or it is cancelled;
  /// afterwards it hears nothing. Cancelling it from another thread is safe.
  public final class Sink<Input, Failure: Error>: Subscriber, Cancellable, RecordedSubscriber,
    CustomStringConvertible
  {
    /// What it is made of; an object, so that it can be called without being retained.
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
      /// `nil` after the end, and when no value is being delivered any longer.
      @usableFromInline var handlers: Handlers?
      @usableFromInline var subscription: (any Subscription)?
      @usableFromInline var isOpen = true
      /// How many values are being delivered, one inside the other.
      @usableFromInline var depth = 0

      @inlinable init(_ handlers: Handlers) { self.handlers = handlers }

      /// The handlers, which stay until `leave()`.
      @inlinable
      mutating func enter() -> Unmanaged<Handlers>? {
        guard isOpen, let handlers else { return nil }
        depth += 1
        return .passUnretained(handlers)
      }

      /// - Returns: what is to be let go of outside the lock.
      @inlinable
      mutating func leave() -> Handlers? {
        depth -= 1
        guard !isOpen, depth == 0 else { return nil }
        defer { handlers = nil }
        return handlers
      }

      /// Ends it.
      ///
      /// - Returns: what it had, if it was open.
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

    @inlinable
    public init(
      receiveCompletion: @escaping (Subscribers.Completion<Failure>) -> Void,
      receiveValue: @escaping (Input) -> Void
    ) {
      state = Locked(State(Handlers(receiveValue, receiveCompletion)))
    }

    public var receiveValue: (Input) -> Void {
      state.withLock { $0.isOpen ? $0.handlers : nil }?.receiveValue ?? { _ in }
    }

    public var receiveCompletion: (Subscribers.Completion<Failure>) -> Void {
      state.withLock { $0.isOpen ? $0.handlers : nil }?.receiveCompletion ?? { _ in }
    }

    public var description: String { "Sink" }
    package var lane: RecordedLane? { nil }

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

    public func cancel() { state.withLock { $0.close() }.subscription?.cancel() }
  }
}

extension Publisher {
  /// Attaches closures that receive every value and the end.
  ///
  /// The subscription lives as long as the returned object does, or until the end.
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
  /// Attaches a closure that receives every value.
  ///
  /// The subscription lives as long as the returned object does, or until the end.
  @inlinable
  public func sink(receiveValue: @escaping (Output) -> Void) -> AnyCancellable {
    sink(receiveCompletion: { _ in }, receiveValue: receiveValue)
  }
}
