/// Members of sets.
extension Member {
  static let ofSets: [Member] =
    combining(
      "union", changing: "formUnion", "the elements of both", gives: "[1, 2, 3]"
    ) { own, others in own + others }
    + combining(
      "intersection", changing: "formIntersection", "the elements that are in both", gives: "[2]"
    ) { own, others in own.filter(Set(others).contains) }
    + combining(
      "subtracting", changing: "subtract", "the elements that are not in the other", gives: "[1]"
    ) { own, others in own.filter { [known = Set(others)] in !known.contains($0) } }
    + combining(
      "symmetricDifference", changing: "formSymmetricDifference",
      "the elements that are in only one of them", gives: "[1, 3]"
    ) { own, others in
      let (first, second) = (Set(own), Set(others))
      return own.filter { !second.contains($0) } + others.filter { !first.contains($0) }
    }
    + [
      relation("isSubset", "of", "Whether the other has all elements", holdsWith: "[1, 2, 3]") {
        $0.isSubset(of: $1)
      },
      relation("isSuperset", "of", "Whether it has all elements of the other", holdsWith: "[2]") {
        $0.isSuperset(of: $1)
      },
      relation("isDisjoint", "with", "Whether no element is in both", holdsWith: "[3]") {
        $0.isDisjoint(with: $1)
      },
    ]

  /// A method that returns a set, and the one that changes its receiver to it.
  private static func combining(
    _ name: String, changing: String, _ summary: String, gives result: String,
    _ combine: @escaping @Sendable ([ScriptValue], [ScriptValue]) -> [ScriptValue]
  ) -> [Member] {
    let other = Signature(.required(nil, .any))
    let combined: @Sendable (MemberCall) throws(ScriptError) -> ScriptValue = {
      (call) throws(ScriptError) in
      let whole = ScriptValue(setOf: combine(call.array, try elements(call)))
      return try call.context.operations.budget.checked(whole, at: call.span)
    }
    return [
      Member(
        name, of: [.array], takes: [other], returns: .kind(.array), "Returns \(summary)",
        example: "Set([1, 2]).\(name)([2, 3]) == \(result)", .method { try combined($0) }),
      Member(
        changing, of: [.array], takes: [other], returns: .kind(.void), "Keeps \(summary)",
        example: "Set([1, 2]).\(changing)([2, 3]) == \(result)",
        .mutation { receiver, call in
          receiver = try combined(call)
          return .void
        }),
    ]
  }

  private static func relation(
    _ name: String, _ label: String, _ summary: String, holdsWith other: String,
    _ holds: @escaping @Sendable (Set<ScriptValue>, Set<ScriptValue>) -> Bool
  ) -> Member {
    Member(
      name, of: [.array], takes: [Signature(.required(label, .any))], returns: .kind(.bool),
      summary, example: "Set([1, 2]).\(name)(\(label): \(other))",
      .method { call in .bool(holds(Set(call.array), Set(try elements(call)))) })
  }

  /// The elements of the argument; both sets count as steps of the budget.
  private static func elements(_ call: MemberCall) throws(ScriptError) -> [ScriptValue] {
    let value = call[0] ?? .null
    guard let elements = call.context.operations.elements(of: value) else {
      throw call.context.error(.wrongType("a set", not: value.kindName), at: call.place(0))
    }
    let collected = try call.context.operations.collect(elements, at: call.span)
    try call.context.operations.budget.spend(
      (call.array.count + collected.count) / 4, at: call.span)
    return collected
  }
}
