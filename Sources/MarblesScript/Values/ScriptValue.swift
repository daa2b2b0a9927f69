import Marbles
import MarblesCombine

/// A value of the script language: an element of its streams, or the value of an expression.
package enum ScriptValue {
  case void
  case null
  case bool(Bool)
  case int(Int)
  case double(Double)
  case string(String)
  case array([ScriptValue])
  /// Tuples are equal if their elements are; the labels do not count.
  case tuple([ScriptValue], labels: [String?]? = nil)
  /// Elements of which no two are equal, in the order of insertion.
  case set([ScriptValue])
  /// Tuples of a key and a value, in the order of insertion.
  case dictionary([ScriptValue])
  /// Lower bound, upper bound (included).
  case range(Int, Int)
  case duration(VirtualDuration)
  /// An implicit member such as `.unlimited` or `.max(4)`.
  case member(String, [ScriptValue])
  case closure(ScriptFunction)
  case stream(ScriptStream)
  /// A subject, relay, sink, cache, scheduler, cancellable, …: something with an identity.
  case object(any ScriptObject)
}

/// An object of a script with an identity: a subject, a sink, a scheduler.
package protocol ScriptObject: AnyObject {
  /// Its type in diagnostics: "PassthroughSubject".
  var typeName: String { get }
  /// The name that the script gave it; `nil` if it has none.
  var givenName: String? { get }
}

extension ScriptObject {
  package var givenName: String? { nil }
}

extension ScriptValue: PicturedValue {
  /// The description, except of a string that would look like another value.
  package var pictureText: String {
    if case .string(let text) = self { describeForLabel(text) } else { description }
  }
}

extension ScriptValue: CustomStringConvertible {
  /// The text of the value. A string has quotation marks only inside another value.
  package var description: String {
    if case .string(let text) = self { return text }
    return literal
  }

  /// The text of the value inside of a string, as Swift has it: the case `.offline` is "offline".
  package var interpolated: String {
    if case .member = self { String(literal.drop { $0 == "." }) } else { description }
  }

  /// The value in the notation of a script.
  package var literal: String {
    switch self {
    case .void: "()"
    case .null: "nil"
    case .bool(let flag): flag ? "true" : "false"
    case .int(let number): String(number)
    case .double(let number): String(number)
    case .string(let text): text.debugDescription
    case .array(let values), .set(let values):
      "[" + values.map(\.literal).joined(separator: ", ") + "]"
    case .dictionary(let pairs):
      pairs.isEmpty ? "[:]" : "[" + pairs.map(\.pairLiteral).joined(separator: ", ") + "]"
    case .tuple(let values, _): "(" + values.map(\.literal).joined(separator: ", ") + ")"
    case .range(let lower, let upper): "\(lower)...\(upper)"
    case .duration(let duration): duration.text
    case .member(let name, let arguments):
      // A value of a structure is written without a period: `User("ann")`.
      (name.isCapitalized ? name : "." + name)
        + (arguments.isEmpty
          ? "" : "(" + arguments.map(\.literal).joined(separator: ", ") + ")")
    case .closure: "{ … }"
    case .stream(let stream): stream.origin?.label ?? stream.origin?.givenName ?? "Publisher"
    case .object(let object): object.givenName ?? object.typeName
    }
  }

  /// The kind of the value in diagnostics: "a string".
  package var kindName: String {
    switch self {
    case .void: "nothing"
    case .null: "nil"
    case .bool: "a boolean"
    case .int: "an integer"
    case .double: "a number"
    case .string: "a string"
    case .array: "an array"
    case .set: "a set"
    case .tuple: "a tuple"
    case .dictionary: "a dictionary"
    case .range: "a range"
    case .duration: "a duration"
    case .member(let name, _): ".\(name)"
    case .closure: "a closure"
    case .stream: "a publisher"
    case .object(let object): object.typeName
    }
  }
}

extension ScriptValue {
  /// A pair of a dictionary: `"a": 1`.
  fileprivate var pairLiteral: String {
    guard case .tuple(let pair, _) = self, pair.count == 2 else { return literal }
    return pair[0].literal + ": " + pair[1].literal
  }
}

extension ScriptValue: Hashable {
  package static func == (a: ScriptValue, b: ScriptValue) -> Bool {
    switch (a, b) {
    case (.void, .void), (.null, .null): true
    case (.bool(let a), .bool(let b)): a == b
    case (.int(let a), .int(let b)): a == b
    case (.double(let a), .double(let b)): a == b
    case (.int(let a), .double(let b)), (.double(let b), .int(let a)): Double(a) == b
    case (.string(let a), .string(let b)): a == b
    case (.array(let a), .array(let b)), (.tuple(let a, _), .tuple(let b, _)): a == b
    // A literal beside a set is a set.
    case (.dictionary(let a), .dictionary(let b)), (.set(let a), .set(let b)),
      (.set(let a), .array(let b)), (.array(let a), .set(let b)):
      a.count == b.count && a.allSatisfy { b.contains($0) }
    case (.range(let a, let b), .range(let c, let d)): a == c && b == d
    case (.duration(let a), .duration(let b)): a == b
    case (.member(let a, let b), .member(let c, let d)): a == c && b == d
    case (.object(let a), .object(let b)): a === b
    default: false
    }
  }

  package func hash(into hasher: inout Hasher) {
    switch self {
    // The order of a set or a dictionary does not count, and a set can equal an array.
    case .array(let elements), .set(let elements), .dictionary(let elements):
      hasher.combine(elements.reduce(0) { $0 ^ $1.hashValue })
    case .tuple(let parts, _), .member(_, let parts): hasher.combine(parts)
    case .int(let number): hasher.combine(Double(number))
    case .double(let number): hasher.combine(number)
    default: hasher.combine(description)
    }
  }
}

extension ScriptValue {
  /// A duration, also one of Dispatch's intervals: `.milliseconds(5)`.
  package var duration: VirtualDuration? {
    switch self {
    case .duration(let duration): duration
    case .member("milliseconds", let n): n.first?.integer.map { .milliseconds($0) }
    case .member("microseconds", let n): n.first?.integer.map { .microseconds($0) }
    case .member("nanoseconds", let n): n.first?.integer.map { .nanoseconds($0) }
    case .member("seconds", let n): n.first?.number.map { .seconds($0) }
    default: nil
    }
  }

  /// The elements of an array or a set; `nil` for other values.
  var list: [ScriptValue]? {
    switch self {
    case .array(let elements), .set(let elements): elements
    default: nil
    }
  }

  package var integer: Int? {
    if case .int(let number) = self { number } else { nil }
  }

  package var number: Double? {
    switch self {
    case .int(let number): Double(number)
    case .double(let number): number
    default: nil
    }
  }

  /// The value as a stream: a publisher, a subject or a relay; `nil` for other values.
  package var stream: ScriptStream? {
    switch self {
    case .stream(let stream): stream
    case .object(let object): (object as? any StreamObject)?.stream
    default: nil
    }
  }

  package var publisher: AnyPublisher<ScriptValue, ScriptError>? { stream?.publisher }
}
