import Marbles
import MarblesCombine
import MarblesRx

extension ScriptOperator {
  static let rxjsPublish = ScriptOperator(
    "publish", dialects: [.rxjs], family: .sharing,
    "RxJS's `publish`: multicasts through one Subject, which stays completed",
    example: "response.publish()", result: .connectable, isWrittenAsCall: true,
    shape: { _ in .hub(detail: "Subject") }
  ) { upstream, _, _ in
    connectable(upstream.observable.multicast(PublishSubject<ScriptValue>()))
  }

  static let rxjsReplay = ScriptOperator(
    "replay", dialects: [.rxjs], family: .sharing,
    "RxJS's `publishReplay`: multicasts through one ReplaySubject, which stays completed",
    signatures: [Signature(.optional(nil, .int))], example: "response.replay(2)",
    result: .connectable, isWrittenAsCall: true,
    shape: { .hub(detail: "ReplaySubject(\($0.int(0).map(String.init) ?? "Infinity"))") }
  ) { upstream, arguments, _ in
    let capacity = arguments[0] == nil ? Int.max : try arguments.natural(0)
    let subject = MarblesRx.ReplaySubject<ScriptValue>.create(bufferSize: capacity)
    return connectable(upstream.observable.multicast(subject))
  }

  static let rxjsShare = ScriptOperator(
    "share", dialects: [.rxjs], family: .sharing,
    "RxJS 7's `share`: shares one subscription; options control when it is reset",
    signatures: [
      Signature(
        .optional("connector", .closure(0)), .optional("resetOnError", .any),
        .optional("resetOnComplete", .any), .optional("resetOnRefCountZero", .any))
    ],
    example: "response.share(resetOnComplete: false)", isWrittenAsCall: true,
    shape: { _ in .hub(detail: "Subject") }
  ) { upstream, arguments, _ in
    var options = RxJSShare<ScriptValue>.Options()
    let stage = arguments.context.stage
    if let connector = arguments.closure(0) {
      options.connector = { try rxjsSubject(connector(), stage) }
    }
    options.onError = try rxjsReset(arguments[1])
    options.onComplete = try rxjsReset(arguments[2])
    options.onRefCountZero = try rxjsReset(arguments[3])
    return RxJSShare(upstream.observable, options, stage: stage).observable.scripted
  }

  static let rxjsShareReplay = ScriptOperator(
    "shareReplay", dialects: [.rxjs], family: .sharing,
    "RxJS 7's `shareReplay`: shares one subscription, and replays its latest elements",
    signatures: [
      Signature(
        .optional("bufferSize", .int), .optional("windowTime", .duration),
        .optional("refCount", .bool)),
      Signature(.optional(nil, .int), .optional(nil, .duration)),
    ],
    example: "response.shareReplay(bufferSize: 1, refCount: true)", isWrittenAsCall: true,
    shape: { arguments in
      let capacity = arguments.int(0).map(String.init) ?? "Infinity"
      return .hub(detail: "ReplaySubject(\(capacity))")
    }
  ) { upstream, arguments, _ in
    let capacity = arguments[0] == nil ? Int.max : try arguments.natural(0)
    let window = arguments[1] == nil ? nil : try arguments.time(1)
    let scheduler = arguments.context.scheduler
    let options = RxJSShare<ScriptValue>.Options(
      connector: {
        RxJSReplaySubject<ScriptValue>(capacity: capacity, window: window, scheduler: scheduler)
          .shared
      },
      onError: .always, onComplete: .never, onRefCountZero: .when(arguments.bool(2) ?? false))
    return RxJSShare(upstream.observable, options, stage: arguments.context.stage)
      .observable.scripted
  }
}

/// `true`, `false`, or a function that returns an observable, whose first element resets.
private func rxjsReset(_ value: ScriptValue?) throws(ScriptError) -> RxJSReset<ScriptValue> {
  switch value {
  case nil: return .always
  case .bool(let flag): return .when(flag)
  case .closure(let closure):
    return .after { event in
      guard case .error(let error) = event, closure.arity != 0 else {
        return try closure.observable()
      }
      return try closure.observable(ScriptError(error).value)
    }
  case .some(let other):
    throw ScriptError("a reset is true, false or a closure, not \(other.kindName)")
  }
}

/// The subject that a connector returns.
private func rxjsSubject(_ value: ScriptValue, _ stage: RecordedStage?) throws(ScriptError)
  -> RxJSSubject<ScriptValue>
{
  guard case .object(let object) = value, let object = object as? any SubjectObject else {
    throw ScriptError("the connector should give a subject, not \(value.kindName)")
  }
  stage?.describe(object.typeName)
  let subject = bridged(object.subject)
  return RxJSSubject(
    observable: subject, on: { subject.on($0) }, report: { subject.report(to: $0) },
    forget: { subject.forgetReport() })
}
