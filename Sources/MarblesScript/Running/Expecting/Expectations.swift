import Marbles
import MarblesCombine

/// Looks at what was expected, once the run is over.
extension Run {
  func check(_ expectations: [PlannedExpectation], against ledger: RecordedFacts)
    -> [ExpectationFailure]
  {
    var failures = expectations.compactMap { check($0, against: ledger) }
    if case .fatal(let message) = ledger.recording.ending,
      !expectations.contains(where: \.isAboutStops)
    {
      let span = plan.expectations.first?.span ?? plan.declarations.last?.span ?? SourceRange(0, 0)
      failures.append(
        ExpectationFailure(at: span, "the run stops: \(message)"))
    }
    return failures
  }

  private func check(_ expectation: PlannedExpectation, against ledger: RecordedFacts)
    -> ExpectationFailure?
  {
    do throws(ScriptError) {
      switch expectation.kind {
      case .notifications(let name, let events):
        return try compare(name, events, ledger, span: expectation.span)
      case .condition(let expression):
        return try check(expression, against: ledger, span: expectation.span)
      case .stops(let text):
        let message = if case .fatal(let message) = ledger.recording.ending { message } else { "" }
        return try contains(text, [message], "the run does not stop", span: expectation.span)
      case .warning(let text):
        return try contains(
          text, ledger.recording.warnings, "there is no warning", span: expectation.span)
      }
    } catch {
      // It is among the diagnostics.
      report(error, at: expectation.span)
      return nil
    }
  }

  private func contains(
    _ text: Expression, _ messages: [String], _ otherwise: String, span: SourceRange
  )
    throws(ScriptError) -> ExpectationFailure?
  {
    let wanted = try evaluate(text, in: global).description
    let found = messages.filter { !$0.isEmpty }
    if found.contains(where: { wanted.isEmpty || $0.contains(wanted) }) { return nil }
    let seen = found.map { "'\($0)'" }.joined(separator: ", ")
    return ExpectationFailure(
      at: span, found.isEmpty ? otherwise : "expected '\(wanted)', recorded \(seen)")
  }

  /// What the script wants to see over what was recorded.
  func comparedRow(_ ledger: RecordedFacts) -> ExpectationFailure.Comparison? {
    guard case .notifications(let name, let events) = plan.comparedRow?.kind else { return nil }
    // A mistake is among the diagnostics.
    return (try? comparison(name, events, ledger)) ?? nil
  }

  private func compare(
    _ name: Name, _ events: [MarbleString.Event], _ ledger: RecordedFacts, span: SourceRange
  ) throws(ScriptError) -> ExpectationFailure? {
    guard let comparison = try comparison(name, events, ledger) else {
      return ExpectationFailure(at: name.span, "'\(name.text)' is not in the recording")
    }
    guard let difference = comparison.firstDifference(frame: plan.frame) else { return nil }
    return ExpectationFailure(
      at: span, "'\(name.text)' is not as expected: \(difference)", comparison: comparison)
  }

  private func comparison(_ name: Name, _ events: [MarbleString.Event], _ ledger: RecordedFacts)
    throws(ScriptError) -> ExpectationFailure.Comparison?
  {
    guard let subject = ledger.subject(name.text) else { return nil }
    var expected: [RecordedFacts.Notification] = []
    for event in events {
      switch event.mark {
      case .value(let key):
        expected.append(.init(time: event.time, kind: .value(try markValue(key))))
      case .finished: expected.append(.init(time: event.time, kind: .finished))
      case .failed:
        expected.append(.init(time: event.time, kind: .failed(try markFailure().description)))
      case .subscribe, .cancel, .request, .delayNext: continue
      }
    }
    return ExpectationFailure.Comparison(
      name: name.text, expected: expected.map(\.timed),
      recorded: ledger.notifications(of: subject).map(\.timed))
  }

  private func check(_ expression: Expression, against ledger: RecordedFacts, span: SourceRange)
    throws(ScriptError) -> ExpectationFailure?
  {
    self.ledger = ledger
    defer { self.ledger = nil }
    let value = try evaluate(expression, in: global)
    switch value {
    case .bool(true): return nil
    case .bool(false):
      return ExpectationFailure(at: span, try explanation(of: expression))
    default: throw mistake(.wrongType("true or false", value), at: span)
    }
  }

  /// What the two sides of a comparison are.
  private func explanation(of expression: Expression) throws(ScriptError) -> String {
    guard case .binary(let sign, let left, let right) = expression.kind else {
      return "this does not hold"
    }
    var a = try evaluate(left, in: global)
    var b = try evaluate(right, in: global)
    countLists(&a, left, &b, right)
    let source = plan.source.text(of: left.span)
    return sign == .equal
      ? "expected \(source) to be \(b.literal), recorded \(a.literal)"
      : "expected \(source) \(sign.rawValue) \(b.literal), recorded \(a.literal)"
  }

  /// `NAME.values`, where NAME is in the recording; nil if it is something else.
  func recordedAttribute(_ name: Name, of base: Expression) throws(ScriptError) -> ScriptValue? {
    guard let ledger, case .name(let subjectName) = base.kind,
      let attribute = Attribute(rawValue: name.text), let subject = ledger.subject(subjectName)
    else { return nil }
    try work(ledger.recording.events.count / 16, at: name.span)
    return ledger.attribute(attribute, of: subject)
  }
}

extension PlannedExpectation {
  fileprivate var isAboutStops: Bool { if case .stops = kind { true } else { false } }
}

extension Recording {
  /// The texts of all warnings.
  var warnings: [String] {
    events.compactMap { event in
      if case .warning(let label) = event.mark { text(label) } else { nil }
    }
  }
}
