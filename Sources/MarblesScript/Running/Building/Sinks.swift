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
      let sink = ScriptSink(given ?? laneName(for: name.text), at: span, in: runtime)
      try attach(sink, sinkOperator, site, name: name, at: span, to: stream)
      runtime.keep(sink)
      return .object(sink)
    }
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

  /// `^`: evaluates the whole chain of a sink again and subscribes.
  func subscribe(_ sink: ScriptSink, _ expression: SinkExpression) {
    let outer = currentEnd
    currentEnd = sink
    defer { currentEnd = outer }
    do throws(ScriptError) {
      let base = try evaluate(expression.base, in: global)
      guard let stream = stream(of: base) else {
        throw mistake(.wrongType("a publisher", base), at: expression.base.span)
      }
      let arguments = try arguments(of: expression.call, in: global)
      try runtime.effects.call(at: expression.span) { () throws(ScriptError) in
        try attach(
          sink, expression.sinkOperator, arguments, name: expression.name, at: expression.span,
          to: stream)
      }
    } catch {
      report(error, at: expression.span)
    }
  }

  func stream(of value: ScriptValue) -> ScriptStream? {
    switch value {
    case .stream(let stream): stream
    case .object(let object): (object as? any StreamObject)?.stream
    default: nil
    }
  }

  /// Whether the script or the language declares a name.
  func isKnown(_ name: String?) -> Bool {
    name.map { global.find($0) != nil || Word.named($0) != nil } ?? false
  }
}
