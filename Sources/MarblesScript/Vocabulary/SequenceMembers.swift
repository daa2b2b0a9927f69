import MarblesCombine

/// Members of arrays, ranges and strings.
extension Member {
  private static let predicate = Signature(.required(nil, .closure(1)))
  private static let wherePredicate = Signature(.required("where", .closure(1)))
  private static let amount = Signature(.optional(nil, .int))

  static let ofSequences: [Member] =
    [
      Member(
        "count", of: ValueKind.sequences, returns: .kind(.int), "The number of elements",
        example: "[4, 5].count == 2", .property(count)),
      Member(
        "isEmpty", of: ValueKind.sequences, returns: .kind(.bool), "Whether there are no elements",
        example: "[].isEmpty", .property { .bool(first($0) == nil) }),
      Member(
        "first", of: ValueKind.sequences, returns: .optional, "The first element, or nil",
        example: "[4, 5].first == 4", .property { first($0) ?? .null }),
      Member(
        "last", of: ValueKind.sequences, returns: .optional, "The last element, or nil",
        example: "[4, 5].last == 5", .property(last)),
      Member(
        "indices", of: [.array], returns: .kind(.range), "The positions of the elements",
        example: "[4, 5].indices == 0...1", .property { .range(0, $0.array.count - 1) }),
      Member(
        "count", of: ValueKind.sequences, takes: [wherePredicate], returns: .kind(.int),
        "The number of elements that satisfy a predicate",
        example: "[1, 2, 3].count { $0 > 1 } == 2",
        .method { call in
          guard case .array(let found) = try filter(call) else { return .int(0) }
          return .int(found.count)
        }),
      Member(
        "first", of: ValueKind.sequences, takes: [wherePredicate], returns: .optional,
        "The first element that satisfies a predicate, or nil",
        example: "[1, 2, 3].first { $0 > 1 } == 2",
        .method { call in try search(call).map(\.element) ?? .null }),
      Member(
        "last", of: ValueKind.sequences, takes: [wherePredicate], returns: .optional,
        "The last element that satisfies a predicate, or nil",
        example: "[1, 2, 3].last { $0 < 3 } == 2",
        .method { call in
          guard case .array(let found) = try filter(call) else { return .null }
          return found.last ?? .null
        }),
      Member(
        "firstIndex", of: ValueKind.sequences,
        takes: [wherePredicate, Signature(.required("of", .any))], returns: .optional,
        "The position of the first element that is equal or satisfies a predicate, or nil",
        example: "[4, 5].firstIndex(of: 5) == 1",
        .method { call in try search(call).map { .int($0.offset) } ?? .null }),
      Member(
        "contains", of: ValueKind.sequences,
        takes: [wherePredicate, predicate, Signature(.required(nil, .any))], returns: .kind(.bool),
        "Whether an element is equal or satisfies a predicate", example: "[4, 5].contains(5)",
        .method(contains)),
      Member(
        "allSatisfy", of: ValueKind.sequences, takes: [predicate], returns: .kind(.bool),
        "Whether all elements satisfy a predicate", example: "[4, 5].allSatisfy { $0 > 3 }",
        .method { call in
          let predicate = try call.arguments.function(0)
          return try call.walk { (elements) throws(ScriptError) in
            for element in elements where try !call.holds(predicate, element) {
              return .bool(false)
            }
            return .bool(true)
          }
        }),
    ] + transforming + parts + ordering

  private static let transforming: [Member] = [
    Member(
      "map", of: ValueKind.sequences, takes: [predicate], returns: .kind(.array),
      "The results of a closure for each element", example: "[1, 2].map { $0 * 2 } == [2, 4]",
      .method { call in try transform(call) { $0.append($1) } }),
    Member(
      "compactMap", of: ValueKind.sequences, takes: [predicate], returns: .kind(.array),
      "The results of a closure that are not nil",
      example: "[\"1\", \"x\"].compactMap { Int($0) } == [1]",
      .method { call in try transform(call) { if $1 != .null { $0.append($1) } } }),
    Member(
      "flatMap", of: ValueKind.sequences, takes: [predicate], returns: .kind(.array),
      "The elements of the arrays that a closure returns",
      example: "[1, 2].flatMap { [$0, $0] } == [1, 1, 2, 2]",
      .method { call in
        try transform(call) {
          if let inner = $1.list { $0 += inner } else { $0.append($1) }
        }
      }),
    Member(
      "forEach", of: ValueKind.sequences, takes: [predicate], returns: .kind(.void),
      "Calls a closure with each element", example: "[1, 2].forEach { _ in } == ()",
      .method { call in
        _ = try transform(call) { _, _ in }
        return .void
      }),
    Member(
      "filter", of: ValueKind.sequences, takes: [predicate], returns: .receiver,
      "The elements that satisfy a predicate", example: "[1, 2, 3].filter { $0 > 1 } == [2, 3]",
      .method { call in
        let found = try filter(call)
        guard let elements = found.list else { return found }
        switch call.receiver {
        case .dictionary: return .dictionary(elements)
        case .set: return .set(elements)
        case .string: return try call.made(elements.map(\.description).joined())
        default: return found
        }
      }),
    Member(
      "reduce", of: ValueKind.sequences,
      takes: [
        Signature(.required("into", .any), .required(nil, .closure(2))),
        Signature(.required(nil, .any), .required(nil, .closure(2))),
      ],
      "The result of combining each element with the previous result",
      example: "[1, 2, 3].reduce(0, +) == 6", .method(reduce)),
    Member(
      "enumerated", of: ValueKind.sequences, takes: [Signature()], returns: .kind(.array),
      "Pairs of a position and an element", example: "[7].enumerated() == [(0, 7)]",
      .method { call in
        try call.collected { .array($0.enumerated().map { .tuple([.int($0), $1]) }) }
      }),
    Member(
      "joined", of: [.array], takes: [Signature(.optional("separator", .string))],
      "One text, or one array, of all elements",
      example: "[\"a\", \"b\"].joined(separator: \"-\") == \"a-b\"", .method(join)),
  ]

