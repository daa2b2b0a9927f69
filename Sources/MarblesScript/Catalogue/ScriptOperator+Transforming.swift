import Marbles
import MarblesCombine
import MarblesRx

// MARK: Combine

extension ScriptOperator {
  static let allSatisfy = ScriptOperator(
    "allSatisfy", family: .transforming, "Publishes whether all elements satisfy the predicate",
    signatures: [Signature(.required(nil, .closure(1)))],
    example: "numbers.allSatisfy { $0 < 3 }", output: .boolean
  ) { upstream, arguments, _ in
    let predicate = try arguments.function(0)
    return upstream.publisher.tryAllSatisfy { try predicate.decides($0) }
      .map { ScriptValue.bool($0) }.scripted
  }

  static let collect = ScriptOperator(
    "collect", family: .transforming,
    "Collects all elements into an array, or the elements into arrays of `count`",
    signatures: [Signature(), Signature(.required(nil, .int))],
    example: "numbers.collect(2)", output: .array
  ) { upstream, arguments, signature in
    guard signature == 1 else {
      return ScriptStream(upstream.publisher.collect().map { .array($0) })
    }
    guard let count = arguments.int(0), count > 0 else {
      throw ScriptError("collect(_:) needs a count of at least 1")
    }
    return ScriptStream(upstream.publisher.collect(count).map { .array($0) })
  }

  static let compactMap = ScriptOperator(
    "compactMap", family: .transforming,
    "Transforms each element, and skips results that are `nil`",
    signatures: [Signature(.required(nil, .closure(1))), Signature(.required(nil, .keyPath))],
    example: "numbers.compactMap { $0 == 2 ? nil : $0 * 10 }"
  ) { upstream, arguments, _ in
    let transform = try arguments.function(0)
    return upstream.publisher.tryCompactMap { value -> ScriptValue? in
      let result = try transform(value)
      return result == .null ? nil : result
    }.scripted
  }

  static let min = ScriptOperator(
    "min", family: .transforming, "Publishes the least element after the upstream finishes",
    signatures: comparison, example: "numbers.min()"
  ) { upstream, arguments, signature in
    guard signature > 0 else {
      return upstream.publisher.tryMin { try ScriptValue.areInIncreasingOrder($0, $1) }.scripted
    }
    let areInOrder = try arguments.function(0)
    return upstream.publisher.tryMin { try areInOrder.decides($0, $1) }.scripted
  }

  static let max = ScriptOperator(
    "max", family: .transforming, "Publishes the greatest element after the upstream finishes",
    signatures: comparison, example: "numbers.max()"
  ) { upstream, arguments, signature in
    guard signature > 0 else {
      return upstream.publisher.tryMax { try ScriptValue.areInIncreasingOrder($0, $1) }.scripted
    }
    let areInOrder = try arguments.function(0)
    return upstream.publisher.tryMax { try areInOrder.decides($0, $1) }.scripted
  }

  private static let comparison = [
    Signature(), Signature(.required("by", .closure(2))), Signature(.required(nil, .closure(2))),
  ]

  static let contains = ScriptOperator(
    "contains", family: .transforming,
    "Publishes whether an element equals the given one, or satisfies the predicate",
    signatures: [
      Signature(.required("where", .closure(1))), Signature(.required(nil, .closure(1))),
      Signature(.required(nil, .any)),
    ],
    example: "numbers.contains(2)", output: .boolean
  ) { upstream, arguments, signature in
    guard signature < 2 else {
      return ScriptStream(upstream.publisher.contains(arguments[0] ?? .null).map { .bool($0) })
    }
    let predicate = try arguments.function(0)
    return upstream.publisher.tryContains { try predicate.decides($0) }
      .map { ScriptValue.bool($0) }.scripted
  }

  static let count = ScriptOperator(
    "count", family: .transforming, "Publishes the number of elements after the upstream finishes",
    example: "numbers.count()"
  ) { upstream, _, _ in
    ScriptStream(upstream.publisher.count().map { .int($0) })
  }

  static let eraseToAnyPublisher = ScriptOperator(
    "eraseToAnyPublisher", family: .transforming, "Hides the type of a publisher",
    example: "numbers.eraseToAnyPublisher()", isTransparent: true,
    compatibility: .different("has no effect in scripts, which have one publisher type")
  ) { upstream, _, _ in upstream }

  static let map = ScriptOperator(
    "map", family: .transforming, "Transforms each element",
    signatures: [Signature(.required(nil, .closure(1))), Signature(.required(nil, .keyPath))],
    example: "numbers.map { $0 * 10 }"
  ) { upstream, arguments, _ in
    let transform = try arguments.function(0)
    return upstream.publisher.tryMap { try transform($0) }.scripted
  }

