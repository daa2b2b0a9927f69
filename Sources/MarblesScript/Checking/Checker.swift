import Marbles
import MarblesCombine

/// Checks a whole script before the run, reports all of its errors, and plans the run.
struct Checker {
  let source: SourceText
  let options: ScriptOptions
  let operators = OperatorTable.standard
  var plan: Plan
  private(set) var diagnostics: [Diagnostic] = []
  /// The names that are seen, innermost scope last; the first is the file's.
  var scopes: [[String: Known]] = [[:]]
  /// Names that live on the lane of a thread.
  var laneScopes: [String: [String: Known]] = [:]
  /// Whether expressions run later than the top of the file: in blocks, closures and sinks.
  var isDeferred = false
  /// Whether `$0` is a parameter of the closure that is being looked at.
  var hasShorthands = false
  /// Whether an expectation is being looked at: names have attributes.
  var isExpecting = false
  private var settings: Set<String> = []
  /// The names that have a row.
  var rowNames: Set<String> = []
  /// The names that values such as `.finished` can have.
  var memberNames = Self.namesOfEvents
  /// The names of the patterns for such values, which are checked at the end.
  var memberPatterns: [Name] = []
  /// The number of misspelled names for which a suggestion is still searched.
  private var hintsLeft = 100
  /// The labels and types of the functions of a name.
  private var signatures: [String: Set<[String]>] = [:]
  /// The longest duration that is written in a unit of time.
  var longestWait: (duration: VirtualDuration, span: SourceRange)?

  /// The names of members such as `.finished` that a run creates itself; `.some` and `.none` match
  /// anything.
  private static let namesOfEvents: Set<String> = [
    "some", "none", "finished", "failure", "next", "error", "completed", "success", "unlimited",
    "max", "milliseconds", "microseconds", "nanoseconds", "seconds",
  ]

  /// The known facts about a name.
  struct Known {
    var kind: ValueKind
    var span: SourceRange
    var isVariable = false
    /// False until its declaration has been passed, for names of the file.
    var isDeclared = true
  }

  static func check(_ script: Script, of source: SourceText, options: ScriptOptions) -> (
    plan: Plan, diagnostics: [Diagnostic]
  ) {
    var checker = Checker(source: source, options: options)
    checker.check(script)
    return (checker.plan, checker.diagnostics)
  }

  private init(source: SourceText, options: ScriptOptions) {
    self.source = source
    self.options = options
    plan = Plan(rules: LanguageRules(source: source), title: Self.fileTitle(source.name))
  }

