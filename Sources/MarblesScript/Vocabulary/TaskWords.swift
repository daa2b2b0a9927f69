import Marbles
import MarblesCombine

/// Words for tasks, which run in virtual time.
extension Word {
  private static let bodies = [
    Signature(.required(nil, .closure(0))),
    Signature(.required("priority", .any), .required(nil, .closure(0))),
  ]

  static let tasks: [Word] = [
    Word(
      "Task", .cancellable, takes: bodies, "Runs a closure after what runs now; it can pause",
      example: "Task { }", make: start
    ).with(.startsTask),
    Word(
      "Task.detached", .cancellable, takes: bodies,
      "Runs a closure after what runs now; it can pause", example: "Task.detached { }", make: start
    ).with(.startsTask),
    Word(
      "Task.sleep", .void,
      takes: [
        Signature(.required("for", .duration), .optional("tolerance", .duration)),
        Signature(.required("nanoseconds", .int)),
      ], "Pauses the task", example: "Task { try await Task.sleep(for: .milliseconds(2)) }"
    ) { call in
      guard let task = call.context.task else {
        throw call.context.error(.outsideOfTask(call.name), at: call.span)
      }
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
        throw ScriptError("CancellationError")
      }
    }.with(.ofTask),
    Word(
      "MainActor.run", .unknown, takes: [Signature(.required(nil, .closure(0)))],
      "Calls a closure", example: "MainActor.run { }"
    ) { call in
      try call.context.callFunction(try call.arguments.function(0), [], call.span)
    }.with(.ofTask),
  ]

  private static func start(_ call: WordCall) throws(ScriptError) -> ScriptValue {
    call.context.startTask(try call.arguments.function(call.signature), call.span)
  }
}
