import Marbles
import MarblesCombine

/// Ends of pipelines: sinks, subscriptions, bindings, drivers.
extension Run {
  /// A call of an end in a block or a closure: it subscribes now.
  func subscribe(_ call: MemberCall, to stream: ScriptStream) throws(ScriptError) -> ScriptValue {
    try step { () throws(ScriptError) in
      let name = pendingName.flatMap {
        $0.expression.start <= call.span.start && $0.expression.end >= call.span.end ? $0.name : nil
      }
      let sink = ScriptSink(name ?? laneName(for: call.name.text), at: call.span, in: self)
      try attach(sink, call, to: stream)
      kept.append(sink)
      return .object(sink)
    }
  }

  /// A name for an end that has none.
  func laneName(for end: String) -> String {
    if end == "bind" { return "binding" }
    let base = end == "subscribe" ? "subscriber" : end
    let number = (laneNames[base] ?? 0) + 1
    laneNames[base] = number
    return number == 1 ? base : "\(base) #\(number)"
  }

  func attach(_ sink: ScriptSink, _ call: MemberCall, to stream: ScriptStream)
    throws(ScriptError)
  {
    let specification = try specification(of: call, for: sink)
    sink.attach(to: stream, specification)
  }

  private func specification(of call: MemberCall, for sink: ScriptSink) throws(ScriptError)
    -> SinkSpecification
  {
    let name = call.name.text
    let signatures = Members.ends[name] ?? []
    let (signature, values, _) = try match(
      call.arguments, to: signatures, of: name, at: call.name.span)
    let arguments = Arguments(values, context: BuildContext(scheduler: scheduler))
    switch (name, signature) {
    case ("sink", _): return sinkSpecification(arguments, signature, call)
    case ("subscribe", 0): return try feeding(values, call, sink, endsToo: true)
    case ("subscribe", 1): return eventSpecification(arguments, call)
    case ("bind", 0), ("drive", 0), ("emit", 0):
      return try feeding(values, call, sink, endsToo: false)
    case ("assign", _): return try assigning(arguments, call)
    case ("bind", _):
      var specification = SinkSpecification()
      specification.onValue = handler(arguments.closure(0), call)
      specification.onFailure = { [unowned self] in programmerError("Binding error: \($0)", call) }
      return specification
    case ("subscribe", _): return observerSpecification(arguments, call, reportsErrors: true)
    default:
      var specification = SinkSpecification()
      specification.onValue = handler(arguments.closure(0), call)
      specification.onFinish = handler(arguments.closure(1), call).map { handle in { handle(.void) }
      }
      specification.onDisposed = handler(arguments.closure(2), call).map { h in { h(.void) } }
      return specification
    }
  }

  private func sinkSpecification(_ arguments: Arguments, _ signature: Int, _ call: MemberCall)
    -> SinkSpecification
  {
    var specification = SinkSpecification()
    specification.demand = arguments.demand(0) ?? .unlimited
    specification.onValue = handler(arguments.closure(signature == 0 ? 1 : 2), call)
    if signature == 1, let handle = handler(arguments.closure(1), call) {
      specification.onFinish = { handle(.member("finished", [])) }
      specification.onFailure = { handle(.member("failure", [.string($0.description)])) }
    }
    return specification
  }

  /// RxSwift's `subscribe { event in … }`; in RxJS the closure gets the value.
  private func eventSpecification(_ arguments: Arguments, _ call: MemberCall) -> SinkSpecification {
    var specification = SinkSpecification()
    guard let handle = handler(arguments.closure(0), call) else { return specification }
    if plan.dialect == .rxjs {
      specification.onValue = handle
      return specification
    }
    specification.onValue = { handle(.member("next", [$0])) }
    specification.onFinish = { handle(.member("completed", [])) }
    specification.onFailure = { handle(.member("error", [.string($0.description)])) }
    return specification
  }

