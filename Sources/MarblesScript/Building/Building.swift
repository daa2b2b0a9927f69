/// The place where a stream is created, which decides whether it becomes a stage of the picture.
enum Building {
  /// At the top level or in a block: operators become stages.
  case stages
  /// In the chain of a sink, which is evaluated again at each subscription.
  case stagesOf(ScriptSink)
  /// In a function that an operator or a sink calls.
  case lanesOnly

  var sink: ScriptSink? { if case .stagesOf(let sink) = self { sink } else { nil } }
}

/// The name that the value of an expression gets, which subjects and sinks show in the picture.
struct Naming {
  var name: String
  /// The expression whose value gets the name.
  var expression: SourceRange
}
