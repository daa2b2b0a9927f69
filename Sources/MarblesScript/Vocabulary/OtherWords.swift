import Marbles
import MarblesCombine

/// Words for schedulers, subscriptions and values.
extension Word {
  private static let any = Signature(.required(nil, .any))

  static let queues: [Word] =
    [
      Word(
        "Queue", .scheduler,
        takes: [
          Signature(.required("every", .duration)), Signature(.required("latencies", .any)),
        ], "A queue of virtual time", example: "Queue(every: 3)", make: queue)
    ]
    + [
      Word(
        "ImmediateScheduler.shared", .scheduler, "Performs jobs at once",
        example: "ImmediateScheduler.shared"
      ) { .object(ScriptImmediateScheduler($0.context.runtime.scheduler)) }
    ]
    + [
      ("RunLoop.main", []), ("OperationQueue.main", []), ("DispatchQueue.main", []),
      ("DispatchQueue.global", ["qos"]), ("DispatchQueue", ["label"]),
      ("MainScheduler.instance", []),
      ("MainScheduler.asyncInstance", []), ("CurrentThreadScheduler.instance", []),
      ("SerialDispatchQueueScheduler", ["qos"]), ("ConcurrentDispatchQueueScheduler", ["qos"]),
    ].map { (name: String, labels: [String]) in mainQueue(name, labels) }

  /// The run has one time, so every queue of Dispatch and of RxSwift is the virtual scheduler.
  private static func mainQueue(_ name: String, _ labels: [String]) -> Word {
    var signature = Signature()
    signature.parameters = labels.map { .optional($0, .any) }
    return Word(
      name, .scheduler, takes: [signature], "Virtual time",
      example: labels.isEmpty ? name : "\(name)()"
    ) { .object(ScriptScheduler($0.context.runtime.scheduler)) }
  }

  /// Work for later on the queue of the user interface, in virtual time.
  static let work: [Word] = [
    Word(
      "DispatchQueue.main.async", .void, takes: [Signature(.required(nil, .closure(0)))],
      "Runs a closure after what runs now", example: "DispatchQueue.main.async { }"
    ) { call in
      try schedule(call, after: .zero, try call.arguments.function(0))
    },
    Word(
      "DispatchQueue.main.asyncAfter", .void,
      takes: [Signature(.required("deadline", .any), .required(nil, .closure(0)))],
      "Runs a closure after a time",
      example: "DispatchQueue.main.asyncAfter(deadline: .now() + 0.002) { }"
    ) { call in
      guard case .duration(let wait) = call[0], wait >= .zero else {
        throw call.context.error(
          .wrongType("a deadline such as '.now() + 0.3'", not: (call[0] ?? .void).kindName),
          at: call.span)
      }
      return try schedule(call, after: wait, try call.arguments.function(1))
    },
  ]

  private static func schedule(
    _ call: WordCall, after wait: VirtualDuration, _ closure: ScriptFunction
  ) throws(ScriptError) -> ScriptValue {
    let scheduler = call.context.runtime.scheduler
    scheduler.schedule(
      after: scheduler.now + wait,
      call.context.reporting(at: call.span) { () throws(ScriptError) in _ = try closure.call([]) })
    return .void
  }

  static let subscriptions: [Word] = [
    Word("DisposeBag", .bag, "Keeps subscriptions", example: "DisposeBag()") { _ in
      .object(BagObject())
    },
    Word(
      "Set", .unknown, takes: [Signature(), any],
      "Keeps subscriptions; the elements of a sequence, each of them once", example: "Set()"
    ) { call in
      guard call.signature == 1, let value = call[0],
        let elements = call.context.operations.elements(of: value)
      else { return .object(BagObject()) }
      let collected = try call.context.operations.collect(elements, at: call.span)
      try call.context.operations.budget.spend(collected.count, at: call.span)
      return ScriptValue(setOf: collected)
    },
    Word(
      "Disposables.create", .cancellable, takes: [Signature(.optional(nil, .closure(0)))],
      "A disposable that calls a closure", example: "Disposables.create()", make: disposable),
    Word(
      "AnyCancellable", .cancellable, takes: [any], "A cancellable that calls a closure",
      example: "AnyCancellable { }", make: disposable),
  ]

  static let functions: [Word] =
    values + numbers
    + ["fatalError", "preconditionFailure", "assertionFailure"].map { name in
      Word(
        name, .void, takes: [Signature(.optional(nil, .string))], "Stops the run",
        example: "\(name)(\"never\")"
      ) { call in stop(call, call.arguments.string(0)) }
    }
    + ["precondition", "assert"].map { name in
      Word(
        name, .void, takes: [Signature(.required(nil, .bool), .optional(nil, .string))],
        "Stops the run unless the condition is true", example: "\(name)(true)"
      ) { call in
        call.arguments.bool(0) == false ? stop(call, call.arguments.string(1)) : .void
      }
    }

  /// A programmer error of the script itself.
  private static func stop(_ call: WordCall, _ text: String?) -> ScriptValue {
    call.context.runtime.recorder.fatal("Fatal error" + (text.map { ": " + $0 } ?? ""))
    return .void
  }

