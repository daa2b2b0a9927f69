import MarblesCombine

/// An expression that ends a pipeline: `shared.sink { … }.store(in: &bag)`.
struct SinkExpression {
  /// The pipeline.
  var base: Expression
  /// `sink`, `bind`, …
  var name: Name
  var call: Call
  var span: Span
  /// What `.recorded(…)` behind the end calls it.
  var recordedName: Expression?
  /// Where it is stored.
  var holders: [Expression] = []

  /// Nil if the expression is no end.
  init?(_ expression: Expression) {
    var current = expression
    var recordedName: Expression?
    var holders: [Expression] = []
    while case .call(let call) = current.kind, case .member(let base, let name) = call.function.kind
    {
      if Members.isEnd(name.text, firstLabel: call.arguments.first?.label?.text) {
        self.base = base
        self.name = name
        self.call = call
        span = current.span
        self.recordedName = recordedName
        self.holders = holders
        return
      }
      guard Members.keeping[name.text] != nil else { return nil }
      if name.text == "recorded" {
        recordedName = call.arguments.first?.value
      } else if let holder = call.arguments.first?.value {
        holders.append(holder)
      }
      current = base
    }
    return nil
  }
}
