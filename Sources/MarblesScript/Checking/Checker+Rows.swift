import Marbles
import MarblesCombine

/// Rows and expectations, which are checked when all names are known.
extension Checker {
  mutating func checkScore(_ statement: Statement) {
    switch statement.kind {
    case .row(let row): check(row)
    case .expect(let expectation): check(expectation, span: statement.span)
    case .compare(.row(let row)):
      once("compare", statement.span)
      if row.names.count > 1 {
        report(.wrongSetting("compare", wanted: "one row, or dialects"), at: statement.span)
      }
      plan.comparedRow = expected(row).first
    default: break
    }
  }

  // MARK: Rows

  private mutating func check(_ row: Row) {
    var reported = false
    for name in row.names {
      guard let known = known(name.text) else {
        report(.unknownName(name.text, nearest: nearestName(to: name.text)), at: name.span)
        continue
      }
      guard rowNames.insert(name.text).inserted else {
        report(.rowTwice(name.text), at: name.span)
        continue
      }
      let isSubscribing = known.kind == .sink || known.kind == .connectable
      let reading = read(row.marbles, requests: isSubscribing)
      if !reported {
        report(reading.problems, in: row.marbles.text, at: row.marbles.span, else: row.marbles.span)
        reported = true
      }
      let offsets = ByteOffsets(row.marbles.text)
      let planned = PlannedRow(
        name: name, events: reading.value,
        spans: reading.value.map { row.marbles.span.inside(offsets.bytes($0.range)) },
        isSubscribing: isSubscribing)
      plan.rows.append(planned)
      check(planned, known.kind)
    }
  }

  private func read(_ marbles: Marbling, requests: Bool)
    -> MarbleString.Reading<[MarbleString.Event]>
  {
    // These grammars have no marks for subscriptions.
    let hasSubscriptions = ![.rxpy, .asyncAlgorithms].contains(plan.rules.grammar)
    let grammar = requests && !hasSubscriptions ? .rxjs : plan.rules.grammar
    return MarbleString(marbles.text, dialect: grammar, frameLength: plan.rules.frame)
      .row(requests: requests)
  }

  private mutating func check(_ row: PlannedRow, _ kind: ValueKind) {
    switch kind {
    case .subject, .relay: checkSending(row, kind)
    case .sink, .connectable: checkSubscribing(row, kind)
    case .unknown: break
    default: report(.noRow(row.name.text, kind), at: row.name.span)
    }
  }

  private mutating func checkSending(_ row: PlannedRow, _ kind: ValueKind) {
    for (event, span) in zip(row.events, row.spans) {
      switch event.mark {
      case .finished where kind == .relay: report(.relayFinishes(row.name.text), at: span)
      case .failed where kind == .relay: report(.relayFails(row.name.text), at: span)
      case .subscribe, .cancel, .request: report(.notOnSubject(source.text(of: span)), at: span)
      default: break
      }
    }
  }

  private mutating func checkSubscribing(_ row: PlannedRow, _ kind: ValueKind) {
    var open = 0
    var everOpen = false
    for (event, span) in zip(row.events, row.spans) {
      switch event.mark {
      case .subscribe:
        open += 1
        everOpen = true
      case .cancel:
        if !everOpen { report(.cancelledFirst(row.name.text), at: span) }
        open = max(0, open - 1)
      case .request(let count):
        if kind == .connectable {
          report(.notOnSink(source.text(of: span)), at: span)
        } else if count == 0 {
          report(.asksForNothing(source.text(of: span)), at: span)
        }
      case .value, .finished, .failed, .delayNext:
        report(.notOnSink(source.text(of: span)), at: span)
      }
    }
    let cancels = row.events.contains { $0.mark == .cancel }
    if !everOpen, !cancels { report(.neverSubscribed(row.name.text), at: row.name.span) }
  }

  // MARK: Expectations

  private mutating func check(_ expectation: Expectation, span: SourceRange) {
    isExpecting = true
    defer { isExpecting = false }
    switch expectation {
    case .row(let row): plan.expectations += expected(row)
    case .condition(let expression):
      later { _ = $0.infer(expression) }
      plan.expectations.append(
        PlannedExpectation(kind: .condition(expression), span: expression.span))
    case .stops(let expression):
      checkMessage(expression, of: "expect stops")
      plan.expectations.append(PlannedExpectation(kind: .stops(expression), span: expression.span))
    case .warning(let expression):
      checkMessage(expression, of: "expect warning")
      plan.expectations.append(
        PlannedExpectation(kind: .warning(expression), span: expression.span))
    }
  }

  private mutating func checkMessage(_ expression: Expression, of statement: String) {
    switch infer(expression) {
    case .string, .unknown: break
    default: report(.wrongSetting(statement, wanted: "a part of the message"), at: expression.span)
    }
  }

  private mutating func expected(_ row: Row) -> [PlannedExpectation] {
    let reading = read(row.marbles, requests: false)
    report(reading.problems, in: row.marbles.text, at: row.marbles.span, else: row.marbles.span)
    let offsets = ByteOffsets(row.marbles.text)
    for event in reading.value {
      switch event.mark {
      case .subscribe, .cancel, .request:
        let span = row.marbles.span.inside(offsets.bytes(event.range))
        report(.notInExpectation(source.text(of: span)), at: span)
      default: break
      }
    }
    return row.names.compactMap { name in
      if let known = known(name.text) {
        if !known.kind.isRecorded { report(.notExpectable(name.text, known.kind), at: name.span) }
      } else if !isRecorded(name.text) {
        report(.unknownName(name.text, nearest: nearestName(to: name.text)), at: name.span)
        return nil
      }
      return PlannedExpectation(
        kind: .notifications(name, reading.value), span: name.span.through(row.marbles.span))
    }
  }

  /// Whether expectations can be about a name.
  func isRecorded(_ name: String) -> Bool {
    if let known = known(name) { return known.kind.isRecorded }
    return laneScopes.values.contains { $0[name] != nil }
  }

  mutating func inferAttribute(_ name: Name, of base: Expression) -> ValueKind {
    if let attribute = Attribute(rawValue: name.text) { return attribute.kind }
    let kind = infer(base)
    if kind == .unknown { return .unknown }
    let names = Attribute.allCases.map(\.rawValue)
    report(
      .unknownAttribute(name.text, nearest: Suggestion.nearest(to: name.text, among: names)),
      at: name.span)
    return .unknown
  }
}

extension ValueKind {
  fileprivate var isRecorded: Bool {
    switch self {
    case .stream, .connectable, .subject, .relay, .sink, .cache, .unknown: true
    default: false
    }
  }
}
