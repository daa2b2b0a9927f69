import Marbles
import MarblesCombine

/// A method that ends a pipeline: it subscribes, and its result is a sink.
struct SinkOperator: Sendable {
  let name: String
  let signatures: [Signature]
  /// With this label first, the name is that of an operator: `subscribe(on:)`.
  let exceptLabel: String?
  /// One sentence.
  let summary: String
  let example: String
  /// Creates the reactions of the sink to elements and completions.
  let make: @Sendable (SinkCall) throws -> SinkSpecification

  init(
    _ name: String, _ signatures: [Signature], exceptLabel: String? = nil, _ summary: String,
    example: String, make: @escaping @Sendable (SinkCall) throws -> SinkSpecification
  ) {
    self.name = name
    self.signatures = signatures
    self.exceptLabel = exceptLabel
    self.summary = summary
    self.example = example
    self.make = make
  }

  private static let byName = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })

  static let names: [String] = all.map(\.name)

  static func named(_ name: String) -> SinkOperator? { byName[name] }

  static func named(_ name: String, firstLabel: String?) -> SinkOperator? {
    guard let found = byName[name] else { return nil }
    return found.exceptLabel != nil && found.exceptLabel == firstLabel ? nil : found
  }
}

/// A call of a sink operator whose arguments fit one of its signatures.
struct SinkCall {
  let context: CallContext
  let name: Name
  let span: SourceRange
  let signature: Int
  /// The parameters of the signature.
  let parameters: [Signature.Parameter]
  let arguments: Arguments
  /// The trait of the stream.
  let trait: StreamTrait?

  /// A closure of the sink, called with each value.
  func handler(_ index: Int) -> ((ScriptValue) -> Void)? {
    arguments.closure(index).map { handler($0) }
  }

  /// The closure with the given label, called with each value; `nil` if it was left out.
  func handler(_ label: String) -> ((ScriptValue) -> Void)? {
    parameters.firstIndex { $0.label == label }.flatMap { handler($0) }
  }

  /// The closure with the given label, called without a value; `nil` if it was left out.
  func action(_ label: String) -> (() -> Void)? {
    handler(label).map { handle in { handle(.void) } }
  }

  /// An error that the function throws is an error of the script, because no stream can handle it.
  func handler(_ function: ScriptFunction) -> (ScriptValue) -> Void {
    {
      [
        recorder = context.runtime.recorder, effects = context.runtime.effects,
        diagnostics = context.operations.diagnostics, span
      ]
      value
      in
      guard !recorder.isStopped else { return }
      do throws(ScriptError) {
        try effects.call(inOperator: false) { () throws(ScriptError) in
          _ = try function.call(function.arity == 0 ? [] : [value])
        }
      } catch {
        diagnostics.reportUnhandled(error, at: span)
      }
    }
  }
}

// MARK: The table

