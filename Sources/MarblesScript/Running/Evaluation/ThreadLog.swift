/// The values that the statements of a virtual thread have received so far.
///
/// A thread's statements are executed again from the start at each step; the log answers what they
/// did before. So a thread can pause between any two accesses to shared variables and streams, also
/// in the middle of an expression, without a thread of the machine.
final class ThreadLog {
  private var values: [ScriptValue] = []
  private var position = 0
  private var mayStep = false

  /// Begins at the first statement again.
  ///
  /// - Parameter mayStep: whether one new step may be taken.
  func restart(mayStep: Bool) {
    position = 0
    self.mayStep = mayStep
  }

  /// Performs an access to what threads share, one per frame.
  func step(_ body: () throws(ScriptError) -> ScriptValue) throws(ScriptError) -> ScriptValue {
    if let known = next() { return known }
    guard mayStep else { throw .suspended }
    mayStep = false
    return try record(body())
  }

  /// Creates what the statements create again at each execution, the first time only.
  func once(_ body: () throws(ScriptError) -> ScriptValue) throws(ScriptError) -> ScriptValue {
    if let known = next() { return known }
    return try record(body())
  }

  private func next() -> ScriptValue? {
    guard position < values.count else { return nil }
    defer { position += 1 }
    return values[position]
  }

  private func record(_ value: ScriptValue) -> ScriptValue {
    values.append(value)
    position = values.count
    return value
  }
}
