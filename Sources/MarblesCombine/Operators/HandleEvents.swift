import Marbles

extension Publisher {
  /// Calls closures as things pass by, and changes nothing.
  ///
  /// Each closure is called before what it is about is passed on.
  ///
  /// - Demand: requests pass through unchanged; `receiveRequest` sees what is returned for a value,
  ///   too.
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
  public struct HandleEvents<Upstream: Publisher>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    public var receiveSubscription: ((any Subscription) -> Void)?
    public var receiveOutput: ((Output) -> Void)?
    public var receiveCompletion: ((Subscribers.Completion<Failure>) -> Void)?
    public var receiveCancel: (() -> Void)?
    public var receiveRequest: ((Subscribers.Demand) -> Void)?
    public let upstream: Upstream

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

    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      upstream.subscribe(HandleEventsLink(subscriber, self))
    }
  }
}

private final class HandleEventsLink<Upstream: Publisher, Downstream: Subscriber>: Subscriber,
  Subscription, RecordedSubscriber, CustomStringConvertible
where Upstream.Output == Downstream.Input, Upstream.Failure == Downstream.Failure {
  typealias Input = Upstream.Output
  typealias Failure = Upstream.Failure

  private enum State {
    case waiting
    case active
    case over
  }

  private let downstream: Downstream
  private let handlers: Publishers.HandleEvents<Upstream>
  private var subscription: LinkSubscription?
  private var state = State.waiting
  /// What downstream holds; it lets go of this link at the end, so that nothing is kept alive.
  private var handle: LinkSubscription?

  init(_ downstream: Downstream, _ handlers: Publishers.HandleEvents<Upstream>) {
    self.downstream = downstream
    self.handlers = handlers
  }

  var lane: RecordedLane? { downstream.recordedLane }
  var description: String { "HandleEvents" }

  func receive(subscription: any Subscription) {
    guard case .waiting = state else { return subscription.cancel() }
    state = .active
    self.subscription = LinkSubscription(subscription)
    handlers.receiveSubscription?(subscription)
    let handle = LinkSubscription(self, name: description)
    self.handle = handle
    downstream.receive(subscription: handle)
  }

  func receive(_ input: Input) -> Subscribers.Demand {
    guard case .active = state else { return .none }
    handlers.receiveOutput?(input)
    let more = downstream.receive(input)
    if more > .none { handlers.receiveRequest?(more) }
    return more
  }

  func receive(completion: Subscribers.Completion<Failure>) {
    guard case .active = state else { return }
    state = .over
    subscription?.forget()
    handle?.forget()
    handlers.receiveCompletion?(completion)
    downstream.receive(completion: completion)
  }

  func request(_ demand: Subscribers.Demand) {
    handlers.receiveRequest?(demand)
    subscription?.request(demand)
  }

  func cancel() {
    guard subscription?.isOver == false else { return }
    handlers.receiveCancel?()
    subscription?.stop()
  }
}

extension ScriptOperator {
  static let handleEvents = ScriptOperator(
    "handleEvents", family: .debugging, "Calls closures as things pass by, and changes nothing",
    signatures: [
      Signature(
        .optional("receiveSubscription", .closure(1)), .optional("receiveOutput", .closure(1)),
        .optional("receiveCompletion", .closure(1)), .optional("receiveCancel", .closure(0)),
        .optional("receiveRequest", .closure(1)))
    ],
    example: "numbers.handleEvents(receiveOutput: { seen.send($0) })"
  ) { upstream, arguments, _ in
    let watched = upstream.publisher.handleEvents(
      receiveSubscription: arguments.closure(0).map { call in { _ in _ = try? call(.void) } },
      receiveCompletion: arguments.closure(2).map { call in
        { _ = try? call(ScriptValue(completion: $0)) }
      },
      receiveCancel: arguments.closure(3).map { closure in { _ = try? closure.call([]) } },
      receiveRequest: arguments.closure(4).map { call in { _ = try? call(ScriptValue(demand: $0)) }
      })
    guard let output = arguments.closure(1) else { return ScriptStream(watched) }
    return watched.tryMap { value in
      _ = try output(value)
      return value
    }.scripted
  }
}

extension ScriptValue {
  /// `.finished` or `.failure("…")`, as a script writes it.
  package init(completion: Subscribers.Completion<ScriptError>) {
    switch completion {
    case .finished: self = .member("finished", [])
    case .failure(let error): self = .member("failure", [.string(error.description)])
    }
  }

  /// `.unlimited` or `.max(3)`, as a script writes it.
  package init(demand: Subscribers.Demand) {
    self = demand.max.map { .member("max", [.int($0)]) } ?? .member("unlimited", [])
  }
}
