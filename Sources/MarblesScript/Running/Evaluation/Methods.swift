import Marbles
import MarblesCombine

extension Run {
  /// Calls a method; nil if the receiver has none of that name.
  func method(_ call: MemberCall, of receiver: ScriptValue) throws(ScriptError) -> ScriptValue? {
    switch receiver {
    case .object(let object):
      if let result = try objectMethod(call, of: object) { return result }
      guard let source = object as? any StreamObject else { return nil }
      return try streamMethod(call, of: source.stream)
    case .stream(let stream):
      return try streamMethod(call, of: stream)
    default:
      return try valueMethod(call.name.text, of: receiver, call.arguments, at: call.span)
    }
  }

  private func objectMethod(_ call: MemberCall, of object: any ScriptObject)
    throws(ScriptError) -> ScriptValue?
  {
    switch object {
    case let subject as ScriptSubject: try subjectMethod(call, of: subject)
    case let cache as ResponseCacheObject: try cacheMethod(call, of: cache)
    case let observer as ObserverObject: try observerMethod(call, of: observer)
    case let cancellable as any CancellableObject: try cancellableMethod(call, of: cancellable)
    default: nil
    }
  }

  private func subjectMethod(_ call: MemberCall, of subject: ScriptSubject) throws(ScriptError)
    -> ScriptValue?
  {
    let first = call.arguments.value(0)
    switch (call.name.text, call.arguments.label(0)) {
    case ("send", "completion"):
      try perform { () throws(ScriptError) in try end(subject, with: first ?? .void, call) }
    case ("send", nil), ("onNext", nil), ("next", nil), ("accept", nil):
      try perform { () throws(ScriptError) in subject.send(first ?? .void) }
    case ("onError", nil), ("error", nil):
      try perform { () throws(ScriptError) in
        subject.fail(ScriptError(Self.failureText(first ?? .void)))
      }
    case ("onCompleted", nil), ("complete", nil):
      try perform { () throws(ScriptError) in subject.finish() }
    case ("on", nil):
      try perform { () throws(ScriptError) in try handle(first ?? .void, subject, call) }
    case ("value", nil):
      return try step { () throws(ScriptError) in try subject.read(at: call.span) }
    case ("recorded", nil):
      if case .string(let name) = first { subject.rename(name) }
      return .object(subject)
    default: return nil
    }
    return .void
  }

  private func end(_ subject: ScriptSubject, with completion: ScriptValue, _ call: MemberCall)
    throws(ScriptError)
  {
    switch completion {
    case .member("finished", _): subject.finish()
    case .member("failure", let details):
      subject.fail(ScriptError(details.first.map(Self.failureText) ?? "failure"))
    default:
      throw mistake(.wrongType("'.finished' or '.failure(…)'", completion), at: call.span)
    }
  }

  /// RxSwift's `.next(x)`, `.error(x)`, `.completed`.
  private func handle(_ event: ScriptValue, _ subject: ScriptSubject, _ call: MemberCall)
    throws(ScriptError)
  {
    switch event {
    case .member("next", let details): subject.send(details.first ?? .void)
    case .member("error", let details):
      subject.fail(ScriptError(details.first.map(Self.failureText) ?? "error"))
    case .member("completed", _): subject.finish()
    default: throw mistake(.wrongType("an event such as '.next(1)'", event), at: call.span)
    }
  }

  private func cancellableMethod(_ call: MemberCall, of object: any CancellableObject)
    throws(ScriptError) -> ScriptValue?
  {
    switch call.name.text {
    case "cancel", "dispose", "removeAll":
      try perform { () throws(ScriptError) in object.cancel() }
    case "store", "disposed":
      if case .object(let bag as BagObject) = call.arguments.value(0) { bag.insert(object) }
      return .object(object)
    case "insert", "append":
      if let bag = object as? BagObject, case .object(let item) = call.arguments.value(0),
        let item = item as? any CancellableObject
      {
        bag.insert(item)
      }
    case "request":
      guard let sink = object as? ScriptSink else { return nil }
      let (_, values, _) = try match(
        call.arguments, to: [Signature(.required(nil, .demand))], of: "request", at: call.span)
      let given = Arguments(values, context: BuildContext(scheduler: scheduler)).demand(0)
      guard let demand = given, demand > Subscribers.Demand.none else {
        throw mistake(.asksForNothing, at: call.arguments.items.first?.span ?? call.span)
      }
      try perform { () throws(ScriptError) in sink.request(demand) }
    case "recorded":
      if let sink = object as? ScriptSink, case .string(let name) = call.arguments.value(0) {
        sink.rename(name)
      }
      return .object(object)
    default: return nil
    }
    return .void
  }

  private func streamMethod(_ call: MemberCall, of stream: ScriptStream)
    throws(ScriptError) -> ScriptValue?
  {
    let name = call.name.text
    if Members.isEnd(name, firstLabel: call.arguments.label(0)) {
      return try subscribe(call, to: stream)
    }
    switch name {
    case "recorded":
      guard case .string(let text) = call.arguments.value(0) else { break }
      return .stream(recorded(stream, text))
    case "connect":
      guard let connect = stream.connect else {
        throw mistake(
          RunError(
            "this publisher is not connectable",
            hint: "multicast, makeConnectable, publish and replay are"), at: call.name.span)
      }
      return try step { () throws(ScriptError) in connection(connect) }
    default: break
    }
    return try once2(call, stream)
  }

  private func once2(_ call: MemberCall, _ stream: ScriptStream) throws(ScriptError)
    -> ScriptValue?
  {
    var isKnown = true
    let result = try once { () throws(ScriptError) in
      let value = try applyOperator(call.name.text, to: stream, call.arguments, at: call.span)
      isKnown = value != nil
      return value ?? .void
    }
    return isKnown ? result : nil
  }

  private func connection(_ connect: () -> any Cancellable) -> ScriptValue {
    let connection = ConnectionObject(connect())
    kept.append(connection)
    return .object(connection)
  }

  /// `recorded("view A")` names the stage that stands before it, or the lane that begins there.
  private func recorded(_ stream: ScriptStream, _ name: String) -> ScriptStream {
    var copy = stream
    let origin = StreamProvenance(of: stream)
    if let site = origin.site, origin.operators.isEmpty, !site.isFedByHand {
      site.rename(name)
    } else {
      copy.origin = origin.recorded(name)
    }
    return copy
  }

  /// Gives a name of the script to what it names.
  func named(_ name: String, _ value: ScriptValue) -> ScriptValue {
    guard case .stream(var stream) = value, functionDepth == 0 else { return value }
    let meter = SubscriptionCounter()
    stream.publisher = meter.metered(stream.publisher, in: self)
    stream.origin = StreamProvenance(of: stream).named(name)
    meters[name] = meter
    return .stream(stream)
  }
}
