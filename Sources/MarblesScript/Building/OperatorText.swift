import MarblesCombine

extension ScriptOperator {
  /// The text of a call in pictures: `share()`, `debounce(for: 5)`, `buffer`,
  /// `withLatestFrom(count)`. Arguments are shown if they are short and informative.
  func text(of arguments: CallArguments, in source: SourceText) -> String {
    let shown = arguments.items.compactMap { item -> String? in
      guard item.label != "scheduler", let text = Self.text(of: item, in: source) else {
        return nil
      }
      return (item.label.map { "\($0): " } ?? "") + text
    }
    if arguments.items.isEmpty { return isWrittenAsCall ? name + "()" : name }
    let full = "\(name)(\(shown.joined(separator: ", ")))"
    let namesQueue = arguments.items.contains { $0.label != "scheduler" && $0.value.isScheduler }
    let longest = namesQueue ? Self.longestTextWithQueue : Self.longestText
    return shown.isEmpty || full.count > longest ? name : full
  }

  private static let longestText = 20
  /// The name of a queue is the most informative part of such a call.
  private static let longestTextWithQueue = 24

  private static func text(of item: CallArguments.Item, in source: SourceText) -> String? {
    switch item.value {
    case .closure: nil
    case .stream, .object:
      item.text ?? (item.value.isScheduler ? queueName(source.text(of: item.span)) : nil)
    case .void, .null, .tuple: nil
    case .member: text(ofMember: item.value)
    case .duration, .int, .double, .bool, .string, .array, .set, .dictionary, .range:
      item.value.literal
    }
  }

  /// A duration in its short form: `5ms` instead of `.milliseconds(5)`. Schedulers are left out.
  private static func text(ofMember value: ScriptValue) -> String {
    if let duration = value.duration { return duration.text }
    guard case .member(let name, let arguments) = value, !arguments.isEmpty,
      arguments.contains(where: \.isScheduler)
    else { return value.literal }
    let shown = arguments.filter { !$0.isScheduler }.map {
      if case .member = $0 { text(ofMember: $0) } else { $0.literal }
    }
    return ".\(name)(\(shown.joined(separator: ", ")))"
  }

  /// A queue as it is written, without its type and its arguments: `main`, `global()`.
  private static func queueName(_ written: String) -> String? {
    let path = String(written.prefix { $0 != "(" })
    guard let last = path.split(separator: ".").last,
      path.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "_" || $0 == "." })
    else { return nil }
    switch path {
    case "MainScheduler.instance", "MainScheduler.asyncInstance": return "main"
    case _ where last == "instance" || last == "shared": return path
    default: return written.hasSuffix(")") ? "\(last)()" : String(last)
    }
  }
}

extension ScriptValue {
  fileprivate var isScheduler: Bool {
    if case .object(let object) = self { object is ScriptScheduler } else { false }
  }
}
