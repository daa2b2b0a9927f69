import Marbles
import MarblesCombine

/// One run of a plan: what is set up, the time, and what is found wrong.
///
/// A reference: the functions and probes of the run lead back to it. It is used on one thread.
final class Run {
  /// A script that does more than this was not meant to be drawn.
  static let limits = RunLimits(jobsPerInstant: 50_000, jobs: 100_000)

  let plan: Plan
  let scheduler: TestScheduler
  let operators = OperatorTable.standard
  let global = Scope()
  let agenda = Agenda()

  /// What the run found wrong, in the order in which it did.
  private(set) var mistakes: [Diagnostic] = []
  /// What has been used up.
  var budget: Budget
  /// What the run had used up at its end, before expectations were looked at.
  var spent = 0
  /// How many calls of functions are being made inside one another.
  var depth = 0
  /// How many sends are being delivered inside one another.
  var sendDepth = 0
  /// The lanes and subjects through which these sends go.
  var sendPath: [String] = []
  /// How many functions of operators are being called: what they make is not a stage of its own.
  var functionDepth = 0
  /// Whether the time is over and only expectations are computed.
  var isFinished = false
  /// The call that is being made: where a mistake without a place of its own is.
  var callSite = SourceRange(0, 0)
  /// The name that the value which is being computed gets.
  var pendingName: PendingName?
  /// The end whose expression is being evaluated anew.
  var currentEnd: ScriptSink?
  /// The virtual thread whose statements run.
  var actor: RecordedLane?
  /// The thread that takes one step at a time, if its statements run.
  var thread: ThreadExecution?
  /// The lanes of threads, by name.
  var threadLanes: [String: RecordedLane] = [:]
  /// Names that only one thread sees.
  var threadScopes: [String: Scope] = [:]
  /// What the marbles' characters stand for, once it was needed.
  var markValues: [String: ScriptValue] = [:]
  /// How often a name has been given to a lane, so that the next gets a number.
  var laneNames: [String: Int] = [:]
  /// What counts the subscriptions of the streams that have a name.
  var meters: [String: SubscriptionCounter] = [:]
  /// The ends that have a row.
  var endShapes: [ObjectIdentifier: SinkExpression] = [:]
  /// What the recording shows, while expectations are looked at.
  var ledger: RecordedFacts?
  /// Whether the next function is called by the script itself and not by an operator.
  var isDirectCall = false
  /// What a `throw` threw last, and where it stands.
  var thrown: (error: ScriptError, span: SourceRange)?
  /// What lives as long as the run.
  var kept: [any CancellableObject] = []
  /// The lanes of ends whose rows subscribe several times.
  var returningLanes: Set<RecordedLane> = []
  /// What has been subscribed to, to be taken apart when the run is over.
  let links = OpenSubscriptions()
  /// Every end, to be cancelled when the run is over.
  var ends: [ScriptSink] = []

  /// The names that have a row.
  let rowNames: Set<String>
  /// In which order threads take their steps, if not as their frames say.
  let interleaving: Interleaving?

  init(
    _ plan: Plan, limits: RunLimits = Run.limits, budget: Budget = Budget(),
    interleaving: Interleaving? = nil
  ) {
    self.plan = plan
    self.budget = budget
    self.interleaving = interleaving
    rowNames = Set(plan.rows.map(\.name.text))
    scheduler = TestScheduler(frame: plan.frame, limits: limits)
    scheduler.recorder.requireHoldReports()
  }

  var recorder: Recorder { scheduler.recorder }

  /// The frame that has begun.
  var frameNumber: Int {
    Int(scheduler.now.nanoseconds / max(plan.frame.nanoseconds, 1))
  }

  // MARK: Mistakes

  /// Notes a mistake and ends the run with it.
  func mistake(_ message: any DiagnosticMessage, at span: SourceRange) -> ScriptError {
    if mistakes.count < 100 { mistakes.append(Diagnostic(message, at: span)) }
    if !isFinished { recorder.stop(message.text) }
    return ScriptError(mistake: message.text, at: span.start)
  }

  func mistake(_ message: RunError, at span: SourceRange) -> ScriptError {
    mistake(message as any DiagnosticMessage, at: span)
  }

  /// Notes what does not end the run.
  func note(_ message: any DiagnosticMessage, at span: SourceRange) {
    mistakes.append(Diagnostic(message, at: span))
  }

  /// An error that nobody in the script can handle is a mistake.
  func report(_ error: ScriptError, at span: SourceRange) {
    guard !error.isMistake, !error.isSuspension, error != .stopped else { return }
    var place = span
    if let thrown, thrown.error == error { place = thrown.span }
    _ = mistake(RunError("this fails: \(error.description)"), at: place)
  }
}

struct PendingName {
  var name: String
  /// The expression whose value gets the name.
  var expression: SourceRange
}

extension ScriptError {
  /// Thrown where the run is over and there is nothing more to compute.
  static let stopped = ScriptError(mistake: "the run is over", at: .max)
}
