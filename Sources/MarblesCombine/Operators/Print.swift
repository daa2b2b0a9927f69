import Marbles

extension Publisher {
  /// Prints what passes by, in Combine's words.
  ///
  ///     receive subscription: (PassthroughSubject)
  ///     request unlimited
  ///     receive value: (1)
  ///     receive finished
  ///
  /// - Parameters:
  ///   - prefix: stands before each line, with a colon.
  ///   - stream: where the lines go; the standard output if `nil`.
  /// - Demand: requests pass through unchanged.
  public func print(_ prefix: String = "", to stream: (any TextOutputStream)? = nil)
    -> Publishers.Print<Self>
  {
    Publishers.Print(upstream: self, prefix: prefix, to: stream)
  }
}

extension Publishers {
  public struct Print<Upstream: Publisher>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    public let prefix: String
    public let upstream: Upstream
    public let stream: (any TextOutputStream)?

    public init(upstream: Upstream, prefix: String, to stream: (any TextOutputStream)? = nil) {
      self.upstream = upstream
      self.prefix = prefix
      self.stream = stream
    }

    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      upstream.subscribe(
        PrintLink(subscriber, LinePrinter(prefix: prefix, stream: stream)))
    }
  }
}

private final class LinePrinter {
  private let prefix: String
  private let stream: Locked<(any TextOutputStream)?>

  init(prefix: String, stream: (any TextOutputStream)?) {
    self.prefix = prefix.isEmpty ? "" : prefix + ": "
    self.stream = Locked(stream)
  }

  func write(_ text: String) {
    guard var target = stream.withLock({ $0 }) else { return Swift.print(prefix + text) }
    target.write(prefix + text + "\n")
    stream.withLockThenDrop { $0 = target }
  }
}

private final class PrintLink<Downstream: Subscriber>: Subscriber, Subscription, RecordedSubscriber,
  CustomStringConvertible
{
  typealias Input = Downstream.Input
  typealias Failure = Downstream.Failure

  private let downstream: Downstream
  private let printer: LinePrinter
  private var subscription: LinkSubscription?
  private var isOver = false
  /// What downstream holds; it lets go of this link at the end, so that nothing is kept alive.
  private var handle: LinkSubscription?

  init(_ downstream: Downstream, _ printer: LinePrinter) {
    self.downstream = downstream
    self.printer = printer
  }

  var lane: RecordedLane? { downstream.recordedLane }
  var description: String { "Print" }

  func receive(subscription: any Subscription) {
    guard self.subscription == nil else { return subscription.cancel() }
    printer.write("receive subscription: (\(subscription))")
    self.subscription = LinkSubscription(subscription)
    let handle = LinkSubscription(self, name: description)
    self.handle = handle
    downstream.receive(subscription: handle)
  }

  func receive(_ input: Input) -> Subscribers.Demand {
    guard subscription != nil, !isOver else { return .none }
    printer.write("receive value: (\(input))")
    let more = downstream.receive(input)
    if more > .none { printer.write("request \(inWords(more)) (synchronous)") }
    return more
  }

  func receive(completion: Subscribers.Completion<Failure>) {
    guard subscription != nil, !isOver else { return }
    isOver = true
    subscription?.forget()
    handle?.forget()
    switch completion {
    case .finished: printer.write("receive finished")
    case .failure(let error): printer.write("receive error: (\(error))")
    }
    downstream.receive(completion: completion)
  }

  private func inWords(_ demand: Subscribers.Demand) -> String {
    demand.max.map { "max: (\($0))" } ?? "unlimited"
  }

  func request(_ demand: Subscribers.Demand) {
    printer.write("request \(inWords(demand))")
    subscription?.request(demand)
  }

  func cancel() {
    guard subscription?.isOver == false else { return }
    printer.write("receive cancel")
    subscription?.stop()
  }
}

extension ScriptOperator {
  static let print = ScriptOperator(
    "print", family: .debugging, "Prints what passes by",
    signatures: [Signature(.optional(nil, .string))], example: "numbers.print(\"numbers\")",
    compatibility: .different("prints nothing in a script: the picture shows what passes by")
  ) { upstream, _, _ in upstream }
}
