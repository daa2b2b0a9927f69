import Marbles

extension Publisher {
  /// Prints all signals, in Combine's words.
  ///
  ///     receive subscription: (PassthroughSubject)
  ///     request unlimited
  ///     receive value: (1)
  ///     receive finished
  ///
  /// - Parameters:
  ///   - prefix: The text at the start of each line, followed by a colon.
  ///   - stream: The stream that receives the lines; the standard output if `nil`.
  /// - Demand: Requests pass through unchanged.
  public func print(_ prefix: String = "", to stream: (any TextOutputStream)? = nil)
    -> Publishers.Print<Self>
  {
    Publishers.Print(upstream: self, prefix: prefix, to: stream)
  }
}

extension Publishers {
  /// A publisher that prints all signals.
  public struct Print<Upstream: Publisher>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    /// The text at the start of each line.
    public let prefix: String
    /// The publisher whose elements are received.
    public let upstream: Upstream
    /// The stream that receives the lines; the standard output if `nil`.
    public let stream: (any TextOutputStream)?

    /// Creates a publisher that prints all signals.
    public init(upstream: Upstream, prefix: String, to stream: (any TextOutputStream)? = nil) {
      self.upstream = upstream
      self.prefix = prefix
      self.stream = stream
    }

    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      upstream.subscribe(
        PrintSubscriber(subscriber, LinePrinter(prefix: prefix, stream: stream)))
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
    // In three parts, like `Swift.print(_:to:)`.
    target.write("")
    target.write(prefix + text)
    target.write("\n")
    stream.withLockThenDrop { $0 = target }
  }
}

private func inWords(_ demand: Subscribers.Demand) -> String {
  demand.max.map { "max: (\($0))" } ?? "unlimited"
}

/// Prints requests and cancels, repeated and late ones too.
private final class PrintSubscription: Subscription, CustomStringConvertible {
  let upstream: LinkSubscription
  private let printer: LinePrinter

  init(_ upstream: any Subscription, _ printer: LinePrinter) {
    self.upstream = LinkSubscription(upstream, name: "Print")
    self.printer = printer
  }

  var description: String { "Print" }

  func request(_ demand: Subscribers.Demand) {
    printer.write("request \(inWords(demand))")
    upstream.request(demand)
  }

  func cancel() {
    printer.write("receive cancel")
    upstream.stop()
  }
}

private final class PrintSubscriber<Downstream: Subscriber>: Subscriber, RecordedSubscriber,
  CustomStringConvertible
{
  typealias Input = Downstream.Input
  typealias Failure = Downstream.Failure

  private let downstream: Downstream
  private let printer: LinePrinter
  private var subscription: PrintSubscription?
  private var isOver = false

  init(_ downstream: Downstream, _ printer: LinePrinter) {
    self.downstream = downstream
    self.printer = printer
  }

  var recordedInput: RecordedInput? { downstream.recordedInput?.throughOperator }
  var description: String { "Print" }

  func receive(subscription: any Subscription) {
    guard self.subscription == nil else { return subscription.cancel() }
    printer.write("receive subscription: (\(subscription))")
    let own = PrintSubscription(subscription, printer)
    self.subscription = own
    downstream.receive(subscription: own)
  }

  func receive(_ input: Input) -> Subscribers.Demand {
    guard subscription != nil, !isOver else { return .none }
    printer.write("receive value: (\(input))")
    let more = downstream.receive(input)
    if more > .none { printer.write("request \(inWords(more)) (synchronous)") }
    return more
  }

  func receive(completion: Subscribers.Completion<Failure>) {
    guard let subscription, !isOver else { return }
    isOver = true
    subscription.upstream.forget()
    switch completion {
    case .finished: printer.write("receive finished")
    case .failure(let error): printer.write("receive error: (\(error))")
    }
    downstream.receive(completion: completion)
  }
}
