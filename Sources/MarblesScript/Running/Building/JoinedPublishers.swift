import MarblesCombine

/// `Publishers.Merge(a, b)` and its like: what the operator of that name makes of the first.
extension Run {
  /// Nil if the word is none of them.
  func makeJoined(_ call: WordCall) throws(ScriptError) -> ScriptStream? {
    guard call.name.hasPrefix("Publishers.") else { return nil }
    let type = call.name.dropFirst("Publishers.".count)
    let (name, label): (String, String?) =
      switch type {
      case _ where type.hasPrefix("Zip"): ("zip", nil)
      case _ where type.hasPrefix("CombineLatest"): ("combineLatest", nil)
      case "Concatenate": ("append", nil)
      default: ("merge", "with")
      }
    let sources = try publishers(in: call)
    guard let first = sources.first else { return ScriptStream(Empty<ScriptValue, ScriptError>()) }
    let names = call.site.items.map(\.text)
    var others = CallArguments()
    for (index, source) in sources.enumerated().dropFirst() {
      others.items.append(
        CallArguments.Item(
          label: index == 1 ? label : nil, isTrailing: false, value: .stream(source),
          span: call.span, text: names.count == sources.count ? names[index] : nil))
    }
    if others.items.isEmpty { return first }
    guard case .stream(let joined) = try applyOperator(name, to: first, others, at: call.span)
    else { return nil }
    return joined
  }
}
