extension MarbleString {
  /// The meaning of a string as an observable and as a subscription.
  public struct Meaning: Hashable, Sendable {
    /// The string in the dialect.
    public let string: MarbleString
    /// The notifications of a hot string: a `^` is frame 0.
    public let notifications: Reading<[Event]>
    /// `nil` in dialects without subscription strings.
    public let subscription: Reading<Subscription>?
  }

  /// The meaning of the string.
  public var meaning: Meaning {
    let hasSubscriptions = dialect == .rxjs || dialect == .rxjs6
    return Meaning(
      string: self, notifications: notifications(hot: true),
      subscription: hasSubscriptions ? subscription() : nil)
  }
}

extension MarbleString.Meaning {
  /// `false` if the string is neither valid as notifications nor as a subscription.
  public var isReadable: Bool { hasNotifications || hasSubscription }

  /// The problems of the probable reading: of the notifications, unless the string is only valid as a
  /// subscription.
  public var problems: [MarbleString.Problem] {
    if hasNotifications { return notifications.problems }
    if let subscription, hasSubscription || readsLikeSubscription { return subscription.problems }
    return notifications.problems
  }

  private var hasNotifications: Bool { notifications.errors.isEmpty }
  private var hasSubscription: Bool { subscription?.errors.isEmpty ?? false }

  private var readsLikeSubscription: Bool {
    string.text.contains("!") && !string.text.contains { "|#".contains($0) }
  }

  // MARK: Text

  /// The meaning in plain text, one line per frame.
  public var text: String {
    var lines: [String] = []
    if hasNotifications || !hasSubscription {
      lines.append("notifications")
      lines += hasNotifications ? notificationLines : Self.reasons(notifications.errors)
    }
    if let subscription, hasSubscription || !hasNotifications {
      lines.append("subscription")
      let life = Self.sentence(subscription.value, in: string)
      lines += hasSubscription ? ["  " + life] : Self.reasons(subscription.errors)
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func reasons(_ errors: [MarbleString.Problem]) -> [String] {
    errors.map { "  none: " + TextWidth.visible($0.message) }
  }

  private var notificationLines: [String] {
    if notifications.value.isEmpty { return ["  none"] }
    let frames = notifications.value.map { $0.frameText(in: string) }
    let width = frames.map(\.count).max() ?? 0
    return zip(frames, notifications.value).map { frame, event in
      let gap = String(repeating: " ", count: width - frame.count + 2)
      return gap + frame + "  " + event.mark.sentence
    }
  }

  private static func sentence(
    _ subscription: MarbleString.Subscription, in string: MarbleString
  ) -> String {
    let parts = [
      subscription.subscribed.map { "subscribed at \($0.frameText(in: string))" },
      subscription.unsubscribed.map { "unsubscribed at \($0.frameText(in: string))" },
    ].compactMap { $0 }
    return parts.isEmpty ? "never subscribed" : parts.joined(separator: ", ")
  }

  // MARK: JSON

  /// The meaning as JSON on one line. An invalid reading is `null`.
  ///
  ///     {"notifications":[{"frame":0,"kind":"next","value":"a"}],"subscription":null}
  public var json: String {
    let marks = notifications.value.map { $0.json(in: string) }.joined(separator: ",")
    return "{\"notifications\":" + (hasNotifications ? "[\(marks)]" : "null")
      + ",\"subscription\":" + (hasSubscription ? subscriptionJSON : "null") + "}"
  }

  private var subscriptionJSON: String {
    func frame(_ event: MarbleString.Event?) -> String { event?.frameText(in: string) ?? "null" }
    let life = subscription?.value
    return "{\"subscribed\":\(frame(life?.subscribed)),"
      + "\"unsubscribed\":\(frame(life?.unsubscribed))}"
  }
}

extension MarbleString.Event {
  fileprivate func frameText(in string: MarbleString) -> String {
    decimalText(time.nanoseconds, over: string.frameLength.nanoseconds)
  }

  fileprivate func json(in string: MarbleString) -> String {
    let head = "{\"frame\":\(frameText(in: string)),\"kind\":\"\(mark.kind)\""
    if case .value(let value) = mark { return head + ",\"value\":\(jsonText(value))}" }
    return head + "}"
  }
}

extension MarbleString.Mark {
  fileprivate var kind: String {
    switch self {
    case .value: "next"
    case .finished: "complete"
    case .failed: "error"
    case .subscribe: "subscribe"
    case .cancel: "cancel"
    case .request: "request"
    case .delayNext: "delay"
    }
  }

  fileprivate var sentence: String {
    if case .value(let value) = self { return "next " + TextWidth.visible(value) }
    return kind
  }
}

/// A JSON string with its quotes.
private func jsonText(_ text: String) -> String {
  var result = "\""
  for scalar in text.unicodeScalars {
    switch scalar {
    case "\"": result += "\\\""
    case "\\": result += "\\\\"
    case "\n": result += "\\n"
    case "\r": result += "\\r"
    case "\t": result += "\\t"
    case _ where scalar.value < 0x20 || scalar.value == 0x7F:
      let digits = String(scalar.value, radix: 16)
      result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    default: result.unicodeScalars.append(scalar)
    }
  }
  return result + "\""
}