  private func observerSpecification(
    _ arguments: Arguments, _ call: MemberCall, reportsErrors: Bool
  ) -> SinkSpecification {
    var specification = SinkSpecification()
    specification.onValue = handler(arguments.closure(0), call)
    if let handle = handler(arguments.closure(1), call) {
      specification.onFailure = { handle(.string($0.description)) }
    } else {
      specification.onFailure = { [unowned self] error in
        guard plan.stopsAtProgrammerErrors else { return }
        recorder.warning("Unhandled error happened: \(error.description)")
      }
    }
    specification.onFinish = handler(arguments.closure(2), call).map { handle in { handle(.void) } }
    specification.onDisposed = handler(arguments.closure(3), call).map { h in { h(.void) } }
    return specification
  }

  /// An end that leads into subjects or relays.
  private func feeding(
    _ values: [ScriptValue?], _ call: MemberCall, _ sink: ScriptSink, endsToo: Bool
  ) throws(ScriptError) -> SinkSpecification {
    var targets: [ScriptSubject] = []
    for value in values.compactMap({ $0 }) {
      if case .object(let object) = value, let subject = object as? ScriptSubject {
        targets.append(subject)
      } else if case .closure(let function) = value {
        var specification = SinkSpecification()
        specification.onValue = handler(function, call)
        return specification
      } else {
        throw mistake(.wrongType("a relay or a subject", value), at: call.span)
      }
    }
    guard let first = targets.first else { return SinkSpecification() }
    let others = targets.dropFirst()
    var specification = SinkSpecification()
    specification.target = first.site.stage
    specification.onValue = { value in
      first.receive(value)
      for other in others { other.send(value) }
    }
    // A relay cannot end, and a binding into a subject ends it.
    specification.onFinish = {
      for target in targets where !target.isRelay { target.receiveFinish() }
    }
    specification.onFailure = { [unowned self] error in
      for target in targets where !target.isRelay { target.receiveFailure(error) }
      if let relay = targets.first(where: \.isRelay) {
        programmerError("Binding error to \(relay.kindPhrase): \(error.description)", call)
      }
    }
    return specification
  }

  /// `assign(to: \.value, on: subject)`: the one property of an object that a script can set.
  private func assigning(_ arguments: Arguments, _ call: MemberCall) throws(ScriptError)
    -> SinkSpecification
  {
    guard case .object(let object as ScriptSubject) = arguments[1], object.canBeAssigned else {
      throw mistake(.wrongType("a CurrentValueSubject", arguments[1] ?? .void), at: call.span)
    }
    // It does not lead into the subject, which hears nothing of the end.
    var specification = SinkSpecification()
    specification.onValue = { object.send($0) }
    return specification
  }

  /// Stops a debug build, and is reported in a release build.
  private func programmerError(_ message: String, _ call: MemberCall) {
    if plan.stopsAtProgrammerErrors { recorder.fatal(message) } else { recorder.warning(message) }
  }

  /// A closure of an end; what it throws is a mistake, because nobody is left to handle it.
  private func handler(_ function: ScriptFunction?, _ call: MemberCall) -> ((ScriptValue) -> Void)?
  {
    guard let function else { return nil }
    return { [unowned self] value in
      guard !recorder.isStopped else { return }
      do throws(ScriptError) {
        _ = try inFunction { () throws(ScriptError) in
          try function.call(function.arity == 0 ? [] : [value])
        }
      } catch {
        report(error, at: call.span)
      }
    }
  }

  /// What is made while an operator or an end calls a function is no stage of its own.
  func inFunction<Result>(_ body: () throws(ScriptError) -> Result) throws(ScriptError) -> Result {
    functionDepth += 1
    defer { functionDepth -= 1 }
    return try body()
  }
}

extension ScriptSubject {
  /// "publish relay", as RxSwift says it.
  fileprivate var kindPhrase: String {
    switch typeName {
    case "PublishRelay": "publish relay"
    case "BehaviorRelay": "behavior relay"
    case "ReplayRelay": "replay relay"
    default: typeName
    }
  }
}
