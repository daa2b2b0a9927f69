import Marbles
import MarblesCombine

extension Scenario {
  /// Schedules `at` blocks and threads, after the subscribers of their frame.
  func scheduleBlocks() {
    recordSharedVariables()
    for block in plan.blocks { schedule(block) }
    if let interleaving {
      schedule(plan.threads, interleaving)
    } else {
      for block in plan.threads { schedule(block) }
    }
  }

  /// Makes each variable that several threads use a stage of the picture.
  private func recordSharedVariables() {
    var uses: [String: Int] = [:]
    for block in plan.threads {
      for name in names(in: block) { uses[name, default: 0] += 1 }
    }
    for (name, _) in uses.filter({ $0.value > 1 }).sorted(by: { $0.key < $1.key }) {
      guard let variable = interpreter.globals.find(name), variable.isShared,
        variable.isAssignable, variable.value.kind.isPlainValue
      else { continue }
      variable.recorded = RecordedVariable(name, variable.value, by: runtime.recorder)
    }
  }

  private func names(in block: ThreadBlock) -> Set<String> {
    guard let first = block.body.first?.span, let last = block.body.last?.span else { return [] }
    var lexer = Lexer(plan.rules.source)
    var names: Set<String> = []
    var token = lexer.next()
    while token.kind != .end, token.span.start < last.end {
      if token.kind == .name, token.span.start >= first.start {
        names.insert(String(plan.rules.source.text(of: token.span)))
      }
      token = lexer.next()
    }
    return names
  }

  /// Schedules one step per frame, by the thread that the interleaving chooses.
  private func schedule(_ blocks: [ThreadBlock], _ interleaving: Interleaving) {
    do throws(ScriptError) {
      var executions: [ThreadExecution] = []
      for block in blocks {
        var from = VirtualTime.zero
        if let expression = block.from { from = from + (try duration(expression)) }
        executions.append(ThreadExecution(block, lane: thread(block.name.text).lane, from: from))
      }
      if let start = executions.map(\.start).min() { step(executions, interleaving, at: start) }
    } catch {
      runtime.diagnostics.reportUnhandled(error, at: blocks.first?.name.span ?? SourceRange(0, 0))
    }
  }

  private func step(
    _ executions: [ThreadExecution], _ interleaving: Interleaving, at time: VirtualTime
  ) {
    let rank = executions.first?.block.name.span.start ?? 0
    frames.add(at: time, .blocks, rank: rank) { [unowned self] in
      // A thread does nothing visible before its first step.
      for execution in executions where !execution.hasBegun {
        resume(execution, mayStep: false)
      }
      let ready = executions.indices.filter { !executions[$0].isOver }
      guard !ready.isEmpty else { return }
      let execution = executions[ready[interleaving.next(of: ready)]]
      // No thread acts before its start, so that the others wait for it: every order is possible.
      let due = max(time, execution.start)
      frames.add(at: due, .blocks, rank: rank) { [unowned self] in
        resume(execution, mayStep: true)
        step(executions, interleaving, at: due + plan.rules.frame)
      }
    }
  }

  private func schedule(_ block: AtBlock) {
    do throws(ScriptError) {
      let time = VirtualTime.zero + (try duration(block.time))
      let lane = block.lane.map { thread($0.text).lane }
      frames.add(at: time, .blocks, rank: block.time.span.start) { [unowned self] in
        runtime.effects.root(on: lane, at: block.time.span) { execute(block) }
      }
    } catch {
      runtime.diagnostics.reportUnhandled(error, at: block.time.span)
    }
  }

  private func execute(_ block: AtBlock) {
    // The declarations of a block with a lane belong to the lane, otherwise to the block.
    let context =
      block.lane.map { EvaluationContext(scope: thread($0.text).scope) }
      ?? interpreter.topLevel.nested
    do throws(ScriptError) {
      _ = try interpreter.execute(block.body, in: context)
    } catch {
      runtime.diagnostics.reportUnhandled(error, at: block.time.span)
    }
  }

  private func schedule(_ block: ThreadBlock) {
    do throws(ScriptError) {
      let from = try block.from.map { (start) throws(ScriptError) in try duration(start) }
      let execution = ThreadExecution(
        block, lane: thread(block.name.text).lane, from: .zero + (from ?? .zero))
      step(execution, at: execution.start)
    } catch {
      runtime.diagnostics.reportUnhandled(error, at: block.name.span)
    }
  }

  private func step(_ execution: ThreadExecution, at time: VirtualTime) {
    frames.add(at: time, .blocks, rank: execution.block.name.span.start) { [unowned self] in
      resume(execution, mayStep: true)
      if !execution.isOver { step(execution, at: time + plan.rules.frame) }
    }
  }

  /// Continues a thread to its next step, and takes the step if `mayStep` is `true`.
  private func resume(_ execution: ThreadExecution, mayStep: Bool) {
    runtime.effects.root(on: execution.lane, at: execution.block.name.span) {
      execution.resume(in: interpreter, mayStep: mayStep)
    }
  }
}

/// A virtual thread of the script.
private final class ThreadExecution {
  let block: ThreadBlock
  let lane: RecordedLane
  /// The time of its first step.
  let start: VirtualTime
  private let log = ThreadLog()
  private(set) var hasBegun = false
  private(set) var isOver = false

  init(_ block: ThreadBlock, lane: RecordedLane, from start: VirtualTime) {
    self.block = block
    self.lane = lane
    self.start = start
  }

  func resume(in interpreter: Interpreter, mayStep: Bool) {
    hasBegun = true
    log.restart(mayStep: mayStep)
    var context = interpreter.topLevel.nested
    context.thread = log
    do throws(ScriptError) {
      _ = try interpreter.execute(block.body, in: context)
      isOver = true
    } catch ScriptError.suspended {
    } catch {
      isOver = true
      interpreter.report(error, at: block.name.span)
    }
  }
}
