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

  /// The elements of a literal: beside a fractional number, an integer is one too.
  static func ofOneType(_ elements: [ScriptValue]) -> [ScriptValue] {
    let isFractional = elements.contains { if case .double = $0 { true } else { false } }
    return isFractional ? elements.map { $0.converted(by: .fractional) } : elements
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
