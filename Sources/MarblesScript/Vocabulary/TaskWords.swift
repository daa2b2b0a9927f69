import Marbles
import MarblesCombine

/// Words for tasks, which run in virtual time.
extension Word {
  private static let bodies = [
    Signature(.required(nil, .closure(0))),
    Signature(.required("priority", .any), .required(nil, .closure(0))),
  ]

  static let tasks: [Word] =
    [
      Word(
        "Task", .task, takes: bodies, "Runs a closure after what runs now; it can pause",
        example: "Task { }", make: start
      ).with(.startsTask),
      Word(
        "Task.detached", .task, takes: bodies,
        "Runs a closure after what runs now; it can pause", example: "Task.detached { }",
        make: start
      ).with(.startsTask),
      Word(
        "Task.sleep", .void,
        takes: [
          Signature(.required("for", .duration), .optional("tolerance", .duration)),
          Signature(.required("nanoseconds", .int)),
        ], "Pauses the task", example: "Task { try await Task.sleep(for: .milliseconds(2)) }"
      ) { call in
        let task = try call.context.requiredTask(of: call.name, at: call.span)
        let wait =
          call.signature == 0
          ? call.arguments.duration(0) ?? .zero
          : .nanoseconds(call.arguments.int(0) ?? 0)
        try task.sleep(wait)
        return .void
      }.with(.ofTask),
      Word(
        "Task.yield", .void, "Pauses the task until what runs now has ended",
        example: "Task { await Task.yield() }"
      ) { call in
        try call.context.task?.sleep(.zero)
        return .void
      }.with(.ofTask),
      Word(
        "Task.isCancelled", .bool, "Whether the task was cancelled",
        example: "Task { if Task.isCancelled { return } }"
      ) { call in
        guard let task = call.context.task else { return .bool(false) }
        return try task.wait { () in .bool(task.isCancelled) }
      }.with(.ofTask),
      Word(
        "Task.checkCancellation", .void, "Fails if the task was cancelled",
        example: "Task { try Task.checkCancellation() }"
      ) { call in
        guard let task = call.context.task else { return .void }
        return try task.wait { () throws(ScriptError) in
          guard task.isCancelled else { return .void }
          throw ScriptError.cancellation
        }
      }.with(.ofTask),
    ]
    + ["withTaskGroup", "withThrowingTaskGroup"].map { name in
      Word(
        name, .unknown,
        takes: [
          Signature(.required("of", .any), .required(nil, .closure(1))),
          Signature(
            .required("of", .any), .required("returning", .any), .required(nil, .closure(1))),
          Signature(.required(nil, .closure(1))),
        ], "Calls a closure with a group of tasks, and waits for all of them",
        example: "Task { await \(name)(of: Int.self) { group in group.addTask { 1 } } }",
        make: withGroup
      ).with(.ofTask)
    }
    + [
      Word(
        "MainActor.run", .unknown, takes: [Signature(.required(nil, .closure(0)))],
        "Calls a closure", example: "MainActor.run { }"
      ) { call in
        try call.context.callFunction(try call.arguments.function(0), [], call.span)
      }.with(.ofTask)
    ]

  /// `withTaskGroup(of: Int.self) { group in … }`: returns when all tasks of the group have ended.
  private static func withGroup(_ call: WordCall) throws(ScriptError) -> ScriptValue {
    let task = try call.context.requiredTask(of: call.name, at: call.span)
    let made = try task.once { () in
      let group = TaskGroupObject { [weak task] in task?.resume() }
      task.whenCancelled { [weak group] in group?.cancel() }
      if task.isCancelled { group.cancel() }
      return .object(group)
    }
    guard case .object(let object) = made, let group = object as? TaskGroupObject else {
      return .void
    }
    let body = try call.arguments.function(call.arguments.values.count - 1)
    do throws(ScriptError) {
      let result = try call.context.callFunction(body, [made], call.span)
      _ = try task.wait { () in group.end() }
      return result
    } catch {
      guard error.isFailure else { throw error }
      group.cancel()
      _ = try task.wait { () in group.end() }
      throw error
    }
  }

  private static func start(_ call: WordCall) throws(ScriptError) -> ScriptValue {
    call.context.startTask(try call.arguments.function(call.signature), call.span)
  }
}
