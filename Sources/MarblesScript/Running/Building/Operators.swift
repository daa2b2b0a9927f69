import Marbles
import MarblesCombine

extension Run {
  /// The place in which streams are created now.
  var building: Building {
    functionDepth > 0 ? .lanesOnly : currentEnd.map { .stagesOf($0) } ?? .stages
  }

  /// Applies the operator of that name; `nil` if there is none.
  func applyOperator(
    _ name: String, to upstream: ScriptStream, _ arguments: CallArguments, at span: SourceRange
  ) throws(ScriptError) -> ScriptValue? {
    let candidates = operators.candidates(name, in: plan.dialect)
    guard !candidates.isEmpty else { return nil }
    let chosen = candidates.first { fits(arguments, $0.signatures) } ?? candidates[0]
    let (signature, values, _) = try match(
      arguments, to: chosen.signatures, of: name, at: span)
    let match = OperatorMatch(
      entry: chosen, signature: signature, values: values,
      text: chosen.text(of: arguments, in: plan.source), span: span)
    return .stream(try builder.apply(match, to: upstream, in: building))
  }

  private func fits(_ arguments: CallArguments, _ signatures: [Signature]) -> Bool {
    let shapes = arguments.items.map { item in
      ArgumentShape(label: item.label, isTrailing: item.isTrailing, kind: item.value.kind)
    }
    return (try? signatures.match(shapes)) != nil
  }

  /// A stage that is no operator's, with a probe on each of the streams that lead into it.
  func stage(
    _ name: String, _ kind: Recording.Stage.Kind, detail: String, from sources: [ScriptStream],
    at span: SourceRange,
    build:
      @escaping ([AnyPublisher<ScriptValue, ScriptError>]) -> AnyPublisher<ScriptValue, ScriptError>
  ) -> ScriptStream {
    builder.stage(
      name, kind, detail: detail, from: sources, at: span, in: building, build: build)
  }

  func laneName(for sink: String) -> String { builder.laneName(for: sink) }
}
