import Marbles
import MarblesCombine

extension Run {
  /// `at` blocks and threads go into the agenda behind the subscribers of their frame.
  func scheduleBlocks() {
    for block in plan.blocks { schedule(block) }
    for block in plan.threads { schedule(block) }
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
      let execution = ThreadExecution(block, lane: threadLane(block.name.text))
      step(execution, at: .zero + (from ?? .zero))
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
