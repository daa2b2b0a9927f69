import Marbles
import MarblesCombine
import MarblesRx

// MARK: Combine

extension ScriptOperator {
  static let autoconnect = ScriptOperator(
    "autoconnect", family: .sharing,
    "Connects at the first subscription, and cancels the connection after the last",
    example: "response.multicast { PassthroughSubject() }.autoconnect()",
    input: { _ in .connectable }, isTransparent: true
  ) { upstream, _, _ in
    guard let connect = upstream.autoconnect else {
      throw ScriptError("autoconnect() needs a connectable publisher: multicast, makeConnectable")
    }
    return ScriptStream(ConnectableStream(upstream.publisher, connect).autoconnect())
  }

  static let makeConnectable = ScriptOperator(
    "makeConnectable", family: .sharing,
    "Delays the upstream's elements until `connect()` is called",
    example: "numbers.makeConnectable()", result: .connectable,
    shape: { _ in .hub(detail: "PassthroughSubject") },
    compatibility: .different("scripts accept publishers that can fail")
  ) { upstream, _, _ in
    let multicast = upstream.publisher.multicast { PassthroughSubject() }
    return ScriptStream(multicast, connect: multicast.connect)
  }

  static let multicast = ScriptOperator(
    "multicast", family: .sharing,
    "Shares one upstream subscription among all subscribers through a subject, once connected",
    signatures: [
      Signature(.required(nil, .closure(0))), Signature(.required("subject", .subject)),
    ],
    example: "response.multicast { PassthroughSubject() }", result: .connectable,
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

  static let share = ScriptOperator(
    "share", family: .sharing, "Shares one upstream subscription among all subscribers",
    example: "response.share()", isWrittenAsCall: true,
    shape: { _ in .hub(detail: "PassthroughSubject") },
    compatibility: .different(
      "delivers in order of subscription; Combine does not specify an order")
  ) { upstream, _, _ in ScriptStream(upstream.publisher.share()) }

  static let shareReplay = ScriptOperator(
    "shareReplay", family: .sharing,
    "Shares one upstream subscription, and replays its latest elements and its completion",
    signatures: [Signature(.optional(nil, .int))], example: "response.shareReplay(1)",
    isWrittenAsCall: true,
    shape: { .hub(detail: "ReplaySubject(capacity: \($0.int(0) ?? 1))") },
    compatibility: .different("not in Combine; a common extension")
  ) { upstream, arguments, _ in
    let count = arguments[0] == nil ? 1 : try arguments.natural(0)
    return ScriptStream(upstream.publisher.shareReplay(count))
  }
}

/// A script's connectable publisher.
private struct ConnectableStream: ConnectablePublisher {
  typealias Output = ScriptValue
  typealias Failure = ScriptError

  private let publisher: AnyPublisher<ScriptValue, ScriptError>
  private let start: () -> any Cancellable

  init(
    _ publisher: AnyPublisher<ScriptValue, ScriptError>, _ start: @escaping () -> any Cancellable
  ) {
    self.publisher = publisher
    self.start = start
  }

  func connect() -> any Cancellable { start() }

  func receive<S: Subscriber>(subscriber: S)
  where S.Input == ScriptValue, S.Failure == ScriptError {
    publisher.subscribe(subscriber)
  }
}

// MARK: RxSwift

extension ScriptOperator {
  static let rxMulticast = ScriptOperator(
    "multicast", dialects: [.rxswift], family: .sharing,
    "Shares one subscription to the source among all observers through a subject, once connected",
    signatures: [
      Signature(.required(nil, .subject)), Signature(.required("makeSubject", .closure(0))),
    ],
    example: "response.multicast(makeSubject: { PublishSubject() })", result: .connectable,
    shape: { _ in .hub(detail: "") }
  ) { upstream, arguments, signature in
    let factory = signature == 1 ? try arguments.function(0) : nil
    let given = arguments[0]
    let stage = arguments.context.stage
    return connectable(
      upstream.observable.multicast(
        reportingTo: stage, isNew: factory != nil,
        makeSubject: {
          let made = (try? factory?.call([])) ?? given ?? .void
          guard case .object(let object) = made, let object = object as? any SubjectObject else {
            let failed = PassthroughSubject<ScriptValue, ScriptError>()
            let reason = ScriptError("multicast needs a subject, not \(made.kindName)")
            failed.send(completion: .failure(reason))
            return bridged(failed)
          }
          stage?.describe(object.typeName)
          return bridged(object.subject)
        }))
  }

  static let rxPublish = ScriptOperator(
    "publish", dialects: [.rxswift], family: .sharing,
    "Multicasts through a PublishSubject, a new one for each connection",
    example: "response.publish()",
    result: .connectable, isWrittenAsCall: true,
    shape: { _ in .hub(detail: "PublishSubject") }
  ) { upstream, _, _ in connectable(upstream.observable.publish()) }

  static let rxReplay = ScriptOperator(
    "replay", dialects: [.rxswift], family: .sharing,
    "Multicasts through a ReplaySubject, a new one for each connection",
    signatures: [Signature(.required(nil, .int))], example: "response.replay(2)",
    result: .connectable,
    shape: { .hub(detail: "ReplaySubject(\($0.int(0) ?? 0))") }
  ) { upstream, arguments, _ in
    let capacity = try arguments.natural(0)
    return connectable(
      upstream.observable.multicast(reportingTo: arguments.context.stage) {
        MarblesRx.ReplaySubject.create(bufferSize: capacity)
      })
  }

