import Marbles
import MarblesCombine
import MarblesRx

// MARK: Combine

extension ScriptOperator {
  static let dropFirst = ScriptOperator(
    "dropFirst", family: .filtering, "Skips the first `count` elements",
    signatures: [Signature(.optional(nil, .int))], example: "numbers.dropFirst(2)"
  ) { upstream, arguments, _ in
    let count = arguments[0] == nil ? 1 : try arguments.natural(0)
    return ScriptStream(upstream.publisher.dropFirst(count))
  }

  static let dropUntilOutput = ScriptOperator(
    "drop", family: .filtering, "Skips elements until another publisher publishes",
    signatures: [Signature(.required("untilOutputFrom", .publisher))],
    example: "numbers.drop(untilOutputFrom: start)", shape: { _ in .memory(detail: "") }
  ) { upstream, arguments, _ in
    upstream.publisher.drop(untilOutputFrom: try arguments.stream(0)).scripted
  }

  static let drop = ScriptOperator(
    "drop", family: .filtering,
    "Skips elements while the predicate returns `true`, then republishes all remaining elements",
    signatures: [Signature(.required("while", .closure(1)))],
    example: "numbers.drop(while: { $0 < 3 })"
  ) { upstream, arguments, _ in
    let predicate = try arguments.function(0)
    return upstream.publisher.tryDrop { try predicate.decides($0) }.scripted
  }

  static let filter = ScriptOperator(
    "filter", family: .filtering, "Republishes the elements that satisfy the predicate",
    signatures: [Signature(.required(nil, .closure(1)))],
    example: "numbers.filter { $0 % 2 == 0 }"
  ) { upstream, arguments, _ in
    let isIncluded = try arguments.function(0)
    return upstream.publisher.tryFilter { try isIncluded.decides($0) }.scripted
  }

  static let ignoreOutput = ScriptOperator(
    "ignoreOutput", family: .filtering, "Ignores all elements, and republishes the completion",
    example: "numbers.ignoreOutput()"
  ) { upstream, _, _ in
    ScriptStream(upstream.publisher.ignoreOutput().map { (_: Never) -> ScriptValue in })
  }

  static let prefixUntilOutput = ScriptOperator(
    "prefix", family: .filtering, "Republishes elements until another publisher publishes",
    signatures: [Signature(.required("untilOutputFrom", .publisher))],
    example: "numbers.prefix(untilOutputFrom: stop)", shape: { _ in .memory(detail: "") }
  ) { upstream, arguments, _ in
    upstream.publisher.prefix(untilOutputFrom: try arguments.stream(0)).scripted
  }

  static let removeDuplicates = ScriptOperator(
    "removeDuplicates", family: .filtering,
    "Republishes only elements that differ from the previous one",
    signatures: [
      Signature(), Signature(.required("by", .closure(2))), Signature(.required(nil, .closure(2))),
    ],
    example: "numbers.removeDuplicates()"
  ) { upstream, arguments, signature in
    guard signature > 0 else { return ScriptStream(upstream.publisher.removeDuplicates()) }
    let isSame = try arguments.function(0)
    return upstream.publisher.tryRemoveDuplicates { try isSame.decides($0, $1) }.scripted
  }
}

// MARK: RxSwift

extension ScriptOperator {
  static let rxDistinctUntilChanged = ScriptOperator(
    "distinctUntilChanged", dialects: [.rxswift], family: .filtering,
    "Emits only elements that differ from the previous one",
    signatures: [
      Signature(), Signature(.required(nil, .closure(1))), Signature(.required(nil, .closure(2))),
    ],
    example: "states.distinctUntilChanged()"
  ) { upstream, arguments, signature in
    guard let closure = arguments.closure(0) else {
      return upstream.observable.distinctUntilChanged().scripted
    }
    return signature == 1
      ? upstream.observable.distinctUntilChanged { try closure($0) }.scripted
      : upstream.observable.distinctUntilChanged { try closure.decides($0, $1) }.scripted
  }

  static let rxElementAt = ScriptOperator(
    "element", dialects: [.rxswift], family: .filtering,
    "Emits the element at an index, then completes",
    signatures: [Signature(.required("at", .int))],
    example: "numbers.element(at: 1)"
  ) { upstream, arguments, _ in
    upstream.observable.element(at: try arguments.natural(0)).scripted
  }

  static let rxFilter = ScriptOperator(
    "filter", dialects: [.rxswift], family: .filtering,
    "Emits the elements that satisfy the predicate",
    signatures: [Signature(.required(nil, .closure(1)))],
    example: "numbers.filter { $0 > 1 }", result: .possiblyEmpty
  ) { upstream, arguments, _ in
    let predicate = try arguments.function(0)
    return upstream.observable.filter { try predicate.decides($0) }.scripted
  }

