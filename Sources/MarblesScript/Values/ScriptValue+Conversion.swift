extension ScriptValue {
  /// The value where a type is declared.
  func converted(by conversion: Conversion?) -> ScriptValue {
    switch (conversion, self) {
    case (.fractional, .int(let number)): .double(Double(number))
    case (.array(let inner), .array(let elements)): .array(elements.map { $0.converted(by: inner) })
    case (.set(let inner), .array(let elements)):
      ScriptValue(setOf: elements.map { $0.converted(by: inner) })
    case (.dictionary(let keys, let values), .dictionary(let pairs)):
      .dictionary(pairs.map { $0.converted(by: .tuple(labels: [nil, nil], [keys, values])) })
    case (.tuple(let names, let inner), .tuple(let parts, let labels))
    where inner.count == parts.count:
      .tuple(
        zip(parts, inner).map { $0.converted(by: $1) },
        labels: names.contains { $0 != nil } ? names : labels)
    case (.stream(let inner), .stream(var stream)):
      {
        stream.publisher =
          ValueMap(stream.publisher) { $0.converted(by: inner) }.eraseToAnyPublisher()
        return .stream(stream)
      }()
    default: self
    }
  }

  /// The elements of a literal: beside a fractional number, an integer is one too, unless there are
  /// values of other types.
  static func ofOneType(_ elements: [ScriptValue]) -> [ScriptValue] {
    areFractional(elements) ? elements.map { $0.converted(by: .fractional) } : elements
  }

  /// The pairs of a literal; the same applies to their values.
  static func ofOneType(pairs: [ScriptValue]) -> [ScriptValue] {
    let values = pairs.map { pair in
      if case .tuple(let parts, _) = pair, parts.count == 2 { parts[1] } else { pair }
    }
    guard areFractional(values) else { return pairs }
    return pairs.map { $0.converted(by: .tuple(labels: [nil, nil], [nil, .fractional])) }
  }

  private static func areFractional(_ elements: [ScriptValue]) -> Bool {
    var hasFractional = false
    for element in elements {
      switch element {
      case .double: hasFractional = true
      case .int, .null: continue
      default: return false
      }
    }
    return hasFractional
  }

  /// A set, which keeps its elements in the order of their insertion.
  init(setOf elements: [ScriptValue]) {
    var known: Set<ScriptValue> = []
    self = .set(elements.filter { known.insert($0).inserted })
  }

  /// The conversion of later values of a variable without a declared type.
  var impliedConversion: Conversion? {
    switch self {
    case .double: .fractional
    case .set: .set(of: nil)
    default: nil
    }
  }
}
