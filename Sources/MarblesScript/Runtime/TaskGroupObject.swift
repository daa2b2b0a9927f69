/// The group of `withTaskGroup(of:)`: its tasks run at the same time, and it passes on their
/// results in the order in which they end.
final class TaskGroupObject: AwaitedSequence, CancellableObject {
  private var running: [any TaskObject & CancellableObject] = []
  private var results: [Result<ScriptValue, ScriptError>] = []
  private(set) var isCancelled = false
  private let resume: () -> Void

  /// - Parameter resume: continues the task that waits for a result.
  init(resume: @escaping () -> Void) { self.resume = resume }

  var typeName: String { "TaskGroup" }
  var kind: ValueKind { .taskGroup }

  /// Whether all tasks have ended and all results are taken.
  var isEmpty: Bool { running.isEmpty && results.isEmpty }

  func add(_ task: any TaskObject & CancellableObject) {
    running.append(task)
    if isCancelled { task.cancel() }
    observe(task)
  }

  /// Takes the result of a task when it has one.
  private func observe(_ task: any TaskObject & CancellableObject) {
    do throws(ScriptError) {
      let value = try task.result { [weak self] in self?.observe(task) }
      guard let value else { return }
      results.append(.success(value))
    } catch {
      results.append(.failure(error))
    }
    running.removeAll { $0 === task }
    resume()
  }

  func next(isCancelled: Bool) throws(ScriptError) -> ScriptValue? {
    if isCancelled { cancel() }
    if !results.isEmpty { return .array([try results.removeFirst().get()]) }
    return running.isEmpty ? .void : nil
  }

  /// Takes all results until one is a failure; `nil` until then or until all tasks have ended.
  func all() throws(ScriptError) -> ScriptValue? {
    while !results.isEmpty { _ = try results.removeFirst().get() }
    return running.isEmpty ? .void : nil
  }

  /// Forgets all results; `nil` until all tasks have ended.
  func end() -> ScriptValue? {
    results = []
    return running.isEmpty ? .void : nil
  }

  func cancel() {
    isCancelled = true
    for task in running { task.cancel() }
  }
}
