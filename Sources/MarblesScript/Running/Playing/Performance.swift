import Marbles
import MarblesCombine

/// Sets the script up and plays its score.
extension Run {
  /// Runs everything, and says what came of it.
  func outcome() -> Outcome {
    play()
    isFinished = true
    spent = budget.steps
    budget = Budget(limit: budget.limit)
    let (recording, values) = recording()
    let ledger = RecordedFacts(recording, values: values, run: self)
    let failures = check(plan.expectations, against: ledger)
    let compared = comparedRow(ledger)
    var outcome = Outcome(
      recording: recording, failures: failures, expectations: plan.expectations.count,
      diagnostics: mistakes)
    outcome.comparison = compared.map { .row($0) }
    tearDown()
    return outcome
  }

  /// Lets go of everything that still runs: streams hold on to their subscribers, and those to them.
  /// The script computes nothing any more.
  private func tearDown() {
    ledger = nil
    isFinished = false
    recorder.stop("the run is over")
    for end in ends { end.leave() }
    for object in kept { object.cancel() }
    ends = []
    kept = []
    scheduler.dropJobs()
    links.sever()
    scheduler.dropJobs()
    recorder.forget()
    agenda.drop()
    for scope in threadScopes.values { scope.drop() }
    global.drop()
  }

  private func recording() -> (Recording, [EventID: ScriptValue]) {
    var (recording, values) = recorder.recording(withValuesOf: ScriptValue.self)
    recording.title = plan.title
    recording.frame = plan.frame
    recording.showsDurations = plan.showsDurations
    return (recording, values)
  }

  private func play() {
    do throws(ScriptError) {
      let end = try endTime()
      for declaration in plan.declarations {
        try setUp(declaration)
        guard !recorder.isStopped else { return }
      }
      scheduleBlocks()
      try scheduleRows()
      run(until: end)
    } catch {
      report(error, at: callSite)
    }
  }

  private func endTime() throws(ScriptError) -> VirtualTime {
    guard let expression = plan.end else { return .distantFuture }
    return .zero + (try duration(expression))
  }

  func duration(_ expression: Expression) throws(ScriptError) -> VirtualDuration {
    let value = try evaluate(expression, in: global)
    let arguments = Arguments([value], context: BuildContext(scheduler: scheduler))
    guard let duration = arguments.duration(0) else {
      throw mistake(.wrongType("a duration", value), at: expression.span)
    }
    if duration < .zero {
      throw mistake(
        RunError("\(value.literal) is before the start; time begins at 0"), at: expression.span)
    }
    try checkLength(of: duration, at: expression.span)
    return duration
  }

  /// At each time first what the script does, then what operators have scheduled.
  private func run(until end: VirtualTime) {
    do {
      while let time = agenda.nextTime, time <= end, !recorder.isStopped {
        try scheduler.run(upTo: time)
        agenda.run(at: time)
        try checkSize()
      }
      if !recorder.isStopped { try scheduler.run(until: end) }
      if scheduler.now == .distantFuture, !recorder.isStopped {
        throw mistake(.endOfTime, at: plan.declarations.last?.span ?? SourceRange(0, 0))
      }
    } catch let error as RunawayError {
      runaway(error)
    } catch {
      report(ScriptError(error), at: callSite)
    }
  }

  private func checkSize() throws {
    if recorder.count > Budget.mostEvents, !recorder.isStopped {
      throw mistake(.tooManyEvents, at: plan.declarations.first?.span ?? SourceRange(0, 0))
    }
  }

  /// Something keeps the clock busy: who, and since where.
  private func runaway(_ error: RunawayError) {
    let culprit = recorder.name(ofEvent: error.context)
    let lane = culprit.map { "'\($0)' " } ?? "something "
    let (what, hint) =
      switch error.limit {
      case .jobsPerInstant(let limit):
        ("\(limit) jobs at one time", "let time pass between them, or cancel it")
      case .jobs(let limit): ("\(limit) jobs", hintAgainstJobs)
      }
    let span = culprit.flatMap { declarationSpan(of: $0) } ?? plan.declarations.last?.span
    note(
      RunError(
        "\(lane)keeps the run busy without end: more than \(what) by frame \(frameNumber)",
        hint: hint),
      at: span ?? SourceRange(0, 0))
  }

  /// Where hardly any time has passed, an earlier end does not help.
  private var hintAgainstJobs: String {
    if frameNumber <= 40 {
      return "let more time pass between them (a period of 0 lets none pass), or cancel it"
    }
    return plan.end == nil
      ? "write 'until 40' to end there, or cancel it" : "end earlier, or cancel it"
  }

  private func declarationSpan(of name: String) -> SourceRange? {
    for declaration in plan.declarations {
      switch declaration.kind {
      case .binding(let binding):
        if binding.names.contains(where: { $0.text == name }) { return declaration.span }
      case .end(let names, _, _):
        if names.contains(where: { $0.text == name }) { return declaration.span }
      case .code: break
      }
    }
    return nil
  }
}
