import Marbles
import MarblesCombine

/// One run of a plan: what is set up, the time, and what is found wrong.
///
/// A reference: the functions and probes of the run lead back to it. It is used on one thread.
final class Run {
  let plan: Plan
  let runtime: ScriptRuntime
  let builder: PipelineBuilder
  let operators = OperatorTable.standard
  let global: Scope
  let diagnostics: RunDiagnostics
  let budget: Budget
  /// Reads attributes of recorded names, where expectations are evaluated.
  let attributes: AttributeReader?
  /// How many functions of operators are being called: what they make is not a stage of its own.
  var functionDepth = 0
  /// The name that the value which is being computed gets.
  var pendingName: PendingName?
  /// The end whose expression is being evaluated anew.
  var currentEnd: ScriptSink?
  /// The thread that takes one step at a time, if its statements run.
  var thread: ThreadLog?
  /// What the marbles' characters stand for, once it was needed.
  var markValues: [String: ScriptValue] = [:]

  init(_ plan: Plan, _ runtime: ScriptRuntime, _ builder: PipelineBuilder) {
    self.plan = plan
    self.runtime = runtime
    self.builder = builder
    global = Scope()
    diagnostics = runtime.diagnostics
    budget = runtime.budget
    attributes = nil
  }

  /// An interpreter for expectations, with the same names.
  init(
    sharing other: Run, diagnostics: RunDiagnostics, budget: Budget,
    attributes: @escaping AttributeReader
  ) {
    plan = other.plan
    runtime = other.runtime
    builder = other.builder
    global = other.global
    markValues = other.markValues
    self.diagnostics = diagnostics
    self.budget = budget
    self.attributes = attributes
  }

  var scheduler: TestScheduler { runtime.scheduler }
  var recorder: Recorder { runtime.recorder }

  /// The frame that has begun.
  var frameNumber: Int {
    Int(scheduler.now.nanoseconds / max(plan.frame.nanoseconds, 1))
  }

  // MARK: Mistakes

  /// Notes a mistake and ends the run with it.
  func mistake(_ message: any DiagnosticMessage, at span: SourceRange) -> ScriptError {
    diagnostics.error(message, at: span)
  }

  func mistake(_ message: RunError, at span: SourceRange) -> ScriptError {
    diagnostics.error(message, at: span)
  }

  /// An error that nothing in the script handles is reported.
  func report(_ error: ScriptError, at span: SourceRange) {
    diagnostics.reportUnhandled(error, at: span)
  }

  // MARK: Limits

  func work(_ steps: Int = 1, at span: SourceRange) throws(ScriptError) {
    try budget.spend(steps, at: span)
  }

  func limited(_ value: ScriptValue, at span: SourceRange) throws(ScriptError) -> ScriptValue {
    try budget.checked(value, at: span)
  }

  func limit(_ count: Int, at span: SourceRange) throws(ScriptError) {
    try budget.check(count: count, at: span)
  }

  func counting<Result>(
    _ elements: AnySequence<ScriptValue>, at span: SourceRange,
    _ body: (AnySequence<ScriptValue>) throws(ScriptError) -> Result
  ) throws(ScriptError) -> Result {
    try budget.visit(elements, at: span, body)
  }

  func guarded(_ stream: ScriptStream, at span: SourceRange) -> ScriptStream {
    runtime.guarded(stream, at: span)
  }

  func guarded(_ publisher: AnyPublisher<ScriptValue, ScriptError>, at span: SourceRange)
    -> AnyPublisher<ScriptValue, ScriptError>
  {
    runtime.guarded(publisher, at: span)
  }
}

struct PendingName {
  var name: String
  /// The expression whose value gets the name.
  var expression: SourceRange
}

/// The value of an attribute of a recorded name, such as `values` of `first`; `nil` if the name is
/// not in the recording or has no such attribute.
typealias AttributeReader = (_ subject: String, _ attribute: Name) throws(ScriptError) ->
  ScriptValue?