  static let rxFirst = ScriptOperator(
    "first", dialects: [.rxswift], family: .filtering,
    "Emits the first element, or `nil` if the source completes without one",
    example: "numbers.first()", result: .trait(.single)
  ) { upstream, _, _ in
    upstream.observable.first().asObservable().map { $0 ?? .null }.scripted
  }

  static let rxIgnoreElements = ScriptOperator(
    "ignoreElements", dialects: [.rxswift], family: .filtering,
    "Ignores all elements, and emits the completion or error",
    example: "numbers.ignoreElements()"
  ) { upstream, _, _ in
    upstream.observable.filter { _ in false }.scripted
  }

  static let rxSingle = ScriptOperator(
    "single", dialects: [.rxswift], family: .filtering,
    "Emits the only element, or the only one that satisfies a predicate; fails if there are more",
    signatures: [Signature(), Signature(.required(nil, .closure(1)))],
    example: "numbers.single { $0 > 2 }"
  ) { upstream, arguments, signature in
    guard signature == 1 else { return upstream.observable.single().scripted }
    let predicate = try arguments.function(0)
    return upstream.observable.single { try predicate.decides($0) }.scripted
  }

  static let rxSkip = ScriptOperator(
    "skip", dialects: [.rxswift], family: .filtering,
    "Skips the first `count` elements, or elements for a duration or while a predicate is true",
    signatures: [
      Signature(.required(nil, .int)), Signature(.required("while", .closure(1))),
      Signature(.required(nil, .duration), .required("scheduler", .scheduler)),
    ],
    example: "numbers.skip(1)"
  ) { upstream, arguments, signature in
    switch signature {
    case 0: return upstream.observable.skip(try arguments.natural(0)).scripted
    case 1:
      let predicate = try arguments.function(0)
      return upstream.observable.skip(while: { try predicate.decides($0) }).scripted
    default:
      return upstream.observable.skip(
        try arguments.interval(0), scheduler: arguments.scheduler(1)
      ).scripted
    }
  }

  static let rxSkipUntil = ScriptOperator(
    "skip", dialects: [.rxswift], family: .filtering,
    "Skips elements until another observable emits",
    signatures: [Signature(.required("until", .publisher))],
    example: "numbers.skip(until: letters)"
  ) { upstream, arguments, _ in
    upstream.observable.skip(until: try arguments.observable(0)).scripted
  }

  static let rxTake = ScriptOperator(
    "take", dialects: [.rxswift], family: .filtering,
    "Emits the first `count` elements, or the elements of a duration, then completes",
    signatures: [
      Signature(.required(nil, .int)),
      Signature(.required("for", .duration), .optional("scheduler", .scheduler)),
    ],
    example: "numbers.take(2)"
  ) { upstream, arguments, signature in
    signature == 0
      ? upstream.observable.take(try arguments.natural(0)).scripted
      : upstream.observable.take(
        for: try arguments.interval(0), scheduler: arguments.scheduler(1)
      ).scripted
  }

  static let rxTakeLast = ScriptOperator(
    "takeLast", dialects: [.rxswift], family: .filtering,
    "Emits the last `count` elements after the source has completed",
    signatures: [Signature(.required(nil, .int))],
    example: "numbers.takeLast(2)",
    shape: { .memory(detail: "keeps the last \($0.int(0) ?? 0)") }
  ) { upstream, arguments, _ in
    upstream.observable.takeLast(try arguments.natural(0)).scripted
  }

  static let rxTakeUntil = ScriptOperator(
    "take", dialects: [.rxswift], family: .filtering,
    "Emits elements until another observable emits",
    signatures: [Signature(.required("until", .publisher))],
    example: "numbers.take(until: letters)"
  ) { upstream, arguments, _ in
    upstream.observable.take(until: try arguments.observable(0)).scripted
  }

  static let rxOldTakeUntil = ScriptOperator(
    "takeUntil", dialects: [.rxswift], family: .filtering,
    "Older name of `take(until:)`",
    signatures: [Signature(.required(nil, .publisher))],
    example: "numbers.takeUntil(letters)"
  ) { upstream, arguments, _ in
    upstream.observable.take(until: try arguments.observable(0)).scripted
  }

  private static let takeBehaviors = ["inclusive", "exclusive"]

  static let rxTakeWhile = ScriptOperator(
    "take", dialects: [.rxswift], family: .filtering,
    "Emits elements while, or until, the predicate returns `true`",
    signatures: [
      Signature(.required("while", .closure(1)), .optional("behavior", .choice(takeBehaviors))),
      Signature(.required("until", .closure(1)), .optional("behavior", .choice(takeBehaviors))),
    ],
    example: "numbers.take(while: { $0 < 3 })"
  ) { upstream, arguments, signature in
    let predicate = try arguments.function(0)
    let behavior = arguments.choice(1) == "inclusive" ? TakeBehavior.inclusive : .exclusive
    return upstream.observable.take(
      while: { try predicate.decides($0) == (signature == 0) }, behavior: behavior
    ).scripted
  }
}
