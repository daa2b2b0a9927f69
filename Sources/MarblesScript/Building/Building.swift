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

/// A call of an operator whose arguments fit.
struct OperatorMatch {
  let entry: ScriptOperator
  let signature: Int
  let values: [ScriptValue?]
  /// The call as pictures show it.
  let text: String
  let span: SourceRange

  /// The type of the parameter with the given index; `nil` for further arguments of a variadic one.
  func parameterType(_ index: Int) -> ArgumentType? {
    let parameters = entry.signatures[signature].parameters
    return parameters.indices.contains(index) ? parameters[index].type : nil
  }

  /// Whether names and details of lanes leave it out.
  var isHidden: Bool { entry.isTransparent && text == entry.name }
}
