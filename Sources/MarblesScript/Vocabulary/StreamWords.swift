import Marbles
import MarblesCombine

/// Words for publishers of Combine and for marble strings.
extension Word {
  private static let any = Signature(.required(nil, .any))
  private static let closure = Signature(.required(nil, .publisherClosure(0)))

  static let publishers: [Word] = [
    Word("Just", .stream, takes: [any], "Publishes one value and completes", example: "Just(1)") {
      $0.stream(Just($0[0] ?? .void).setFailureType(to: ScriptError.self))
    },
    Word(
      "Fail", .stream, takes: [Signature(.required("error", .any)), any], "Fails at once",
      example: "Fail(error: \"offline\")"
    ) { $0.stream(Fail<ScriptValue, ScriptError>(error: ScriptError(from: $0[0] ?? .void))) },
    Word(
      "Empty", .stream, takes: [Signature(.optional("completeImmediately", .bool))],
      "Completes without a value", example: "Empty()"
    ) { call in
      let completes = call.arguments.bool(0) ?? true
      return call.stream(Empty<ScriptValue, ScriptError>(completeImmediately: completes))
    },
    Word("Never", .stream, "Publishes nothing and does not complete", example: "Never()") {
      $0.stream(Empty<ScriptValue, ScriptError>(completeImmediately: false))
    },
    Word(
      "Deferred", .stream, takes: [closure],
      "Calls a closure for each subscriber, and publishes its values",
      example: "Deferred { Just(1) }"
    ) { $0.deferred() },
    Word(
      "Future", .stream, takes: [Signature(.required(nil, .closure(1)))],
      "Calls a closure at once, and publishes the one result of its promise",
      example: "Future { promise in promise(.success(1)) }", make: future),
    Word(
      "Timer.publish", .connectable,
      takes: [
        Signature(
          .required("every", .duration), .optional("tolerance", .duration), .optional("on", .any),
          .optional("in", .any))
      ], "Publishes the number of the frame at an interval while it is connected",
      example: "Timer.publish(every: 2, on: .main, in: .common)", make: timer),
    Word(
      "cold", .stream, takes: [Signature(.required(nil, .string))], reading: .coldMarbles,
      "Plays a marble string for each subscriber", example: "cold(\"-a-b|\", a: 1)", make: cold),
    Word(
      "hot", .stream, takes: [Signature(.required(nil, .string))], reading: .hotMarbles,
      "Plays a marble string once, from frame 0", example: "hot(\"-a-b|\", a: 1)", make: hot),
    Word(
      "ResponseCache", .cache,
      takes: [
        Signature(
          .optional("timeToLive", .duration), .optional("staleWhileRevalidate", .bool),
          .required(nil, .publisherClosure(0)))
      ], "Shares one request among callers, and keeps its response",
      example: "ResponseCache(timeToLive: 10) { cold(\"-r|\") }", make: cache),
  ]

  /// Outside of functions that operators call, a future is a stage: its work happens once, and it
  /// keeps the result for all subscribers.
  private static func future(_ call: WordCall) throws(ScriptError) -> ScriptValue {
    let closure = try call.arguments.function(0)
    guard case .stages = call.context.building else {
      return call.stream(
        try future(call) { (fulfill) throws(ScriptError) in
          _ = try closure.call([promise(call) { fulfill($0) }])
        })
    }
    let site = StageSite(
      "Future", kind: .hub, detail: "", recorder: call.context.runtime.recorder)
    let work = site.inputLane(from: StreamProvenance().written("promise"), into: site.stage)
    let future = try future(call) { (fulfill) throws(ScriptError) in
      var isKnown = false
      let promise = promise(call) { result in
        guard !isKnown else { return }
        isKnown = true
        switch result {
        case .success(let value):
          work.value(value) {
            _ = site.stage.hold(value)
            fulfill(result)
          }
          work.finished {}
        case .failure(let error): work.failed(error) { fulfill(result) }
        }
      }
      var thrown: ScriptError?
      work.subscribed {
        do throws(ScriptError) { _ = try closure.call([promise]) } catch { thrown = error }
      }
      if let thrown { throw thrown }
    }
    var stream = ScriptStream(OutputProbe(future, of: site.stage))
    stream.origin = StreamProvenance(leaving: site)
    return call.stream(stream)
  }