extension SinkOperator {
  static let all: [SinkOperator] = [
    SinkOperator(
      "sink",
      [
        Signature(.optional("demand", .demand), .optional("receiveValue", .closure(1))),
        Signature(
          .optional("demand", .demand), .required("receiveCompletion", .closure(1)),
          .optional("receiveValue", .closure(1))),
      ], "Subscribes, and requests elements without limit", example: "numbers.sink { _ in }"
    ) { call in
      var sink = SinkSpecification()
      sink.demand = call.arguments.demand(0) ?? .unlimited
      sink.onValue = call.handler(call.signature == 0 ? 1 : 2)
      if call.signature == 1, let handle = call.handler(1) {
        sink.onFinish = { handle(.member("finished", [])) }
        sink.onFailure = { handle(.member("failure", [$0.value])) }
      }
      return sink
    },
    SinkOperator(
      "subscribe",
      [
        Signature(.required(nil, .subject)),
        Signature(.required(nil, .closure(1))),
        Signature(
          .optional("onNext", .closure(1)), .optional("onError", .closure(1)),
          .optional("onCompleted", .closure(0)), .optional("onDisposed", .closure(0))),
        Signature(
          .required("onSuccess", .closure(1)), .optional("onFailure", .closure(1)),
          .optional("onError", .closure(1)), .optional("onCompleted", .closure(0)),
          .optional("onDisposed", .closure(0))),
        // The order of a Completable.
        Signature(
          .required("onCompleted", .closure(0)), .required("onError", .closure(1)),
          .optional("onDisposed", .closure(0))),
        // A Single without a closure for its element.
        Signature(.required("onFailure", .closure(1)), .optional("onDisposed", .closure(0))),
      ], exceptLabel: "on", "Subscribes an observer or a subject",
      example: "numbers.subscribe(onNext: { _ in })"
    ) { call in
      switch call.signature {
      case 0: return try feeding(call)
      case 1: return events(call)
      default: return closures(call)
      }
    },
    SinkOperator(
      "bind",
      [
        Signature(.required("to", .any), .variadic(.any)),
        Signature(.required("onNext", .closure(1))),
      ], "Sends all values to relays or subjects, or to a closure",
      example: "numbers.bind(to: relay)"
    ) { call in
      guard call.signature == 1 else { return try feeding(call) }
      var sink = SinkSpecification()
      sink.onValue = call.handler(0)
      let report = call.programmerError
      sink.onFailure = { error in report("Binding error: \(error)") }
      return sink
    },
    SinkOperator(
      "assign",
      [
        Signature(.required("to", .keyPath), .required("on", .subject)),
        Signature(.required("to", .subject)), Signature(.required("to", .closure(1))),
      ],
      "Assigns each value to the property of an object",
      example: "numbers.assign(to: \\.value, on: current)"
    ) { call in
      var sink = SinkSpecification()
      if call.signature == 1, case .object(let subject as ScriptSubject) = call.arguments[0] {
        sink.onValue = { subject.send($0) }
        return sink
      }
      if call.signature == 2 {
        sink.onValue = call.handler(0)
        return sink
      }
      guard case .object(let object as ScriptSubject) = call.arguments[1], object.canBeAssigned
      else {
        throw call.context.error(
          .wrongType("a CurrentValueSubject", not: (call.arguments[1] ?? .void).kindName),
          at: call.span)
      }
      // The subject does not receive the completion, so it is not the sink's target.
      sink.onValue = { object.send($0) }
      return sink
    },
    SinkOperator(
      "drive", trait(Signature(.required(nil, .subject), .variadic(.subject))),
      "Subscribes to a driver", example: "numbers.asDriver(onErrorJustReturn: 0).drive(relay)",
      make: observingTrait),
    SinkOperator(
      "emit", trait(Signature(.required("to", .subject), .variadic(.subject))),
      "Subscribes to a signal",
      example: "numbers.asSignal(onErrorJustReturn: 0).emit(to: publishRelay)",
      make: observingTrait),
  ]

  private static func trait(_ feeding: Signature) -> [Signature] {
    [
      feeding,
      Signature(
        .optional("onNext", .closure(1)), .optional("onCompleted", .closure(0)),
        .optional("onDisposed", .closure(0))),
    ]
  }

  private static func observingTrait(_ call: SinkCall) throws -> SinkSpecification {
    call.signature == 1 ? closures(call) : try feeding(call)
  }

  /// The closures of an observable or of a trait, by their labels.
  private static func closures(_ call: SinkCall) -> SinkSpecification {
    var sink = SinkSpecification()
    if let onSuccess = call.handler("onSuccess") {
      sink = element(onSuccess, orElse: call.action("onCompleted"))
    } else {
      sink.onValue = call.handler("onNext")
      sink.onFinish = call.action("onCompleted")
    }
    sink.onFailure = call.failureHandler(call.handler("onFailure") ?? call.handler("onError"))
    sink.onDisposed = call.action("onDisposed")
    return sink
  }

