import Marbles
import MarblesCombine

extension Run {
  /// `at` blocks and threads go into the agenda behind the subscribers of their frame.
  func scheduleBlocks() {
    for block in plan.blocks { schedule(block) }
    if let interleaving {
      schedule(plan.threads, interleaving)
    } else {
      for block in plan.threads { schedule(block) }
    }
  }

  /// One step a frame, by the thread whose turn it is.
  private func schedule(_ blocks: [ThreadBlock], _ interleaving: Interleaving) {
    do throws(ScriptError) {
      var executions: [ThreadExecution] = []
      for block in blocks {
        var from = VirtualTime.zero
        if let expression = block.from { from = from + (try duration(expression)) }
        executions.append(ThreadExecution(block, lane: threadLane(block.name.text), from: from))
      }
      if let start = executions.map(\.start).min() { step(executions, interleaving, at: start) }
    } catch {
      report(error, at: blocks.first?.name.span ?? SourceRange(0, 0))
    }
  }

  private func step(
    _ executions: [ThreadExecution], _ interleaving: Interleaving, at time: VirtualTime
  ) {
    let rank = executions.first?.block.name.span.start ?? 0
    agenda.add(at: time, .blocks, rank: rank) { [unowned self] in
      // Up to its first step nothing that a thread does can be seen.
      for execution in executions where !execution.hasBegun {
        root(on: execution.lane) { execution.begin(in: self) }
      }
      let ready = executions.indices.filter { !executions[$0].isOver }
      guard !ready.isEmpty else { return }
      let execution = executions[ready[interleaving.next(of: ready)]]
      // Every order is possible, and no thread does anything before it starts: others wait for it.
      let due = max(time, execution.start)
      agenda.add(at: due, .blocks, rank: rank) { [unowned self] in
        root(on: execution.lane) { execution.advance(in: self) }
        step(executions, interleaving, at: due + plan.frame)
      }
    }
  }

  private func schedule(_ block: AtBlock) {
    do throws(ScriptError) {
      let time = VirtualTime.zero + (try duration(block.time))
      let lane = block.lane.map { threadLane($0.text) }
      agenda.add(at: time, .blocks, rank: block.time.span.start) { [unowned self] in
        root(on: lane) { execute(block) }
      }
    } catch {
      report(error, at: block.time.span)
    }
  }

  private func execute(_ block: AtBlock) {
    // What a block with a lane declares lives on that lane, else in the block.
    let scope = block.lane.map { threadScope($0.text) } ?? Scope(in: global)
    do throws(ScriptError) {
      _ = try execute(block.body, in: scope)
    } catch {
      report(error, at: block.time.span)
    }
  }

  private func schedule(_ block: ThreadBlock) {
    do throws(ScriptError) {
      let from = try block.from.map { (start) throws(ScriptError) in try duration(start) }
      let execution = ThreadExecution(
        block, lane: threadLane(block.name.text), from: .zero + (from ?? .zero))
      step(execution, at: execution.start)
    } catch {
      report(error, at: block.name.span)
    }
  }

  private func step(_ execution: ThreadExecution, at time: VirtualTime) {
    agenda.add(at: time, .blocks, rank: execution.block.name.span.start) { [unowned self] in
      root(on: execution.lane) { execution.advance(in: self) }
      if !execution.isOver { step(execution, at: time + plan.frame) }
    }
  }

  func threadLane(_ name: String) -> RecordedLane {
    if let known = threadLanes[name] { return known }
    let lane = recorder.lane(name, role: .thread)
    threadLanes[name] = lane
    return lane
  }

  private func threadScope(_ name: String) -> Scope {
    if let known = threadScopes[name] { return known }
    let scope = Scope(in: global)
    threadScopes[name] = scope
    return scope
  }
}
