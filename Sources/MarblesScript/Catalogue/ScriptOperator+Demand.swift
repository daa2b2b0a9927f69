import Marbles
import MarblesCombine
import MarblesRx

// MARK: Combine

extension ScriptOperator {
  static let buffer = ScriptOperator(
    "buffer", family: .demand, "Buffers elements until the downstream requests them",
    signatures: [
      Signature(
        .required("size", .int), .optional("prefetch", .choice(["keepFull", "byRequest"])),
        .required("whenFull", .choice(["dropNewest", "dropOldest", "customError"])))
    ],
    example: "fast.buffer(size: 2, prefetch: .byRequest, whenFull: .dropOldest)",
    shape: { .memory(detail: BufferingStrategy(of: $0).detail) },
    compatibility: .different("scripts may omit 'prefetch'; the default is '.byRequest'")
  ) { upstream, arguments, _ in
    upstream.publisher.buffer(
      size: try arguments.natural(0),
      prefetch: arguments.choice(1) == "keepFull" ? .keepFull : .byRequest,
      whenFull: BufferingStrategy(of: arguments).strategy
    ).scripted
  }

  static let first = ScriptOperator(
    "first", family: .ending,
    "Publishes the first element, or the first that satisfies a predicate, then finishes",
    signatures: [
      Signature(), Signature(.required("where", .closure(1))),
      Signature(.required(nil, .closure(1))),
    ],
    example: "numbers.first(where: { $0 > 1 })"
  ) { upstream, arguments, signature in
    guard signature > 0 else { return ScriptStream(upstream.publisher.first()) }
    let predicate = try arguments.function(0)
    return upstream.publisher.tryFirst { try predicate.decides($0) }.scripted
  }

  static let handleEvents = ScriptOperator(
    "handleEvents", family: .debugging, "Calls closures when events occur, and changes no event",
    signatures: [
      Signature(
        .optional("receiveSubscription", .closure(1)), .optional("receiveOutput", .closure(1)),
        .optional("receiveCompletion", .closure(1)), .optional("receiveCancel", .closure(0)),
        .optional("receiveRequest", .closure(1)))
    ],
    example: "numbers.handleEvents(receiveOutput: { seen.send($0) })"
  ) { upstream, arguments, _ in
    let watched = upstream.publisher.handleEvents(
      receiveSubscription: arguments.closure(0).map { call in { _ in _ = try? call(.void) } },
      receiveCompletion: arguments.closure(2).map { call in
        { _ = try? call(ScriptValue(completion: $0)) }
      },
      receiveCancel: arguments.closure(3).map { closure in { _ = try? closure.call([]) } },
      receiveRequest: arguments.closure(4).map { call in { _ = try? call(ScriptValue(demand: $0)) }
      })
    guard let output = arguments.closure(1) else { return ScriptStream(watched) }
    return watched.tryMap { value in
      _ = try output(value)
      return value
    }.scripted
  }

  static let last = ScriptOperator(
    "last", family: .ending,
    "Publishes the last element, or the last that satisfies a predicate, at completion",
    signatures: [
      Signature(), Signature(.required("where", .closure(1))),
      Signature(.required(nil, .closure(1))),
    ],
    example: "numbers.last()"
  ) { upstream, arguments, signature in
    guard signature > 0 else { return ScriptStream(upstream.publisher.last()) }
    let predicate = try arguments.function(0)
    return upstream.publisher.tryLast { try predicate.decides($0) }.scripted
  }

  static let prefix = ScriptOperator(
    "prefix", family: .ending,
    "Republishes the first `count` elements, or elements while the predicate is true",
    signatures: [
      Signature(.required(nil, .int)), Signature(.required("while", .closure(1))),
    ],
    example: "numbers.prefix(2)",
    compatibility: .different("finishes together with the last element, not at the following one")
  ) { upstream, arguments, signature in
    guard signature == 1 else {
      return ScriptStream(upstream.publisher.prefix(try arguments.natural(0)))
    }
    let predicate = try arguments.function(0)
    return upstream.publisher.tryPrefix { try predicate.decides($0) }.scripted
  }

