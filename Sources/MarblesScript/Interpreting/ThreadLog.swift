import Marbles

/// The results of the statements of a virtual thread or a task so far.
///
/// The statements are executed again from the start at each step; the log answers what they did
/// before. So a thread can pause between any two accesses to shared variables and streams, also in
/// the middle of an expression, without a thread of the machine.
///
/// A loop of a task begins again at its last iteration: at the end of each one, the log stores the
/// local variables and forgets what the iteration did.
final class ThreadLog: TaskContext {
  enum Pause {
    case sleep(VirtualDuration)
    /// Until what the task waits for calls `resume`.
    case wait
  }

  /// A loop that is being executed.
  struct Loop {
    fileprivate let start: Int
    fileprivate let variables: Int
    /// The number of iterations that have ended.
    fileprivate(set) var iteration: Int
  }

  private struct Checkpoint {
    var iteration: Int
    var values: [ScriptValue]
  }

  private var entries: [Result<ScriptValue, ScriptError>] = []
  private var position = 0
  private var mayStep = false
  /// The local variables that can be assigned, in the order of their declaration.
  private var variables: [Scope.Variable] = []
  /// By the position at which the loop begins.
  private var checkpoints: [Int: Checkpoint] = [:]
  /// Whether it is that of a task, which takes all steps up to its next pause.
  let isTask: Bool
  var isCancelled = false
  private(set) var pause: Pause?
  /// Continues a task that waits.
  var resume: () -> Void = {}

  init(isTask: Bool = false) { self.isTask = isTask }

  /// Begins at the first statement again.
  ///
  /// - Parameter mayStep: whether one new step may be taken.
  func restart(mayStep: Bool) {
    position = 0
    variables = []
    self.mayStep = mayStep
  }

  /// Performs an access to what threads share, one per frame.
  func step(_ body: () throws(ScriptError) -> ScriptValue) throws(ScriptError) -> ScriptValue {
    if let known = try next() { return known }
    guard mayStep else { throw .suspended }
    mayStep = isTask
    return try record(body)
  }

  /// Creates what the statements create again at each execution, the first time only.
  func once(_ body: () throws(ScriptError) -> ScriptValue) throws(ScriptError) -> ScriptValue {
    if let known = try next() { return known }
    return try record(body)
  }

  private func next() throws(ScriptError) -> ScriptValue? {
    guard position < entries.count else { return nil }
    defer { position += 1 }
    return try entries[position].get()
  }

  /// A failure that the statements can catch is a result, too.
  @discardableResult
  private func record(_ body: () throws(ScriptError) -> ScriptValue) throws(ScriptError)
    -> ScriptValue
  {
    let result: Result<ScriptValue, ScriptError>
    do throws(ScriptError) {
      result = .success(try body())
    } catch {
      guard error.isFailure else { throw error }
      result = .failure(error)
    }
    entries.append(result)
    position = entries.count
    return try result.get()
  }

  // MARK: Pauses

  /// Pauses a task; a cancelled one fails instead.
  func sleep(_ duration: VirtualDuration) throws(ScriptError) {
    if try next() != nil { return }
    if isCancelled { try record { () throws(ScriptError) in throw Self.cancellation } }
    pause = .sleep(duration)
    throw .suspended
  }

  /// Pauses a task until there is a result.
  func wait(for result: () throws(ScriptError) -> ScriptValue?) throws(ScriptError) -> ScriptValue {
    if let known = try next() { return known }
    return try record { () throws(ScriptError) in
      if let value = try result() { return value }
      pause = .wait
      throw .suspended
    }
  }

  /// Ends the pause.
  func wake() {
    if case .sleep = pause {
      entries.append(isCancelled ? .failure(Self.cancellation) : .success(.void))
    }
    pause = nil
  }

  private static let cancellation = ScriptError("CancellationError")

  // MARK: Loops

  /// Adds a local variable that can be assigned.
  func declare(_ variable: Scope.Variable?) {
    if isTask, let variable { variables.append(variable) }
  }

  /// Begins a loop: with the variables that it had, after the iterations that have ended.
  func beginLoop() throws(ScriptError) -> Loop {
    // Each loop begins at a position of its own.
    _ = try once { () in .void }
    guard let checkpoint = checkpoints[position], checkpoint.values.count == variables.count else {
      return Loop(start: position, variables: variables.count, iteration: 0)
    }
    for (variable, value) in zip(variables, checkpoint.values) {
      // A closure of an earlier execution has the variables of that one.
      if case .closure = value { continue }
      variable.value = value
    }
    return Loop(start: position, variables: variables.count, iteration: checkpoint.iteration)
  }

  /// Ends an iteration. One that did nothing that is logged is executed again.
  func endIteration(of current: inout Loop?) {
    guard var loop = current else { return }
    loop.iteration += 1
    current = loop
    variables.removeSubrange(loop.variables...)
    guard position > loop.start else { return }
    checkpoints = checkpoints.filter { $0.key < loop.start }
    checkpoints[loop.start] = Checkpoint(
      iteration: loop.iteration, values: variables.map(\.value))
    entries.removeSubrange(loop.start...)
    position = loop.start
  }
}