  private static let parts: [Member] = [
    Member(
      "prefix", of: ValueKind.sequences,
      takes: [Signature(.required("while", .closure(1))), Signature(.required(nil, .int))],
      "The first elements", example: "[1, 2, 3].prefix(2) == [1, 2]",
      .method { call in
        if case .closure(let predicate) = call[0] {
          return try split(call, at: predicate).first
        }
        let count = call.arguments.int(0) ?? 0
        guard case .string(let text) = call.receiver else {
          return try call.walk { (elements) throws(ScriptError) in
            .array(
              try call.context.operations.collect(
                AnySequence(elements.prefix(count)), at: call.span))
          }
        }
        return try call.made(String(text.prefix(count)))
      }),
    Member(
      "suffix", of: ValueKind.sequences, takes: [Signature(.required(nil, .int))],
      "The last elements", example: "[1, 2, 3].suffix(2) == [2, 3]",
      .method { call in try part(call) { $0.suffix(call.arguments.int(0) ?? 0) } }),
    Member(
      "dropFirst", of: ValueKind.sequences, takes: [amount], "The elements after the first ones",
      example: "[1, 2, 3].dropFirst() == [2, 3]",
      .method { call in try part(call) { $0.dropFirst(call.arguments.int(0) ?? 1) } }),
    Member(
      "dropLast", of: ValueKind.sequences, takes: [amount], "The elements before the last ones",
      example: "[1, 2, 3].dropLast() == [1, 2]",
      .method { call in try part(call) { $0.dropLast(call.arguments.int(0) ?? 1) } }),
    Member(
      "drop", of: ValueKind.sequences, takes: [Signature(.required("while", .closure(1)))],
      "The elements from the first that does not satisfy a predicate",
      example: "[1, 2, 3].drop { $0 < 2 } == [2, 3]",
      .method { call in try split(call, at: try call.arguments.function(0)).rest }),
  ]

  private static let ordering: [Member] = [
    Member(
      "reversed", of: ValueKind.sequences, takes: [Signature()], returns: .receiver,
      "The elements in reverse order", example: "[1, 2].reversed() == [2, 1]",
      .method { call in try part(call) { ArraySlice($0.reversed()) } }),
    ordered(
      "sorted", returns: .kind(.array), "The elements in order",
      example: "[2, 3, 1].sorted(by: >) == [3, 2, 1]"
    ) { .array($0) },
    ordered(
      "min", returns: .optional, "The smallest element, or nil", example: "[2, 1].min() == 1"
    ) { $0.first ?? .null },
    ordered(
      "max", returns: .optional, "The largest element, or nil", example: "[2, 1].max() == 2"
    ) { $0.last ?? .null },
  ]

  private static func ordered(
    _ name: String, returns result: Result, _ summary: String, example: String,
    _ choose: @escaping @Sendable ([ScriptValue]) -> ScriptValue
  ) -> Member {
    Member(
      name, of: ValueKind.sequences,
      takes: [Signature(.required("by", .closure(2))), Signature()], returns: result, summary,
      example: example,
      .method { call in
        try call.collected { (elements) throws(ScriptError) in
          choose(try call.sorted(elements, by: call.arguments.closure(0)))
        }
      })
  }

  // MARK: What they do

  private static func count(_ call: MemberCall) throws(ScriptError) -> ScriptValue {
    switch call.receiver {
    case .string(let text): return .int(text.count)
    case .array(let elements), .set(let elements), .dictionary(let elements):
      return .int(elements.count)
    case .range(let lower, let upper):
      guard lower <= upper else { return .int(0) }
      let (distance, isTooFar) = upper.subtractingReportingOverflow(lower)
      let (count, isTooMany) = distance.addingReportingOverflow(1)
      // Beyond the largest integer it is a number.
      return isTooFar || isTooMany ? .double(Double(upper) - Double(lower) + 1) : .int(count)
    default: return .null
    }
  }