  /// `examples/share.txt` is called "share".
  private static func fileTitle(_ path: String) -> String {
    let name = path.split(separator: "/").last.map(String.init) ?? path
    guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return name }
    return String(name[..<dot])
  }

  mutating func report(
    _ mistake: any DiagnosticMessage, at span: SourceRange, notes: [Diagnostic.Note] = []
  ) {
    diagnostics.append(Diagnostic(mistake, at: span, notes: notes))
  }

  mutating func report(_ mistake: CheckError, at span: SourceRange) {
    report(mistake as any DiagnosticMessage, at: span)
  }

  private mutating func check(_ script: Script) {
    plan.types = script.types
    for type in plan.types.byName.values { memberNames.formUnion(type.cases.map(\.name.text)) }
    scopes[0].reserveCapacity(script.statements.count)
    for statement in script.statements {
      readSetting(statement)
      predeclare(statement)
    }
    if let dialect = options.dialect.flatMap(ScriptOperator.Dialect.init(rawValue:)) {
      plan.rules.dialect = dialect
    }
    if let grammar = options.grammar { plan.rules.grammar = grammar }
    for statement in script.statements { check(statement) }
    checkTypes()
    for statement in script.statements { checkScore(statement) }
    checkPatterns()
    checkLanes()
    checkWaits()
    checkRows(of: script)
  }

  /// A pasted view model without rows draws nothing.
  private mutating func checkRows(of script: Script) {
    guard script.hasViewModel, plan.rows.isEmpty, plan.blocks.isEmpty, plan.threads.isEmpty,
      plan.expectations.isEmpty
    else { return }
    let subjects = scopes[0].filter { $0.value.kind == .subject || $0.value.kind == .relay }
    guard let first = subjects.min(by: { $0.value.span.start < $1.value.span.start }) else {
      return
    }
    report(.noRows(first.key), at: first.value.span)
  }

  private mutating func checkPatterns() {
    let names = memberNames.sorted()
    for name in memberPatterns where !memberNames.contains(name.text) {
      var nearest: String?
      if hintsLeft > 0 {
        hintsLeft -= 1
        nearest = Suggestion.nearest(to: name.text, among: names)
      }
      report(
        .matchesNothing(name.text, nearest: nearest, isStrict: options.isStrict), at: name.span)
    }
  }

  private mutating func checkLanes() {
    guard !plan.threads.isEmpty else { return }
    for block in plan.blocks {
      if let lane = block.lane { report(.lanesAndThreads(lane.text), at: lane.span) }
    }
  }

  // MARK: Settings

  private mutating func readSetting(_ statement: Statement) {
    switch statement.kind {
    case .title(let expression):
      once("title", statement.span)
      if case .string(let pieces) = expression.kind, case .text(let text)? = pieces.first,
        pieces.count == 1
      {
        plan.title = text
      } else if case .string(let pieces) = expression.kind, pieces.isEmpty {
        plan.title = ""
      } else if !expression.isInvalid {
        report(.wrongSetting("title", wanted: "a text in quotes"), at: expression.span)
      }
    case .frame(let expression):
      once("frame", statement.span)
      guard !expression.isInvalid else { return }
      guard let length = Self.length(of: expression) else {
        report(.wrongSetting("frame", wanted: "a duration such as '10ms'"), at: expression.span)
        return
      }
      if length <= .zero { return report(.frameTooShort, at: expression.span) }
      plan.rules.frame = length
      plan.showsDurations = true
    case .dialect(let name):
      once("dialect", statement.span)
      plan.rules.dialect =
        choose(name, "dialect", ScriptOperator.Dialect.self) ?? plan.rules.dialect
    case .compare(.dialects(let names)):
      once("compare", statement.span)
      for name in names {
        guard let dialect = choose(name, "dialect", ScriptOperator.Dialect.self) else { continue }
        if !plan.comparedDialects.contains(dialect) { plan.comparedDialects.append(dialect) }
      }
      if names.count < 2 {
        report(
          .wrongSetting("compare", wanted: "two dialects or more, or a row"), at: statement.span)
      }
    case .grammar(let name):
      once("grammar", statement.span)
      plan.rules.grammar = choose(name, "grammar", MarbleString.Dialect.self) ?? plan.rules.grammar
    case .build(let name):
      once("build", statement.span)
      plan.rules.stopsAtProgrammerErrors = choose(name, "build", Build.self) != .release
    case .until(let expression):
      once("until", statement.span)
      plan.end = expression
    default: break
    }
  }

  private enum Build: String, CaseIterable { case debug, release }

  private static func length(of expression: Expression) -> VirtualDuration? {
    switch expression.kind {
    case .duration(let duration): duration
    case .integer(0): .zero
    default: nil
    }
  }

  mutating func once(_ setting: String, _ span: SourceRange) {
    if !settings.insert(setting).inserted { report(.settingTwice(setting), at: span) }
  }

  private mutating func choose<Choice: RawRepresentable<String> & CaseIterable>(
    _ name: Name, _ setting: String, _ type: Choice.Type
  ) -> Choice? {
    if let choice = Choice(rawValue: name.text) { return choice }
    let allowed = Choice.allCases.map(\.rawValue)
    report(.unknownChoice(name.text, setting: setting, allowed: allowed), at: name.span)
    return nil
  }

  // MARK: Names

  private mutating func predeclare(_ statement: Statement) {
    switch statement.kind {
    case .code(let code):
      guard case .binding(let binding) = code.kind else { return }
      for name in binding.names where name.text != "_" {
        let new = Known(
          kind: .unknown, span: name.span, isVariable: binding.isVariable, isDeclared: false)
        let isOverload = isOverload(binding, of: name.text)
        guard let known = scopes[0].updateValue(new, forKey: name.text) else { continue }
        scopes[0][name.text] = known
        if isOverload { continue }
        report(
          CheckError.declaredTwice(name.text), at: name.span,
          notes: [Diagnostic.Note("it was declared here", at: known.span)])
      }
    case .at(let block):
      guard let lane = block.lane?.text else { return }
      for statement in block.body {
        guard case .binding(let binding) = statement.kind else { continue }
        for name in binding.names {
          laneScopes[lane, default: [:]][name.text] = Known(
            kind: .unknown, span: name.span, isVariable: binding.isVariable)
        }
      }
    default: break
    }
  }

  /// Whether it is a function, and differs from those of its name in its labels or types.
  private mutating func isOverload(_ binding: Binding, of name: String) -> Bool {
    guard case .closure(let closure) = binding.value?.kind, let signature = closure.signature else {
      return false
    }
    let text = signature.map { "\($0.label ?? "_"): \($0.type?.text ?? "")" }
    let isFirst = signatures[name] == nil
    return signatures[name, default: []].insert(text).inserted && !isFirst
  }

  func known(_ name: String) -> Known? {
    if name.hasPrefix("self.") { return scopes[0][String(name.dropFirst(5))] }
    for scope in scopes.reversed() { if let known = scope[name] { return known } }
    return nil
  }

  mutating func declare(_ name: Name, _ kind: ValueKind, isVariable: Bool = false) {
    guard name.text != "_" else { return }
    scopes[scopes.count - 1][name.text] = Known(
      kind: kind, span: name.span, isVariable: isVariable)
  }

  /// Checks code that runs later, with names of its own.
  mutating func later(_ names: [String: Known] = [:], _ body: (inout Checker) -> Void) {
    let wasDeferred = isDeferred
    isDeferred = true
    scopes.append(names)
    body(&self)
    scopes.removeLast()
    isDeferred = wasDeferred
  }

  mutating func nearestName(to name: String) -> String? {
    guard hintsLeft > 0 else { return nil }
    hintsLeft -= 1
    let own = scopes.flatMap(\.keys).sorted()
    var all = own + Word.plainNames.sorted() + Word.namespaces.sorted()
    // A type is no misspelled variable.
    if name.isCapitalized { all.removeAll { !$0.isCapitalized } }
    return Suggestion.nearest(to: name, among: all)
  }
}
