import Marbles
import MarblesCombine
import MarblesRx

// MARK: Combine

extension ScriptOperator {
  static let collectByTime = ScriptOperator(
    "collect", family: .time, "Collects elements into arrays by duration, or by duration and count",
    signatures: [Signature(.required(nil, .choice(["byTime", "byTimeOrCount"])))],
    example: "numbers.collect(.byTime(5))", output: .array, shape: { _ in .memory(detail: "") },
    compatibility: .different(
      "an array without demand is buffered, also when the upstream finishes")
  ) { upstream, arguments, _ in
    upstream.publisher.collect(try arguments.grouping(0)).map(ScriptValue.array).scripted
  }

  static let debounce = ScriptOperator(
    "debounce", family: .time,
    "Republishes an element after the given duration without another element",
    signatures: [
      Signature(.required("for", .duration), .optional("scheduler", .scheduler))
    ],
    example: "typing.debounce(for: 3)", shape: { _ in .memory(detail: "") }
  ) { upstream, arguments, _ in
    upstream.publisher.debounce(for: try arguments.time(0), scheduler: arguments.scheduler(1))
      .scripted
  }

  static let delay = ScriptOperator(
    "delay", family: .time, "Delays elements and completion by the given duration",
    signatures: [
      Signature(
        .required("for", .duration), .optional("tolerance", .duration),
        .optional("scheduler", .scheduler))
    ],
    example: "numbers.delay(for: 3)", shape: { _ in .memory(detail: "") }
  ) { upstream, arguments, _ in
    upstream.publisher.delay(for: try arguments.time(0), scheduler: arguments.scheduler(2)).scripted
  }

  static let measureInterval = ScriptOperator(
    "measureInterval", family: .time,
    "Publishes the duration between each element and the previous one",
    signatures: [Signature(.optional("using", .scheduler))],
    example: "numbers.measureInterval()", output: .duration
  ) { upstream, arguments, _ in
    upstream.publisher.measureInterval(using: arguments.scheduler(0)).map(ScriptValue.duration)
      .scripted
  }

  static let receiveOn = ScriptOperator(
    "receive", family: .time, "Delivers elements and completion on a scheduler",
    signatures: [Signature(.required("on", .scheduler))],
    example: "numbers.receive(on: Queue(every: 3))", shape: { _ in .memory(detail: "") }
  ) { upstream, arguments, _ in
    upstream.publisher.receive(on: arguments.scheduler(0)).scripted
  }

  static let subscribeOn = ScriptOperator(
    "subscribe", family: .time, "Subscribes, requests and cancels on a scheduler",
    signatures: [Signature(.required("on", .scheduler))],
    example: "numbers.subscribe(on: DispatchQueue.main)"
  ) { upstream, arguments, _ in
    upstream.publisher.subscribe(on: arguments.scheduler(0)).scripted
  }

  static let throttle = ScriptOperator(
    "throttle", family: .time,
    "Republishes at most one element per interval, the first or the latest",
    signatures: [
      Signature(
        .required("for", .duration), .optional("scheduler", .scheduler),
        .required("latest", .bool))
    ],
    example: "scrolling.throttle(for: 5, latest: true)",
    shape: { .memory(detail: $0.bool(2) == true ? "keeps the latest" : "keeps the first") }
  ) { upstream, arguments, _ in
    upstream.publisher.throttle(
      for: try arguments.time(0), scheduler: arguments.scheduler(1),
      latest: arguments.bool(2) == true
    ).scripted
  }

  static let timeout = ScriptOperator(
    "timeout", family: .time, "Ends the stream if no element arrives within the given duration",
    signatures: [
      Signature(
        .required(nil, .duration), .optional("scheduler", .scheduler),
        .optional("customError", .closure(0)))
    ],
    example: "numbers.timeout(5)"
  ) { upstream, arguments, _ in
    let error = arguments.closure(2)
    return upstream.publisher.timeout(
      try arguments.time(0), scheduler: arguments.scheduler(1),
      customError: error.map { error in { error.failure() } }
    ).scripted
  }
}

extension Arguments {
  /// `.byTime(5)`, `.byTime(scheduler, 5)`, `.byTimeOrCount(5, 2)`.
  fileprivate func grouping(_ index: Int) throws(ScriptError)
    -> Publishers.TimeGroupingStrategy<ScriptScheduler>
  {
    guard case .member(let name, var details) = self[index] else {
      throw ScriptError("the way to collect is missing, such as .byTime(5)")
    }
    var scheduler = ScriptScheduler(context.scheduler)
    switch details.first {
    case .object(let object):
      scheduler = object as? ScriptScheduler ?? scheduler
      details.removeFirst()
    case .member("main", _), .member("shared", _): details.removeFirst()
    default: break
    }
    let rest = Arguments(details.map { $0 }, context: context)
    let interval = try rest.time(0)
    guard interval > .zero else { throw ScriptError("a window of time must be longer than 0") }
    guard name == "byTimeOrCount" else { return .byTime(scheduler, interval) }
    guard let count = rest.int(1), count > 0 else {
      throw ScriptError("byTimeOrCount needs a time and a number, such as .byTimeOrCount(5, 2)")
    }
    return .byTimeOrCount(scheduler, interval, count)
  }
}

// MARK: RxSwift

