import Marbles
import MarblesCombine

/// What happens to streams from outside of them: in rows, blocks, threads and closures.
extension Run {
  /// The lane on which what runs now is recorded: the delivery that it is part of, or its thread.
  /// Nil: from outside.
  var sendingLane: RecordedLane? { recorder.currentLane ?? actor }

  /// Runs a send into a subject one deeper; a loop without an end is a mistake.
  func nestedSend(to subject: String, _ body: () -> Void) {
    let before = sendPath.count
    if let lane = recorder.currentLane?.name, lane != subject { sendPath.append(lane) }
    sendPath.append(subject)
    defer { sendPath.removeLast(sendPath.count - before) }
    guard sendDepth < Budget.deepestCalls else {
      _ = mistake(
        RunError(
          "\(sendDepth) deliveries inside one another, without an end: \(sendLoop)",
          hint: "send later (receive(on:)), or only if something changes"),
        at: callSite)
      return
    }
    sendDepth += 1
    defer { sendDepth -= 1 }
    body()
  }

  /// The shortest part of the way to here that comes again and again: `a → sink → a`.
  private var sendLoop: String {
    let path = Array(sendPath.suffix(24))
    let period =
      (1..<max(path.count / 2, 2)).first { period in
        path.indices.dropFirst(period).allSatisfy { path[$0] == path[$0 - period] }
      } ?? path.count - 1
    return path.suffix(period + 1).joined(separator: " → ")
  }

  /// A step of a thread: an access to what threads share.
  func step(_ body: () throws(ScriptError) -> ScriptValue) throws(ScriptError) -> ScriptValue {
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
  func once(_ body: () throws(ScriptError) -> ScriptValue) throws(ScriptError) -> ScriptValue {
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
