import MarblesCombine

/// Members of dictionaries.
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
      "removeValue", of: [.dictionary], takes: [key], returns: .optional,
      "Removes a key, and returns its value",
      example: "[\"a\": 1].removeValue(forKey: \"a\") == [:]",
      .mutation { receiver, call in try set(&receiver, call, call[0] ?? .null, to: .null) }),
    Member(
      "updateValue", of: [.dictionary],
      takes: [Signature(.required(nil, .any), .required("forKey", .any))],
      returns: .optional,
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
}

extension MemberCall {
  /// The keys and values of a dictionary.
  fileprivate var pairs: [[ScriptValue]] {
    guard case .dictionary(let pairs) = receiver else { return [] }
    return pairs.compactMap { if case .tuple(let pair, _) = $0 { pair } else { nil } }
  }
}
