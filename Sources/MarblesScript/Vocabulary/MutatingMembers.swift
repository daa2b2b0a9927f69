import MarblesCombine

/// Members that change a variable.
extension Member {
  static let arrayMutations: [Member] = [
    Member(
      "append", of: [.array],
      takes: [Signature(.required("contentsOf", .any)), Signature(.required(nil, .any))],
      returns: .kind(.void),
      "Adds an element, or all elements of a sequence, at the end",
      example: "[1].append(2) == [1, 2]",
      .mutation { receiver, call in
        try change(&receiver, call) { (elements: inout [ScriptValue]) throws(ScriptError) in
          let added = call[0] ?? .void
          if call.signature == 0 {
            guard let more = call.context.operations.elements(of: added) else {
              throw call.context.error(
                .wrongType("an array", not: added.kindName), at: call.place(0))
            }
            elements += try call.context.operations.collect(more, at: call.span)
          } else {
            elements.append(added)
          }
          return .void
        }
      }),
    Member(
      "insert", of: [.array],
      takes: [
        Signature(.required(nil, .any), .required("at", .int)), Signature(.required(nil, .any)),
      ],
      "Adds an element at a position, or to a set",
      example: "[2].insert(1, at: 0) == [1, 2]",
      .mutation { receiver, call in
        try change(&receiver, call) { (elements: inout [ScriptValue]) throws(ScriptError) in
          guard call.signature == 0 else {
            let added = call[0] ?? .void
            let isNew = !elements.contains { call.context.operations.areEqual($0, added) }
            if isNew { elements.append(added) }
            return .tuple([.bool(isNew), added], labels: ["inserted", "memberAfterInsert"])
          }
          let index = call.arguments.int(1) ?? 0
          guard index <= elements.count else {
            throw call.context.error(.outOfRange(index, count: elements.count), at: call.span)
          }
          elements.insert(call[0] ?? .void, at: index)
          return .void
        }
      }),
    Member(
      "remove", of: [.array],
      takes: [Signature(.required("at", .int)), Signature(.required(nil, .any))],
      "Removes the element at a position, or that of a set, and returns it",
      example: "[1, 2].remove(at: 0) == [2]",
      .mutation { receiver, call in
        try change(&receiver, call) { (elements: inout [ScriptValue]) throws(ScriptError) in
          guard call.signature == 0 else {
            let index = elements.firstIndex {
              call.context.operations.areEqual($0, call[0] ?? .void)
            }
            return index.map { elements.remove(at: $0) } ?? .null
          }
          return elements.remove(at: try position(0, in: elements, call))
        }
      }),
    Member(
      "swapAt", of: [.array], takes: [Signature(.required(nil, .int), .required(nil, .int))],
      returns: .kind(.void), "Exchanges two elements", example: "[1, 2].swapAt(0, 1) == [2, 1]",
      .mutation { receiver, call in
        try change(&receiver, call) { (elements: inout [ScriptValue]) throws(ScriptError) in
          elements.swapAt(try position(0, in: elements, call), try position(1, in: elements, call))
          return .void
        }
      }),
    Member(
      "removeFirst", of: [.array, .string], takes: [Signature()],
      "Removes the first element, and returns it", example: "[1, 2].removeFirst() == [2]",
      .mutation { receiver, call in
        try change(&receiver, call) { (elements: inout [ScriptValue]) throws(ScriptError) in
          try requireElement(elements, call)
          return elements.removeFirst()
        }
      }),
    Member(
      "removeLast", of: [.array, .string], takes: [Signature()],
      "Removes the last element, and returns it", example: "[1, 2].removeLast() == [1]",
      .mutation { receiver, call in
        try change(&receiver, call) { (elements: inout [ScriptValue]) throws(ScriptError) in
          try requireElement(elements, call)
          return elements.removeLast()
        }
      }),
    Member(
      "popLast", of: [.array, .string], takes: [Signature()],
      returns: .optional,
      "Removes the last element, and returns it, or nil", example: "[1, 2].popLast() == [1]",
      .mutation { receiver, call in
        try change(&receiver, call) { (elements: inout [ScriptValue]) throws(ScriptError) in
          elements.popLast() ?? .null
        }
      }),
    Member(
      "removeAll", of: [.array, .dictionary, .string],
      takes: [Signature(.required("where", .closure(1))), Signature()], returns: .kind(.void),
      "Removes all elements, or those that satisfy a predicate",
      example: "[1, 2].removeAll { $0 > 1 } == [1]",
      .mutation { receiver, call in
        try change(&receiver, call) { (elements: inout [ScriptValue]) throws(ScriptError) in
          var kept: [ScriptValue] = []
          if case .closure(let predicate) = call[0] {
            for element in elements where try !call.holds(predicate, element) {
              kept.append(element)
            }
          }
          elements = kept
          return .void
        }
      }),
    Member(
      "reverse", of: [.array], takes: [Signature()], returns: .kind(.void),
      "Reverses the order of the elements",
      example: "[1, 2].reverse() == [2, 1]",
      .mutation { receiver, call in
        try change(&receiver, call) { (elements: inout [ScriptValue]) throws(ScriptError) in
          elements.reverse()
          return .void
        }
      }),
    Member(
      "sort", of: [.array], takes: [Signature(.required("by", .closure(2))), Signature()],
      returns: .kind(.void),
      "Sorts the elements", example: "[2, 1].sort() == [1, 2]",
      .mutation { receiver, call in
        try change(&receiver, call) { (elements: inout [ScriptValue]) throws(ScriptError) in
          elements = try call.sorted(elements, by: call.arguments.closure(0))
          return .void
        }
      }),
  ]