  /// A future whose work may throw.
  private static func future(
    _ call: WordCall,
    work: @escaping (@escaping Future<ScriptValue, ScriptError>.Promise) throws(ScriptError) -> Void
  ) throws(ScriptError) -> Future<ScriptValue, ScriptError> {
    var thrown: ScriptError?
    let future = Future<ScriptValue, ScriptError> { fulfill in
      do throws(ScriptError) { try work(fulfill) } catch { thrown = error }
    }
    if let thrown { throw thrown }
    return future
  }

  /// The closure that the work of a future calls with its result.
  private static func promise(
    _ call: WordCall, _ fulfill: @escaping (Result<ScriptValue, ScriptError>) -> Void
  ) -> ScriptValue {
    let (diagnostics, span) = (call.context.operations.diagnostics, call.span)
    return .closure(
      ScriptFunction(arity: 1) { (values) throws(ScriptError) in
        switch values.first {
        case .member("success", let details): fulfill(.success(details.first ?? .void))
        case .member("failure", let details):
          fulfill(.failure(ScriptError(from: details.first ?? .string("failure"))))
        case let other:
          throw diagnostics.error(
            .wrongType("'.success(…)' or '.failure(…)'", not: (other ?? .void).kindName), at: span)
        }
        return .void
      })
  }

  /// All subscribers receive the same ticks; a second connection is the first one.
  private static func timer(_ call: WordCall) -> ScriptValue {
    let interval = call.arguments.duration(0) ?? call.context.rules.frame
    let timer = call.context.runtime.scheduler.timer(every: interval)
    let frames = timer.map { [frame = call.context.rules.frame] time in
      ScriptValue.int(Int(time.nanoseconds / max(frame.nanoseconds, 1)))
    }
    return call.stream(
      ScriptStream(
        frames.setFailureType(to: ScriptError.self), connect: { timer.connect() }),
      isTimer: true)
  }

  private static func cache(_ call: WordCall) -> ScriptValue {
    let closure = call.arguments.closure(2)
    let request = { AnyPublisher<ScriptValue, ScriptError>(from: closure) }
    let name = call.bindingName ?? "cache"
    guard let lifetime = call.arguments.duration(0) else {
      return .object(
        ResponseCacheObject(name, ResponseCache(request), recorder: call.context.runtime.recorder))
    }
    let cache = ResponseCache(
      timeToLive: lifetime, scheduler: call.context.runtime.scheduler,
      staleWhileRevalidate: call.arguments.bool(1) ?? false, request)
    let text = call.arguments[0]?.duration?.text ?? call.arguments[0]?.literal
    return .object(
      ResponseCacheObject(
        name, cache, lifetime: text, recorder: call.context.runtime.recorder))
  }
}

// MARK: Marble strings

extension Word {
  private typealias Signal = ColdMarbles<ScriptValue, ScriptError>.Signal

  private static func cold(_ call: WordCall) throws(ScriptError) -> ScriptValue {
    let events = try events(call, hot: false)
    return call.stream(
      ColdMarbles<ScriptValue, ScriptError>(events, on: call.context.runtime.scheduler))
  }

  private static func hot(_ call: WordCall) throws(ScriptError) -> ScriptValue {
    let events = try events(call, hot: true)
    let context = call.context
    let channel = SubjectChannel(PassthroughSubject<ScriptValue, ScriptError>())
    let subject = ScriptSubject(
      "hot", isRelay: false, name: call.bindingName, channel: channel, at: call.span,
      in: context.runtime)
    subject.prepareInput()
    for event in events where event.time >= .zero {
      context.runtime.recorder.withCause(-1) {
        context.runtime.scheduler.schedule(after: event.time) {
          switch event.signal {
          case .value(let value): subject.send(value)
          case .end(.finished): subject.finish()
          case .end(.failure(let error)): subject.fail(error)
          }
        }
      }
    }
    return .object(subject)
  }

