import MarblesCombine

extension Operator {
  static let rxMulticast = Operator(
    "multicast", dialects: [.rxswift], family: .sharing,
    "Puts a subject between one subscription and many subscribers, once connected",
    signatures: [
      Signature(.required(nil, .subject)), Signature(.required("makeSubject", .closure(0))),
    ],
    example: "response.multicast(makeSubject: { PublishSubject() })",
    shape: { _ in .hub(detail: "") }
  ) { upstream, arguments, signature in
    let factory = signature == 1 ? try arguments.function(0) : nil
    let given = arguments[0]
    let stage = arguments.context.stage
    return connectable(
      upstream.observable.multicast(makeSubject: {
        let made = (try? factory?.call([])) ?? given
        guard case .object(let object) = made, let object = object as? any SubjectObject else {
          return ScriptedSubject(PassthroughSubject())
        }
        stage?.describe(object.typeName)
        return ScriptedSubject(object.subject)
      }))
  }

  static let rxPublish = Operator(
    "publish", dialects: [.rxswift], family: .sharing,
    "Multicasts with a PublishSubject for each connection", example: "response.publish()",
    shape: { _ in .hub(detail: "PublishSubject") }
  ) { upstream, _, _ in connectable(upstream.observable.publish()) }

  static let rxReplay = Operator(
    "replay", dialects: [.rxswift], family: .sharing,
    "Multicasts with a ReplaySubject for each connection",
    signatures: [Signature(.required(nil, .int))], example: "response.replay(2)",
    shape: { .hub(detail: "ReplaySubject(\($0.int(0) ?? 0))") }
  ) { upstream, arguments, _ in
    connectable(upstream.observable.replay(try arguments.natural(0)))
  }

  static let rxReplayAll = Operator(
    "replayAll", dialects: [.rxswift], family: .sharing,
    "Multicasts with an unbounded ReplaySubject for each connection",
    example: "response.replayAll()", shape: { _ in .hub(detail: "ReplaySubject") }
  ) { upstream, _, _ in connectable(upstream.observable.replayAll()) }

  static let rxRefCount = Operator(
    "refCount", dialects: [.rxswift], family: .sharing,
    "Connects at the first subscriber, disconnects at the last",
    example: "response.publish().refCount()"
  ) { upstream, _, _ in
    guard let connect = upstream.autoconnect else {
      throw ScriptError("refCount() needs a connectable observable: publish, replay, multicast")
    }
    return ScriptedConnectable(upstream.observable, connect).refCount().scripted
  }
}

/// The stream of a connectable observable. Dropping the connection keeps it, as in RxSwift.
private func connectable(_ observable: ConnectableObservable<Value>) -> Stream {
  var stream = observable.scripted
  let connect = { ScriptedConnection(observable.connect()) as any Cancellable }
  stream.connect = connect
  stream.autoconnect = connect
  return stream
}

private final class ScriptedConnection: Cancellable {
  private let connection: any Disposable

  init(_ connection: any Disposable) { self.connection = connection }

  func cancel() { connection.dispose() }
}

/// A script's connectable stream as an observable.
private final class ScriptedConnectable: ConnectableObservable<Value> {
  private let observable: Observable<Value>
  private let start: () -> any Cancellable

  init(_ observable: Observable<Value>, _ start: @escaping () -> any Cancellable) {
    self.observable = observable
    self.start = start
    super.init()
  }

  override func subscribe(receiver: Receiver<Value>) -> any Disposable {
    observable.subscribe(receiver: receiver)
  }

  override func connect() -> any Disposable {
    let connection = start()
    return Disposables.create { connection.cancel() }
  }
}

/// A subject of a script inside a multicast.
final class ScriptedSubject: Observable<Value>, SubjectType, ObserverType {
  private let subject: any Subject<Value, ScriptError>
  private let observable: Observable<Value>

  init(_ subject: any Subject<Value, ScriptError>) {
    self.subject = subject
    observable = PublisherObservable(AnyPublisher(erasing: subject))
    super.init()
  }

  func asObserver() -> ScriptedSubject { self }

  func on(_ event: Event<Value>) {
    switch event {
    case .next(let value): subject.send(value)
    case .error(let error): subject.send(completion: .failure(ScriptError(error)))
    case .completed: subject.send(completion: .finished)
    }
  }

  override func subscribe(receiver: Receiver<Value>) -> any Disposable {
    observable.subscribe(receiver: receiver)
  }
}

extension AnyPublisher where Output == Value, Failure == ScriptError {
  fileprivate init(erasing publisher: some Publisher<Value, ScriptError>) {
    self.init(publisher)
  }
}
