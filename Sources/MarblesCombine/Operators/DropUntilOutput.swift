import Marbles

extension Publisher {
  /// Ignores values until another publisher sends one; republishes what comes after that.
  ///
  ///     -1-2-3-4-|   drop(untilOutputFrom: ----x)
  ///     -----3-4-|
  ///
  /// If the other publisher fails before that, this fails; if it finishes, nothing will come but
  /// the end.
  ///
  /// - Demand: requests pass unchanged, and a value that is ignored uses up what was asked for: with
  ///   bounded demand, ask again. The other publisher is asked for one value.
  public func drop<P: Publisher>(untilOutputFrom publisher: P)
    -> Publishers.DropUntilOutput<Self, P> where Failure == P.Failure
  {
    Publishers.DropUntilOutput(upstream: self, other: publisher)
  }
}

extension Publishers {
  /// Ignores values until another publisher sends something.
  public struct DropUntilOutput<Upstream: Publisher, Other: Publisher>: Publisher
  where Upstream.Failure == Other.Failure {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    public let upstream: Upstream
    public let other: Other

    public init(upstream: Upstream, other: Other) {
      self.upstream = upstream
      self.other = other
    }

    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      let link = DropUntilLink(subscriber)
      let trigger = FirstValueSubscriber<Other.Output, Other.Failure>(
        name: link.description, lane: link.lane, onValue: { link.open() },
        onFailure: { link.fail($0) })
      link.onEnd = { trigger.cancel() }
      link.start()
      other.subscribe(trigger)
      upstream.subscribe(link)
    }
  }
}

private final class DropUntilLink<Downstream: Subscriber>: Subscriber, Subscription,
  RecordedSubscriber,
  CustomStringConvertible
{
  private let outlet: SerializedDownstream<Downstream>
  private let inlet = UpstreamSubscription()
  /// Lets go of the other publisher; `nil` once that has happened.
  var onEnd: (() -> Void)?
  private var hasOpened = false
  /// What was asked for before upstream's subscription came; `nil` afterwards.
  private var early: Subscribers.Demand? = Subscribers.Demand.none

  init(_ downstream: Downstream) { outlet = SerializedDownstream(downstream) }

  var lane: RecordedLane? { outlet.lane }
  var description: String { "DropUntilOutput" }

  func start() { outlet.send(subscription: self) }

  func receive(subscription: any Subscription) {
    guard inlet.accept(subscription) else { return }
    outlet.run { [self] in
      let early = early ?? .none
      self.early = nil
      inlet.request(early)
    }
  }

  func receive(_ input: Downstream.Input) -> Subscribers.Demand {
    guard outlet.enter(orLater: { [self] in inlet.request(accept(input)) }) else { return .none }
    defer { outlet.leave() }
    return accept(input)
  }

  private func accept(_ input: Downstream.Input) -> Subscribers.Demand {
    guard inlet.isOpen else { return .none }
    guard hasOpened else {
      outlet.lane?.dropped(input, .swallowed)
      return .none
    }
    return outlet.send(input)
  }

  func receive(completion: Subscribers.Completion<Downstream.Failure>) {
    outlet.run { [self] in
      guard inlet.end() else { return }
      endOther()
      outlet.send(completion: completion)
    }
  }

  /// The other publisher has sent something.
  func open() {
    outlet.run { [self] in hasOpened = true }
  }

  func fail(_ error: Downstream.Failure) {
    outlet.run { [self] in
      guard !hasOpened else { return }
      endOther()
      inlet.cancel()
      outlet.send(completion: .failure(error))
    }
  }

  private func endOther() {
    let onEnd = onEnd
    self.onEnd = nil
    onEnd?()
  }

  func request(_ demand: Subscribers.Demand) {
    outlet.run { [self] in
      if let early { self.early = early + demand } else { inlet.request(demand) }
    }
  }

  func cancel() {
    outlet.close { [self] in endOther() }
    inlet.cancel()
  }
}

extension ScriptOperator {
  static let dropUntilOutput = ScriptOperator(
    "drop", family: .filtering, "Ignores values until another publisher sends one",
    signatures: [Signature(.required("untilOutputFrom", .publisher))],
    example: "numbers.drop(untilOutputFrom: start)", shape: { _ in .memory(detail: "") }
  ) { upstream, arguments, _ in
    upstream.publisher.drop(untilOutputFrom: try arguments.stream(0)).scripted
  }
}
