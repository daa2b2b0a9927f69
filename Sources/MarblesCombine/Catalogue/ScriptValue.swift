import Marbles

/// A value of the script language: what its streams carry and what its expressions compute.
package enum ScriptValue {
  case void
  case null
  case bool(Bool)
  case int(Int)
  case double(Double)
  case string(String)
  case array([ScriptValue])
  case tuple([ScriptValue])
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

/// A publisher of the script language.
package struct ScriptStream {
  package var publisher: AnyPublisher<ScriptValue, ScriptError>
  /// Starts the work, if the publisher is connectable.
  package var connect: (() -> any Cancellable)?
  /// Starts the work in the name of `autoconnect()`: as `connect`, without a mark of its own.
  package var autoconnect: (() -> any Cancellable)?
  /// Where it comes from, for the names in the picture; operators need not carry it on.
  package var origin: (any StreamOrigin)?

  package init(
    _ publisher: some Publisher<ScriptValue, ScriptError>, connect: (() -> any Cancellable)? = nil,
    autoconnect: (() -> any Cancellable)? = nil
  ) {
    self.publisher = publisher.eraseToAnyPublisher()
    self.connect = connect
    self.autoconnect = autoconnect ?? connect
  }
}

/// What a script's run knows about where a stream comes from.
package protocol StreamOrigin {
  /// The text of the stream where it is itself a value on a lane.
  var label: String? { get }
  /// The name or the text that the script gives the stream; `nil` if it has none.
  var givenName: String? { get }
}

/// A function of the script language. Calling it may fail with a diagnostic, which ends the run.
package struct ScriptFunction {
  /// How many parameters it declares or uses (`$0`, `$1`), `nil` if any number is fine.
  package let arity: Int?
  package let call: ([ScriptValue]) throws(ScriptError) -> ScriptValue

  package init(arity: Int?, _ call: @escaping ([ScriptValue]) throws(ScriptError) -> ScriptValue) {
    self.arity = arity
    self.call = call
  }

  package func callAsFunction(_ arguments: ScriptValue...) throws(ScriptError) -> ScriptValue {
    try call(arguments)
  }
}

/// Something in a script that has an identity: a subject, a sink, a scheduler.
package protocol ScriptObject: AnyObject {
  /// Its type in diagnostics: "PassthroughSubject".
  var typeName: String { get }
  /// The name that the script gave it; `nil` if it has none.
  var givenName: String? { get }
}

extension ScriptObject {
  package var givenName: String? { nil }
}

/// The failure of a script's stream.
package struct ScriptError: Error, Hashable, CustomStringConvertible {
  /// What failed, as the script says it: "offline" of `.failure("offline")`.
  package let description: String
  /// The byte offset in the script, if the script itself is wrong there (a division by zero in a
  /// closure): then the run ends with a diagnostic.
  package let mistakeOffset: Int?

  package init(_ description: String) {
    self.description = description
    mistakeOffset = nil
  }

  package init(mistake description: String, at offset: Int) {
    self.description = description
    mistakeOffset = offset
  }
}

extension ScriptValue: CustomStringConvertible {
  /// The text of the value in a picture: a string is itself at the top, quoted inside an array.
  package var description: String {
    if case .string(let text) = self { return text }
    return literal
  }

  /// The value as a script would write it.
  package var literal: String {
    switch self {
    case .void: "()"
    case .null: "nil"
    case .bool(let flag): flag ? "true" : "false"
    case .int(let number): String(number)
    case .double(let number): String(number)
    case .string(let text): "\"" + text + "\""
    case .array(let values): "[" + values.map(\.literal).joined(separator: ", ") + "]"
    case .tuple(let values): "(" + values.map(\.literal).joined(separator: ", ") + ")"
    case .range(let lower, let upper): "\(lower)...\(upper)"
    case .duration(let duration): duration.text
    case .member(let name, let arguments):
      arguments.isEmpty
        ? ".\(name)" : ".\(name)(" + arguments.map(\.literal).joined(separator: ", ") + ")"
    case .closure: "{ … }"
    case .stream(let stream): stream.origin?.label ?? stream.origin?.givenName ?? "Publisher"
    case .object(let object): object.givenName ?? object.typeName
    }
  }

  /// What kind of value it is, for diagnostics: "a string".
  package var kindName: String {
    switch self {
    case .void: "nothing"
    case .null: "nil"
    case .bool: "a boolean"
    case .int: "an integer"
    case .double: "a number"
    case .string: "a string"
    case .array: "an array"
    case .tuple: "a tuple"
    case .range: "a range"
    case .duration: "a duration"
    case .member(let name, _): ".\(name)"
    case .closure: "a closure"
    case .stream: "a publisher"
    case .object(let object): object.typeName
    }
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
    case (.array(let a), .array(let b)), (.tuple(let a), .tuple(let b)): a == b
    case (.range(let a, let b), .range(let c, let d)): a == c && b == d
    case (.duration(let a), .duration(let b)): a == b
    case (.member(let a, let b), .member(let c, let d)): a == c && b == d
    case (.object(let a), .object(let b)): a === b
    default: false
    }
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(description) }
}
