import Marbles
import MarblesCombine

extension Run {
  /// What arrays, ranges and strings have in common.
  func sequenceMethod(
    _ name: String, of elements: AnySequence<ScriptValue>, _ arguments: CallArguments, at span: Span
  ) throws(ScriptError) -> ScriptValue? {
    let first = arguments.value(0)
    if case .closure(let function) = first {
      return try closureMethod(name, of: elements, function, at: span)
    }
    switch (name, first) {
    case ("contains", let value?): return .bool(elements.contains { areEqual($0, value) })
    case ("firstIndex", let value?):
      return elements.enumerated().first { areEqual($0.element, value) }.map { .int($0.offset) }
        ?? .null
    case ("reversed", nil): return .array(try collect(elements, at: span).reversed())
    case ("sorted", nil): return .array(try sorted(collect(elements, at: span), by: nil, at: span))
    case ("min", nil), ("max", nil):
      let ordered = try sorted(collect(elements, at: span), by: nil, at: span)
      return (name == "min" ? ordered.first : ordered.last) ?? .null
    case ("joined", _):
      let separator = if case .string(let text) = first { text } else { "" }
      return .string(try joined(collect(elements, at: span), by: separator, at: span))
    case ("prefix", .int(let count)) where count >= 0:
      return .array(try collect(AnySequence(elements.prefix(count)), at: span))
    case ("suffix", .int(let count)) where count >= 0:
      return .array(try collect(elements, at: span).suffix(count))
    case ("dropFirst", _) where first == nil || first?.integer.map { $0 >= 0 } == true:
      return .array(Array(try collect(elements, at: span).dropFirst(first?.integer ?? 1)))
    case ("dropLast", _) where first == nil || first?.integer.map { $0 >= 0 } == true:
      return .array(Array(try collect(elements, at: span).dropLast(first?.integer ?? 1)))
    case ("enumerated", nil):
      return .array(try collect(elements, at: span).enumerated().map { .tuple([.int($0), $1]) })
    case ("reduce", let initial?):
      guard case .closure(let function) = arguments.value(1) else { return nil }
      var result = initial
      for element in elements { result = try call(function, [result, element], at: span) }
      return result
    default: return nil
    }
  }

  private func closureMethod(
    _ name: String, of elements: AnySequence<ScriptValue>, _ function: ScriptFunction, at span: Span
  ) throws(ScriptError) -> ScriptValue? {
    var kept: [ScriptValue] = []
    switch name {
    case "map", "compactMap", "flatMap", "forEach":
      for element in elements {
        let result = try call(function, [element], at: span)
        switch (name, result) {
        case _ where name == "forEach": break
        case ("compactMap", .null): break
        case ("flatMap", .array(let inner)): kept += inner
        default: kept.append(result)
        }
        try limit(kept.count, at: span)
      }
      return name == "forEach" ? .void : .array(kept)
    case "filter":
      for element in elements where try isTrue(function, element, at: span) { kept.append(element) }
      return .array(kept)
    case "contains", "first", "firstIndex":
      for (index, element) in elements.enumerated() where try isTrue(function, element, at: span) {
        return name == "contains" ? .bool(true) : name == "first" ? element : .int(index)
      }
      return name == "contains" ? .bool(false) : .null
    case "allSatisfy":
      for element in elements where try !isTrue(function, element, at: span) { return .bool(false) }
      return .bool(true)
    case "sorted":
      return .array(try sorted(collect(elements, at: span), by: function, at: span))
    default: return nil
    }
  }

  private func isTrue(_ function: ScriptFunction, _ element: ScriptValue, at span: Span)
    throws(ScriptError)
    -> Bool
  {
    let result = try call(function, [element], at: span)
    guard case .bool(let flag) = result else {
      throw mistake(.wrongType("a closure that gives true or false", result), at: span)
    }
    return flag
  }

  func collect(_ elements: AnySequence<ScriptValue>, at span: Span) throws(ScriptError)
    -> [ScriptValue]
  {
    var collected: [ScriptValue] = []
    for element in elements {
      collected.append(element)
      try limit(collected.count, at: span)
    }
    return collected
  }

  private func joined(_ elements: [ScriptValue], by separator: String, at span: Span)
    throws(ScriptError) -> String
  {
    var text = ""
    for (index, element) in elements.enumerated() {
      if index > 0 { text += separator }
      text += try limited(element, at: span).description
      try limit(text.utf8.count, at: span)
    }
    return text
  }

  /// A merge sort: the script's comparison may fail, and need not be an order.
  private func sorted(_ values: [ScriptValue], by function: ScriptFunction?, at span: Span)
    throws(ScriptError) -> [ScriptValue]
  {
    guard values.count > 1 else { return values }
    let middle = values.count / 2
    let left = try sorted(Array(values[..<middle]), by: function, at: span)
    let right = try sorted(Array(values[middle...]), by: function, at: span)
    var merged: [ScriptValue] = []
    var (i, j) = (0, 0)
    while i < left.count, j < right.count {
      try work(at: span)
      let before: ScriptValue
      if let function {
        before = try call(function, [right[j], left[i]], at: span)
      } else {
        before = try apply(.less, right[j], left[i], span: span)
      }
      if case .bool(true) = before {
        merged.append(right[j])
        j += 1
      } else {
        merged.append(left[i])
        i += 1
      }
    }
    return merged + left[i...] + right[j...]
  }

  /// Methods that change the variable they are called on; nil if it is none of them.
  func mutate(
    _ base: Expression, _ name: String, _ arguments: CallArguments, span: Span, in scope: Scope
  ) throws(ScriptError) -> ScriptValue? {
    guard Self.mutatingMethods.contains(name), case .name(let variableName) = base.kind,
      let variable = scope.find(variableName), variable.isAssignable
    else { return nil }
    guard case .array(var elements) = variable.value else { return nil }
    try work(elements.count / 16, at: span)
    var result = ScriptValue.void
    switch (name, arguments.value(0), arguments.value(1)) {
    case ("append", let value?, nil):
      if arguments.label(0) == "contentsOf", case .array(let more) = value {
        elements += more
      } else {
        elements.append(value)
      }
      try limit(elements.count, at: span)
    case ("removeAll", nil, _): elements.removeAll()
    case ("removeAll", .closure(let function), _):
      var kept: [ScriptValue] = []
      for element in elements where try !isTrue(function, element, at: span) {
        kept.append(element)
      }
      elements = kept
    case ("removeLast", nil, _), ("removeFirst", nil, _):
      guard !elements.isEmpty else { throw mistake(.outOfRange(0, count: 0), at: span) }
      result = name == "removeLast" ? elements.removeLast() : elements.removeFirst()
    case ("remove", .int(let index), _):
      guard elements.indices.contains(index) else {
        throw mistake(.outOfRange(index, count: elements.count), at: span)
      }
      result = elements.remove(at: index)
    case ("insert", let value?, .int(let index)):
      guard index >= 0, index <= elements.count else {
        throw mistake(.outOfRange(index, count: elements.count), at: span)
      }
      elements.insert(value, at: index)
    default: return nil
    }
    if arguments.value(0)?.hasParts == true { _ = try limited(.array(elements), at: span) }
    try change(variable, to: .array(elements))
    return result
  }

  private static let mutatingMethods: Set<String> = [
    "append", "removeAll", "removeLast", "removeFirst", "remove", "insert",
  ]
}
