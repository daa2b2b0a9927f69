import Marbles
import MarblesCombine

/// An error that only a run can find.
enum RunError: DiagnosticMessage {
  // Values
  case wrongType(String, not: String)
  case operands(String, String, String)
  case operandCount(String)
  case closureResult(String, not: String)
  case divisionByZero
  case overflow
  case notRepresentable(String, String, ClosedRange<Int>)
  case nilUnwrapped
  case outOfRange(Int, count: Int)
  case reversedRange
  case negativeCount(Int)
  case negative(String)
  case beforeStart(String)
  case tooLongTime

  // Names and calls
  case unknownName(String)
  case notSetYet(String)
  case notCallable(String)
  case notCalled(String)
  case parameterCount(Int, given: Int)
  case noMember(String, of: String, nearest: String?)
  case refused(String, of: String, instead: String)
  case operatorArguments(String)
  case demandCount
  case requestsNothing
  case noLatency
  case outsideOfTask(String)
  case taskInThread
  case unlabelledMarble
  case marbles(MarbleString.Problem)

  // Assignments
  case constant(String)
  case needsVariable(String)
  case notAssignable
  case noCurrentValue(String)

  // Rows
  case noRow(String)
  case stillSubscribed(String)

  // Failures
  case unhandled(String)

  // Limits
  case endOfTime
  case tooMuchWork
  case tooManyDeliveries
  case tooManySubscriptions
  case tooDeep
  case tooDeeplyNested
  case tooManyEvents
  case tooLongPipeline
  case tooManyLanes
  case tooLarge
  case tooNested
  case endlessSends(Int, loop: String)
  case endlessJobs(of: String?, Int, frame: Int, hasEnd: Bool)
  case endlessInstant(of: String?, Int, frame: Int)

  var text: String { wording.text }
  var hint: String? { wording.hint }

  private typealias Wording = (text: String, hint: String?)

