import Marbles
import MarblesCombine

/// Members of subjects, relays and observers.
extension Member {
  private static let one = Signature(.required(nil, .any))

  static let ofSubjects: [Member] = [
    Member(
      "send", of: [.subject, .observer],
      takes: [Signature(.required("completion", .any)), Signature(.optional(nil, .any))],
      returns: .kind(.void),
      "Sends a value or a completion", example: "subject.send(1)",
      .effect { call in
        guard call.signature == 0 else { return try call.send(call[0] ?? .void) }
        switch call[0] ?? .void {
        case .member("finished", _): return try call.finish()
        case .member("failure", let details):
          return try call.fail(details.first ?? .string("failure"))
        case let other:
          throw call.context.error(
            .wrongType("'.finished' or '.failure(…)'", not: other.kindName), at: call.span)
        }
      }),
    Member(
      "on", of: [.subject, .observer], takes: [one], returns: .kind(.void), "Sends an event",
      example: "subject.on(.next(1))",
      .effect { call in
        switch call[0] ?? .void {
        case .member("next", let details): return try call.send(details.first ?? .void)
        case .member("error", let details): return try call.fail(details.first ?? .string("error"))
        case .member("completed", _): return try call.finish()
        case let other:
          throw call.context.error(
            .wrongType("an event such as '.next(1)'", not: other.kindName), at: call.span)
        }
      }),
    Member(
      "onNext", of: [.subject, .observer], takes: [one], returns: .kind(.void), "Sends a value",
      example: "subject.onNext(1)", .effect { try $0.send($0[0] ?? .void) }),
    Member(
      "next", of: [.subject, .observer], takes: [Signature(.optional(nil, .any))],
      returns: .kind(.void),
      "Sends a value", example: "subject.next(1)", .effect { try $0.send($0[0] ?? .void) }),
    Member(
      "onError", of: [.subject, .observer], takes: [one], returns: .kind(.void), "Sends a failure",
      example: "subject.onError(\"offline\")", .effect { try $0.fail($0[0] ?? .void) }),
    Member(
      "error", of: [.subject, .observer], takes: [one], returns: .kind(.void), "Sends a failure",
      example: "subject.error(\"offline\")", .effect { try $0.fail($0[0] ?? .void) }),
    Member(
      "onCompleted", of: [.subject, .observer], takes: [Signature()], returns: .kind(.void),
      "Completes",
      example: "subject.onCompleted()", .effect { try $0.finish() }),
    Member(
      "complete", of: [.subject, .observer], takes: [Signature()], returns: .kind(.void),
      "Completes",
      example: "subject.complete()", .effect { try $0.finish() }),
    Member(
      "accept", of: [.relay], takes: [one], returns: .kind(.void), "Sends a value",
      example: "relay.accept(1)",
      .effect { try $0.send($0[0] ?? .void) }),
    Member(
      "value", of: [.subject, .relay], "The current value", example: "state.value",
      .state { try $0.subject.read(at: $0.span) }),
    Member(
      "value", of: [.subject], takes: [Signature()], "The current value", example: "state.value()",
      .step { try $0.subject.read(at: $0.span) }),
    Member(
      "recorded", of: [.subject, .relay], takes: [Signature(.required(nil, .string))],
      returns: .receiver,
      "Names it in the picture", example: "subject.recorded(\"taps\")",
      .naming { call in
        try call.subject.rename(call.string(0))
        return call.receiver
      }),
  ]

  static let ofStreams: [Member] = [
    Member(
      "key", of: [.stream], "The key of a group of `groupBy`",
      example: "stream.groupBy { $0 % 2 }.map { $0.key }",
      .property { call in
        guard case .stream(let stream) = call.receiver, let key = stream.origin?.key else {
          throw ScriptError("only an observable of 'groupBy' has a key")
        }
        return key
      }),
    Member(
      "connect", of: [.connectable], takes: [Signature()], returns: .kind(.cancellable),
      "Subscribes to the upstream for all subscribers", example: "connectable.connect()",
      .step { call in
        guard case .stream(let stream) = call.receiver, let connect = stream.connect else {
          return .void
        }
        let connection = ConnectionObject(connect())
        call.context.runtime.keep(connection)
        return .object(connection)
      }),
    Member(
      "connect", of: [.stream, .subject, .relay], "",
      .refused("write 'makeConnectable()', 'multicast' or 'publish()' before it")),
    Member(
      "recorded", of: [.stream, .connectable], takes: [Signature(.required(nil, .string))],
      returns: .receiver,
      "Names the stage before it, or the lane that begins there",
      example: "stream.recorded(\"view\")",
      .naming { call in
        guard case .stream(let stream) = call.receiver else { return call.receiver }
        return .stream(call.context.builder.recorded(stream, as: call.string(0)))
      }),
  ]