  private static func events(_ call: WordCall, hot: Bool) throws(ScriptError)
    -> [(time: VirtualTime, signal: Signal)]
  {
    let context = call.context
    guard case .string(let text) = call.site.value(0) else {
      throw context.error(
        .wrongType("a string of marbles", not: (call.site.value(0) ?? .void).kindName),
        at: call.span)
    }
    var own: [String: ScriptValue] = [:]
    let values = ScriptValue.ofOneType(call.site.items.dropFirst().map(\.value))
    for (item, value) in zip(call.site.items.dropFirst(), values) {
      guard let label = item.label else {
        throw context.error(.unlabelledMarble, at: item.span)
      }
      own[label] = value
    }
    let string = MarbleString(
      text, dialect: context.rules.grammar, frameLength: context.rules.frame)
    let reading = string.notifications(hot: hot)
    if let problem = reading.errors.first {
      throw context.error(
        .marbles(problem), at: call.site.items[0].span)
    }
    var events: [(time: VirtualTime, signal: Signal)] = []
    for event in reading.value {
      if let signal = try signal(of: event.mark, own, in: context) {
        events.append((event.time, signal))
      }
    }
    return events
  }

  private static func signal(
    of mark: MarbleString.Mark, _ own: [String: ScriptValue], in context: CallContext
  ) throws(ScriptError) -> Signal? {
    switch mark {
    case .value(let key):
      if let value = own[key] { return .value(value) }
      return .value(try context.marbleValue(key))
    case .finished, .cancel: return .end(.finished)
    case .failed:
      if let error = own["#"] { return .end(.failure(ScriptError(from: error))) }
      return .end(.failure(ScriptError(from: try context.marbleValue("#"))))
    case .subscribe, .request, .delayNext: return nil
    }
  }
}

// MARK: Joining publishers

extension Word {
  /// Combine's types for what the operators of these names create from their first publisher.
  static let joining: [Word] =
    ["CombineLatest", "CombineLatest3", "CombineLatest4"].map { joined($0, by: "combineLatest") }
    + ["Zip", "Zip3", "Zip4"].map { joined($0, by: "zip") }
    + ["Merge", "Merge3", "Merge4", "Merge5", "Merge6", "Merge7", "Merge8", "MergeMany"].map {
      joined($0, by: "merge", label: "with")
    }
    + [
      joined(
        "Concatenate", by: "append",
        [Signature(.required("prefix", .publisher), .required("suffix", .publisher))])
    ]

  private static func joined(
    _ type: String, by operatorName: String, label: String? = nil,
    _ signatures: [Signature] = [Signature(.variadic(.any))]
  ) -> Word {
    let arguments = signatures[0].parameters.count == 1 ? "a, b" : "prefix: a, suffix: b"
    return Word(
      "Publishers.\(type)", .stream, takes: signatures, "The publisher of `\(operatorName)`",
      example: "Publishers.\(type)(\(arguments))"
    ) { call in
      let sources = try call.publishers()
      guard let first = sources.first else {
        return .stream(ScriptStream(Empty<ScriptValue, ScriptError>()))
      }
      let names = call.site.items.map(\.text)
      var others = CallArguments()
      for (index, source) in sources.enumerated().dropFirst() {
        others.items.append(
          CallArguments.Item(
            label: index == 1 ? label : nil, isTrailing: false, value: .stream(source),
            span: call.span, text: names.count == sources.count ? names[index] : nil))
      }
      if others.items.isEmpty { return .stream(first) }
      return try call.context.applyOperator(operatorName, to: first, others, at: call.span)
        ?? .stream(first)
    }
  }
}
