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
    values
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
      "NSError", .unknown,
      takes: [
        Signature(
          .optional("domain", .any), .optional("code", .any), .optional("userInfo", .any))
      ], "An error, named by its domain", example: "NSError(domain: \"offline\", code: 1)"
    ) { $0[0] ?? .string("NSError") },
    Word("Int.max", .int, "The largest integer", example: "Int.max") { _ in .int(.max) },
    Word("Int.min", .int, "The smallest integer", example: "Int.min") { _ in .int(.min) },
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
    Word("Float", .unknown, takes: [any], "A number, or nil", example: "Float(1)") {
      double($0[0] ?? .void)
    },
    Word(
      "pow", .double, takes: [Signature(.required(nil, .any), .required(nil, .any))],
      "A number to the power of another", example: "pow(2, 3)"
    ) { call in
      guard let base = call[0]?.number, let exponent = call[1]?.number else {
        throw call.context.error(
          .wrongType("a number", not: (call[0] ?? .void).kindName), at: call.span)
      }
      guard let result = power(base, exponent) else {
        throw call.context.error(
          .wrongType("a whole exponent", not: call[1]?.literal ?? ""), at: call.span)
      }
      return .double(result)
    },
    Word("Int", .unknown, takes: [any], "An integer, or nil", example: "Int(\"12\")") {
      integer($0[0] ?? .void)
    },
    Word("Double", .unknown, takes: [any], "A number, or nil", example: "Double(\"1.5\")") {
      double($0[0] ?? .void)
    },
    Word(
      "Array", .array, takes: [any], "The elements of a sequence", example: "Array(1...3)"
    ) { call in
      let value = call[0] ?? .void
      guard let elements = call.context.operations.elements(of: value) else {
        return .array([value])
      }
      return .array(try call.context.operations.collect(elements, at: call.span))
    },
    Word("abs", .unknown, takes: [any], "The absolute value", example: "abs(-1)") { call in
      let value = call[0] ?? .void
      let isNegative =
        try call.context.operations.apply(.less, value, .int(0), span: call.span) == .bool(true)
      return isNegative
        ? try call.context.operations.apply(.minus, to: value, span: call.span) : value
    },
    Word(
      "min", .unknown, takes: [Signature(.required(nil, .any), .variadic(.any))],
      "The smallest value", example: "min(1, 2)"
    ) { try extreme($0) { $0 } },
    Word(
      "max", .unknown, takes: [Signature(.required(nil, .any), .variadic(.any))],
      "The largest value", example: "max(1, 2)"
    ) { try extreme($0) { !$0 } },
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
    guard call.signature == 0 else { return .dictionary(elements) }
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

  /// The power with a whole exponent, or the square root of one; `nil` for other exponents.
  private static func power(_ base: Double, _ exponent: Double) -> Double? {
    let twice = exponent * 2
    guard twice == twice.rounded(), twice.magnitude <= 2_048 else { return nil }
    var result = 1.0
    for _ in 0..<Int(exponent.magnitude) { result *= base }
    if exponent != exponent.rounded() { result *= base.squareRoot() }
    return exponent < 0 ? 1 / result : result
  }

  private static func integer(_ value: ScriptValue) -> ScriptValue {
    switch value {
    case .int: value
    case .double(let number): Int(exactly: number.rounded(.towardZero)).map { .int($0) } ?? .null
    case .string(let text): Int(text).map { .int($0) } ?? .null
    default: .null
    }
  }

  private static func double(_ value: ScriptValue) -> ScriptValue {
    switch value {
    case .int(let number): .double(Double(number))
    case .double: value
    case .string(let text): Double(text).map { .double($0) } ?? .null
    default: .null
    }
  }

  private static func extreme(_ call: WordCall, _ isBetter: (Bool) -> Bool) throws(ScriptError)
    -> ScriptValue
  {
    let values = call.arguments.values.compactMap { $0 }
    var best = values.first ?? .void
    for value in values.dropFirst() {
      let isLess =
        try call.context.operations.apply(.less, value, best, span: call.span) == .bool(true)
      if isBetter(isLess) { best = value }
    }
    return best
  }
}
