import Marbles
import MarblesCombine

/// Evaluates the statements and expressions of a plan.
///
/// A reference: the functions of the script lead back to it. It is used on one thread.
final class Interpreter {
  let plan: Plan
  let builder: PipelineBuilder
  let operations: ValueOperations
  let globals: Scope
  /// Reads attributes of recorded names, where expectations are evaluated.
  let attributes: AttributeReader?
  /// The values of characters of marbles, once they were needed.
  private var marbleValues: [String: ScriptValue]

  init(_ plan: Plan, _ builder: PipelineBuilder) {
    self.plan = plan
    self.builder = builder
    operations = ValueOperations(builder.runtime)
    globals = Scope()
    attributes = nil
    marbleValues = [:]
  }

  private init(
    sharing other: Interpreter, _ operations: ValueOperations,
    _ attributes: @escaping AttributeReader
  ) {
    plan = other.plan
    builder = other.builder
    globals = other.globals
    marbleValues = other.marbleValues
    self.operations = operations
    self.attributes = attributes
  }

  /// An interpreter for expectations, with the same names, but a budget and diagnostics of its own.
  func forExpectations(
    _ diagnostics: RunDiagnostics, _ budget: Budget, attributes: @escaping AttributeReader
  ) -> Interpreter {
    Interpreter(
      sharing: self, ValueOperations(runtime, diagnostics: diagnostics, budget: budget), attributes)
  }

  var runtime: ScriptRuntime { builder.runtime }
  var budget: Budget { operations.budget }

  /// The top level of the file, outside of rows and blocks.
  var topLevel: EvaluationContext { EvaluationContext(scope: globals) }

  /// Reports an error, and ends the run with it.
  func error(_ message: RunError, at span: SourceRange) -> ScriptError {
    operations.diagnostics.error(message, at: span)
  }

  /// Reports a failure that nothing in the script handles.
  func report(_ error: ScriptError, at span: SourceRange) {
    operations.diagnostics.reportUnhandled(error, at: span)
  }

  // MARK: Marbles

  /// The value of a character of marbles.
  func marbleValue(_ key: String) throws(ScriptError) -> ScriptValue {
    if let known = marbleValues[key] { return known }
    let value: ScriptValue
    if let expression = plan.values[key] {
      value = try evaluate(expression, in: topLevel)
    } else if key == "#" {
      value = .string("error")
    } else if let number = Int(key), key.allSatisfy({ $0.isASCII }) {
      value = .int(number)
    } else {
      value = .string(key)
    }
    marbleValues[key] = value
    return value
  }

  /// The failure of `#`.
  func marbleFailure() throws(ScriptError) -> ScriptError {
    ScriptError(from: try marbleValue("#"))
  }
}

/// The value of an attribute of a recorded name, such as `values` of `first`; `nil` if the name is
/// not in the recording or has no such attribute.
typealias AttributeReader = (_ subject: String, _ attribute: Name) throws(ScriptError) ->
  ScriptValue?
