import Marbles
import MarblesCombine

/// What plain values can do: strings, arrays, numbers, ranges.
extension Run {
  /// A property; nil if there is none of that name.
  func valueProperty(_ name: String, of value: ScriptValue) -> ScriptValue? {
    switch value {
    case .string(let text): property(name, of: text)
    case .array(let elements): property(name, of: elements)
    case .range(let lower, let upper): property(name, of: lower, upper)
    case .int(let number): property(name, of: number)
    case .double(let number): name == "description" ? .string(String(number)) : nil
    case .tuple(let elements):
      (Int(name) ?? Self.position(name, in: elements)).flatMap {
        elements.indices.contains($0) ? elements[$0] : nil
      }
    case .member(_, let details) where name == "rawValue" || Int(name) != nil:
      Int(name).flatMap { details.indices.contains($0) ? details[$0] : nil }
        ?? .string(value.literal)
    case .bool, .member, .duration, .null, .void:
      name == "description" || name == "localizedDescription" ? .string(value.description) : nil
    default: nil
    }
  }

  /// Beyond the largest integer it is a number.
  private static func count(_ lower: Int, _ upper: Int) -> ScriptValue {
    let (distance, isTooFar) = upper.subtractingReportingOverflow(lower)
    let (count, isTooMany) = distance.addingReportingOverflow(1)
    return isTooFar || isTooMany ? .double(Double(upper) - Double(lower) + 1) : .int(count)
  }

  /// What `enumerated()` calls the parts of its pairs.
  private static func position(_ name: String, in elements: [ScriptValue]) -> Int? {
    guard elements.count == 2 else { return nil }
    switch name {
    case "index", "offset": return 0
    case "element": return 1
    default: return nil
    }
  }

  private func property(_ name: String, of text: String) -> ScriptValue? {
    switch name {
    case "count": .int(text.count)
    case "isEmpty": .bool(text.isEmpty)
    case "first": text.first.map { .string(String($0)) } ?? .null
    case "last": text.last.map { .string(String($0)) } ?? .null
    case "description", "localizedDescription": .string(text)
    default: nil
    }
  }

  private func property(_ name: String, of elements: [ScriptValue]) -> ScriptValue? {
    switch name {
    case "count": .int(elements.count)
    case "isEmpty": .bool(elements.isEmpty)
    case "first": elements.first ?? .null
    case "last": elements.last ?? .null
    case "indices": .range(0, elements.count - 1)
    case "description": .string(ScriptValue.array(elements).description)
    default: nil
    }
  }

  private func property(_ name: String, of lower: Int, _ upper: Int) -> ScriptValue? {
    switch name {
    case "count": upper < lower ? .int(0) : Self.count(lower, upper)
    case "isEmpty": .bool(upper < lower)
    case "first": upper < lower ? .null : .int(lower)
    case "last": upper < lower ? .null : .int(upper)
    case "lowerBound": .int(lower)
    case "upperBound": .int(upper)
    default: nil
    }
  }

  private func property(_ name: String, of number: Int) -> ScriptValue? {
    switch name {
    case "description": .string(String(number))
    case "magnitude": number == .min ? nil : .int(abs(number))
    default: nil
    }
  }

  /// Calls a method of a plain value; nil if there is none of that name.
  func valueMethod(
    _ name: String, of value: ScriptValue, _ arguments: CallArguments, at span: Span
  ) throws(ScriptError) -> ScriptValue? {
    switch value {
    case .string(let text):
      try work(text.utf8.count / 16, at: span)
      if let result = try stringMethod(name, of: text, arguments) { return result }
    case .int(let number):
      if let result = integerMethod(name, of: number, arguments) { return result }
    case .double(let number):
      switch name {
      case "rounded": return .double(number.rounded())
      case "squareRoot": return .double(number.squareRoot())
      default: break
      }
    default: break
    }
    guard let elements = elements(of: value) else { return nil }
    if let count = arguments.value(0), case .int(..<0) = count, Self.cutting.contains(name) {
      throw mistake(.negative(count), at: arguments.items[0].span)
    }
    let result = try counting(elements, at: span) { (elements) throws(ScriptError) in
      try sequenceMethod(name, of: elements, arguments, at: span)
    }
    return try result.map { (result) throws(ScriptError) in try limited(result, at: span) }
  }

  private static let cutting: Set<String> = ["prefix", "suffix", "dropFirst", "dropLast"]

  private func integerMethod(_ name: String, of number: Int, _ arguments: CallArguments)
    -> ScriptValue?
  {
    switch (name, arguments.value(0)) {
    case ("isMultiple", .int(let divisor)):
      .bool(divisor == 0 ? number == 0 : number.isMultiple(of: divisor))
    case ("signum", _): .int(number.signum())
    default: nil
    }
  }

  private func stringMethod(_ name: String, of text: String, _ arguments: CallArguments)
    throws(ScriptError) -> ScriptValue?
  {
    switch (name, arguments.value(0)) {
    case ("uppercased", _): return .string(text.uppercased())
    case ("lowercased", _): return .string(text.lowercased())
    case ("hasPrefix", .string(let part)): return .bool(text.hasPrefix(part))
    case ("hasSuffix", .string(let part)): return .bool(text.hasSuffix(part))
    case ("contains", .string(let part)): return .bool(part.isEmpty || text.contains(part))
    case ("reversed", _): return .string(String(text.reversed()))
    case ("prefix", .int(let count)) where count >= 0: return .string(String(text.prefix(count)))
    case ("suffix", .int(let count)) where count >= 0: return .string(String(text.suffix(count)))
    case ("dropFirst", .int(let count)) where count >= 0:
      return .string(String(text.dropFirst(count)))
    case ("dropFirst", nil): return .string(String(text.dropFirst()))
    case ("dropLast", .int(let count)) where count >= 0:
      return .string(String(text.dropLast(count)))
    case ("dropLast", nil): return .string(String(text.dropLast()))
    case ("split", .string(let separator)) where separator.count == 1:
      return .array(
        text.split(separator: Character(separator)).map { .string(String($0)) })
    default: return nil
    }
  }

  /// An element of an array, a dictionary being an array of pairs here, or a character of a string.
  func element(of container: ScriptValue, at index: ScriptValue, span: Span) throws(ScriptError)
    -> ScriptValue
  {
    switch (container, index) {
    case (.array(let elements), .int(let number)):
      guard elements.indices.contains(number) else {
        throw mistake(.outOfRange(number, count: elements.count), at: span)
      }
      return elements[number]
    case (.array(let elements), .range(let lower, let upper)):
      guard lower >= 0, upper < elements.count else {
        throw mistake(.outOfRange(upper, count: elements.count), at: span)
      }
      return .array(lower > upper ? [] : Array(elements[lower...upper]))
    case (.array(let elements), _):
      for case .tuple(let pair) in elements where pair.count == 2 && areEqual(pair[0], index) {
        return pair[1]
      }
      return .null
    default:
      throw mistake(.wrongType("an array", container), at: span)
    }
  }
}
