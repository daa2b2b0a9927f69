import Marbles

/// Compares the expectations of a script with the recording of its run.
struct ExpectationChecker {
  private let plan: Plan
  private let facts: RecordedFacts
  private let interpreter: Interpreter
  /// The declared names that do not exist, because the run ended before their declarations.
  private let missing: Set<String>

  /// - Parameter interpreter: evaluates the expectations, with a budget and diagnostics of its own.
  init(_ plan: Plan, _ facts: RecordedFacts, _ interpreter: Interpreter) {
    self.plan = plan
    self.facts = facts
    self.interpreter = interpreter
    missing = plan.declaredNames.filter { facts.names.value($0) == nil }
  }

  /// The expectations that do not hold, in the order of the file.
  func failures() -> [ExpectationFailure] {
    var failures: [ExpectationFailure] = []
    let unreached = plan.expectations.filter { missingName(in: $0) != nil }
    for expectation in plan.expectations {
      guard let name = missingName(in: expectation) else {
        if let failure = failure(of: expectation) { failures.append(failure) }
        continue
      }
      // All of them have one cause, so the first one reports it.
      if expectation.span == unreached.first?.span {
        failures.append(unreachedFailure(at: expectation.span, name, count: unreached.count))
      }
    }
    if case .fatal(let message) = facts.recording.ending,
      !plan.expectations.contains(where: \.isAboutStops)
    {
      let span = plan.expectations.first?.span ?? plan.declarations.last?.span ?? SourceRange(0, 0)
      failures.append(ExpectationFailure(at: span, "the run stops: \(message)"))
    }
    return failures
  }

  private func missingName(in expectation: PlannedExpectation) -> String? {
    guard !missing.isEmpty else { return nil }
    return switch expectation.kind {
    case .notifications(let name, _): missing.contains(name.text) ? name.text : nil
    case .condition(let expression), .stops(let expression), .warning(let expression):
      expression.firstName(among: missing)
    }
  }

  private func unreachedFailure(at span: SourceRange, _ name: String, count: Int)
    -> ExpectationFailure
  {
    let others =
      switch count {
      case 1: ""
      case 2: ", like 1 more expectation"
      default: ", like \(count - 1) more expectations"
      }
    return ExpectationFailure(
      at: span, "not checked\(others): the run ended before '\(name)' was declared")
  }

  private func failure(of expectation: PlannedExpectation) -> ExpectationFailure? {
    do throws(ScriptError) {
      switch expectation.kind {
      case .notifications(let name, let events):
        return try compare(name, events, at: expectation.span)
      case .condition(let expression):
        return try check(expression, at: expectation.span)
      case .stops(let text):
        let message = if case .fatal(let message) = facts.recording.ending { message } else { "" }
        return try find(text, in: [message], else: "the run does not stop", at: expectation.span)
      case .warning(let text):
        return try find(
          text, in: facts.recording.warnings, else: "there is no warning", at: expectation.span)
      }
    } catch {
      // Other errors are among the diagnostics already.
      interpreter.report(error, at: expectation.span)
      return nil
    }
  }

  private func find(
    _ text: Expression, in messages: [String], else none: String, at span: SourceRange
  )
    throws(ScriptError) -> ExpectationFailure?
  {
    let wanted = try interpreter.evaluate(text, in: interpreter.topLevel).description
    let found = messages.filter { !$0.isEmpty }
    if found.contains(where: { wanted.isEmpty || $0.contains(wanted) }) { return nil }
    let seen = found.map { "'\($0)'" }.joined(separator: ", ")
    return ExpectationFailure(
      at: span, found.isEmpty ? none : "expected '\(wanted)', recorded \(seen)")
  }

  // MARK: Rows

  /// The row that the script draws above the recorded one; `nil` if it cannot be evaluated, which
  /// is among the diagnostics.
  func comparedRow() -> ExpectationFailure.Comparison? {
    guard case .notifications(let name, let events) = plan.comparedRow?.kind else { return nil }
    return (try? comparison(name, events)) ?? nil
  }

