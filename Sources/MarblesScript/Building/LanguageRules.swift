import Marbles
import MarblesCombine

/// The settings of a script that apply to all of its code.
struct LanguageRules: Sendable {
  var source: SourceText
  /// The duration of one character of a row.
  var frame = VirtualDuration.frame
  var dialect = ScriptOperator.Dialect.combine
  var grammar = MarbleString.Dialect.rxjs
  /// Whether a programmer error stops the run, as in a debug build.
  var stopsAtProgrammerErrors = true
}
