import MarblesCombine

/// An expression that subscribes: `shared.sink { … }.store(in: &bag)`.
struct SinkExpression {
  /// The pipeline.
  var base: Expression
  let sinkOperator: SinkOperator
  /// `sink`, `bind`, …
  var name: Name
  var call: Call
  var span: SourceRange
  /// The name in a following `.recorded(…)`.
  var recordedName: Expression?
  /// The sets and bags that keep it.
  var holders: [Expression] = []

  /// The name of a lane without a name: `assign to results`, or that of the method.
  var laneBase: String {
    guard name.text == "assign",
      case .prefix(.reference, let target)? = call.arguments.first?.value.kind,
      case .name(let property) = target.kind
    else { return name.text }
    return "assign to \(property)"
  }

  /// `nil` if the expression does not subscribe.
  init?(_ expression: Expression) {
    var current = expression
    var recordedName: Expression?
    var holders: [Expression] = []
    while case .call(let call) = current.kind, case .member(let base, let name) = call.function.kind
    {
      let label = call.arguments.first?.label?.text
      if let found = SinkOperator.named(name.text, firstLabel: label) {
        sinkOperator = found
        self.base = base
        self.name = name
        self.call = call
        span = current.span
        self.recordedName = recordedName
        self.holders = holders
        return
      }
      guard let member = Member.method(name.text, of: .sink) else { return nil }
      switch member.implementation {
      case .naming: recordedName = call.arguments.first?.value
      case .retention: if let holder = call.arguments.first?.value { holders.append(holder) }
      case .property, .state, .method, .mutation, .step, .effect, .refused: return nil
      }
      current = base
    }
    return nil
  }
}