  static let otherMutations: [Member] = [
    Member(
      "append", of: [.string], takes: [Signature(.required(nil, .string))], returns: .kind(.void),
      "Adds a text at the end", example: "\"a\".append(\"b\") == \"ab\"",
      .mutation { receiver, call in
        guard case .string(let text) = receiver else { return .void }
        receiver = try call.made(text + call.string(0))
        return .void
      }),
    Member(
      "toggle", of: [.bool], takes: [Signature()], returns: .kind(.void),
      "Changes true to false and back",
      example: "false.toggle() == true",
      .mutation { receiver, call in
        receiver = .bool(receiver != .bool(true))
        return .void
      }),
  ]

  /// Changes the elements of an array or the characters of a text.
  private static func change(
    _ receiver: inout ScriptValue, _ call: MemberCall,
    _ body: (inout [ScriptValue]) throws(ScriptError) -> ScriptValue
  ) throws(ScriptError) -> ScriptValue {
    var elements: [ScriptValue]
    switch receiver {
    case .string(let text): elements = text.map { .string(String($0)) }
    case .array(let list), .set(let list), .dictionary(let list): elements = list
    default: return .void
    }
    try call.context.operations.budget.spend(elements.count / 16, at: call.span)
    let result = try body(&elements)
    try call.context.operations.budget.check(count: elements.count, at: call.span)
    switch receiver {
    case .dictionary: receiver = .dictionary(elements)
    case .set: receiver = .set(elements)
    case .string: receiver = .string(elements.map(\.description).joined())
    default: receiver = .array(elements)
    }
    if call[0]?.hasParts == true {
      receiver = try call.context.operations.budget.checked(receiver, at: call.span)
    }
    return result
  }

  private static func position(_ index: Int, in elements: [ScriptValue], _ call: MemberCall)
    throws(ScriptError) -> Int
  {
    let position = call.arguments.int(index) ?? 0
    guard elements.indices.contains(position) else {
      throw call.context.error(.outOfRange(position, count: elements.count), at: call.span)
    }
    return position
  }

  private static func requireElement(_ elements: [ScriptValue], _ call: MemberCall)
    throws(ScriptError)
  {
    guard elements.isEmpty else { return }
    throw call.context.error(.outOfRange(0, count: 0), at: call.span)
  }
}
