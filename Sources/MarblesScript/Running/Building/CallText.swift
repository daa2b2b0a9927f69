import MarblesCombine

extension Run {
  /// What an operator is called in the picture: `share()`, `debounce(for: 5)`, `buffer`,
  /// `withLatestFrom(count)`. Of its arguments those are shown that fit and say something.
  func text(of name: String, _ arguments: SiteArguments) -> String {
    let shown = arguments.items.compactMap { item -> String? in
      guard item.label != "scheduler", let text = Self.text(of: item) else { return nil }
      return (item.label.map { "\($0): " } ?? "") + text
    }
    if arguments.items.isEmpty { return Self.isWrittenWithBrackets(name) ? name + "()" : name }
    let full = "\(name)(\(shown.joined(separator: ", ")))"
    return shown.isEmpty || full.count > Self.longestText ? name : full
  }

  private static let longestText = 18

  private static func isWrittenWithBrackets(_ name: String) -> Bool {
    ["share", "shareReplay", "publish", "replayAll"].contains(name)
  }

  private static func text(of item: SiteArguments.Item) -> String? {
    switch item.value {
    case .closure: nil
    case .stream, .object:
      item.value.isPublisher ? item.text : (item.value.schedulerName ?? item.text)
    case .void, .null, .tuple: nil
    case .duration, .int, .double, .bool, .string, .array, .range, .member: item.value.literal
    }
  }
}

extension Value {
  /// Whether it can be used as a publisher: asking for that would put a subject into the picture.
  var isPublisher: Bool {
    switch self {
    case .stream: true
    case .object(let object): object is any StreamObject
    default: false
    }
  }

  fileprivate var schedulerName: String? {
    if case .object(let object) = self, object is AnyTestScheduler { "main" } else { nil }
  }
}
