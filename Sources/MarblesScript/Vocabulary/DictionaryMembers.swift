import MarblesCombine

/// Members of dictionaries, and of arrays as sets.
extension Member {
  private static let key = Signature(.required("forKey", .any))

  static let ofDictionaries: [Member] = [
    Member(
      "keys", of: [.dictionary], returns: .kind(.array), "The keys of a dictionary",
      example: "[\"a\": 1].keys == [\"a\"]", .property { .array($0.pairs.map { $0[0] }) }),
    Member(
      "values", of: [.dictionary], returns: .kind(.array), "The values of a dictionary",
      example: "[\"a\": 1].values == [1]", .property { .array($0.pairs.map { $0[1] }) }),
    Member(
      "mapValues", of: [.dictionary], takes: [Signature(.required(nil, .closure(1)))],
      returns: .kind(.dictionary), "The dictionary with the results of a closure as values",
      example: "[\"a\": 1].mapValues { $0 + 1 } == [\"a\": 2]",
      .method { call in
        let transform = try call.arguments.function(0)
        var pairs: [ScriptValue] = []
        for pair in call.pairs {
          pairs.append(.tuple([pair[0], try call.call(transform, pair[1])]))
        }
        return .dictionary(pairs)
      }),
    Member(
      "removeValue", of: [.dictionary], takes: [key], "Removes a key, and returns its value",
      example: "[\"a\": 1].removeValue(forKey: \"a\") == [:]",
      .mutation { receiver, call in try set(&receiver, call, call[0] ?? .null, to: .null) }),
    Member(
      "updateValue", of: [.dictionary],
      takes: [Signature(.required(nil, .any), .required("forKey", .any))],
      "Sets the value of a key, and returns the previous one",
      example: "[\"a\": 1].updateValue(2, forKey: \"a\") == [\"a\": 2]",
      .mutation { receiver, call in
        try set(&receiver, call, call[1] ?? .null, to: call[0] ?? .null)
      }),
  ]

  private static func set(
    _ receiver: inout ScriptValue, _ call: MemberCall, _ key: ScriptValue, to value: ScriptValue
  ) throws(ScriptError) -> ScriptValue {
    guard case .dictionary(let pairs) = receiver else { return .null }
    let old = try call.context.operations.element(of: receiver, at: key, span: call.span)
    receiver = .dictionary(pairs.setting(key, to: value))
    return old
  }

  // MARK: Sets

  private static let other = Signature(.required(nil, .any))

  /// A set is an array without equal elements, in the order of insertion.
  static let ofSets: [Member] = [
    Member(
      "union", of: [.array], takes: [other], returns: .kind(.array),
      "The elements of both, each of them once", example: "[1, 2].union([2, 3]) == [1, 2, 3]",
      .method { call in .array(unique(call.array + (try elements(call)), call)) }),
    Member(
      "intersection", of: [.array], takes: [other], returns: .kind(.array),
      "The elements that are in both", example: "[1, 2].intersection([2, 3]) == [2]",
      .method { call in
        let others = try elements(call)
        return .array(call.array.filter { contains(others, $0, call) })
      }),
    Member(
      "subtracting", of: [.array], takes: [other], returns: .kind(.array),
      "The elements that are not in the other", example: "[1, 2].subtracting([2, 3]) == [1]",
      .method { call in
        let others = try elements(call)
        return .array(call.array.filter { !contains(others, $0, call) })
      }),
    Member(
      "formUnion", of: [.array], takes: [other], returns: .kind(.void),
      "Adds the elements of another set", example: "[1, 2].formUnion([2, 3]) == [1, 2, 3]",
      .mutation { receiver, call in
        receiver = .array(unique(call.array + (try elements(call)), call))
        return .void
      }),
    Member(
      "subtract", of: [.array], takes: [other], returns: .kind(.void),
      "Removes the elements of another set", example: "[1, 2].subtract([2, 3]) == [1]",
      .mutation { receiver, call in
        let others = try elements(call)
        receiver = .array(call.array.filter { !contains(others, $0, call) })
        return .void
      }),
  ]

  /// The elements of the argument. Each comparison is a step of the budget.
  private static func elements(_ call: MemberCall) throws(ScriptError) -> [ScriptValue] {
    let value = call[0] ?? .null
    guard let elements = call.context.operations.elements(of: value) else {
      throw call.context.error(.wrongType("an array", not: value.kindName), at: call.place(0))
    }
    let collected = try call.context.operations.collect(elements, at: call.span)
    try call.context.operations.budget.spend(
      call.array.count * (collected.count / 16 + 1), at: call.span)
    return collected
  }

  static func unique(_ elements: [ScriptValue], _ call: MemberCall) -> [ScriptValue] {
    elements.reduce(into: []) { if !contains($0, $1, call) { $0.append($1) } }
  }

  static func contains(_ elements: [ScriptValue], _ value: ScriptValue, _ call: MemberCall) -> Bool
  {
    elements.contains { call.context.operations.areEqual($0, value) }
  }
}

extension MemberCall {
  /// The keys and values of a dictionary.
  fileprivate var pairs: [[ScriptValue]] {
    guard case .dictionary(let pairs) = receiver else { return [] }
    return pairs.compactMap { if case .tuple(let pair, _) = $0 { pair } else { nil } }
  }
}
