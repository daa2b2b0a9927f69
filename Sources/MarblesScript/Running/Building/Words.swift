import Marbles
import MarblesCombine

/// Makes what the words of the language make.
extension Run {
  func make(_ word: Word, _ arguments: CallArguments, at span: Span) throws(ScriptError)
    -> ScriptValue
  {
    if word.name == "cold" || word.name == "hot" {
      return try marbles(word.name, arguments, at: span)
    }
    let (signature, values, _) = try match(
      arguments, to: word.signatures, of: word.name, at: span)
    let call = WordCall(
      name: word.name, signature: signature,
      arguments: Arguments(values, context: BuildContext(scheduler: scheduler)),
      site: arguments, span: span)
    if let subject = makeSubject(call) { return .object(subject) }
    if let stream = try makePublisher(call) {
      return .stream(written(guarded(stream, at: span), at: span))
    }
    if let stream = try makeJoined(call) { return .stream(stream) }
    if let stream = try makeObservable(call) {
      return .stream(written(guarded(stream, at: span), at: span))
    }
    return try makeOther(call)
  }

  /// The stream with the text that makes it, if that is short: it is shown where the stream is a value.
  private func written(_ stream: ScriptStream, at span: Span) -> ScriptStream {
    let text = plan.source.text(of: span)
    guard text.count <= Self.longestStreamText, !text.contains("\n") else { return stream }
    var copy = stream
    copy.origin = StreamProvenance(of: stream).written(String(text))
    return copy
  }

  private static let longestStreamText = 18

  private func makePublisher(_ call: WordCall) throws(ScriptError) -> ScriptStream? {
    let first = call.arguments[0]
    switch call.name {
    case "Just":
      return ScriptStream(Just(first ?? .void).setFailureType(to: ScriptError.self))
    case "Fail":
      return ScriptStream(Fail<ScriptValue, ScriptError>(error: Self.failure(first ?? .void)))
    case "Empty":
      return ScriptStream(
        Empty<ScriptValue, ScriptError>(completeImmediately: call.arguments.bool(0) ?? true))
    case "Never":
      return ScriptStream(Empty<ScriptValue, ScriptError>(completeImmediately: false))
    case "Deferred": return deferred(call)
    case "Future": return try future(call)
    case "Timer.publish": return timer(every: call.arguments.duration(0) ?? plan.frame)
    default: return nil
    }
  }

  static func failure(_ value: ScriptValue) -> ScriptError { ScriptError(failureText(value)) }

  func deferred(_ call: WordCall) -> ScriptStream {
    let closure = call.arguments.closure(0)
    return ScriptStream(
      Deferred { () -> AnyPublisher<ScriptValue, ScriptError> in
        do throws(ScriptError) {
          guard let closure, let publisher = try closure.call([]).publisher else {
            return Empty().eraseToAnyPublisher()
          }
          return publisher
        } catch {
          return Fail(error: error).eraseToAnyPublisher()
        }
      })
  }

  /// Runs its closure now and keeps the one result for everybody.
  private func future(_ call: WordCall) throws(ScriptError) -> ScriptStream {
    let result = ReplaySubject<ScriptValue, ScriptError>(capacity: 1)
    let promise = ScriptFunction(arity: 1) { (values) throws(ScriptError) in
      switch values.first {
      case .member("success", let details):
        result.send(details.first ?? .void)
        result.send(completion: .finished)
      case .member("failure", let details):
        result.send(completion: .failure(Self.failure(details.first ?? .string("failure"))))
      default: break
      }
      return .void
    }
    if let closure = call.arguments.closure(0) { _ = try closure.call([.closure(promise)]) }
    return ScriptStream(result)
  }

  /// Ticks with the number of the frame as long as it is connected.
  private func timer(every interval: VirtualDuration) -> ScriptStream {
    let subject = PassthroughSubject<ScriptValue, ScriptError>()
    let connect = { [scheduler, unowned self] () -> any Cancellable in
      scheduler.schedule(after: scheduler.now + interval, interval: interval) {
        subject.send(.int(self.frameNumber))
      }
    }
    return ScriptStream(subject, connect: connect)
  }

  private func makeOther(_ call: WordCall) throws(ScriptError) -> ScriptValue {
    let first = call.arguments[0] ?? .void
    switch call.name {
    case "ResponseCache": return .object(makeCache(call))
    case "print": return .void
    case "DisposeBag", "Set": return .object(BagObject())
    case "Disposables.create", "AnyCancellable": return .object(disposable(call))
    case "ImmediateScheduler.shared": return .object(ScriptImmediateScheduler(scheduler))
    case "Queue": return .object(try queue(call))
    case "String": return .string(first.description)
    case "Array":
      return .array(
        try elements(of: first).map { (all) throws(ScriptError) in
          try collect(all, at: call.span)
        } ?? [first])
    case "Int": return Self.integer(first)
    case "Double": return Self.double(first)
    case "abs":
      return try apply(.less, first, .int(0), span: call.span) == .bool(true)
        ? apply(.minus, to: first, span: call.span) : first
    case "min", "max": return try extreme(call)
    default:
      return .object(ScriptScheduler(scheduler))
    }
  }

  private func queue(_ call: WordCall) throws(ScriptError) -> ScriptScheduler {
    if call.signature == 0 {
      return ScriptSerialQueue(scheduler, every: try time(call.arguments[0], at: call.span))
    }
    guard case .array(let elements) = call.arguments[0] else {
      throw mistake(.wrongType("an array of durations", call.arguments[0] ?? .void), at: call.span)
    }
    guard !elements.isEmpty else {
      throw mistake(RunError("a queue has at least one latency"), at: call.span)
    }
    return ScriptConcurrentQueue(
      scheduler,
      latencies: try elements.map { (element) throws(ScriptError) in
        try time(element, at: call.span)
      })
  }

  /// A duration, not below zero.
  private func time(_ value: ScriptValue?, at span: Span) throws(ScriptError) -> VirtualDuration {
    let arguments = Arguments([value], context: BuildContext(scheduler: scheduler))
    guard arguments.duration(0) != nil else {
      throw mistake(.wrongType("a duration", value ?? .void), at: span)
    }
    do throws(ScriptError) {
      return try arguments.time(0)
    } catch {
      throw mistake(RunError(error.description), at: span)
    }
  }

  private func disposable(_ call: WordCall) -> DisposableObject {
    let closure = call.arguments.closure(0)
    return DisposableObject { [unowned self] in
      do throws(ScriptError) {
        _ = try closure?.call([])
      } catch {
        report(error, at: call.span)
      }
    }
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

  private func extreme(_ call: WordCall) throws(ScriptError) -> ScriptValue {
    let values = call.arguments.values.compactMap { $0 }
    var best = values.first ?? .void
    for value in values.dropFirst() {
      let isLess = try apply(.less, value, best, span: call.span) == .bool(true)
      if isLess == (call.name == "min") { best = value }
    }
    return best
  }

  /// The values of an array, a range, or an optional as a publisher.
  func sequence(_ value: ScriptValue) -> AnyPublisher<ScriptValue, ScriptError> {
    if case .null = value { return Empty().eraseToAnyPublisher() }
    let elements = elements(of: value) ?? AnySequence([value])
    return Publishers.Sequence<AnySequence<ScriptValue>, ScriptError>(sequence: elements)
      .eraseToAnyPublisher()
  }
}

/// A word that is called with arguments that fit.
struct WordCall {
  var name: String
  var signature: Int
  var arguments: Arguments
  var site: CallArguments
  var span: Span
}
