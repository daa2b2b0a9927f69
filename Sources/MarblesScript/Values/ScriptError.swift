/// The reason why code of a script ends early.
package enum ScriptError: Error, Hashable {
  /// A stream or a closure fails. Operators that handle failures receive it.
  case failure(ScriptFailure)
  /// The script is invalid. The diagnostic has been reported; operators pass the error on.
  case invalidScript
  /// A thread of the script waits for its next frame.
  case suspended
  /// The run is over.
  case stopped

  package init(_ text: String) { self = .failure(ScriptFailure(text)) }

  /// Any error as one of a script. An error that a closure of the script threw stays what it is.
  package init(_ error: any Error) {
    self = error as? ScriptError ?? ScriptError(String(describing: error))
  }

  /// The failure that a value of a script denotes: `.offline` is "offline".
  package init(from value: ScriptValue) { self = .failure(ScriptFailure(of: value)) }

  /// The failure as a value for closures of the script.
  package var value: ScriptValue {
    if case .failure(let failure) = self { failure.value } else { .string(description) }
  }

  /// The error of a cancelled task.
  static let cancellation = ScriptError(from: .member("CancellationError", []))

  /// Whether a stream of the script may handle the error.
  package var isFailure: Bool { if case .failure = self { true } else { false } }
}

extension ScriptError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .failure(let failure): failure.text
    case .invalidScript: "the script is invalid"
    case .suspended: "the thread waits for its next frame"
    case .stopped: "the run is over"
    }
  }
}

/// The failure of a script's stream.
package struct ScriptFailure: Hashable, Sendable {
  /// The text in pictures and expectations: "offline" of `.failure("offline")`.
  package let text: String
  /// The `throw` statement, if a statement threw it. Failures with equal texts are equal.
  let span: SourceRange?
  /// The case of an enumeration, if the failure is one.
  private let details: PlainValue?

  init(_ text: String, at span: SourceRange? = nil) {
    self.text = text
    self.span = span
    details = nil
  }

  /// The failure that a value denotes.
  init(of value: ScriptValue, at span: SourceRange? = nil) {
    text = value.failureText
    self.span = span
    if case .member = value { details = PlainValue(value) } else { details = nil }
  }

  var value: ScriptValue { details?.value ?? .string(text) }

  package static func == (a: ScriptFailure, b: ScriptFailure) -> Bool { a.text == b.text }

  package func hash(into hasher: inout Hasher) { hasher.combine(text) }
}

extension ScriptValue {
  /// The text of the value as a failure: `.offline` is "offline".
  var failureText: String {
    guard case .member(let name, let details) = self else { return description }
    return details.isEmpty
      ? name : "\(name)(" + details.map(\.literal).joined(separator: ", ") + ")"
  }
}

/// A value that contains no streams, objects or closures.
private indirect enum PlainValue: Sendable {
  case null
  case bool(Bool)
  case int(Int)
  case double(Double)
  case string(String)
  case array([PlainValue])
  case member(String, [PlainValue])

  /// Another value becomes its text.
  init(_ value: ScriptValue) {
    switch value {
    case .null: self = .null
    case .bool(let flag): self = .bool(flag)
    case .int(let number): self = .int(number)
    case .double(let number): self = .double(number)
    case .array(let elements), .set(let elements):
      self = .array(elements.map { PlainValue($0) })
    case .member(let name, let details): self = .member(name, details.map { PlainValue($0) })
    case .string, .void, .tuple, .dictionary, .range, .duration, .closure, .stream, .object:
      self = .string(value.description)
    }
  }

  var value: ScriptValue {
    switch self {
    case .null: .null
    case .bool(let flag): .bool(flag)
    case .int(let number): .int(number)
    case .double(let number): .double(number)
    case .string(let text): .string(text)
    case .array(let elements): .array(elements.map(\.value))
    case .member(let name, let details): .member(name, details.map(\.value))
    }
  }
}
