import Marbles
import MarblesCombine
import MarblesRx

// MARK: Combine

extension ScriptOperator {
  static let assertNoFailure = ScriptOperator(
    "assertNoFailure", family: .errors, "Stops the program if the upstream fails",
    signatures: [Signature(.optional(nil, .string))], example: "numbers.assertNoFailure()",
    isTransparent: true
  ) { upstream, arguments, _ in
    let recorder = arguments.context.scheduler.recorder
    let prefix = arguments.string(0).map { $0 + " " } ?? ""
    return ScriptStream(
      upstream.publisher.mapError { error in
        if error.isFailure { recorder.fatal("Fatal error: \(prefix)\(error)") }
        return error
      })
  }

  static let `catch` = ScriptOperator(
    "catch", family: .errors, "Replaces a failed upstream with another publisher",
    signatures: [Signature(.required(nil, .publisherClosure(1)))],
    example: "response.catch { _ in Just(\"offline\") }"
  ) { upstream, arguments, _ in
    try caught(upstream, by: arguments.function(0))
  }

  static let tryCatch = ScriptOperator(
    "tryCatch", family: .errors,
    "Replaces a failed upstream with another publisher; the closure may throw",
    signatures: [Signature(.required(nil, .publisherClosure(1)))],
    example: "response.tryCatch { _ in Just(\"offline\") }"
  ) { upstream, arguments, _ in
    try caught(upstream, by: arguments.function(0))
  }

  /// An error of the script is not a failure that it can catch.
  private static func caught(_ upstream: ScriptStream, by handler: ScriptFunction) -> ScriptStream {
    upstream.publisher.tryCatch { error in
      guard error.isFailure else { throw error }
      return try handler.publisher(error.value)
    }.scripted
  }

  static let mapError = ScriptOperator(
    "mapError", family: .errors, "Transforms the failure of the upstream",
    signatures: [Signature(.required(nil, .closure(1)))],
    example: "response.mapError { \"gave up: \" + $0 }"
  ) { upstream, arguments, _ in
    let transform = try arguments.function(0)
    return ScriptStream(
      upstream.publisher.mapError { (error) -> ScriptError in
        guard error.isFailure else { return error }
        do {
          return ScriptError(from: try transform(error.value))
        } catch {
          return ScriptError(error)
        }
      })
  }

  static let replaceEmpty = ScriptOperator(
    "replaceEmpty", family: .errors,
    "Publishes the given element if the upstream finishes without elements",
    signatures: [Signature(.required("with", .any))], example: "numbers.replaceEmpty(with: 0)"
  ) { upstream, arguments, _ in
    ScriptStream(upstream.publisher.replaceEmpty(with: arguments[0] ?? .null))
  }

  static let replaceError = ScriptOperator(
    "replaceError", family: .errors,
    "Publishes the given element in place of a failure, then finishes",
    signatures: [Signature(.required("with", .any))], example: "response.replaceError(with: \"?\")"
  ) { upstream, arguments, _ in
    let value = arguments[0] ?? .null
    return upstream.publisher.tryCatch { error in
      guard error.isFailure else { throw error }
      return Just(value)
    }.scripted
  }

  static let retry = ScriptOperator(
    "retry", family: .errors,
    "Subscribes to a failed upstream again, up to the given number of times",
    signatures: [Signature(.required(nil, .int))], example: "request.retry(2)",
    shape: { _ in .memory(detail: "") }
  ) { upstream, arguments, _ in
    ScriptStream(upstream.publisher.retry(try arguments.natural(0)))
  }

  static let setFailureType = ScriptOperator(
    "setFailureType", family: .errors, "Sets the failure type of a publisher that cannot fail",
    signatures: [Signature(.required("to", .any))],
    example: "numbers.setFailureType(to: Error.self)", isTransparent: true,
    compatibility: .different("has no effect in scripts, which have one failure type")
  ) { upstream, _, _ in upstream }
}

// MARK: RxSwift

extension ScriptOperator {
  static let rxCatch = ScriptOperator(
    "catch", dialects: [.rxswift], family: .errors,
    "Replaces a failed source with another observable",
    signatures: [Signature(.required(nil, .publisherClosure(1)))],
    example: "response.catch { error in .just(\"failed: \\(error)\") }"
  ) { upstream, arguments, _ in
    let handler = try arguments.function(0)
    return upstream.observable.catch { try handler.recovering($0) }.scripted
  }

  static let rxCatchAndReturn = ScriptOperator(
    "catchAndReturn", dialects: [.rxswift], family: .errors,
    "Emits the given element in place of an error, then completes",
    signatures: [Signature(.required(nil, .any))],
    example: "response.catchAndReturn(\"nothing\")"
  ) { upstream, arguments, _ in
    let element = arguments[0] ?? .void
    return upstream.observable.catch { error in
      if let mistake = error as? ScriptError, !mistake.isFailure { throw mistake }
      return .just(element)
    }.scripted
  }

  static let rxCatchErrorJustReturn = ScriptOperator(
    "catchErrorJustReturn", dialects: [.rxswift], family: .errors,
    "Older name of `catchAndReturn`",
    signatures: [Signature(.required(nil, .any))],
    example: "response.catchErrorJustReturn(\"nothing\")"
  ) { upstream, arguments, _ in
    let element = arguments[0] ?? .void
    return upstream.observable.catch { error in
      if let mistake = error as? ScriptError, !mistake.isFailure { throw mistake }
      return .just(element)
    }.scripted
  }

  static let rxRetry = ScriptOperator(
    "retry", dialects: [.rxswift], family: .errors,
    "Subscribes to a failed source again, up to the given number of attempts",
    signatures: [Signature(), Signature(.required(nil, .int))],
    example: "response.retry(2)", shape: { _ in .memory(detail: "") }
  ) { upstream, arguments, signature in
    signature == 0
      ? upstream.observable.retry().scripted
      : upstream.observable.retry(try arguments.natural(0)).scripted
  }

  static let rxRetryWhen = ScriptOperator(
    "retry", dialects: [.rxswift], family: .errors,
    "Subscribes to a failed source again when an observable made of its errors emits",
    signatures: [Signature(.required("when", .publisherClosure(1)))],
    example: "response.retry(when: { errors in errors.delay(2) })",
    shape: { _ in .memory(detail: "") }
  ) { upstream, arguments, _ in
    let handler = try arguments.function(0)
    return upstream.observable.retry(when: { (errors: Observable<any Error>) in
      // An error of the script is not an error of its stream.
      let failures = errors.map { error throws -> ScriptValue in
        if let mistake = error as? ScriptError, !mistake.isFailure { throw mistake }
        return ScriptError(error).value
      }
      do {
        return try handler.observable(.stream(failures.scripted))
      } catch {
        return .error(error)
      }
    }).scripted
  }
}
