import Marbles
import MarblesCombine

/// Members of plain values that are no sequences of elements.
extension Member {
  static let ofAll: [Member] = [
    Member(
      "description", of: ValueKind.values, returns: .kind(.string), "The value as text",
      example: "(12).description == \"12\"", .property { .string($0.receiver.description) }),
    Member(
      "localizedDescription", of: [.string, .bool, .duration, .null, .void, .anyMember],
      returns: .kind(.string), "The text of an error",
      example: "\"offline\".localizedDescription == \"offline\"",
      .property { .string($0.receiver.description) }),
    Member(
      "rawValue", of: [.anyMember], returns: .kind(.string), "The name of a member",
      example: "(1, .finished).1.rawValue == \"finished\"",
      .property { call in
        if case .member(let name, let details) = call.receiver, details.isEmpty {
          return .string(name)
        }
        return .string(call.receiver.literal)
      }),
    Member(
      "code", of: [.anyMember], "The code of an error of URL loading",
      example: "(1, .timedOut).1.code == .timedOut", .property { $0.receiver }),
    Member(
      "element", of: [.anyMember], "The value of an event `.next`; otherwise nil",
      example: "(1, .next(7)).1.element == 7", .property { $0.detail(of: "next") }),
    Member(
      "error", of: [.anyMember], "The error of an event `.error`; otherwise nil",
      example: "(1, .error(\"offline\")).1.error == \"offline\"",
      .property { $0.detail(of: "error") }),
    Member(
      "get", of: [.anyMember], takes: [Signature()],
      "The value of a result `.success`; throws the error of `.failure`",
      example: "(1, .success(7)).1.get() == 7",
      .method { call in
        switch call.receiver {
        case .member("success", let details): return details.first ?? .void
        case .member("failure", let details):
          throw ScriptError(from: details.first ?? .string("failure"))
        default:
          throw call.context.error(
            .noMember("get", of: call.receiver.kindName, nearest: nil), at: call.name.span)
        }
      }),
    Member(
      "isCompleted", of: [.anyMember], returns: .kind(.bool), "Whether an event is `.completed`",
      example: "(1, .completed).1.isCompleted",
      .property { .bool($0.receiver == .member("completed", [])) }),
  ]

  static let ofNumbers: [Member] =
    [
      Member(
        "magnitude", of: [.int, .double], returns: .receiver, "The absolute value",
        example: "(-3).magnitude == 3",
        .property { call in
          guard case .int(let number) = call.receiver else { return .double(abs(call.number)) }
          guard number > .min else { throw call.context.error(.overflow, at: call.span) }
          return .int(abs(number))
        }),
      Member(
        "isMultiple", of: [.int], takes: [Signature(.required("of", .any))], returns: .kind(.bool),
        "Whether the number is a multiple of another", example: "(6).isMultiple(of: 3)",
        .method { call in
          guard case .int(let divisor) = call[0] else {
            throw call.context.error(
              .wrongType("an integer", not: (call[0] ?? .void).kindName), at: call.place(0))
          }
          // The library's method traps here only for the smallest integer.
          return .bool(divisor == 0 ? call.integer == 0 : call.integer.isMultiple(of: divisor))
        }),
      Member(
        "signum", of: [.int], takes: [Signature()], returns: .kind(.int), "-1, 0 or 1, by the sign",
        example: "(-3).signum() == -1", .method { .int($0.integer.signum()) }),
      Member(
        "rounded", of: [.double, .int], takes: [Signature()], returns: .receiver,
        "The nearest integral number",
        example: "(2.6).rounded() == 3.0",
        .method { call in
          if case .int = call.receiver { return call.receiver }
          return .double(call.number.rounded())
        }),
      Member(
        "squareRoot", of: [.double, .int], takes: [Signature()], returns: .kind(.double),
        "The square root",
        example: "(2.25).squareRoot() == 1.5", .method { .double($0.number.squareRoot()) }),
      Member(
        "isFinite", of: [.double], returns: .kind(.bool),
        "Whether the number is neither infinite nor NaN",
        example: "(2.5).isFinite", .property { .bool($0.number.isFinite) }),
      Member(
        "isInfinite", of: [.double], returns: .kind(.bool), "Whether the number is infinite",
        example: "!(2.5).isInfinite", .property { .bool($0.number.isInfinite) }),
      Member(
        "isNaN", of: [.double], returns: .kind(.bool), "Whether the number is not a number",
        example: "!(2.5).isNaN", .property { .bool($0.number.isNaN) }),
    ]
    + ArgumentType.unitsOfTime.sorted().map { unit in
      Member(
        unit, of: [.int], returns: .kind(.member(unit)), "A duration of that many \(unit)",
        example: "(5).\(unit) == .\(unit)(5)",
        .property { .member(unit, [.int($0.integer)]) })
    }

