import Marbles

/// A script, from its text to what happened: the whole flow on one page.
///
///     let simulation = Simulation(script: text, file: "share.txt")
///     guard !simulation.diagnostics.containsError else { … }
///     let outcome = simulation.run()
///     outcome.recording   // to be drawn
///     outcome.failures    // what was expected and did not happen
public struct Simulation: Sendable {
  public typealias Options = ScriptOptions

  public let source: SourceText
  /// Every mistake and warning of the text. With an error among them nothing runs.
  public let diagnostics: [Diagnostic]
  let plan: Plan

  public init(script text: String, file name: String, options: Options = Options()) {
    self.init(SourceText(name: name, text: text), options: options)
  }

  public init(_ source: SourceText, options: Options = Options()) {
    self.source = source
    let (script, mistakes) = Script.parse(source)
    let (plan, findings) = Checker.check(script, of: source, options: options)
    self.plan = plan
    diagnostics = (mistakes + findings).inSourceOrder()
  }

  /// The heading of the picture: what the script says, else the name of its file.
  public var title: String { plan.title }

  /// Runs the script in virtual time, to its end or to a limit, and looks at what was expected.
  ///
  /// Deterministic: every run gives an equal recording. A script with mistakes does not run; its
  /// recording is empty.
  public func run() -> Outcome { run(Budget()) }

  func run(_ budget: Budget) -> Outcome {
    guard !diagnostics.containsError else {
      return Outcome(recording: Recording(title: title), diagnostics: diagnostics)
    }
    return LargeStack.run { Run(plan, budget: budget).outcome() }
  }
}
