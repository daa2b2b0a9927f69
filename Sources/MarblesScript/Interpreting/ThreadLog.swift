import Marbles

/// The results of the statements of a virtual thread or a task so far.
///
/// The statements are executed again from the start at each step; the log answers what they did
/// before. So a thread can pause between any two accesses to shared variables and streams, also in
/// the middle of an expression, without a thread of the machine.
///
/// A task does not repeat what it has completed: at the end of each statement and iteration, the
/// log stores the local variables and forgets what the statement did.
final class ThreadLog: TaskContext {
  enum Pause {
    case sleep(VirtualDuration)
    /// Until what the task waits for calls `resume`.
    case wait
  }

  /// A block or a loop that is being executed.
  struct Progress {
    /// The number of statements or iterations that have ended.
    fileprivate(set) var count: Int
    fileprivate let start: Int
    fileprivate var variables: Int
    /// The scope of a block.
    fileprivate let scope: Scope?
  }

  private struct Checkpoint {
    var start: Int
    var count: Int
    var variables: [Scope.Variable]
    var values: [ScriptValue]
    var scope: Scope?
  }

  private var entries: [Result<ScriptValue, ScriptError>] = []
  private var position = 0
  private var mayStep = false
  /// The local variables that can be assigned, in the order of their declaration.
  private var variables: [Scope.Variable] = []
  /// Those of the blocks and loops that are being executed, outermost first.
  private var checkpoints: [Checkpoint] = []
  /// The first checkpoint that this execution has not reached.
  private var nextCheckpoint = 0
  /// Whether it is that of a task, which takes all steps up to its next pause.
  let isTask: Bool
  private(set) var isCancelled = false
  /// Cancels what the task has started and waits for.
  private var cancelChildren: [() -> Void] = []
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
    nextCheckpoint = 0
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

  func cancel() {
    isCancelled = true
    for cancel in cancelChildren { cancel() }
  }

  func whenCancelled(_ cancel: @escaping () -> Void) { cancelChildren.append(cancel) }

  /// Pauses a task; a cancelled one fails instead.
  func sleep(_ duration: VirtualDuration) throws(ScriptError) {
    if try next() != nil { return }
    if isCancelled { try record { () throws(ScriptError) in throw ScriptError.cancellation } }
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
      entries.append(isCancelled ? .failure(ScriptError.cancellation) : .success(.void))
    }
    pause = nil
  }

  // MARK: Progress

  /// Adds a local variable that can be assigned.
  func declare(_ variable: Scope.Variable?) {
    if isTask, let variable { variables.append(variable) }
  }

  /// Begins a block, whose scope receives the names that it had, or a loop: with the variables that
  /// it had after the statements or iterations that have ended.
  func begin(in scope: Scope? = nil) throws(ScriptError) -> Progress {
    // Each block and loop begins at a position of its own.
    _ = try once { () in .void }
    while nextCheckpoint < checkpoints.count, checkpoints[nextCheckpoint].start < position {
      nextCheckpoint += 1
    }
    var count = 0
    if nextCheckpoint < checkpoints.count, checkpoints[nextCheckpoint].start == position {
      let checkpoint = checkpoints[nextCheckpoint]
      nextCheckpoint += 1
      count = checkpoint.count
      variables = checkpoint.variables
      for (variable, value) in zip(variables, checkpoint.values) { variable.value = value }
      if let known = checkpoint.scope { scope?.adopt(known) }
    }
    return Progress(count: count, start: position, variables: variables.count, scope: scope)
  }

  /// Ends a statement of a block, or an iteration of a loop.
  func end(_ current: inout Progress?) {
    guard var progress = current else { return }
    progress.count += 1
    // The variables of inner blocks are gone.
    if variables.count > progress.variables {
      let inner = variables[progress.variables...]
      variables.removeSubrange(progress.variables...)
      if let scope = progress.scope { variables += inner.filter(scope.declares) }
      progress.variables = progress.scope == nil ? progress.variables : variables.count
    }
    current = progress
    while let last = checkpoints.last, last.start >= progress.start { checkpoints.removeLast() }
    checkpoints.append(
      Checkpoint(
        start: progress.start, count: progress.count, variables: variables,
        values: variables.map(\.value), scope: progress.scope))
    nextCheckpoint = checkpoints.count
    entries.removeSubrange(progress.start...)
    position = progress.start
  }
}
