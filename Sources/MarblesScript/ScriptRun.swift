import Marbles
import MarblesCombine

/// One run of a plan.
final class ScriptRun {
  private let plan: Plan
  let runtime: ScriptRuntime
  private let builder: PipelineBuilder
  private let interpreter: Interpreter
  private let scenario: Scenario
  /// Evaluates expectations. Their functions refer to it until the end.
  private var expecting: Interpreter?

  /// - Parameter work: the number of steps that the run may take.
  init(
    _ plan: Plan, limits: RunLimits = .script, work: Int = Budget.largestWork,
    interleaving: Interleaving? = nil
  ) {
    self.plan = plan
    runtime = ScriptRuntime(frame: plan.rules.frame, limits: limits, work: work)
    if plan.rules.dialect == .rxjs { runtime.recorder.ignoreAnomalies() }
    builder = PipelineBuilder(runtime, plan.rules)
    interpreter = Interpreter(plan, builder)
    scenario = Scenario(plan, interpreter, interleaving: interleaving)
  }

  /// Performs the script, compares the recording with the expectations, and releases everything.
  func outcome() -> (outcome: Outcome, steps: Int) {
    _ = scenario.play()
    let steps = runtime.budget.steps
    var outcome = evaluated()
    outcome.reachedLimit = steps > runtime.budget.limit
    runtime.tearDown()
    scenario.tearDown()
    interpreter.globals.drop()
    return (outcome, steps)
  }

  private func evaluated() -> Outcome {
    var (recording, values) = runtime.recorder.recording(withValuesOf: ScriptValue.self)
    recording.title = plan.title
    recording.frame = plan.rules.frame
    recording.showsDurations = plan.showsDurations
    let names = RecordedNames(
      globals: interpreter.globals, threads: scenario.threads.map(\.scope),
      counters: builder.counters)
    let facts = RecordedFacts(recording, values: values, names: names)
    // Expectations have a budget and diagnostics of their own, and stop nothing.
    let diagnostics = RunDiagnostics(stopping: nil)
    let budget = Budget(limit: runtime.budget.limit, diagnostics: diagnostics, recorder: nil)
    let expecting = interpreter.forExpectations(
      diagnostics, budget, attributes: facts.reader(budget: budget))
    self.expecting = expecting
    let checker = ExpectationChecker(plan, facts, expecting)
    var outcome = Outcome(
      recording: recording, failures: checker.failures(), expectations: plan.expectations.count)
    outcome.comparison = checker.comparedRow().map { .row($0) }
    outcome.diagnostics = runtime.diagnostics.all + diagnostics.all
    return outcome
  }
}

extension RunLimits {
  /// A script that does more than this was not meant to be drawn.
  static let script = RunLimits(jobsPerInstant: 50_000, jobs: 100_000)
}
