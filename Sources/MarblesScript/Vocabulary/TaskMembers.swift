/// Members of tasks and of their groups.
extension Member {
  static let ofTasks: [Member] = [
    Member(
      "addTask", of: [.taskGroup],
      takes: [
        Signature(.required("priority", .any), .required(nil, .closure(0))),
        Signature(.required(nil, .closure(0))),
      ],
      returns: .kind(.void), "Starts a task of a group",
      example: "Task { await withTaskGroup(of: Int.self) { group in group.addTask { 1 } } }",
      .step { call in
        let group = try call.group
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
      "next", of: [.taskGroup], takes: [Signature()], returns: .optional,
      "The result of the task of a group that ends next; nil after the last one",
      example: "Task { await withTaskGroup(of: Int.self) { group in await group.next() } }",
      .method { call in
        let group = try call.group
        let task = try call.context.requiredTask(of: call.name.text, at: call.span)
        let found = try task.wait { () throws(ScriptError) in
          try group.next(isCancelled: task.isCancelled)
        }
        return found.list?.first ?? .null
      }),
    Member(
      "waitForAll", of: [.taskGroup], takes: [Signature()], returns: .kind(.void),
      "Waits until all tasks of a group have ended",
      example: "Task { await withTaskGroup(of: Int.self) { group in await group.waitForAll() } }",
      .method { call in
        let group = try call.group
        let task = try call.context.requiredTask(of: call.name.text, at: call.span)
        return try task.wait { () throws(ScriptError) in try group.all() }
      }),
    Member(
      "cancelAll", of: [.taskGroup], takes: [Signature()], returns: .kind(.void),
      "Cancels all tasks of a group",
      example: "Task { await withTaskGroup(of: Int.self) { group in group.cancelAll() } }",
      .step { call in
        try call.group.cancel()
        return .void
      }),
    Member(
      "value", of: [.task], "The result of a task, once it has ended",
      example: "Task { let task = Task { 1 }; let one = await task.value }",
      .property { call in
        guard case .object(let object) = call.receiver, let other = object as? any TaskObject else {
          throw call.context.error(.wrongType("a task", not: call.receiver.kindName), at: call.span)
        }
        let task = try call.context.requiredTask(of: call.name.text, at: call.span)
        return try task.wait { () throws(ScriptError) in
          try other.result { [weak task] in task?.resume() }
        }
      }),
  ]
}

extension MemberCall {
  /// The group that is the receiver.
  fileprivate var group: TaskGroupObject {
    get throws(ScriptError) {
      guard case .object(let object) = receiver, let group = object as? TaskGroupObject else {
        throw context.error(
          .noMember(name.text, of: receiver.kindName, nearest: nil), at: name.span)
      }
      return group
    }
  }
}