  private var wording: Wording {
    switch self {
    case .wrongType(let wanted, let found): ("this must be \(wanted), not \(found)", nil)
    case .operands(let sign, let a, let b): Self.operands(sign, a, b)
    case .closureResult(let wanted, let found):
      (
        "this closure must return \(wanted), not \(found)",
        wanted == "a publisher" && found == "a string"
          ? "write the marbles of a publisher as cold(\"--r|\")" : nil
      )
    case .operandCount(let sign): ("'\(sign)' takes two values", nil)
    case .divisionByZero: ("this divides by zero", "test the divisor before")
    case .overflow: ("the result is larger than an integer can be", nil)
    case .notRepresentable(let value, let type, let range):
      (
        "\(value) is outside of the range of \(type): \(range.lowerBound) to \(range.upperBound)",
        nil
      )
    case .nilUnwrapped: ("this is nil", "write '?? value' or 'if let' instead of '!'")
    case .outOfRange(let index, let count):
      (
        "\(index) is out of range: there "
          + (count == 1 ? "is 1 element" : "are \(count) elements"), nil
      )
    case .reversedRange: ("a range cannot end before it begins", nil)
    case .negativeCount(let count): ("a range cannot have \(count) elements", nil)
    case .negative(let value): ("\(value) is negative; it must be 0 or more", nil)
    case .beforeStart(let value): ("\(value) is before the start; time begins at 0", nil)
    case .tooLongTime: ("this is longer than virtual time, which lasts 292 years", nil)

    case .unknownName(let name): ("'\(name)' is not declared", nil)
    case .notSetYet(let name):
      name.hasPrefix("$")
        ? ("'\(name)' has no value", "fewer values are passed to this closure")
        : ("'\(name)' has no value yet", "it is set later than it is used here")
    case .notCallable(let kind): ("\(kind) cannot be called", nil)
    case .notCalled(let name): ("'\(name)' must be called", "write '\(name)()'")
    case .parameterCount(let count, let given):
      ("this closure has \(count) parameters, but \(given) values are passed to it", nil)
    case .noMember(let name, let kind, let nearest):
      ("\(kind) has no '\(name)'", nearest.map { "did you mean '\($0)'?" })
    case .refused(let name, let kind, let instead): ("\(kind) has no '\(name)'", instead)
    case .operatorArguments(let problem): (problem, nil)
    case .demandCount: ("a demand has one number: '.max(3)'", nil)
    case .requestsNothing:
      ("this requests no elements, which is a programmer error", "request one or more")
    case .noLatency: ("a queue needs at least one latency", "write 'Queue(latencies: [2, 1])'")
    case .outsideOfTask(let name):
      ("'\(name)' needs a task", "write it in 'Task { … }'")
    case .taskInThread:
      (
        "a task in a thread would not be a part of the interleavings",
        "write its statements in a thread of their own: 'thread NAME { … }'"
      )
    case .unlabelledMarble: ("the label of a value is the character of its marble", "write 'a: …'")
    case .marbles(let problem): (problem.message, problem.hint)

    case .constant(let name): ("'\(name)' cannot be assigned", "declare it with 'var'")
    case .needsVariable(let name):
      ("'\(name)' changes its receiver, which is not a variable", "declare it with 'var'")
    case .notAssignable: ("this cannot be assigned to", nil)
    case .noCurrentValue(let name): ("'\(name)' has no current value", "use a CurrentValueSubject")

    case .noRow(let kind):
      (
        "\(kind) cannot have a row",
        "only subjects, relays, sinks and connectable publishers have rows"
      )
    case .stillSubscribed(let name):
      ("'\(name)' is still subscribed here", "write '!' before '^'")

    case .unhandled(let failure): ("this fails: \(failure)", nil)

    case .endOfTime:
      ("the run reaches the end of virtual time, after 292 years", "wait for less time")
    case .tooMuchWork:
      ("this computes without end", "two million steps were taken by then; end it earlier")
    case .tooManyDeliveries:
      (
        "this delivers without end",
        "two million steps were taken by then; end it earlier, with .prefix(10) for example"
      )
    case .tooManySubscriptions:
      (
        "this subscribes without end",
        "two million steps were taken by then; subscribe less often"
      )
    case .tooDeep: ("this calls itself without end", nil)
    case .tooDeeplyNested:
      (
        "this leads back to itself without end",
        "\(Budget.deepestNesting) deliveries and computations are inside one another by then"
      )
    case .tooManyEvents:
      (
        "more than \(Budget.mostEvents) events happen",
        "end earlier: with 'until 40', or .prefix(10)"
      )
    case .tooLongPipeline:
      (
        "this pipeline has more than \(Budget.longestPipeline) operators",
        "is an operator applied again and again?"
      )
    case .tooManyLanes:
      ("this creates more than \(Budget.mostLanes) lanes", "subscribe less often, or end earlier")
    case .tooLarge:
      ("this is longer than a million elements", "keep less: the last ten, or the sum")
    case .tooNested:
      ("this is nested more than \(ValueSize.deepest) levels deep", "add to an array instead")
    case .endlessSends(let depth, let loop):
      (
        "\(depth) deliveries are inside one another, without end: \(loop)",
        "send later (receive(on:)), or only if something changes"
      )
    case .endlessJobs(let name, let count, let frame, let hasEnd):
      (
        "\(Self.source(name)) keeps the run busy without end: more than \(count) jobs by frame "
          + "\(frame)", Self.hint(atFrame: frame, hasEnd: hasEnd)
      )
    case .endlessInstant(let name, let count, let frame):
      (
        "\(Self.source(name)) keeps the run busy without end: more than \(count) jobs at one time "
          + "by frame \(frame)", "let time pass between them, or cancel it"
      )
    }
  }

  private static func operands(_ sign: String, _ a: String, _ b: String) -> Wording {
    let isText = [a == "a string", b == "a string"]
    let isComparison = ["<", "<=", ">", ">="].contains(sign)
    if isComparison, isText.contains(true), [a, b].contains(where: numbers.contains) {
      return (
        "'\(sign)' cannot compare \(a) with \(b)",
        "convert the string: Int(text) is a number, or nil"
      )
    }
    if sign == "+", isText.contains(true) {
      return (
        "'+' cannot join \(a) and \(b)",
        "write a string with the value in it: \"\\(value)\""
      )
    }
    return ("'\(sign)' cannot be applied to \(a) and \(b)", nil)
  }

  private static let numbers: Set<String> = ["an integer", "a number"]

  private static func source(_ name: String?) -> String { name.map { "'\($0)'" } ?? "a stream" }

  /// An earlier end does not help if hardly any time has passed.
  private static func hint(atFrame frame: Int, hasEnd: Bool) -> String {
    if frame <= 40 {
      return "let more time pass between them (a period of 0 lets none pass), or cancel it"
    }
    return hasEnd ? "end earlier, or cancel it" : "write 'until 40' to end there, or cancel it"
  }
}