  static let output = ScriptOperator(
    "output", family: .filtering,
    "Republishes the element at an index, or the elements in a range of indices",
    signatures: [Signature(.required("at", .int)), Signature(.required("in", .range))],
    example: "numbers.output(at: 1)"
  ) { upstream, arguments, signature in
    guard signature == 1 else {
      return ScriptStream(upstream.publisher.output(at: try arguments.natural(0)))
    }
    guard let range = arguments.range(0), range.lowerBound >= 0 else {
      throw ScriptError("output(in:) needs a range that begins at 0 or later")
    }
    return ScriptStream(upstream.publisher.output(in: range))
  }

  static let print = ScriptOperator(
    "print", family: .debugging, "Prints each event",
    signatures: [Signature(.optional(nil, .string))], example: "numbers.print(\"numbers\")",
    isTransparent: true,
    compatibility: .different("prints nothing in scripts, because the picture shows the events")
  ) { upstream, _, _ in upstream }
}

/// The strategy of a script's buffer when it is full.
private struct BufferingStrategy {
  let strategy: Publishers.BufferingStrategy<ScriptError>
  let detail: String

  init(of arguments: Arguments) {
    let places = arguments.int(0).map { $0 == 1 ? "1 place, " : "\($0) places, " } ?? ""
    switch arguments[2] {
    case .member("dropOldest", _):
      (strategy, detail) = (.dropOldest, places + "drops oldest")
    case .member("customError", let error):
      detail = places + "fails when full"
      strategy = .customError {
        switch error.first {
        case .closure(let make): make.failure()
        case .some(let value): ScriptError(value.description)
        case nil: ScriptError("full")
        }
      }
    default:
      (strategy, detail) = (.dropNewest, places + "drops newest")
    }
  }
}

extension ScriptValue {
  /// `.finished` or `.failure("…")`, as a script writes it.
  package init(completion: Subscribers.Completion<ScriptError>) {
    switch completion {
    case .finished: self = .member("finished", [])
    case .failure(let error): self = .member("failure", [error.value])
    }
  }

  /// `.unlimited` or `.max(3)`, as a script writes it.
  package init(demand: Subscribers.Demand) {
    self = demand.max.map { .member("max", [.int($0)]) } ?? .member("unlimited", [])
  }
}

// MARK: RxSwift

extension ScriptOperator {
  static let rxDebug = ScriptOperator(
    "debug", dialects: [.rxswift], family: .debugging, "Prints subscriptions, events and disposals",
    signatures: [Signature(.optional(nil, .string), .optional("trimOutput", .bool))],
    example: "numbers.debug(\"numbers\")", isTransparent: true,
    compatibility: .different("prints nothing in scripts, because the picture shows the events")
  ) { upstream, _, _ in upstream }

  static let rxDo = ScriptOperator(
    "do", dialects: [.rxswift], family: .debugging,
    "Calls closures when events occur, and changes no event",
    // A Single has a success instead of elements.
    signatures: ["Next", "Success"].map { element in
      Signature(
        .optional("on\(element)", .closure(1)), .optional("after\(element)", .closure(1)),
        .optional("onError", .closure(1)), .optional("afterError", .closure(1)),
        .optional("onCompleted", .closure(0)), .optional("afterCompleted", .closure(0)),
        .optional("onSubscribe", .closure(0)), .optional("onSubscribed", .closure(0)),
        .optional("onDispose", .closure(0)))
    },
    example: "numbers.do(onNext: { log.send($0) })"
  ) { upstream, arguments, _ in
    let calls = (0..<9).map { arguments.closure($0) }
    return upstream.observable.do(
      onNext: { _ = try calls[0]?($0) }, afterNext: { _ = try calls[1]?($0) },
      onError: { _ = try calls[2]?(ScriptError($0).value) },
      afterError: { _ = try calls[3]?(ScriptError($0).value) },
      onCompleted: { _ = try calls[4]?() }, afterCompleted: { _ = try calls[5]?() },
      onSubscribe: { _ = try? calls[6]?() }, onSubscribed: { _ = try? calls[7]?() },
      onDispose: { _ = try? calls[8]?() }
    ).scripted
  }
}
