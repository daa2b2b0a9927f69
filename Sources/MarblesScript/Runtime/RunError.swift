import Marbles
import MarblesCombine

/// A mistake that only the run could find.
struct RunError: DiagnosticMessage {
  var severity = Diagnostic.Severity.error
  var text: String
  var hint: String?

  init(_ text: String, hint: String? = nil, severity: Diagnostic.Severity = .error) {
    self.text = text
    self.hint = hint
    self.severity = severity
  }
}

extension RunError {
  static let divisionByZero = RunError("this divides by zero")
  static let overflow = RunError("this is larger than an integer can be")
  static let nilUnwrapped = RunError("this is nil")

  static let asksForNothing = RunError(
    "this requests no elements, which is a programmer error", hint: "request one or more")

  static func wrongType(_ wanted: String, _ value: ScriptValue) -> RunError {
    RunError("this takes \(wanted), not \(value.kindName)")
  }

  static func operands(_ sign: String, _ a: ScriptValue, _ b: ScriptValue) -> RunError {
    RunError("'\(sign)' does not work on \(a.kindName) and \(b.kindName)")
  }

  static func outOfRange(_ index: Int, count: Int) -> RunError {
    RunError(
      "\(index) is out of range: there "
        + (count == 1 ? "is 1 element" : "are \(count) elements"))
  }

  static func refused(_ name: String, of value: ScriptValue, instead: String) -> RunError {
    RunError("\(value.kindName) has no '\(name)'", hint: instead)
  }

  static func notCalled(_ name: String) -> RunError {
    RunError("'\(name)' has to be called", hint: "write '\(name)()'")
  }

  static func needsVariable(_ name: String) -> RunError {
    RunError("'\(name)' changes its receiver, which is no variable", hint: "declare it with 'var'")
  }

  static func noMember(_ name: String, of value: ScriptValue, nearest: String?) -> RunError {
    RunError(
      "\(value.kindName) has no '\(name)'", hint: nearest.map { "did you mean '\($0)'?" })
  }
}
