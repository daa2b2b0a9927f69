/// Members of tasks and of their groups.
extension Member {
  static let ofTasks: [Member] = [
    Member(
      "addTask", of: [.cancellable],
      takes: [
        Signature(.required("priority", .any), .required(nil, .closure(0))),
        Signature(.required(nil, .closure(0))),
      ],
      returns: .kind(.void), "Starts a task of a group",
      example: "Task { await withTaskGroup(of: Int.self) { group in group.addTask { 1 } } }",
      .step { call in
        let group = try group(call)
        let started = call.context.startTask(
          try call.arguments.function(1 - call.signature), call.span)
        if case .object(let object) = started,
          let task = object as? any TaskObject & CancellableObject
        {
          group.add(task)
        }
        return .void
      }),
    Member(
      "next", of: [.cancellable], takes: [Signature()], returns: .optional,
      "The result of the task of a group that ends next; nil after the last one",
      example: "Task { await withTaskGroup(of: Int.self) { group in await group.next() } }",
      .method { call in
        let group = try group(call)
        guard let task = call.context.task else {
          throw call.context.error(.outsideOfTask("next"), at: call.span)
        }
        let found = try task.wait { () throws(ScriptError) in
          try group.next(isCancelled: task.isCancelled)
        }
        return found.list?.first ?? .null
      }),
    Member(
      "waitForAll", of: [.cancellable], takes: [Signature()], returns: .kind(.void),
      "Waits until all tasks of a group have ended",
      example: "Task { await withTaskGroup(of: Int.self) { group in await group.waitForAll() } }",
      .method { call in
        let group = try group(call)
        guard let task = call.context.task else {
          throw call.context.error(.outsideOfTask("waitForAll"), at: call.span)
        }
        return try task.wait { () throws(ScriptError) in try group.all() }
      }),
    Member(
      "cancelAll", of: [.cancellable], takes: [Signature()], returns: .kind(.void),
      "Cancels all tasks of a group",
      example: "Task { await withTaskGroup(of: Int.self) { group in group.cancelAll() } }",
      .step { call in
        try group(call).cancel()
        return .void
      }),
    Member(
      "value", of: [.cancellable], "The result of a task, once it has ended",
      example: "Task { let task = Task { 1 }; let one = await task.value }",
      .property { call in
        guard case .object(let object) = call.receiver, let other = object as? any TaskObject else {
          throw call.context.error(.wrongType("a task", not: call.receiver.kindName), at: call.span)
        }
        guard let task = call.context.task else {
          throw call.context.error(.outsideOfTask("value"), at: call.span)
        }
        return try task.wait { () throws(ScriptError) in
          try other.result { [weak task] in task?.resume() }
        }
      }),
  ]

  private static func group(_ call: MemberCall) throws(ScriptError) -> TaskGroupObject {
    guard case .object(let object) = call.receiver, let group = object as? TaskGroupObject else {
      throw call.context.error(
        .noMember(call.name.text, of: call.receiver.kindName, nearest: nil), at: call.name.span)
    }
    return group
  }
}
