import Marbles

extension Subscribers {
  /// A subscriber of two closures that asks for every value at once.
  ///
  /// It lets go of the closures and of its subscription when the stream ends or it is cancelled;
  /// afterwards it hears nothing. Cancelling it from another thread is safe.
  public final class Sink<Input, Failure: Error>: Subscriber, Cancellable, Traced,
    CustomStringConvertible
  {
    /// What it is made of; an object, so that taking it out of the lock costs one retain.
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
      /// `nil` after the end.
      @usableFromInline var handlers: Handlers?
      @usableFromInline var subscription: (any Subscription)?

      @inlinable init(_ handlers: Handlers) { self.handlers = handlers }
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
      state.withLock { $0.handlers }?.receiveValue ?? { _ in }
    }

    public var receiveCompletion: (Subscribers.Completion<Failure>) -> Void {
      state.withLock { $0.handlers }?.receiveCompletion ?? { _ in }
    }

    public var description: String { "Sink" }
    package var lane: RecordedLane? { nil }

    public func receive(subscription: any Subscription) {
      let isFirst = state.withLock { state in
        guard state.handlers != nil, state.subscription == nil else { return false }
        state.subscription = subscription
        return true
      }
      guard isFirst else { return subscription.cancel() }
      subscription.request(.unlimited)
    }

    @inlinable
    public func receive(_ value: Input) -> Subscribers.Demand {
      if let handlers = state.withLock({ $0.handlers }) {
        withExtendedLifetime(handlers) { handlers.receiveValue(value) }
      }
      return .none
    }

    public func receive(completion: Subscribers.Completion<Failure>) {
      take().handlers?.receiveCompletion(completion)
    }

    public func cancel() { take().subscription?.cancel() }

    private func take() -> State {
      state.withLock { state in
        defer {
          state.handlers = nil
          state.subscription = nil
        }
        return state
      }
    }
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
