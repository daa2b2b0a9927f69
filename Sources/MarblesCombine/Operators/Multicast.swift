import Marbles

extension Publisher {
  /// Puts a subject between one subscription upstream and many subscribers, once it is connected.
  ///
  ///     upstream:  -1-2-3-|
  ///     A  ^       -1-2-3-|
  ///     B     ^    ---2-3-|
  ///
  /// Nothing happens until `connect()`: every subscriber can be attached before the work starts.
  /// Cancelling what `connect()` returns (or letting go of it) stops the work; connecting again goes
  /// on with the same subject and subscribers. Connecting twice subscribes upstream twice.
  ///
  /// - Parameter createSubject: makes the subject, at the first subscription or connection; what the
  ///   subject keeps decides what late subscribers get.
  /// - Demand: upstream is asked for everything at the first request of any subscriber.
  ///
  /// Thread-safe.
  @inlinable
  public func multicast<S: Subject>(_ createSubject: @escaping () -> S)
    -> Publishers.Multicast<Self, S> where S.Output == Output, S.Failure == Failure
  {
    Publishers.Multicast(upstream: self, createSubject: createSubject)
  }

  /// Puts this subject between one subscription upstream and many subscribers, once it is connected.
  ///
  /// As ``multicast(_:)``, with a subject that others may know too.
  @inlinable
  public func multicast<S: Subject>(subject: S) -> Publishers.Multicast<Self, S>
  where S.Output == Output, S.Failure == Failure {
    multicast { subject }
  }
}

extension Publishers {
  public final class Multicast<Upstream: Publisher, SubjectType: Subject>: ConnectablePublisher
  where Upstream.Output == SubjectType.Output, Upstream.Failure == SubjectType.Failure {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    public final let upstream: Upstream
    public final let createSubject: () -> SubjectType
    private let subject = LazyOnce<SubjectType>()

    @inlinable
    public init(upstream: Upstream, createSubject: @escaping () -> SubjectType) {
      self.upstream = upstream
      self.createSubject = createSubject
    }

    @inlinable @inline(__always)
    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      sharedSubject().subscribe(TransformSubscriber(subscriber, name: "Multicast") { .pass($0) })
    }

    @inlinable @inline(__always)
    public func connect() -> any Cancellable {
      let subscriber = SubjectSubscriber(sharedSubject())
      upstream.subscribe(subscriber)
      return Connection(subscriber)
    }

    @usableFromInline
    func sharedSubject() -> SubjectType { subject.value(makingIt: createSubject) }
  }
}

/// What `connect()` returns: stops the work when it is cancelled or let go of.
@usableFromInline
final class Connection: Cancellable {
  private let token: AnyCancellable
  private let hasEnded: () -> Bool

  @usableFromInline
  init<S: Subject>(_ subscriber: SubjectSubscriber<S>) {
    token = AnyCancellable(subscriber)
    hasEnded = { subscriber.isOver }
  }

  /// Whether there is nothing left to stop.
  var isOver: Bool { hasEnded() }

  @usableFromInline func cancel() { token.cancel() }
}

extension ScriptOperator {
  static let multicast = ScriptOperator(
    "multicast", family: .sharing,
    "Puts a subject between one upstream subscription and many subscribers, once connected",
    signatures: [
      Signature(.required(nil, .closure(0))), Signature(.required("subject", .subject)),
    ],
    example: "response.multicast { PassthroughSubject() }",
    shape: { _ in .hub(detail: "") }
  ) { upstream, arguments, signature in
    let factory = signature == 0 ? try arguments.function(0) : nil
    let given = arguments[0]
    let stage = arguments.context.stage
    let multicast = upstream.publisher.multicast {
      AnySubject {
        let made = try factory?.call([]) ?? given ?? .void
        guard case .object(let object) = made, let object = object as? any SubjectObject else {
          throw ScriptError("multicast needs a subject, not \(made.kindName)")
        }
        stage?.describe(object.typeName)
        let subject = object.subject
        if let stage { (subject as? any HoldReporting)?.report(to: stage) }
        return subject
      }
    }
    return ScriptStream(multicast, connect: multicast.connect)
  }
}