  static let rxReplayAll = ScriptOperator(
    "replayAll", dialects: [.rxswift], family: .sharing,
    "Multicasts through an unbounded ReplaySubject, a new one for each connection",
    example: "response.replayAll()", result: .connectable, isWrittenAsCall: true,
    shape: { _ in .hub(detail: "ReplaySubject") }
  ) { upstream, arguments, _ in
    connectable(
      upstream.observable.multicast(reportingTo: arguments.context.stage) {
        MarblesRx.ReplaySubject.createUnbounded()
      })
  }

  static let rxRefCount = ScriptOperator(
    "refCount", dialects: [.rxswift], family: .sharing,
    "Connects at the first subscription, and disposes of the connection after the last",
    example: "response.publish().refCount()", input: { _ in .connectable }, isTransparent: true
  ) { upstream, _, _ in
    guard let connect = upstream.autoconnect else {
      throw ScriptError("refCount() needs a connectable observable: publish, replay, multicast")
    }
    return BridgedConnectable(upstream.observable, connect).refCount().scripted
  }

  static let rxShare = ScriptOperator(
    "share", dialects: [.rxswift], family: .sharing,
    "Shares one subscription to the source among all observers",
    signatures: [
      Signature(
        .optional("replay", .int), .optional("scope", .choice(["whileConnected", "forever"])))
    ],
    example: "response.share(replay: 1, scope: .whileConnected)", isWrittenAsCall: true,
    shape: { arguments in
      let count = arguments.int(0) ?? 0
      return .hub(detail: count > 0 ? "ReplaySubject(\(count))" : "PublishSubject")
    }
  ) { upstream, arguments, _ in
    let count = arguments[0] == nil ? 0 : try arguments.natural(0)
    return upstream.observable.share(
      replay: count, scope: arguments.choice(1) == "forever" ? .forever : .whileConnected
    ).scripted
  }

  static let rxAsObservable = ScriptOperator(
    "asObservable", dialects: [.rxswift], family: .ending,
    "Hides the type of a subject, relay, driver or signal",
    example: "count.asObservable()", result: .observable, isTransparent: true
  ) { upstream, _, _ in ScriptStream(upstream.publisher) }

  static let rxAsDriver = ScriptOperator(
    "asDriver", dialects: [.rxswift], family: .sharing,
    "Converts to a driver: no errors, delivery on the main queue, replay of the latest element",
    signatures: [
      Signature(), Signature(.required("onErrorJustReturn", .any)),
      Signature(.required("onErrorDriveWith", .publisher)),
      Signature(.required("onErrorRecover", .publisherClosure(1))),
    ],
    example: "count.asDriver()", result: .trait(.driver), isTransparent: true,
    shape: { traitShape($0, "share(replay: 1)") },
    compatibility: .different(
      "in scripts, a driver shares again where it has a name")
  ) { upstream, arguments, signature in
    let main = VirtualMainScheduler(arguments.context.scheduler)
    return upstream.observable.asDriver(on: main) { recovery($0, arguments, signature) }
      .asObservable().scripted
  }

  static let rxAsSignal = ScriptOperator(
    "asSignal", dialects: [.rxswift], family: .sharing,
    "Converts to a signal: no errors, delivery on the main queue, no replay",
    signatures: [
      Signature(), Signature(.required("onErrorJustReturn", .any)),
      Signature(.required("onErrorSignalWith", .publisher)),
      Signature(.required("onErrorRecover", .publisherClosure(1))),
    ],
    example: "taps.asSignal()", result: .trait(.signal), isTransparent: true,
    shape: { traitShape($0, "share()") },
    compatibility: .different(
      "in scripts, a signal shares again where it has a name")
  ) { upstream, arguments, signature in
    let main = VirtualMainScheduler(arguments.context.scheduler)
    return upstream.observable.asSignal(on: main) { recovery($0, arguments, signature) }
      .asObservable().scripted
  }
}

/// The stream of a connectable observable. Dropping the connection keeps it, as in RxSwift.
func connectable(_ observable: ConnectableObservable<ScriptValue>) -> ScriptStream {
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

/// The shape of a driver or signal. In the chain of a sink, a relay's driver has one subscriber and
/// is not drawn.
private func traitShape(_ arguments: Arguments, _ detail: String) -> ScriptOperator.Shape {
  let isPlain = arguments.values.compactMap { $0 }.isEmpty
  return isPlain && arguments.context.isPartOfEnd ? .lane : .hub(detail: detail)
}

/// The observable that replaces a failed one.
private func recovery(_ error: any Error, _ arguments: Arguments, _ signature: Int)
  -> Observable<ScriptValue>
{
  switch signature {
  case 1: return .just(arguments[0] ?? .void)
  case 3:
    do {
      return try arguments.function(0).recovering(error)
    } catch {
      return .error(error)
    }
  default: return arguments[0]?.observable ?? .error(error)
  }
}
