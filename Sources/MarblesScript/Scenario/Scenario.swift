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
  let interpreter: Interpreter
  let runtime: ScriptRuntime
  let frames = FrameSchedule()
  /// The order in which threads take their steps; `nil` for the order of their frames.
  let interleaving: Interleaving?
  /// The sinks that have a row, with the expression that each `^` evaluates.
  var sinks: [ObjectIdentifier: SinkExpression] = [:]
  /// The threads by name, in the order of their first use.
  private(set) var threads: [(name: String, lane: RecordedLane, scope: Scope)] = []
  private let rowNames: Set<String>
  /// The sinks without a row that have not subscribed yet.
  private var waitingSinks: [(sink: ScriptSink, expression: SinkExpression, span: SourceRange)] = []

  init(_ plan: Plan, _ interpreter: Interpreter, interleaving: Interleaving?) {
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
        if declaration.acts { subscribeWaitingSinks() }
        do throws(ScriptError) {
          try setUp(declaration)
        } catch {
          runtime.diagnostics.reportUnhandled(error, at: declaration.span)
        }
        if runtime.recorder.isStopped { return .stopped(at: declaration) }
      }
      subscribeWaitingSinks()
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
    let value = try interpreter.evaluate(expression, in: interpreter.topLevel)
    guard let duration = interpreter.operations.duration(value) else {
      throw runtime.diagnostics.error(
        .wrongType("a duration", not: value.kindName), at: expression.span)
    }
    if duration < .zero {
      throw runtime.diagnostics.error(
        .beforeStart(value.literal), at: expression.span)
    }
    try interpreter.operations.checkLength(of: duration, at: expression.span)
    return duration
  }

  /// The lane and the names of a thread.
  func thread(_ name: String) -> (lane: RecordedLane, scope: Scope) {
    if let known = threads.first(where: { $0.name == name }) { return (known.lane, known.scope) }
    let lane = runtime.recorder.lane(name, role: .thread)
    let scope = Scope(in: interpreter.globals)
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
      try interpreter.bind(binding, in: interpreter.topLevel)
      prepareInputs(of: binding)
    case .code(let statement):
      _ = try interpreter.execute([statement], in: interpreter.topLevel)
    case .end(let names, let expression, let isVariable):
      try setUpSinks(names, expression, isVariable: isVariable, span: declaration.span)
    }
  }

  /// Creates the input lane of a subject with a row where the subject is declared.
  private func prepareInputs(of binding: Binding) {
    for name in binding.names where rowNames.contains(name.text) {
      let value = interpreter.globals.find(name.text)?.value
      if case .object(let subject as ScriptSubject) = value { subject.prepareInput() }
    }
  }

  private func setUpSinks(
    _ names: [Name], _ expression: Expression, isVariable: Bool, span: SourceRange
  ) throws(ScriptError) {
    guard let sinkExpression = SinkExpression(expression) else { return }
    let given = try sinkExpression.recordedName.map { (name) throws(ScriptError) in
      try interpreter.evaluate(name, in: interpreter.topLevel).description
    }
    for name in names.isEmpty ? [nil] : names.map(Optional.some) {
      let laneName =
        given ?? name?.text ?? interpreter.builder.laneName(for: sinkExpression.laneBase)
      let sink = ScriptSink(laneName, at: span, in: runtime)
      if let name {
        interpreter.globals.declare(name.text, .object(sink), isAssignable: isVariable)
      }
      try store(sink, as: sinkExpression)
      if let name, rowNames.contains(name.text) {
        sinks[ObjectIdentifier(sink)] = sinkExpression
      } else {
        waitingSinks.append((sink, sinkExpression, span))
      }
    }
  }

  private func subscribeWaitingSinks() {
    let sinks = waitingSinks
    waitingSinks = []
    for (sink, expression, span) in sinks {
      runtime.effects.root(at: span) { interpreter.subscribe(sink, expression) }
    }
  }

  /// `.store(in: &bag)`, `.disposed(by: bag)`
  private func store(_ sink: ScriptSink, as expression: SinkExpression) throws(ScriptError) {
    for holder in expression.holders where interpreter.isKnown(holder.firstName) {
      let value = try interpreter.evaluate(holder, in: interpreter.topLevel)
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

  /// Reports the lane that keeps the clock busy, at the declaration of its name, or of the stage into
  /// which it leads.
  private func report(_ error: RunawayError) {
    let names = runtime.recorder.names(ofEvent: error.context)
    let name = names.first { declarationSpan(of: $0) != nil } ?? names.first
    let frame = runtime.frameNumber
    let message: RunError =
      switch error.limit {
      case .jobsPerInstant(let limit): .endlessInstant(of: name, limit, frame: frame)
      case .jobs(let limit): .endlessJobs(of: name, limit, frame: frame, hasEnd: plan.end != nil)
      }
    let span = name.flatMap { declarationSpan(of: $0) } ?? plan.declarations.last?.span
    runtime.diagnostics.note(message, at: span ?? SourceRange(0, 0))
  }

  private func declarationSpan(of name: String) -> SourceRange? {
    plan.declarations.first { $0.names.contains { $0.text == name } }?.span
  }
}
