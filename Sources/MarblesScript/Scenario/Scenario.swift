import Marbles
import MarblesCombine

/// The declarations, rows, blocks and threads of a script, performed on the clock.
final class Scenario {
  /// The progress of a scenario.
  enum Progress {
    case finished
    /// An error ended the run at a declaration; the names from there on do not exist.
    case stopped(at: Declaration)
  }

  let plan: Plan
  let interpreter: Run
  let runtime: ScriptRuntime
  let frames = FrameSchedule()
  /// The order in which threads take their steps; `nil` for the order of their frames.
  let interleaving: Interleaving?
  /// The sinks that have a row, with the expression that each `^` evaluates.
  var sinks: [ObjectIdentifier: SinkExpression] = [:]
  /// The threads by name, in the order of their first use.
  private(set) var threads: [(name: String, lane: RecordedLane, scope: Scope)] = []
  private let rowNames: Set<String>

  init(_ plan: Plan, _ interpreter: Run, interleaving: Interleaving?) {
    self.plan = plan
    self.interpreter = interpreter
    self.interleaving = interleaving
    runtime = interpreter.runtime
    rowNames = Set(plan.rows.map(\.name.text))
  }

  /// Evaluates the declarations, then performs everything until the end of the time.
  func play() -> Progress {
    do throws(ScriptError) {
      let end = try endTime()
      for declaration in plan.declarations {
        do throws(ScriptError) {
          try setUp(declaration)
        } catch {
          runtime.diagnostics.reportUnhandled(error, at: declaration.span)
        }
        if runtime.recorder.isStopped { return .stopped(at: declaration) }
      }
      scheduleBlocks()
      try scheduleRows()
      run(until: end)
    } catch {
      runtime.diagnostics.reportUnhandled(error, at: runtime.effects.place)
    }
    return .finished
  }

  /// Releases what has not been performed, and the names of the threads.
  func tearDown() {
    frames.drop()
    for thread in threads { thread.scope.drop() }
  }

  private func endTime() throws(ScriptError) -> VirtualTime {
    guard let expression = plan.end else { return .distantFuture }
    return .zero + (try duration(expression))
  }

  /// Evaluates a duration since the start.
  func duration(_ expression: Expression) throws(ScriptError) -> VirtualDuration {
    let value = try interpreter.evaluate(expression, in: interpreter.global)
    let arguments = Arguments([value], context: BuildContext(scheduler: runtime.scheduler))
    guard let duration = arguments.duration(0) else {
      throw runtime.diagnostics.error(.wrongType("a duration", value), at: expression.span)
    }
    if duration < .zero {
      throw runtime.diagnostics.error(
        RunError("\(value.literal) is before the start; time begins at 0"), at: expression.span)
    }
    try interpreter.checkLength(of: duration, at: expression.span)
    return duration
  }

  /// The lane and the names of a thread.
  func thread(_ name: String) -> (lane: RecordedLane, scope: Scope) {
    if let known = threads.first(where: { $0.name == name }) { return (known.lane, known.scope) }
    let lane = runtime.recorder.lane(name, role: .thread)
    let scope = Scope(in: interpreter.global)
    threads.append((name, lane, scope))
    return (lane, scope)
  }
}

// MARK: Declarations

extension Scenario {
  /// Evaluates a statement at the top of the file.
  private func setUp(_ declaration: Declaration) throws(ScriptError) {
    switch declaration.kind {
    case .binding(let binding):
      try interpreter.bind(binding, in: interpreter.global)
      prepareInputs(of: binding)
    case .code(let statement):
      _ = try interpreter.execute([statement], in: interpreter.global)
    case .end(let names, let expression, let isVariable):
      try setUpSinks(names, expression, isVariable: isVariable, span: declaration.span)
    }
  }

  /// Creates the input lane of a subject with a row where the subject is declared.
  private func prepareInputs(of binding: Binding) {
    for name in binding.names where rowNames.contains(name.text) {
      let value = interpreter.global.find(name.text)?.value
      if case .object(let subject as ScriptSubject) = value { subject.prepareInput() }
    }
  }