  static let tryMap = ScriptOperator(
    "tryMap", family: .transforming, "Transforms each element; the closure may throw",
    signatures: [Signature(.required(nil, .closure(1)))],
    example: "numbers.tryMap { 60 / $0 }"
  ) { upstream, arguments, _ in
    let transform = try arguments.function(0)
    return upstream.publisher.tryMap { try transform($0) }.scripted
  }

  static let reduce = ScriptOperator(
    "reduce", family: .transforming,
    "Combines all elements into one, and publishes it after the upstream finishes",
    signatures: [Signature(.required(nil, .any), .required(nil, .closure(2)))],
    example: "numbers.reduce(0) { $0 + $1 }"
  ) { upstream, arguments, _ in
    let next = try arguments.function(1)
    return upstream.publisher.tryReduce(arguments[0] ?? .null) { try next($0, $1) }.scripted
  }

  static let replaceNil = ScriptOperator(
    "replaceNil", family: .transforming, "Replaces `nil` with the given element",
    signatures: [Signature(.required("with", .any))], example: "numbers.replaceNil(with: 0)",
    input: { _ in .optionals }
  ) { upstream, arguments, _ in
    let value = arguments[0] ?? .null
    return ScriptStream(upstream.publisher.map { $0 == .null ? value : $0 })
  }

  static let scan = ScriptOperator(
    "scan", family: .transforming,
    "Publishes the result of combining each element with the previous result",
    signatures: [Signature(.required(nil, .any), .required(nil, .closure(2)))],
    example: "numbers.scan(0) { $0 + $1 }"
  ) { upstream, arguments, _ in
    let next = try arguments.function(1)
    return upstream.publisher.tryScan(arguments[0] ?? .null) { try next($0, $1) }.scripted
  }
}

extension ScriptValue {
  /// The order of numbers and of strings; other values have none.
  fileprivate static func areInIncreasingOrder(_ a: ScriptValue, _ b: ScriptValue)
    throws(ScriptError) -> Bool
  {
    if let a = a.number, let b = b.number { return a < b }
    if case .string(let a) = a, case .string(let b) = b { return a < b }
    throw ScriptError("\(a.kindName) and \(b.kindName) cannot be compared")
  }
}

// MARK: RxSwift

extension ScriptOperator {
  static let rxAsCompletable = ScriptOperator(
    "asCompletable", dialects: [.rxswift], family: .ending,
    "Converts to a completable: ignores elements, and emits the completion or error",
    example: "numbers.asCompletable()", result: .trait(.completable),
    compatibility: .different("in scripts the source may have elements")
  ) { upstream, _, _ in upstream.observable.filter { _ in false }.scripted }

  static let rxAsInfallible = ScriptOperator(
    "asInfallible", dialects: [.rxswift], family: .ending,
    "Converts to an infallible: an element or another observable replaces an error",
    signatures: [
      Signature(.required("onErrorJustReturn", .any)),
      Signature(.required("onErrorFallbackTo", .publisher)),
      Signature(.required("onErrorRecover", .publisherClosure(1))),
    ],
    example: "response.asInfallible(onErrorJustReturn: \"nothing\")", result: .observable
  ) { upstream, arguments, signature in
    upstream.observable.catch { error in
      if let mistake = error as? ScriptError, !mistake.isFailure { throw mistake }
      return switch signature {
      case 0: .just(arguments[0] ?? .void)
      case 1: try arguments.observable(0)
      default: try arguments.function(0).recovering(error)
      }
    }.scripted
  }

  static let rxAsMaybe = ScriptOperator(
    "asMaybe", dialects: [.rxswift], family: .ending,
    "Converts to a maybe, which fails if there is more than one element",
    example: "numbers.asMaybe()", result: .trait(.maybe)
  ) { upstream, _, _ in upstream.observable.asMaybe().asObservable().scripted }

  static let rxAsSingle = ScriptOperator(
    "asSingle", dialects: [.rxswift], family: .ending,
    "Converts to a single, which fails if there is no element or more than one",
    example: "numbers.asSingle()", result: .trait(.single)
  ) { upstream, _, _ in upstream.observable.asSingle().asObservable().scripted }

  static let rxCompactMap = ScriptOperator(
    "compactMap", dialects: [.rxswift], family: .transforming,
    "Transforms each element, and skips results that are `nil`",
    signatures: [Signature(.required(nil, .closure(1)))],
    example: "words.compactMap { Int($0) }", result: .possiblyEmpty
  ) { upstream, arguments, _ in
    let transform = try arguments.function(0)
    return upstream.observable.compactMap { value -> ScriptValue? in
      let result = try transform(value)
      return result == .null ? nil : result
    }.scripted
  }

