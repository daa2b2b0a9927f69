import Marbles
import MarblesCombine

extension Run {
  /// Evaluates a statement at the top of the file.
  func setUp(_ declaration: Declaration) throws(ScriptError) {
    switch declaration.kind {
    case .binding(let binding):
      try bind(binding, in: global)
      prepareInputs(of: binding)
    case .code(let statement):
      _ = try execute([statement], in: global)
    case .end(let names, let expression, let isVariable):
      try setUpEnd(names, expression, isVariable: isVariable, span: declaration.span)
    }
  }

  /// A subject with a row is fed by hand: its lane stands where it was declared.
  private func prepareInputs(of binding: Binding) {
    for name in binding.names where rowNames.contains(name.text) {
      if case .object(let subject as ScriptSubject) = global.find(name.text)?.value {
        subject.prepareInput()
      }
    }
  }

  private func setUpEnd(
    _ names: [Name], _ expression: Expression, isVariable: Bool, span: SourceRange
  ) throws(ScriptError) {
    guard let shape = SinkExpression(expression) else { return }
    let given = try shape.recordedName.map { (name) throws(ScriptError) in
      try evaluate(name, in: global).description
    }
    for name in names.isEmpty ? [nil] : names.map(Optional.some) {
      let laneName = given ?? name?.text ?? laneName(for: shape.name.text)
      let sink = ScriptSink(laneName, at: span, in: self)
      if let name { global.declare(name.text, .object(sink), isAssignable: isVariable) }
      try keep(sink, as: shape)
      let hasRow = name.map { rowNames.contains($0.text) } ?? false
      if hasRow {
        endShapes[ObjectIdentifier(sink)] = shape
      } else {
        agenda.add(at: .zero, .subscribers, rank: span.start) { [unowned self] in
          root { subscribe(sink, shape) }
        }
      }
    }
  }

  /// `.store(in: &bag)`, `.disposed(by: bag)`
  private func keep(_ sink: ScriptSink, as shape: SinkExpression) throws(ScriptError) {
    for holder in shape.holders {
      guard let name = holder.firstName, global.find(name) != nil || Word.named(name) != nil else {
        continue
      }
      if case .object(let bag as BagObject) = try evaluate(holder, in: global) { bag.insert(sink) }
    }
  }

  /// `^`: evaluates the end's whole chain anew and subscribes.
  func subscribe(_ sink: ScriptSink, _ shape: SinkExpression) {
    let outer = currentEnd
    currentEnd = sink
    defer { currentEnd = outer }
    do throws(ScriptError) {
      let base = try evaluate(shape.base, in: global)
      guard let stream = stream(of: base) else {
        throw mistake(.wrongType("a publisher", base), at: shape.base.span)
      }
      let arguments = try arguments(of: shape.call, in: global)
      callSite = shape.span
      try attach(
        sink, shape.sinkOperator, arguments, name: shape.name, at: shape.span, to: stream)
    } catch {
      report(error, at: shape.span)
    }
  }

  func stream(of value: ScriptValue) -> ScriptStream? {
    switch value {
    case .stream(let stream): stream
    case .object(let object): (object as? any StreamObject)?.stream
    default: nil
    }
  }
}