  static let ofTuples: [Member] = [
    pairPart("index", 0, "The position in a pair of `enumerated()`"),
    pairPart("offset", 0, "The position in a pair of `enumerated()`"),
    pairPart("element", 1, "The element in a pair of `enumerated()`"),
    pairPart("key", 0, "The key in a pair of a dictionary"),
    pairPart("value", 1, "The value in a pair of a dictionary"),
    pairPart("inserted", 0, "Whether `insert(_:)` has changed a set"),
    pairPart("memberAfterInsert", 1, "The element of a set after `insert(_:)`"),
  ]

  private static func pairPart(_ name: String, _ index: Int, _ summary: String) -> Member {
    Member(
      name, of: [.tuple], summary, example: "(4, 4).\(name) == 4",
      .property { call in
        guard case .tuple(let parts, _) = call.receiver, parts.count == 2 else {
          throw call.context.error(
            .noMember(name, of: call.receiver.kindName, nearest: nil), at: call.name.span)
        }
        return parts[index]
      })
  }

  static let ofRanges: [Member] = [
    Member(
      "lowerBound", of: [.range], returns: .kind(.int), "The first number of a range",
      example: "(1...3).lowerBound == 1",
      .property { if case .range(let lower, _) = $0.receiver { .int(lower) } else { .null } }),
    Member(
      "upperBound", of: [.range], returns: .kind(.int), "The last number of a range",
      example: "(1...3).upperBound == 3",
      .property { if case .range(_, let upper) = $0.receiver { .int(upper) } else { .null } }),
  ]

  static let ofOptionals: [Member] = [
    Member(
      "map", of: scalars, takes: [Signature(.required(nil, .closure(1)))],
      "The result of a closure for a value that is not nil",
      example: "(2).map { $0 + 1 } == 3", .method(transform)),
    Member(
      "flatMap", of: scalars, takes: [Signature(.required(nil, .closure(1)))],
      "The result of a closure for a value that is not nil",
      example: "(2).flatMap { $0 + 1 } == 3", .method(transform)),
    Member(
      "publisher", of: ValueKind.sequences.union(scalars), returns: .kind(.stream),
      "A publisher of the elements", example: "[1, 2].publisher != nil",
      .property { call in
        .stream(
          call.context.runtime.guarded(
            ScriptStream(call.context.operations.sequence(call.receiver)), at: call.span))
      }),
  ]

  private static let scalars: Set<ValueKind> = [.null, .bool, .int, .double, .tuple, .anyMember]

  private static func transform(_ call: MemberCall) throws(ScriptError) -> ScriptValue {
    if case .null = call.receiver { return .null }
    return try call.call(try call.arguments.function(0), call.receiver)
  }

  /// Names that Swift has and a script has not: a run gives the same picture each time.
  static let refusedValues: [Member] = [
    Member(
      "sum", of: [.array, .range], "", .refused("write 'reduce(0, +)'")),
    Member(
      "randomElement", of: ValueKind.sequences, "",
      .refused("a script gives the same picture each time: write '.first' or an index")),
    Member(
      "shuffled", of: ValueKind.sequences, "",
      .refused("a script gives the same picture each time: write the order that you want")),
    Member(
      "shuffle", of: [.array], "",
      .refused("a script gives the same picture each time: write the order that you want")),
  ]
}

extension MemberCall {
  /// The first detail of an implicit member of that name; otherwise nil.
  fileprivate func detail(of name: String) -> ScriptValue {
    if case .member(name, let details) = receiver { details.first ?? .void } else { .null }
  }
}
