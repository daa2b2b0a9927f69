import Marbles
import MarblesCombine

/// A virtual thread: its statements, gone through again from the start at each step, with what they
/// did before answered from a log.
///
/// So a thread can stop between any two accesses to what threads share, also in the middle of an
/// expression, without a thread of the machine.
final class ThreadExecution {
  let block: ThreadBlock
  let lane: RecordedLane
  /// When it may take its first step.
  let start: VirtualTime
  private var log: [ScriptValue] = []
  private var position = 0
  private var mayStep = false
  private(set) var isOver = false

  init(_ block: ThreadBlock, lane: RecordedLane, from start: VirtualTime) {
    self.block = block
    self.lane = lane
    self.start = start
  }

  private(set) var hasBegun = false

  /// Goes to the first step without taking it.
  func begin(in run: Run) { resume(in: run, mayStep: false) }

  /// Takes the next step.
  func advance(in run: Run) { resume(in: run, mayStep: true) }

  private func resume(in run: Run, mayStep: Bool) {
    hasBegun = true
    position = 0
    self.mayStep = mayStep
    run.thread = self
    defer { run.thread = nil }
    do throws(ScriptError) {
      _ = try run.execute(block.body, in: Scope(in: run.global))
      isOver = true
    } catch {
      if error.isSuspension { return }
      isOver = true
      run.report(error, at: block.name.span)
    }
  }

  func step(_ body: () throws(ScriptError) -> ScriptValue) throws(ScriptError) -> ScriptValue {
    if let known = next() { return known }
    guard mayStep else { throw .suspension }
    mayStep = false
    return try record(body())
  }

  func once(_ body: () throws(ScriptError) -> ScriptValue) throws(ScriptError) -> ScriptValue {
    if let known = next() { return known }
    return try record(body())
  }

  private func next() -> ScriptValue? {
    guard position < log.count else { return nil }
    defer { position += 1 }
    return log[position]
  }

  private func record(_ value: ScriptValue) -> ScriptValue {
    log.append(value)
    position = log.count
    return value
  }
}
