import Marbles
import MarblesCombine

/// Subscriptions by sink operators.
extension Run {
  /// A call of a sink operator in a block or a closure: it subscribes now.
  func subscribe(
    _ sinkOperator: SinkOperator, _ site: CallArguments, name: Name, at span: SourceRange,
    to stream: ScriptStream
  ) throws(ScriptError) -> ScriptValue {
    try step { () throws(ScriptError) in
      let given = pendingName.flatMap {
        $0.expression.start <= span.start && $0.expression.end >= span.end ? $0.name : nil
      }
      let sink = ScriptSink(given ?? laneName(for: name.text), at: span, in: self)
      try attach(sink, sinkOperator, site, name: name, at: span, to: stream)
      kept.append(sink)
      return .object(sink)
    }
  }

  /// A name for a sink that has none.
  func laneName(for sinkOperator: String) -> String {
    if sinkOperator == "bind" { return "binding" }
    let base = sinkOperator == "subscribe" ? "subscriber" : sinkOperator
    let number = (laneNames[base] ?? 0) + 1
    laneNames[base] = number
    return number == 1 ? base : "\(base) #\(number)"
  }

  func attach(
    _ sink: ScriptSink, _ sinkOperator: SinkOperator, _ site: CallArguments, name: Name,
    at span: SourceRange, to stream: ScriptStream
  ) throws(ScriptError) {
    let (signature, values, _) = try match(
      site, to: sinkOperator.signatures, of: name.text, at: name.span)
    let call = SinkCall(
      run: self, name: name, span: span, signature: signature,
      arguments: Arguments(values, context: BuildContext(scheduler: scheduler)))
    do {
      sink.attach(to: stream, try sinkOperator.make(call))
    } catch {
      throw ScriptError(error)
    }
  }

  /// What is created while an operator or a sink calls a function is no stage of its own.
  func inFunction<Result>(_ body: () throws(ScriptError) -> Result) throws(ScriptError) -> Result {
    functionDepth += 1
    defer { functionDepth -= 1 }
    return try body()
  }
}
