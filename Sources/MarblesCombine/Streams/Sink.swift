import Marbles

extension Subscribers {
  /// A subscriber of two closures that asks for every value at once.
  ///
  /// It lets go of the closures and of its subscription when the stream ends or it is cancelled;
  /// afterwards it hears nothing. Cancelling it from another thread is safe.
  public final class Sink<Input, Failure: Error>: Subscriber, Cancellable, Traced,
    CustomStringConvertible
  {
    @usableFromInline
    struct Handlers {
      @usableFromInline var subscription: (any Subscription)?
      @usableFromInline let receiveValue: (Input) -> Void
      @usableFromInline let receiveCompletion: (Subscribers.Completion<Failure>) -> Void

      @inlinable
      init(
        receiveValue: @escaping (Input) -> Void,
        receiveCompletion: @escaping (Subscribers.Completion<Failure>) -> Void
      ) {
        self.receiveValue = receiveValue
        self.receiveCompletion = receiveCompletion
      }
    }

    @usableFromInline let state: Locked<Handlers?>

    @inlinable
    public init(
      receiveCompletion: @escaping (Subscribers.Completion<Failure>) -> Void,
      receiveValue: @escaping (Input) -> Void
    ) {
      state = Locked(
        Handlers(receiveValue: receiveValue, receiveCompletion: receiveCompletion))
    }

    public var receiveValue: (Input) -> Void {
      state.withLock { $0?.receiveValue } ?? { _ in }
    }

    public var receiveCompletion: (Subscribers.Completion<Failure>) -> Void {
      state.withLock { $0?.receiveCompletion } ?? { _ in }
    }

    public var description: String { "Sink" }
    package var lane: RecordedLane? { nil }

    public func receive(subscription: any Subscription) {
      let isFirst = state.withLock { state in
        guard state != nil, state?.subscription == nil else { return false }
        state?.subscription = subscription
        return true
      }
      guard isFirst else { return subscription.cancel() }
      subscription.request(.unlimited)
    }

    @inlinable
    public func receive(_ value: Input) -> Subscribers.Demand {
      state.withLock { $0?.receiveValue }?(value)
      return .none
    }

    public func receive(completion: Subscribers.Completion<Failure>) {
      take()?.receiveCompletion(completion)
    }

    public func cancel() { take()?.subscription?.cancel() }

    private func take() -> Handlers? {
      state.withLock { state in
        defer { state = nil }
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