  static let ofSubscriptions: [Member] = [
    Member(
      "cancel", of: [.sink, .cancellable, .bag, .task], takes: [Signature()], returns: .kind(.void),
      "Cancels the subscription", example: "sink.cancel()", .effect(cancel)),
    Member(
      "dispose", of: [.sink, .cancellable, .bag], takes: [Signature()], returns: .kind(.void),
      "Cancels the subscription", example: "sink.dispose()", .effect(cancel)),
    Member(
      "request", of: [.sink], takes: [Signature(.required(nil, .demand))], returns: .kind(.void),
      "Requests more elements", example: "sink.request(.max(1))",
      .effect { call in
        guard let demand = call.arguments.demand(0), demand > Subscribers.Demand.none else {
          throw call.context.error(.requestsNothing, at: call.place(0))
        }
        if case .object(let sink as ScriptSink) = call.receiver { sink.request(demand) }
        return .void
      }),
    Member(
      "values", of: ValueKind.streams, returns: .receiver,
      "The elements, for `for await` in a task",
      example: "Task { for await value in stream.values { print(value) } }", .property(\.receiver)),
    Member(
      "store", of: [.sink, .cancellable, .bag], takes: [Signature(.required("in", .any))],
      returns: .receiver,
      "Keeps the subscription in a set", example: "sink.store(in: &set)", .retention(retain)),
    Member(
      "disposed", of: [.sink, .cancellable, .bag], takes: [Signature(.required("by", .any))],
      returns: .receiver,
      "Keeps the subscription in a bag", example: "sink.disposed(by: bag)", .retention(retain)),
    Member(
      "recorded", of: [.sink], takes: [Signature(.required(nil, .string))], returns: .receiver,
      "Names it in the picture", example: "sink.recorded(\"view\")",
      .naming { call in
        if case .object(let sink as ScriptSink) = call.receiver { sink.rename(call.string(0)) }
        return call.receiver
      }),
    Member(
      "insert", of: [.bag], takes: [one], returns: .kind(.void), "Keeps a subscription",
      example: "bag.insert(sink)", .method(insert)),
    Member(
      "append", of: [.bag], takes: [one], returns: .kind(.void), "Keeps a subscription",
      example: "bag.append(sink)", .method(insert)),
    Member(
      "removeAll", of: [.bag], takes: [Signature()], returns: .kind(.void),
      "Cancels all subscriptions",
      example: "bag.removeAll()", .step(cancel)),
  ]

  static let ofCaches: [Member] = [
    Member(
      "response", of: [.cache], takes: [Signature()], returns: .kind(.stream),
      "A publisher of the response that the cache keeps or requests",
      example: "cache.response()",
      .step { call in
        guard case .object(let cache as ResponseCacheObject) = call.receiver else { return .void }
        var stream = call.context.runtime.guarded(
          ScriptStream(cache.cache.response()), at: call.span)
        stream.origin = StreamProvenance(leaving: cache.site)
        return .stream(stream)
      }),
    Member(
      "invalidate", of: [.cache], takes: [Signature()], returns: .kind(.void),
      "Removes the response",
      example: "cache.invalidate()",
      .effect { call in
        if case .object(let cache as ResponseCacheObject) = call.receiver { cache.invalidate() }
        return .void
      }),
  ]

  private static func cancel(_ call: MemberCall) -> ScriptValue {
    if case .object(let object as any CancellableObject) = call.receiver { object.cancel() }
    return .void
  }

  private static func retain(_ call: MemberCall) -> ScriptValue {
    if case .object(let bag as BagObject) = call[0],
      case .object(let object as any CancellableObject) = call.receiver
    {
      bag.insert(object)
    }
    return call.receiver
  }

  private static func insert(_ call: MemberCall) -> ScriptValue {
    if case .object(let bag as BagObject) = call.receiver,
      case .object(let object as any CancellableObject) = call[0]
    {
      bag.insert(object)
    }
    return .void
  }
}

extension MemberCall {
  /// The receiver of an entry that only subjects and relays have.
  fileprivate var subject: ScriptSubject {
    get throws(ScriptError) {
      guard case .object(let subject as ScriptSubject) = receiver else {
        throw context.error(
          .noMember(name.text, of: receiver.kindName, nearest: nil), at: name.span)
      }
      return subject
    }
  }

  private var values: any ValueReceiver {
    get throws(ScriptError) {
      guard case .object(let object as any ValueReceiver) = receiver else {
        throw context.error(
          .noMember(name.text, of: receiver.kindName, nearest: nil), at: name.span)
      }
      return object
    }
  }

  fileprivate func send(_ value: ScriptValue) throws(ScriptError) -> ScriptValue {
    try values.send(value)
    return .void
  }

  fileprivate func finish() throws(ScriptError) -> ScriptValue {
    try values.finish()
    return .void
  }

  fileprivate func fail(_ error: ScriptValue) throws(ScriptError) -> ScriptValue {
    try values.fail(ScriptError(from: error))
    return .void
  }
}
