/// How much there is of a value: its parts, nested ones included, eight bytes of text to a part.
///
/// Counts no further than the largest that a script may have, so that a value that shares its parts
/// many times over (`[s, s]`, again and again) is found out in bounded time.
struct ValueSize {
  static let largest = 1_000_000
  static let deepest = 500

  private(set) var parts = 0
  private(set) var isTooDeep = false

  init(_ value: ScriptValue) { add(value, depth: 0) }

  var isTooLarge: Bool { parts > Self.largest }

  private mutating func add(_ value: ScriptValue, depth: Int) {
    parts += 1
    switch value {
    case .string(let text): parts += text.utf8.count / 8
    case .array(let elements), .tuple(let elements), .member(_, let elements):
      guard depth < Self.deepest else {
        isTooDeep = true
        return
      }
      for element in elements {
        guard !isTooLarge, !isTooDeep else { return }
        add(element, depth: depth + 1)
      }
    default: break
    }
  }
}

extension ScriptValue {
  /// Whether other values are in it.
  var hasParts: Bool {
    switch self {
    case .array(let elements), .tuple(let elements), .member(_, let elements): !elements.isEmpty
    default: false
    }
  }
}