  /// The reactions to a stream that has one element, or completes without one.
  private static func element(
    _ onSuccess: @escaping (ScriptValue) -> Void, orElse onCompleted: (() -> Void)?
  ) -> SinkSpecification {
    var isEmpty = true
    var sink = SinkSpecification()
    sink.onValue = { value in
      isEmpty = false
      onSuccess(value)
    }
    sink.onFinish = { if isEmpty { onCompleted?() } }
    return sink
  }

  /// The closure of RxSwift's `subscribe { event in … }`, whose events are those of the trait; in RxJS
  /// it receives the values.
  private static func events(_ call: SinkCall) -> SinkSpecification {
    var sink = SinkSpecification()
    guard let handle = call.handler(0) else { return sink }
    if call.context.rules.dialect == .rxjs {
      sink.onValue = handle
      return sink
    }
    let complete = { handle(.member("completed", [])) }
    switch call.trait {
    case .single: sink = element({ handle(.member("success", [$0])) }, orElse: nil)
    case .maybe: sink = element({ handle(.member("success", [$0])) }, orElse: complete)
    case .completable: sink.onFinish = complete
    case .driver, .signal, nil:
      sink.onValue = { handle(.member("next", [$0])) }
      sink.onFinish = complete
    }
    let failure = call.trait == .single ? "failure" : "error"
    sink.onFailure = { handle(.member(failure, [$0.value])) }
    return sink
  }

  /// Sends all values to the subjects and relays that are the arguments, or to a closure.
  private static func feeding(_ call: SinkCall) throws(ScriptError) -> SinkSpecification {
    var targets: [ScriptSubject] = []
    for value in call.arguments.values.compactMap({ $0 }) {
      if case .object(let subject as ScriptSubject) = value {
        targets.append(subject)
      } else if case .closure(let function) = value {
        var sink = SinkSpecification()
        sink.onValue = call.handler(function)
        return sink
      } else {
        throw call.context.error(
          .wrongType("a relay or a subject", not: value.kindName), at: call.span)
      }
    }
    guard let first = targets.first else { return SinkSpecification() }
    let others = targets.dropFirst()
    var sink = SinkSpecification()
    sink.target = first.site.stage
    sink.onValue = { value in
      first.receive(value)
      for other in others { other.send(value) }
    }
    // A relay cannot complete; a binding completes a subject.
    sink.onFinish = {
      for target in targets where !target.isRelay { target.receiveFinish() }
    }
    let report = call.programmerError
    sink.onFailure = { error in
      for target in targets where !target.isRelay { target.receiveFailure(error) }
      if let relay = targets.first(where: \.isRelay) {
        report("Binding error to \(relay.typePhrase): \(error.description)")
      }
    }
    return sink
  }
}

extension SinkCall {
  /// Calls the closure with the value of an error; without a closure, the error is a warning.
  fileprivate func failureHandler(_ handle: ((ScriptValue) -> Void)?) -> (ScriptError) -> Void {
    if let handle { return { handle($0.value) } }
    return { [recorder = context.runtime.recorder, rules = context.rules] error in
      guard rules.stopsAtProgrammerErrors else { return }
      recorder.warning("Unhandled error happened: \(error.description)")
    }
  }

  /// An action that stops a debug build with a message, and is a warning in a release build.
  fileprivate var programmerError: (String) -> Void {
    let recorder = context.runtime.recorder
    return context.rules.stopsAtProgrammerErrors
      ? { recorder.fatal($0) } : { recorder.warning($0) }
  }
}

extension ScriptSubject {
  /// "publish relay", as in RxSwift's messages.
  fileprivate var typePhrase: String {
    var phrase = ""
    for letter in typeName {
      if letter.isUppercase, !phrase.isEmpty { phrase += " " }
      phrase += letter.lowercased()
    }
    return phrase
  }
}