  private func compare(_ name: Name, _ events: [MarbleString.Event], at span: SourceRange)
    throws(ScriptError) -> ExpectationFailure?
  {
    guard let comparison = try comparison(name, events) else {
      return ExpectationFailure(at: name.span, "'\(name.text)' is not in the recording")
    }
    if comparison.recorded.isEmpty, !comparison.expected.isEmpty,
      case .stream = facts.names.value(name.text),
      facts.names.counters[name.text]?.subscriptions == 0
    {
      return ExpectationFailure(
        at: name.span,
        "nothing subscribes to '\(name.text)'; write 'let view = \(name.text).sink { _ in }'")
    }
    guard let difference = comparison.firstDifference(frame: plan.rules.frame) else { return nil }
    return ExpectationFailure(
      at: span, "'\(name.text)' is not as expected: \(difference)", comparison: comparison)
  }

  private func comparison(_ name: Name, _ events: [MarbleString.Event])
    throws(ScriptError) -> ExpectationFailure.Comparison?
  {
    guard let subject = facts.subject(name.text) else { return nil }
    var expected: [RecordedFacts.Notification] = []
    for event in events {
      switch event.mark {
      case .value(let key):
        let value = try interpreter.marbleValue(key)
        expected.append(.init(time: event.time, kind: .value(value)))
      case .finished: expected.append(.init(time: event.time, kind: .finished))
      case .failed:
        let failure = try interpreter.marbleFailure()
        expected.append(.init(time: event.time, kind: .failed(failure.description)))
      case .subscribe, .cancel, .request, .delayNext: continue
      }
    }
    return ExpectationFailure.Comparison(
      name: name.text, expected: expected.map(\.timed),
      recorded: facts.notifications(of: subject).map(\.timed))
  }

  // MARK: Conditions

  private func check(_ expression: Expression, at span: SourceRange)
    throws(ScriptError) -> ExpectationFailure?
  {
    let value = try interpreter.evaluate(expression, in: interpreter.topLevel)
    switch value {
    case .bool(true): return nil
    case .bool(false): return ExpectationFailure(at: span, try explanation(of: expression))
    default: throw interpreter.error(.wrongType("true or false", not: value.kindName), at: span)
    }
  }

  /// The values of the two sides of a comparison.
  private func explanation(of expression: Expression) throws(ScriptError) -> String {
    guard case .binary(let sign, let left, let right) = expression.kind else {
      return "this does not hold"
    }
    var a = try interpreter.evaluate(left, in: interpreter.topLevel)
    var b = try interpreter.evaluate(right, in: interpreter.topLevel)
    interpreter.countLists(&a, left, &b, right)
    let source = plan.rules.source.text(of: left.span)
    return sign == .equal
      ? "expected \(source) to be \(b.literal), recorded \(a.literal)"
      : "expected \(source) \(sign.rawValue) \(b.literal), recorded \(a.literal)"
  }
}

extension RecordedFacts {
  /// Reads `NAME.values`, where NAME is in the recording; otherwise `nil`.
  func reader(budget: Budget) -> AttributeReader {
    { subject, attribute throws(ScriptError) in
      guard let known = Attribute(rawValue: attribute.text), let subject = self.subject(subject)
      else { return nil }
      try budget.spend(recording.events.count / 16, at: attribute.span)
      return self.attribute(known, of: subject)
    }
  }
}

extension Expression {
  /// The first of the names that the expression mentions.
  fileprivate func firstName(among names: Set<String>) -> String? {
    if case .name(let name) = kind, names.contains(name) { return name }
    var found: String?
    forEachChild { found = found ?? $0.firstName(among: names) }
    return found
  }
}

extension PlannedExpectation {
  fileprivate var isAboutStops: Bool { if case .stops = kind { true } else { false } }
}

extension Recording {
  /// The texts of all warnings.
  fileprivate var warnings: [String] {
    events.compactMap { event in
      if case .warning(let label) = event.mark { text(label) } else { nil }
    }
  }
}