  private func setUpSinks(
    _ names: [Name], _ expression: Expression, isVariable: Bool, span: SourceRange
  ) throws(ScriptError) {
    guard let sinkExpression = SinkExpression(expression) else { return }
    let given = try sinkExpression.recordedName.map { (name) throws(ScriptError) in
      try interpreter.evaluate(name, in: interpreter.global).description
    }
    for name in names.isEmpty ? [nil] : names.map(Optional.some) {
      let laneName =
        given ?? name?.text ?? interpreter.builder.laneName(for: sinkExpression.name.text)
      let sink = ScriptSink(laneName, at: span, in: runtime)
      if let name {
        interpreter.global.declare(name.text, .object(sink), isAssignable: isVariable)
      }
      try store(sink, as: sinkExpression)
      if let name, rowNames.contains(name.text) {
        sinks[ObjectIdentifier(sink)] = sinkExpression
      } else {
        frames.add(at: .zero, .subscribers, rank: span.start) { [unowned self] in
          runtime.effects.root(at: span) { interpreter.subscribe(sink, sinkExpression) }
        }
      }
    }
  }

  /// `.store(in: &bag)`, `.disposed(by: bag)`
  private func store(_ sink: ScriptSink, as expression: SinkExpression) throws(ScriptError) {
    for holder in expression.holders where interpreter.isKnown(holder.firstName) {
      let value = try interpreter.evaluate(holder, in: interpreter.global)
      if case .object(let bag as BagObject) = value { bag.insert(sink) }
    }
  }
}

// MARK: Time

extension Scenario {
  /// At each time performs first what the script does, then what operators have scheduled.
  private func run(until end: VirtualTime) {
    let (recorder, scheduler) = (runtime.recorder, runtime.scheduler)
    do {
      while let time = frames.nextTime, time <= end, !recorder.isStopped {
        try scheduler.run(upTo: time)
        frames.run(at: time)
        checkSize()
      }
      if !recorder.isStopped { try scheduler.run(until: end) }
      if scheduler.now == .distantFuture, !recorder.isStopped {
        let span = plan.declarations.last?.span ?? SourceRange(0, 0)
        _ = runtime.diagnostics.error(.endOfTime, at: span)
      }
    } catch let error as RunawayError {
      report(error)
    } catch {
      runtime.diagnostics.reportUnhandled(ScriptError(error), at: runtime.effects.place)
    }
  }

  private func checkSize() {
    guard runtime.recorder.count > Budget.mostEvents, !runtime.recorder.isStopped else { return }
    let span = plan.declarations.first?.span ?? SourceRange(0, 0)
    _ = runtime.diagnostics.error(.tooManyEvents, at: span)
  }

  /// Reports the lane that keeps the clock busy, at the declaration of its name.
  private func report(_ error: RunawayError) {
    let name = runtime.recorder.name(ofEvent: error.context)
    let (what, hint) =
      switch error.limit {
      case .jobsPerInstant(let limit):
        ("\(limit) jobs at one time", "let time pass between them, or cancel it")
      case .jobs(let limit): ("\(limit) jobs", hintAgainstJobs)
      }
    let span = name.flatMap { declarationSpan(of: $0) } ?? plan.declarations.last?.span
    runtime.diagnostics.note(
      RunError(
        "\(name.map { "'\($0)'" } ?? "something") keeps the run busy without end: more than "
          + "\(what) by frame \(interpreter.frameNumber)",
        hint: hint),
      at: span ?? SourceRange(0, 0))
  }

  /// An earlier end does not help if hardly any time has passed.
  private var hintAgainstJobs: String {
    if interpreter.frameNumber <= 40 {
      return "let more time pass between them (a period of 0 lets none pass), or cancel it"
    }
    return plan.end == nil
      ? "write 'until 40' to end there, or cancel it" : "end earlier, or cancel it"
  }

  private func declarationSpan(of name: String) -> SourceRange? {
    plan.declarations.first { $0.names.contains { $0.text == name } }?.span
  }
}
