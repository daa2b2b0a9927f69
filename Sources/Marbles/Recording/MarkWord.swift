extension Recording {
  /// The kind of a mark without its content; the raw value is its name in files.
  enum MarkWord: String, CaseIterable {
    case subscribed, requested, value, replayed, finished, failed, cancelled, joined, left
    case dropped, sent, read
    case connected, disconnected, count, held, released, delivering, delivered, ended, control
    case warning, fatal

    /// The kind of place on which it happens; `nil` where both are right.
    var place: String? {
      switch self {
      case .subscribed, .requested, .value, .replayed, .finished, .failed, .cancelled, .joined,
        .left, .dropped, .sent, .read:
        "lane"
      case .connected, .disconnected, .count, .held, .released, .delivering, .delivered, .ended,
        .control:
        "stage"
      case .warning, .fatal: nil
      }
    }
  }
}

extension Recording.Mark {
  /// The text that it carries.
  var label: Recording.Label? {
    switch self {
    case .value(let label), .replayed(let label, _), .failed(let label), .dropped(let label, _),
      .sent(let label, _), .read(let label, _, _), .held(let label), .delivering(let label),
      .control(let label), .warning(let label), .fatal(let label):
      label
    case .ended(let label): label
    case .subscribed, .requested, .finished, .cancelled, .joined, .left, .connected,
      .disconnected, .count, .released, .delivered:
      nil
    }
  }

  package var isSubscription: Bool { if case .subscribed = self { true } else { false } }

  var word: Recording.MarkWord {
    switch self {
    case .subscribed: .subscribed
    case .requested: .requested
    case .value: .value
    case .replayed: .replayed
    case .finished: .finished
    case .failed: .failed
    case .cancelled: .cancelled
    case .joined: .joined
    case .left: .left
    case .dropped: .dropped
    case .sent: .sent
    case .read: .read
    case .connected: .connected
    case .disconnected: .disconnected
    case .count: .count
    case .held: .held
    case .released: .released
    case .delivering: .delivering
    case .delivered: .delivered
    case .ended: .ended
    case .control: .control
    case .warning: .warning
    case .fatal: .fatal
    }
  }
}
