/// The size of a value: its parts and their parts; eight bytes of text count as one part.
///
/// Counts up to the largest size that a script may use, so that a value that contains its parts
/// many times (`[s, s]`, repeatedly) is measured in bounded time.
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
    case .array(let elements), .set(let elements), .tuple(let elements, _),
      .dictionary(let elements), .member(_, let elements):
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
  /// Whether the value contains other values.
  var hasParts: Bool {
    switch self {
    case .array(let elements), .set(let elements), .tuple(let elements, _),
      .dictionary(let elements), .member(_, let elements):
      !elements.isEmpty
    default: false
    }
  }

  /// Whether it is a structure, a case or a tuple with parts. An array or a dictionary was checked
  /// when it got its elements.
  var isComposed: Bool {
    switch self {
    case .tuple, .member: hasParts
    default: false
    }
  }
}
