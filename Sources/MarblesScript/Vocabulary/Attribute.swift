extension Attribute {
  var kind: ValueKind {
    switch self {
    case .values, .times, .events, .missed, .dropped, .replayed, .held: .array
    case .subscriptions, .cancellations, .connections, .subscribers, .maxHeld: .int
    case .completion, .requested, .value: .unknown
    }
  }

  /// Whether it may also be compared with a number: the length of the list.
  var isCountable: Bool {
    switch self {
    case .missed, .dropped, .replayed, .held: true
    case .values, .times, .completion, .events, .subscriptions, .cancellations, .connections,
      .subscribers, .requested, .value, .maxHeld:
      false
    }
  }
}
