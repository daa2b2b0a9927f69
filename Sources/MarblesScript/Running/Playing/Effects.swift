import Marbles
import MarblesCombine

/// What happens to streams from outside of them: in rows, blocks, threads and closures.
extension Run {
  /// The lane on which what runs now is recorded: the delivery that it is part of, or its thread.
  /// Nil: from outside.
  var sendingLane: RecordedLane? { recorder.currentLane ?? actor }

  /// Runs a send one deeper; a loop without an end is a mistake.
  func nestedSend(_ step: String, _ body: () -> Void) {
    guard sendDepth < Self.deepestNesting else {
      let lane = recorder.currentLane.map { " on '\($0.name)'" } ?? ""
      _ = mistake(
        RunMistake(
          "sends without coming to an end: \(step) inside \(sendDepth) other deliveries\(lane)",
          hint: "send later (receive(on:)), or only if it changes something"),
        at: callSite)
      return
    }
    sendDepth += 1
    defer { sendDepth -= 1 }
    body()
  }

  /// A step of a thread: an access to what threads share.
  func step(_ body: () throws(ScriptError) -> Value) throws(ScriptError) -> Value {
    guard let thread else { return try body() }
    self.thread = nil
    defer { self.thread = thread }
    return try thread.step(body)
  }

  func perform(_ body: () throws(ScriptError) -> Void) throws(ScriptError) {
    _ = try step { () throws(ScriptError) in
      try body()
      return .void
    }
  }

  /// What a thread makes anew each time its statements are gone through is made once.
  func once(_ body: () throws(ScriptError) -> Value) throws(ScriptError) -> Value {
    guard let thread else { return try body() }
    self.thread = nil
    defer { self.thread = thread }
    return try thread.once(body)
  }

  /// Runs something from outside: caused by nothing, on no lane or on that of a thread.
  func root(on lane: RecordedLane? = nil, _ body: () -> Void) {
    guard !recorder.isStopped else { return }
    let outer = actor
    actor = lane
    defer { actor = outer }
    recorder.withCause(-1, body)
  }
}
