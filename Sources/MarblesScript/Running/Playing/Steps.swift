import Marbles

/// The steps of virtual threads.
extension Run {
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

  /// Values that a thread creates in its statements are created once.
  func once(_ body: () throws(ScriptError) -> ScriptValue) throws(ScriptError) -> ScriptValue {
    guard let thread else { return try body() }
    self.thread = nil
    defer { self.thread = thread }
    return try thread.once(body)
  }
}