  private static let values: [Word] = [
    Word("now", .int, "The number of the frame that has begun", example: "now") {
      .int($0.context.runtime.frameNumber)
    },
    Word(
      "print", .void, takes: [Signature(.variadic(.any))],
      "Does nothing: the recording shows all values", example: "print(1)"
    ) { _ in .void },
    Word(
      "withAnimation", .unknown,
      takes: [
        Signature(.required(nil, .closure(0))),
        Signature(.required(nil, .any), .required(nil, .closure(0))),
      ], "Calls a closure", example: "withAnimation { }"
    ) { call in
      try call.context.callFunction(
        try call.arguments.function(call.signature), [], call.span)
    },
    Word(
      "String", .string,
      takes: [
        any, Signature(.required("describing", .any)),
        Signature(.required("format", .string), .variadic(.any)),
      ], "The text of a value, or of values in a format", example: "String(1)"
    ) { call in
      guard call.signature == 2 else { return .string((call[0] ?? .void).description) }
      let values = call.arguments.values.dropFirst().compactMap { $0 }
      return .string(TextFormat.text(call.arguments.string(0) ?? "", Array(values)))
    },
    Word(
      "URLError", .unknown, takes: [any], "An error of URL loading", example: "URLError(.timedOut)"
    ) { $0[0] ?? .void },
    Word(
      "CancellationError", .unknown, "The error of a cancelled task",
      example: "CancellationError()"
    ) { _ in .member("CancellationError", []) },
    Word(
      "UUID", .string, "A text that is another one at each call, and the same in each run",
      example: "UUID()"
    ) { .string($0.context.runtime.nextIdentifier()) },
    Word(
      "NSError", .unknown,
      takes: [
        Signature(
          .optional("domain", .any), .optional("code", .any), .optional("userInfo", .any))
      ], "An error, named by its domain", example: "NSError(domain: \"offline\", code: 1)"
    ) { $0[0] ?? .string("NSError") },
    Word("Optional", .unknown, takes: [any], "The value", example: "Optional(1)") {
      $0[0] ?? .null
    },
    Word(
      "zip", .array, takes: [Signature(.required(nil, .any), .required(nil, .any))],
      "Pairs of the elements of two sequences", example: "zip([1], [2])"
    ) { call in
      let (a, b) = (try elements(0, call), try elements(1, call))
      return .array(zip(a, b).map { .tuple([$0, $1]) })
    },
    Word(
      "Dictionary", .dictionary,
      takes: [
        Signature(.required("grouping", .any), .required("by", .closure(1))),
        Signature(.required("uniqueKeysWithValues", .any)),
      ], "A dictionary of the groups of a sequence, or of pairs",
      example: "Dictionary(grouping: [1, 2, 3], by: { $0 % 2 })", make: dictionary),
    Word("Optional.none", .null, "No value", example: "Optional.none") { _ in .null },
    Word(
      "Array", .array, takes: [any], "The elements of a sequence", example: "Array(1...3)"
    ) { call in
      let value = call[0] ?? .void
      guard let elements = call.context.operations.elements(of: value) else {
        return .array([value])
      }
      return .array(try call.context.operations.collect(elements, at: call.span))
    },
  ]

  // MARK: What they do

  private static func queue(_ call: WordCall) throws(ScriptError) -> ScriptValue {
    if call.signature == 0 {
      return .object(
        ScriptSerialQueue(call.context.runtime.scheduler, every: try time(call[0], call)))
    }
    guard case .array(let elements) = call[0] else {
      throw call.context.error(
        .wrongType("an array of durations", not: (call[0] ?? .void).kindName), at: call.span)
    }
    guard !elements.isEmpty else {
      throw call.context.error(.noLatency, at: call.span)
    }
    return .object(
      ScriptConcurrentQueue(
        call.context.runtime.scheduler,
        latencies: try elements.map { (element) throws(ScriptError) in try time(element, call) }))
  }

  /// A duration, not below zero.
  private static func time(_ value: ScriptValue?, _ call: WordCall) throws(ScriptError)
    -> VirtualDuration
  {
    guard let duration = call.context.operations.duration(value) else {
      throw call.context.error(
        .wrongType("a duration", not: (value ?? .void).kindName), at: call.span)
    }
    guard duration >= .zero else {
      throw call.context.error(.negative(duration.text), at: call.span)
    }
    return duration
  }

  private static func disposable(_ call: WordCall) -> ScriptValue {
    let closure = call.arguments.closure(0)
    return .object(
      DisposableObject(
        call.context.reporting(at: call.span) { () throws(ScriptError) in
          _ = try closure?.call([])
        }))
  }

  /// The elements of the sequence that is an argument.
  private static func elements(_ index: Int, _ call: WordCall) throws(ScriptError) -> [ScriptValue]
  {
    let value = call[index] ?? .null
    guard let elements = call.context.operations.elements(of: value) else {
      throw call.context.error(.wrongType("an array", not: value.kindName), at: call.span)
    }
    return try call.context.operations.collect(elements, at: call.span)
  }

  private static func dictionary(_ call: WordCall) throws(ScriptError) -> ScriptValue {
    let elements = try elements(0, call)
    guard call.signature == 0 else {
      for element in elements {
        if case .tuple(let pair, _) = element, pair.count == 2 { continue }
        throw call.context.error(
          .wrongType("an array of pairs", not: "an array with \(element.kindName)"), at: call.span)
      }
      return .dictionary(elements)
    }
    let key = try call.arguments.function(1)
    var pairs: [ScriptValue] = []
    for element in elements {
      let group = try call.context.callFunction(key, [element], call.span)
      let known = try call.context.operations.element(
        of: .dictionary(pairs), at: group, span: call.span)
      try call.context.operations.budget.spend(pairs.count / 16 + 1, at: call.span)
      var members: [ScriptValue] = []
      if case .array(let list) = known { members = list }
      pairs = pairs.setting(group, to: .array(members + [element]))
    }
    return .dictionary(pairs)
  }
}
