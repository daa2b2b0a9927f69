import MarblesCombine

extension Run {
  func collect(_ elements: AnySequence<ScriptValue>, at span: SourceRange) throws(ScriptError)
    -> [ScriptValue]
  {
    var collected: [ScriptValue] = []
    for element in elements {
      collected.append(element)
      try limit(collected.count, at: span)
    }
    return collected
  }

  /// A merge sort: a comparison of the script may fail, and need not be an order.
  func sorted(_ values: [ScriptValue], by function: ScriptFunction?, at span: SourceRange)
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
}
