import Marbles
import MarblesCombine

// Tasks, which run in virtual time: each one is executed from its start again after a pause.

extension Interpreter {
  /// `Task { … }`: begins after what runs now.
  func startTask(_ function: ScriptFunction, at span: SourceRange) -> ScriptValue {
    let task = ScriptTask(function, at: span)
    task.resume = { [unowned self] task, wait in schedule(task, after: wait) }
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
      _ = try call(task.function, [], at: task.span, in: context)
      task.isOver = true
    } catch .suspended {
      schedule(task, after: task.log.pause)
    } catch {
      task.isOver = true
      // A task keeps its failure; nothing reads it here.
      if !error.isFailure { report(error, at: task.span) }
    }
  }
}

/// A task of a script.
final class ScriptTask: CancellableObject, TaskObject {
  let function: ScriptFunction
  let span: SourceRange
  let log = ThreadLog(isTask: true)
  var resume: ((ScriptTask, VirtualDuration) -> Void)?
  var isOver = false
  private var runs = 0

  init(_ function: ScriptFunction, at span: SourceRange) {
    self.function = function
    self.span = span
  }

  var typeName: String { "Task" }

  /// The number of the next run; earlier ones that are still scheduled do not begin.
  func nextRun() -> Int {
    runs += 1
    return runs
  }

  /// Whether the run of that number begins.
  func begins(_ number: Int) -> Bool {
    guard number == runs, !isOver else { return false }
    log.wake()
    return true
  }

  func cancel() {
    guard !isOver, !log.isCancelled else { return }
    log.isCancelled = true
    // A pause ends with an error.
    if log.isPaused { resume?(self, .zero) }
  }
}
