import Marbles
import MarblesCombine

// Tasks, which run in virtual time: each one is executed from its start again after a pause.

extension Interpreter {
  /// `Task { … }`: begins after what runs now.
  func startTask(_ function: ScriptFunction, at span: SourceRange) -> ScriptValue {
    let task = ScriptTask(function, at: span)
    task.resume = { [unowned self] task in schedule(task, after: .zero) }
    runtime.keep(task)
    schedule(task, after: .zero)
    return .object(task)
  }

  private func schedule(_ task: ScriptTask, after wait: VirtualDuration) {
    let scheduler = runtime.scheduler
    let number = task.nextRun()
    scheduler.schedule(after: scheduler.now + wait) { [unowned self] in
      guard task.begins(number), !runtime.recorder.isStopped else { return }
      run(task)
    }
  }

  private func run(_ task: ScriptTask) {
    task.log.restart(mayStep: true)
    var context = topLevel
    context.thread = task.log
    do throws(ScriptError) {
      task.end(with: .success(try call(task.function, [], at: task.span, in: context)))
    } catch .suspended {
      if case .sleep(let duration) = task.log.pause { schedule(task, after: duration) }
    } catch {
      task.end(with: .failure(error))
      // A task keeps its failure for those that wait for it.
      if !error.isFailure { report(error, at: task.span) }
    }
  }

  /// `for await x in subject.values { … }`
  func executeAwaited(_ loop: ForLoop, in context: EvaluationContext) throws(ScriptError) -> Flow {
    guard let task = context.task else {
      throw error(.outsideOfTask("for await"), at: loop.sequence.span)
    }
    let sequence = try evaluate(loop.sequence, in: context)
    let elements = try elements(of: sequence, of: loop, for: task, in: context)
    var state: ThreadLog.Progress? = try task.begin()
    while true {
      let next = try task.wait { () throws(ScriptError) in
        try elements.next(isCancelled: task.isCancelled)
      }
      guard let element = next.list?.first else { return .next }
      if let flow = try execute(loop, with: element, in: context) {
        // A group continues until its closure returns.
        (elements as? AwaitedElements)?.cancel()
        return flow
      }
      task.end(&state)
    }
  }

  private func elements(
    of sequence: ScriptValue, of loop: ForLoop, for task: ThreadLog, in context: EvaluationContext
  ) throws(ScriptError) -> any AwaitedSequence {
    if case .object(let object) = sequence, let group = object as? TaskGroupObject { return group }
    guard let stream = sequence.stream else {
      throw error(.wrongType("a publisher", not: sequence.kindName), at: loop.sequence.span)
    }
    let object = try context.once { (_) in
      let sink = ScriptSink(builder.laneName(for: "for await"), at: loop.sequence.span, in: runtime)
      runtime.keep(sink)
      return .object(
        AwaitedElements(
          stream, by: sink, requestsEach: builder.rules.dialect == .combine,
          resume: { [weak task] in task?.resume() }))
    }
    guard case .object(let found) = object, let elements = found as? AwaitedElements else {
      throw error(.wrongType("a publisher", not: sequence.kindName), at: loop.sequence.span)
    }
    return elements
  }
}

/// A task of a script.
final class ScriptTask: CancellableObject, TaskObject {
  let function: ScriptFunction
  let span: SourceRange
  let log = ThreadLog(isTask: true)
  var resume: ((ScriptTask) -> Void)?
  private var result: Result<ScriptValue, ScriptError>?
  /// Continue the tasks that wait for this one.
  private var waiters: [() -> Void] = []
  private var runs = 0

  init(_ function: ScriptFunction, at span: SourceRange) {
    self.function = function
    self.span = span
    log.resume = { [weak self] in self?.endWait() }
  }

  private func endWait() {
    if case .wait = log.pause { resume?(self) }
  }

  var typeName: String { "Task" }
  var kind: ValueKind { .task }

  /// The number of the next run; earlier ones that are still scheduled do not begin.
  func nextRun() -> Int {
    runs += 1
    return runs
  }

  /// Whether the run of that number begins.
  func begins(_ number: Int) -> Bool {
    guard number == runs, result == nil else { return false }
    log.wake()
    return true
  }

  func end(with result: Result<ScriptValue, ScriptError>) {
    self.result = result
    let waiters = waiters
    self.waiters = []
    for resume in waiters { resume() }
  }

  func result(orElse resume: @escaping () -> Void) throws(ScriptError) -> ScriptValue? {
    if result == nil { waiters.append(resume) }
    return try result?.get()
  }

  func cancel() {
    guard result == nil, !log.isCancelled else { return }
    log.cancel()
    // A pause ends: with an error, or with the end of the elements.
    if log.pause != nil { resume?(self) }
  }
}