  static let rxDematerialize = ScriptOperator(
    "dematerialize", dialects: [.rxswift], family: .transforming,
    "Sends the events that the elements represent",
    example: "numbers.materialize().dematerialize()", input: { _ in .events }
  ) { upstream, _, _ in
    upstream.observable.map { try ScriptedEvent($0) }.dematerialize().scripted
  }

  static let rxEnumerated = ScriptOperator(
    "enumerated", dialects: [.rxswift], family: .transforming,
    "Emits each element with its index",
    example: "letters.enumerated()", output: .enumerated
  ) { upstream, _, _ in
    upstream.observable.enumerated().map { ScriptValue.tuple([.int($0.index), $0.element]) }
      .scripted
  }

  static let rxGroupBy = ScriptOperator(
    "groupBy", dialects: [.rxswift], family: .transforming,
    "Splits the elements into one observable per key",
    signatures: [Signature(.required("keySelector", .closure(1)))],
    example: "numbers.groupBy { $0 % 2 }", output: .stream
  ) { upstream, arguments, _ in
    let key = try arguments.function(0)
    return upstream.observable.groupBy { try key($0) }.map { group in
      var stream = group.scripted
      stream.origin = StreamProvenance(key: group.key)
      return ScriptValue.stream(stream)
    }.scripted
  }

  static let rxMap = ScriptOperator(
    "map", dialects: [.rxswift], family: .transforming,
    "Transforms each element",
    signatures: [Signature(.required(nil, .closure(1))), Signature(.required(nil, .keyPath))],
    example: "numbers.map { $0 * 10 }"
  ) { upstream, arguments, _ in
    let transform = try arguments.function(0)
    return upstream.observable.map { try transform($0) }.scripted
  }

  static let rxMaterialize = ScriptOperator(
    "materialize", dialects: [.rxswift], family: .transforming,
    "Emits each event as an element, including the completion or error",
    example: "numbers.materialize()", output: .event
  ) { upstream, _, _ in
    upstream.observable.materialize().map(\.scripted).scripted
  }

  static let rxReduce = ScriptOperator(
    "reduce", dialects: [.rxswift], family: .transforming,
    "Combines all elements into one, and emits it after the source has completed",
    signatures: [Signature(.required(nil, .any), .required("accumulator", .closure(2)))],
    example: "numbers.reduce(0) { $0 + $1 }"
  ) { upstream, arguments, _ in
    let accumulate = try arguments.function(1)
    return upstream.observable.reduce(arguments[0] ?? .void) { try accumulate($0, $1) }.scripted
  }

  static let rxToArray = ScriptOperator(
    "toArray", dialects: [.rxswift], family: .transforming,
    "Collects all elements into an array, and emits it after the source has completed",
    example: "numbers.toArray()", output: .array, result: .trait(.single)
  ) { upstream, _, _ in
    upstream.observable.toArray().asObservable().map { ScriptValue.array($0) }.scripted
  }

  static let rxScan = ScriptOperator(
    "scan", dialects: [.rxswift], family: .transforming,
    "Emits the result of combining each element with the previous result",
    signatures: [
      Signature(.required(nil, .any), .required("accumulator", .closure(2))),
      Signature(.required("into", .any), .required("accumulator", .closure(2))),
    ],
    example: "numbers.scan(0) { $0 + $1 }"
  ) { upstream, arguments, _ in
    let accumulate = try arguments.function(1)
    return upstream.observable.scan(arguments[0] ?? .void) { try accumulate($0, $1) }.scripted
  }

  static let rxWithUnretained = ScriptOperator(
    "withUnretained", dialects: [.rxswift], family: .transforming,
    "Emits each element together with an object",
    signatures: [
      Signature(.required(nil, .any)),
      Signature(.required(nil, .any), .required("resultSelector", .closure(2))),
    ],
    example: "numbers.withUnretained(DisposeBag()) { $1 }", output: .tuple,
    compatibility: .different("the object is kept: a script has no weak references")
  ) { upstream, arguments, _ in
    let object = arguments[0] ?? .void
    guard let combine = arguments.closure(1) else {
      return upstream.observable.map { .tuple([object, $0]) }.scripted
    }
    return upstream.observable.map { try combine(object, $0) }.scripted
  }
}

/// An event that is a value of the script: `.next(1)`, `.error("offline")`, `.completed`.
private struct ScriptedEvent: EventConvertible {
  let event: Event<ScriptValue>

  init(_ value: ScriptValue) throws(ScriptError) {
    switch value {
    case .member("next", let details): event = .next(details.first ?? .void)
    case .member("error", let details):
      event = .error(ScriptError((details.first ?? .string("error")).description))
    case .member("completed", _): event = .completed
    default: throw ScriptError("dematerialize() needs events, not \(value.kindName)")
    }
  }
}
