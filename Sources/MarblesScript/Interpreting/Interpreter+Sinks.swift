import Marbles
import MarblesCombine

/// Subscriptions by sink operators.
extension Interpreter {
  /// A call of a sink operator in a block or a closure: it subscribes now.
  func subscribe(
    _ sinkOperator: SinkOperator, _ site: CallArguments, name: Name, at span: SourceRange,
    to stream: ScriptStream, in context: EvaluationContext
  ) throws(ScriptError) -> ScriptValue {
    try context.step { (context) throws(ScriptError) in
      let given = context.naming.flatMap {
        $0.expression.start <= span.start && $0.expression.end >= span.end ? $0.name : nil
      }
      let sink = ScriptSink(given ?? builder.laneName(for: name.text), at: span, in: runtime)
      try attach(sink, sinkOperator, site, name: name, at: span, to: stream, in: context)
      runtime.keep(sink)
      return .object(sink)
    }
  }

  private func attach(
    _ sink: ScriptSink, _ sinkOperator: SinkOperator, _ site: CallArguments, name: Name,
    at span: SourceRange, to stream: ScriptStream, in context: EvaluationContext
  ) throws(ScriptError) {
    let callContext = callContext(context)
    let (signature, values, _) = try callContext.match(
      site.passingOwner, to: sinkOperator.signatures, of: name.text, at: name.span)
    let call = SinkCall(
      context: callContext, name: name, span: span, signature: signature,
      parameters: sinkOperator.signatures[signature].parameters,
      arguments: callContext.arguments(values), trait: StreamProvenance(of: stream).trait)
    do {
      sink.attach(to: stream, try sinkOperator.make(call))
    } catch {
      throw ScriptError(error)
    }
  }

  /// `^`: evaluates the whole chain of a sink again and subscribes.
  func subscribe(_ sink: ScriptSink, _ expression: SinkExpression) {
    var context = topLevel
    context.building = .stagesOf(sink)
    do throws(ScriptError) {
      let base = try evaluate(expression.base, in: context)
      guard let stream = base.stream else {
        throw error(.wrongType("a publisher", not: base.kindName), at: expression.base.span)
      }
      let arguments = try arguments(of: expression.call, in: context)
      try runtime.effects.call(at: expression.span) { () throws(ScriptError) in
        try attach(
          sink, expression.sinkOperator, arguments, name: expression.name, at: expression.span,
          to: stream, in: context)
      }
    } catch {
      report(error, at: expression.span)
    }
  }

  /// Whether the script or the language declares a name.
  func isKnown(_ name: String?) -> Bool {
    name.map { globals.find($0) != nil || Word.named($0) != nil } ?? false
  }
}
