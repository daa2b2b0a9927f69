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

extension ScriptError {
  /// Any error as one of a script, which it is already if a script's closure threw it.
  package init(_ error: any Error) {
    self = error as? ScriptError ?? ScriptError(String(describing: error))
  }
}
