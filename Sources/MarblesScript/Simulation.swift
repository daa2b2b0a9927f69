import Marbles
import MarblesCombine

/// A script, from its text to its outcome: the whole flow on one page.
///
///     let simulation = Simulation(script: text, file: "share.txt")
///     guard !simulation.diagnostics.containsError else { … }
///     let outcome = simulation.run()
///     outcome.recording   // to be drawn
///     outcome.failures    // what was expected and did not happen
public struct Simulation: Sendable {
  /// The options of a run.
  public typealias Options = ScriptOptions

  /// The text of the script.
  public let source: SourceText
  /// All errors and warnings of the text. A script with an error does not run.
  public let diagnostics: [Diagnostic]
  let plan: Plan
  private let options: Options

  /// Reads and checks a script.
  public init(script text: String, file name: String, options: Options = Options()) {
    self.init(SourceText(name: name, text: text), options: options)
  }

  /// Reads and checks a script.
  public init(_ source: SourceText, options: Options = Options()) {
    self.source = source
    self.options = options
    let (script, mistakes) = Script.parse(source)
    let (plan, findings) = Checker.check(script, of: source, options: options)
    self.plan = plan
    diagnostics = (mistakes + findings).deduplicated().inSourceOrder()
  }

  /// The heading of the picture: the title of the script, or the name of its file.
  public var title: String { plan.title }

  /// Runs the script in virtual time, to its end or to a limit, and checks its expectations.
  ///
  /// The result is deterministic: all runs have equal recordings. A script with errors does not
  /// run; its recording is empty.
  public func run() -> Outcome { run(work: Budget.largestWork) }

  /// - Parameter work: the number of steps that the run may take.
  func run(work: Int) -> Outcome {
    guard !diagnostics.containsError else {
      return Outcome(recording: Recording(title: title), diagnostics: diagnostics)
    }
    var outcome = LargeStack.run { ScriptRun(plan, work: work).outcome().outcome }
    if options.dialect == nil, !plan.comparedDialects.isEmpty {
      var panels: [Outcome.Panel] = []
      // The run of a script that does not end takes as long in each dialect.
      for dialect in plan.comparedDialects where !outcome.reachedLimit {
        panels.append(panel(dialect, work: work, &outcome))
      }
      if panels.count == plan.comparedDialects.count { outcome.comparison = .dialects(panels) }
    }
    return outcome
  }

  /// The script in another dialect. Expectations are checked in the dialect of the script only.
  private func panel(
    _ dialect: ScriptOperator.Dialect, work: Int, _ outcome: inout Outcome
  ) -> Outcome.Panel {
    guard dialect != plan.rules.dialect else {
      return Outcome.Panel(heading: dialect.heading, recording: outcome.recording)
    }
    var options = options
    options.dialect = dialect.rawValue
    let simulation = Simulation(source, options: options)
    let other = simulation.run(work: work)
    outcome.diagnostics += other.diagnostics.filter { $0.severity == .error }
    outcome.diagnostics = outcome.diagnostics.deduplicated()
    outcome.reachedLimit = other.reachedLimit
    return Outcome.Panel(heading: dialect.heading, recording: other.recording)
  }
}
