import Marbles
import MarblesCombine

// Equality, durations and sequences.

extension ValueOperations {
  /// Whether two values are equal; different notations of one value are equal: 3 frames and `3ms`.
  func areEqual(_ a: ScriptValue, _ b: ScriptValue) -> Bool {
    switch (a, b) {
    case (.duration(let duration), .int(let frames)), (.int(let frames), .duration(let duration)):
      duration == runtime.scheduler.frame * Int64(frames)
    case (.array(let a), .array(let b)), (.tuple(let a, _), .tuple(let b, _)):
      a.count == b.count && zip(a, b).allSatisfy { areEqual($0, $1) }
    case (.dictionary(let a), .dictionary(let b)):
      a.count == b.count && a.allSatisfy { pair in b.contains { areEqual(pair, $0) } }
    case (.set(let a), .set(let b)), (.set(let a), .array(let b)), (.array(let a), .set(let b)):
      a.count == b.count && a.allSatisfy { element in b.contains { areEqual(element, $0) } }
    case (.member(let a, let c), .member(let b, let d)):
      a == b && c.count == d.count && zip(c, d).allSatisfy { areEqual($0, $1) }
    default: a == b
    }
  }

  /// The duration that a value denotes; `nil` for other values.
  func duration(_ value: ScriptValue?) -> VirtualDuration? {
    Arguments([value], context: BuildContext(scheduler: runtime.scheduler)).duration(0)
  }

  /// Sums of durations stop at the ends of virtual time, and are no longer what was intended.
  func checkLength(of duration: VirtualDuration, at span: SourceRange) throws(ScriptError) {
    if duration.nanoseconds == .max || duration.nanoseconds == .min {
      throw error(.tooLongTime, at: span)
    }
  }

  /// The elements of an array, a set, a range or a string; `nil` for other values.
  ///
  /// - Parameter skipped: the number of elements at the start that are left out.
  func elements(of value: ScriptValue, from skipped: Int = 0) -> AnySequence<ScriptValue>? {
    switch value {
    case .array(let elements), .set(let elements), .dictionary(let elements):
      AnySequence(elements.dropFirst(skipped))
    case .range(let lower, let upper):
      // `dropFirst` counts the elements of a range, and the number of all integers overflows.
      if case (let first, false) = lower.addingReportingOverflow(skipped), first <= upper {
        AnySequence((first...upper).lazy.map { .int($0) })
      } else {
        AnySequence([])
      }
    case .string(let text): AnySequence(text.dropFirst(skipped).lazy.map { .string(String($0)) })
    default: nil
    }
  }

  /// The elements of an array, a range, or an optional as a publisher.
  func sequence(_ value: ScriptValue) -> AnyPublisher<ScriptValue, ScriptError> {
    if case .null = value { return Empty().eraseToAnyPublisher() }
    let elements = elements(of: value) ?? AnySequence([value])
    return Publishers.Sequence<AnySequence<ScriptValue>, ScriptError>(sequence: elements)
      .eraseToAnyPublisher()
  }

  /// An element of an array, or the value of a key; nil if a dictionary does not contain the key.
  func element(of container: ScriptValue, at index: ScriptValue, span: SourceRange)
    throws(ScriptError)
    -> ScriptValue
  {
    switch (container, index) {
    case (.array(let elements), .int(let number)):
      guard elements.indices.contains(number) else {
        throw error(.outOfRange(number, count: elements.count), at: span)
      }
      return elements[number]
    case (.array(let elements), .range(let lower, let upper)):
      guard lower >= 0, upper < elements.count else {
        throw error(.outOfRange(upper, count: elements.count), at: span)
      }
      return .array(lower > upper ? [] : Array(elements[lower...upper]))
    case (.dictionary(let pairs), _):
      for case .tuple(let pair, _) in pairs where pair.count == 2 && areEqual(pair[0], index) {
        return pair[1]
      }
      return .null
    case (.array, _):
      throw error(.wrongType("an integer", not: index.kindName), at: span)
    default:
      throw error(.wrongType("an array or a dictionary", not: container.kindName), at: span)
    }
  }

  func collect(_ elements: AnySequence<ScriptValue>, at span: SourceRange) throws(ScriptError)
    -> [ScriptValue]
  {
    var collected: [ScriptValue] = []
    for element in elements {
      collected.append(element)
      try budget.check(count: collected.count, at: span)
    }
    return collected
  }

  /// A merge sort: a comparison of the script may fail, and need not be an order.
  func sorted(
    _ values: [ScriptValue], at span: SourceRange,
    _ isBefore: (ScriptValue, ScriptValue) throws(ScriptError) -> ScriptValue
  ) throws(ScriptError) -> [ScriptValue] {
    guard values.count > 1 else { return values }
    let middle = values.count / 2
    let left = try sorted(Array(values[..<middle]), at: span, isBefore)
    let right = try sorted(Array(values[middle...]), at: span, isBefore)
    var merged: [ScriptValue] = []
    var (i, j) = (0, 0)
    while i < left.count, j < right.count {
      try budget.spend(at: span)
      if case .bool(true) = try isBefore(right[j], left[i]) {
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