  private static func first(_ call: MemberCall) -> ScriptValue? {
    call.context.operations.elements(of: call.receiver)?.first { _ in true }
  }

  private static func last(_ call: MemberCall) -> ScriptValue {
    switch call.receiver {
    case .string(let text): text.last.map { .string(String($0)) } ?? .null
    case .array(let elements), .set(let elements), .dictionary(let elements):
      elements.last ?? .null
    case .range(let lower, let upper): lower <= upper ? .int(upper) : .null
    default: .null
    }
  }

  private static func transform(
    _ call: MemberCall, _ add: (inout [ScriptValue], ScriptValue) -> Void
  ) throws(ScriptError) -> ScriptValue {
    let function = try call.arguments.function(0)
    return try call.walk { (elements) throws(ScriptError) in
      var results: [ScriptValue] = []
      for element in elements {
        add(&results, try call.call(function, element))
        try call.context.operations.budget.check(count: results.count, at: call.span)
      }
      return .array(results)
    }
  }

  private static func filter(_ call: MemberCall) throws(ScriptError) -> ScriptValue {
    let predicate = try call.arguments.function(0)
    return try call.walk { (elements) throws(ScriptError) in
      var kept: [ScriptValue] = []
      for element in elements where try call.holds(predicate, element) { kept.append(element) }
      return .array(kept)
    }
  }

  /// The first element that satisfies the predicate or equals the value that is the argument.
  private static func search(_ call: MemberCall) throws(ScriptError) -> (
    offset: Int, element: ScriptValue
  )? {
    var found: (offset: Int, element: ScriptValue)?
    _ = try call.walk { (elements) throws(ScriptError) in
      for (offset, element) in elements.enumerated() {
        let isFound: Bool
        if case .closure(let predicate) = call[0] {
          isFound = try call.holds(predicate, element)
        } else {
          isFound = call.context.operations.areEqual(element, call[0] ?? .void)
        }
        if isFound {
          found = (offset, element)
          break
        }
      }
      return .void
    }
    return found
  }

  private static func contains(_ call: MemberCall) throws(ScriptError) -> ScriptValue {
    if case .string(let text) = call.receiver, case .string(let part) = call[0] {
      try call.context.operations.budget.spend(text.utf8.count / 16, at: call.span)
      return .bool(part.isEmpty || text.contains(part))
    }
    return .bool(try search(call) != nil)
  }

  private static func reduce(_ call: MemberCall) throws(ScriptError) -> ScriptValue {
    let function = try call.arguments.function(1)
    return try call.walk { (elements) throws(ScriptError) in
      var result = call[0] ?? .void
      for element in elements {
        let next = try call.call(function, result, element)
        // A closure of `reduce(into:)` that changes nothing returns nothing.
        if call.signature == 0, case .void = next { continue }
        result = next
      }
      return result
    }
  }

  private static func join(_ call: MemberCall) throws(ScriptError) -> ScriptValue {
    try call.collected { (elements) throws(ScriptError) in
      if call[0] == nil, let flat = flattened(elements) { return .array(flat) }
      let separator = call.string(0)
      var text = ""
      for (index, element) in elements.enumerated() {
        if index > 0 { text += separator }
        text += try call.context.operations.budget.checked(element, at: call.span).description
        try call.context.operations.budget.check(count: text.utf8.count, at: call.span)
      }
      return .string(text)
    }
  }

  /// The elements of arrays; `nil` if an element is no array.
  private static func flattened(_ elements: [ScriptValue]) -> [ScriptValue]? {
    guard !elements.isEmpty else { return nil }
    var flat: [ScriptValue] = []
    for element in elements {
      guard let inner = element.list else { return nil }
      flat += inner
    }
    return flat
  }

  /// A part of a sequence: a text of a text, otherwise an array.
  private static func part(
    _ call: MemberCall, _ choose: ([ScriptValue]) -> ArraySlice<ScriptValue>
  ) throws(ScriptError) -> ScriptValue {
    let chosen = try call.collected { .array(Array(choose($0))) }
    guard case .string = call.receiver, case .array(let characters) = chosen else { return chosen }
    return try call.made(characters.map(\.description).joined())
  }

  /// The elements before the first that does not satisfy the predicate, and the others.
  private static func split(_ call: MemberCall, at predicate: ScriptFunction) throws(ScriptError)
    -> (first: ScriptValue, rest: ScriptValue)
  {
    var count = 0
    _ = try call.walk { (elements) throws(ScriptError) in
      for element in elements {
        guard try call.holds(predicate, element) else { break }
        count += 1
      }
      return .void
    }
    return (try part(call) { $0.prefix(count) }, try part(call) { $0.dropFirst(count) })
  }
}
