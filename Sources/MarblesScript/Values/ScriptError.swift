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
  package init(from value: ScriptValue) { self = .failure(ScriptFailure(value.failureText)) }

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

  init(_ text: String, at span: SourceRange? = nil) {
    self.text = text
    self.span = span
  }

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
