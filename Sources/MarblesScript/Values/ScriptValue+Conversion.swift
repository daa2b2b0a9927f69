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

  /// The elements of a literal as values of one type.
  static func ofOneType(_ elements: [ScriptValue]) -> [ScriptValue] {
    guard let conversion = Conversion(unifying: elements) else { return elements }
    return elements.map { $0.converted(by: conversion) }
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

extension Conversion {
  /// The conversion of the elements of a literal to one type: beside a fractional number, an integer
  /// is one too, also at the same place of arrays, dictionaries and tuples. `nil` if the elements
  /// stay as they are, or have several types.
  fileprivate init?(unifying elements: [ScriptValue]) {
    let elements = elements.filter { if case .null = $0 { false } else { true } }
    switch elements.first {
    case .int, .double:
      guard elements.allSatisfy({ $0.number != nil }), elements.contains(where: \.isFractional)
      else { return nil }
      self = .fractional
    case .array:
      guard let parts = elements.allMapped(\.arrayElements),
        let inner = Conversion(unifying: parts.flatMap { $0 })
      else { return nil }
      self = .array(of: inner)
    case .dictionary:
      guard let parts = elements.allMapped(\.dictionaryPairs),
        case .tuple(_, let inner) = Conversion(unifying: parts.flatMap { $0 })
      else { return nil }
      self = .dictionary(keys: inner[0], values: inner[1])
    case .tuple(let first, _):
      guard let parts = elements.allMapped(\.tupleParts),
        parts.allSatisfy({ $0.count == first.count })
      else { return nil }
      let inner = first.indices.map { index in Conversion(unifying: parts.map { $0[index] }) }
      guard inner.contains(where: { $0 != nil }) else { return nil }
      self = .tuple(labels: first.map { _ in nil }, inner)
    default: return nil
    }
  }
}

extension [ScriptValue] {
  /// The results for all elements; `nil` if one has none.
  fileprivate func allMapped<Result>(_ transform: (ScriptValue) -> Result?) -> [Result]? {
    let results = compactMap(transform)
    return results.count == count ? results : nil
  }
}

extension ScriptValue {
  fileprivate var isFractional: Bool { if case .double = self { true } else { false } }
  fileprivate var arrayElements: [ScriptValue]? {
    if case .array(let elements) = self { elements } else { nil }
  }
  fileprivate var dictionaryPairs: [ScriptValue]? {
    if case .dictionary(let pairs) = self { pairs } else { nil }
  }
  fileprivate var tupleParts: [ScriptValue]? {
    if case .tuple(let parts, _) = self { parts } else { nil }
  }
}
