import Marbles

extension Publisher {
  /// Calls the given closures when signals pass. Each closure is called before its signal is passed
  /// on.
  ///
  /// - Parameters:
  ///   - receiveSubscription: Called with upstream's subscription.
  ///   - receiveOutput: Called with each element.
  ///   - receiveCompletion: Called with the completion.
  ///   - receiveCancel: Called when downstream cancels.
  ///   - receiveRequest: Called with each request, and with the demand that downstream returns for
  ///     an element unless it has cancelled meanwhile.
  /// - Demand: Requests pass through unchanged.
  @inlinable
  public func handleEvents(
    receiveSubscription: ((any Subscription) -> Void)? = nil,
    receiveOutput: ((Output) -> Void)? = nil,
    receiveCompletion: ((Subscribers.Completion<Failure>) -> Void)? = nil,
    receiveCancel: (() -> Void)? = nil,
    receiveRequest: ((Subscribers.Demand) -> Void)? = nil
  ) -> Publishers.HandleEvents<Self> {
    Publishers.HandleEvents(
      upstream: self, receiveSubscription: receiveSubscription, receiveOutput: receiveOutput,
      receiveCompletion: receiveCompletion, receiveCancel: receiveCancel,
      receiveRequest: receiveRequest)
  }
}

extension Publishers {
  /// A publisher that calls closures when signals pass.
  public struct HandleEvents<Upstream: Publisher>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    /// The closure that is called with upstream's subscription.
    public var receiveSubscription: ((any Subscription) -> Void)?
    /// The closure that is called with each element.
    public var receiveOutput: ((Output) -> Void)?
    /// The closure that is called with the completion.
    public var receiveCompletion: ((Subscribers.Completion<Failure>) -> Void)?
    /// The closure that is called when downstream cancels.
    public var receiveCancel: (() -> Void)?
    /// The closure that is called with each request.
    public var receiveRequest: ((Subscribers.Demand) -> Void)?
    /// The publisher whose elements are received.
    public let upstream: Upstream

    /// Creates a publisher that calls closures when signals pass.
    @inlinable
    public init(
      upstream: Upstream,
      receiveSubscription: ((any Subscription) -> Void)? = nil,
      receiveOutput: ((Output) -> Void)? = nil,
      receiveCompletion: ((Subscribers.Completion<Failure>) -> Void)? = nil,
      receiveCancel: (() -> Void)? = nil,
      receiveRequest: ((Subscribers.Demand) -> Void)?
    ) {
      self.upstream = upstream
      self.receiveSubscription = receiveSubscription
      self.receiveOutput = receiveOutput
      self.receiveCompletion = receiveCompletion
      self.receiveCancel = receiveCancel
      self.receiveRequest = receiveRequest
    }

    @inlinable @inline(__always)
    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      upstream.subscribe(HandleEventsLink(subscriber, self))
    }
  }
}

@usableFromInline
final class HandleEventsLink<Upstream: Publisher, Downstream: Subscriber>: Subscriber,
  Subscription, RecordedSubscriber, CustomStringConvertible
where Upstream.Output == Downstream.Input, Upstream.Failure == Downstream.Failure {
  @usableFromInline typealias Input = Upstream.Output
  @usableFromInline typealias Failure = Upstream.Failure

  @usableFromInline
  enum State {
    case waiting
    case active
    case over
  }

  @usableFromInline let downstream: Downstream
  @usableFromInline let handlers: Publishers.HandleEvents<Upstream>
  @usableFromInline var subscription: LinkSubscription?
  @usableFromInline var state = State.waiting
  /// The subscription that downstream holds. It releases this object at the completion, so that
  /// nothing is kept alive.
  @usableFromInline var handle: LinkSubscription?

  @inlinable
  init(_ downstream: Downstream, _ handlers: Publishers.HandleEvents<Upstream>) {
    self.downstream = downstream
    self.handlers = handlers
  }

  @usableFromInline var recordedInput: RecordedInput? { downstream.recordedInput?.throughOperator }
  @usableFromInline var description: String { "HandleEvents" }

  @usableFromInline
  func receive(subscription: any Subscription) {
    guard case .waiting = state else { return subscription.cancel() }
    state = .active
    self.subscription = LinkSubscription(subscription, name: description)
    handlers.receiveSubscription?(subscription)
    // Like in Combine, elements that come after a cancel are passed on.
    let handle = LinkSubscription(self, name: description, isQuiet: subscription.isKnownQuiet)
    self.handle = handle
    downstream.receive(subscription: handle)
  }

  @inlinable
  func receive(_ input: Input) -> Subscribers.Demand {
    guard case .active = state else { return .none }
    handlers.receiveOutput?(input)
    let more = downstream.receive(input)
    if more > .none, subscription?.isOpen == true { handlers.receiveRequest?(more) }
    return more
  }

  @usableFromInline
  func receive(completion: Subscribers.Completion<Failure>) {
    guard case .active = state else { return }
    state = .over
    subscription?.forget()
    handle?.forget()
    handlers.receiveCompletion?(completion)
    downstream.receive(completion: completion)
  }

  @usableFromInline
  func request(_ demand: Subscribers.Demand) {
    handlers.receiveRequest?(demand)
    subscription?.request(demand)
  }

  @usableFromInline
  func cancel() {
    guard subscription?.isOpen == true else { return }
    handlers.receiveCancel?()
    subscription?.stop()
  }
}