extension ScriptOperator {
  static let rxBuffer = ScriptOperator(
    "buffer", dialects: [.rxswift], family: .time,
    "Collects elements into arrays by duration and count",
    signatures: [
      Signature(
        .required("timeSpan", .duration), .required("count", .int),
        .optional("scheduler", .scheduler))
    ],
    example: "numbers.buffer(timeSpan: 5, count: 2)", output: .array,
    shape: { _ in .memory(detail: "") }
  ) { upstream, arguments, _ in
    upstream.observable.buffer(
      timeSpan: try arguments.interval(0), count: try arguments.positive(1),
      scheduler: arguments.scheduler(2)
    ).map { ScriptValue.array($0) }.scripted
  }

  static let rxDebounce = ScriptOperator(
    "debounce", dialects: [.rxswift], family: .time,
    "Emits an element after the given duration without another element",
    signatures: [Signature(.required(nil, .duration), .optional("scheduler", .scheduler))],
    example: "typing.debounce(3)",
    shape: { _ in .memory(detail: "") }
  ) { upstream, arguments, _ in
    upstream.observable.debounce(
      try arguments.interval(0), scheduler: arguments.scheduler(1)
    ).scripted
  }

  static let rxDelay = ScriptOperator(
    "delay", dialects: [.rxswift], family: .time,
    "Delays elements and completion by the given duration; errors are not delayed",
    signatures: [Signature(.required(nil, .duration), .optional("scheduler", .scheduler))],
    example: "numbers.delay(3)",
    shape: { _ in .memory(detail: "") }
  ) { upstream, arguments, _ in
    upstream.observable.delay(
      try arguments.interval(0), scheduler: arguments.scheduler(1)
    ).scripted
  }

  static let rxDelaySubscription = ScriptOperator(
    "delaySubscription", dialects: [.rxswift], family: .time,
    "Delays the subscription to the source by the given duration",
    signatures: [Signature(.required(nil, .duration), .optional("scheduler", .scheduler))],
    example: "numbers.delaySubscription(3)"
  ) { upstream, arguments, _ in
    upstream.observable.delaySubscription(
      try arguments.interval(0), scheduler: arguments.scheduler(1)
    ).scripted
  }

  static let rxObserveOn = ScriptOperator(
    "observe", dialects: [.rxswift], family: .time,
    "Delivers events on a scheduler, in order",
    signatures: [Signature(.required("on", .scheduler))],
    example: "numbers.observe(on: MainScheduler.instance)",
    shape: { _ in .memory(detail: "") }
  ) { upstream, arguments, _ in
    upstream.observable.observe(on: arguments.scheduler(0)).scripted
  }

  static let rxSample = ScriptOperator(
    "sample", dialects: [.rxswift], family: .time,
    "Emits the latest new element whenever another observable emits",
    signatures: [Signature(.required(nil, .publisher))],
    example: "numbers.sample(ticks)",
    shape: { _ in .memory(detail: "keeps the latest") }
  ) { upstream, arguments, _ in
    upstream.observable.sample(try arguments.observable(0)).scripted
  }

  static let rxSubscribeOn = ScriptOperator(
    "subscribe", dialects: [.rxswift], family: .time,
    "Subscribes to the source on a scheduler",
    signatures: [Signature(.required("on", .scheduler))],
    example: "numbers.subscribe(on: MainScheduler.instance)"
  ) { upstream, arguments, _ in
    upstream.observable.subscribe(on: arguments.scheduler(0)).scripted
  }

  static let rxThrottle = ScriptOperator(
    "throttle", dialects: [.rxswift], family: .time,
    "Emits the first element, then the latest of each interval",
    signatures: [
      Signature(
        .required(nil, .duration), .optional("latest", .bool), .optional("scheduler", .scheduler))
    ],
    example: "taps.throttle(3)",
    shape: { _ in .memory(detail: "") }
  ) { upstream, arguments, _ in
    upstream.observable.throttle(
      try arguments.interval(0), latest: arguments.bool(1) ?? true,
      scheduler: arguments.scheduler(2)
    ).scripted
  }

  static let rxTimeout = ScriptOperator(
    "timeout", dialects: [.rxswift], family: .time,
    "Fails, or replaces the source, if no element arrives within the given duration",
    signatures: [
      Signature(.required(nil, .duration), .optional("scheduler", .scheduler)),
      Signature(
        .required(nil, .duration), .required("other", .publisher),
        .optional("scheduler", .scheduler)),
    ],
    example: "numbers.timeout(5)"
  ) { upstream, arguments, signature in
    signature == 0
      ? upstream.observable.timeout(
        try arguments.interval(0), scheduler: arguments.scheduler(1)
      ).scripted
      : upstream.observable.timeout(
        try arguments.interval(0), other: try arguments.observable(1),
        scheduler: arguments.scheduler(2)
      ).scripted
  }

  static let rxWindow = ScriptOperator(
    "window", dialects: [.rxswift], family: .time,
    "Collects elements into observables by duration and count",
    signatures: [
      Signature(
        .required("timeSpan", .duration), .required("count", .int),
        .optional("scheduler", .scheduler))
    ],
    example: "numbers.window(timeSpan: 5, count: 2).flatMap { $0.toArray() }", output: .stream
  ) { upstream, arguments, _ in
    upstream.observable.window(
      timeSpan: try arguments.interval(0), count: try arguments.positive(1),
      scheduler: arguments.scheduler(2)
    ).map { window in
      var stream = window.scripted
      stream.origin = StreamProvenance().labelled("window")
      return ScriptValue.stream(stream)
    }.scripted
  }
}
