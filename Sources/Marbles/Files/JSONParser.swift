/// Reads one JSON value (RFC 8259) with the ranges of all its parts.
///
/// A duplicate key, half a surrogate pair, bytes that are not UTF-8, nesting deeper than
/// ``depthLimit``, more values than ``nodeLimit`` and text after the value are errors.
package struct JSONParser {
  package static let depthLimit = 64
  /// The maximum number of values, which limits the memory.
  package static let nodeLimit = 6_000_000

  private let bytes: ArraySlice<UInt8>
  private var at: Int
  private var depth = 0
  private var count = 0
  private let limit: Int
  private let unreadKey: String?

  /// - `unreadKey`: the key of an array in the outermost object whose elements are checked, but not
  ///   stored.
  package static func parse(
    _ bytes: ArraySlice<UInt8>, nodeLimit: Int = nodeLimit, unreadKey: String? = nil
  ) throws(RecordingFormatError) -> JSONNode {
    var parser = JSONParser(bytes, nodeLimit, unreadKey)
    let node = try parser.value()
    parser.skipBlanks()
    guard parser.at == bytes.endIndex else { throw parser.unexpected(expected: "the end") }
    return node
  }

  private init(_ bytes: ArraySlice<UInt8>, _ nodeLimit: Int, _ unreadKey: String?) {
    self.bytes = bytes
    self.unreadKey = unreadKey
    limit = nodeLimit
    at = bytes.startIndex
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { at += 3 }
  }

  // MARK: Bytes

  private var next: UInt8? { at < bytes.endIndex ? bytes[at] : nil }

  private mutating func skipBlanks() {
    while let byte = next, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { at += 1 }
  }

  private mutating func take(_ byte: Unicode.Scalar) -> Bool {
    guard next == UInt8(ascii: byte) else { return false }
    at += 1
    return true
  }

  private func error(
    _ problem: RecordingFormatError.Problem, at range: Range<Int>? = nil
  ) -> RecordingFormatError {
    RecordingFormatError(problem, range: range ?? at..<min(at + 1, bytes.endIndex))
  }

  private func unexpected(expected: String) -> RecordingFormatError {
    guard let byte = next else { return error(.endsTooEarly(expected: expected)) }
    let character = String(decoding: bytes[at..<min(at + 16, bytes.endIndex)], as: UTF8.self)
    let shown = byte < 0x20 ? "" : character.first.map(String.init) ?? ""
    return error(.unexpected(shown, expected: expected))
  }

  // MARK: Values

  private mutating func value() throws(RecordingFormatError) -> JSONNode {
    skipBlanks()
    let start = at
    count += 1
    guard count <= limit else { throw error(.tooMany("values", limit: limit)) }
    switch next {
    case UInt8(ascii: "{"): return JSONNode(.object(try object()), range: start..<at)
    case UInt8(ascii: "["): return JSONNode(.array(try array()), range: start..<at)
    case UInt8(ascii: "\""): return JSONNode(.string(try string()), range: start..<at)
    case UInt8(ascii: "t"): return JSONNode(try word("true", .bool(true)), range: start..<at)
    case UInt8(ascii: "f"): return JSONNode(try word("false", .bool(false)), range: start..<at)
    case UInt8(ascii: "n"): return JSONNode(try word("null", .null), range: start..<at)
    case let byte? where byte == UInt8(ascii: "-") || (0x30...0x39).contains(byte):
      return JSONNode(.number(try number()), range: start..<at)
    default: throw unexpected(expected: "a value")
    }
  }

  private mutating func word(
    _ word: String, _ value: JSONNode.Value
  ) throws(RecordingFormatError) -> JSONNode.Value {
    guard bytes[at...].starts(with: word.utf8) else { throw unexpected(expected: "a value") }
    at += word.utf8.count
    return value
  }

  private mutating func descend() throws(RecordingFormatError) {
    depth += 1
    guard depth <= Self.depthLimit else { throw error(.tooDeep(limit: Self.depthLimit)) }
    at += 1
    skipBlanks()
  }

  private mutating func array(
    isUnread: Bool = false
  ) throws(RecordingFormatError) -> [JSONNode] {
    try descend()
    defer { depth -= 1 }
    var nodes: [JSONNode] = []
    if take("]") { return nodes }
    while true {
      let node = try value()
      nodes.append(isUnread ? JSONNode(.unread, range: node.range) : node)
      skipBlanks()
      if take("]") { return nodes }
      guard take(",") else { throw unexpected(expected: "',' or ']'") }
    }
  }

  private mutating func object() throws(RecordingFormatError) -> [JSONNode.Member] {
    try descend()
    defer { depth -= 1 }
    var members: [JSONNode.Member] = []
    var keys: Set<String> = []
    if take("}") { return members }
    while true {
      skipBlanks()
      let start = at
      guard next == UInt8(ascii: "\"") else { throw unexpected(expected: "a key in quotes") }
      let key = try string()
      let keyRange = start..<at
      // For few keys, a linear search is faster than hashing.
      let isNew =
        members.count < 16 ? !members.contains { $0.key == key } : keys.insert(key).inserted
      guard isNew else { throw error(.keyTwice(key), at: keyRange) }
      if members.count == 15 { keys = Set(members.map(\.key) + [key]) }
      skipBlanks()
      guard take(":") else { throw unexpected(expected: "':'") }
      let node = try depth == 1 && key == unreadKey ? unreadValue() : value()
      members.append(JSONNode.Member(key: key, keyRange: keyRange, node: node))
      skipBlanks()
      if take("}") { return members }
      guard take(",") else { throw unexpected(expected: "',' or '}'") }
    }
  }

  /// A value; if it is an array, without its elements.
  private mutating func unreadValue() throws(RecordingFormatError) -> JSONNode {
    skipBlanks()
    let start = at
    guard next == UInt8(ascii: "[") else { return try value() }
    count += 1
    return JSONNode(.array(try array(isUnread: true)), range: start..<at)
  }

  private mutating func number() throws(RecordingFormatError) -> String {
    let start = at
    _ = take("-")
    if !take("0") { try digits() }
    if take(".") { try digits() }
    if take("e") || take("E") {
      if !take("+") { _ = take("-") }
      try digits()
    }
    return String(decoding: bytes[start..<at], as: UTF8.self)
  }

  private mutating func digits() throws(RecordingFormatError) {
    let start = at
    while let byte = next, byte >= 0x30, byte <= 0x39 { at += 1 }
    guard at > start else { throw unexpected(expected: "a digit") }
  }
}

// MARK: Texts

extension JSONParser {
  private mutating func string() throws(RecordingFormatError) -> String {
    let start = at
    at += 1
    var text = ""
    var plain = at
    while let byte = next {
      switch byte {
      case UInt8(ascii: "\""):
        text += try utf8(plain..<at)
        at += 1
        return text
      case UInt8(ascii: "\\"):
        text += try utf8(plain..<at)
        text.unicodeScalars.append(try escape())
        plain = at
      case ..<0x20: throw error(.controlInText)
      default: at += 1
      }
    }
    throw error(.unfinishedText, at: start..<at)
  }

  private func utf8(_ range: Range<Int>) throws(RecordingFormatError) -> String {
    let text = String(decoding: bytes[range], as: UTF8.self)
    if text.utf8.count == range.count, text.utf8.elementsEqual(bytes[range]) { return text }
    let same = zip(text.utf8, bytes[range]).prefix { $0 == $1 }.count
    let place = range.lowerBound + same
    throw error(.notUTF8(offset: place), at: place..<min(place + 1, bytes.endIndex))
  }

  private mutating func escape() throws(RecordingFormatError) -> Unicode.Scalar {
    let start = at
    at += 1
    guard let byte = next else { throw unexpected(expected: "an escape") }
    at += 1
    switch byte {
    case UInt8(ascii: "\""): return "\""
    case UInt8(ascii: "\\"): return "\\"
    case UInt8(ascii: "/"): return "/"
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"): return try unicode(from: start)
    default: throw error(.badEscape, at: start..<at)
    }
  }

  private mutating func unicode(
    from start: Int
  ) throws(RecordingFormatError) -> Unicode.Scalar {
    let first = try unit(from: start)
    if let scalar = Unicode.Scalar(first) { return scalar }
    guard first < 0xDC00, take("\\"), take("u") else {
      throw error(.halfPair, at: start..<at)
    }
    let second = try unit(from: start)
    guard second >= 0xDC00, second < 0xE000,
      let scalar = Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
    else { throw error(.halfPair, at: start..<at) }
    return scalar
  }

  private mutating func unit(from start: Int) throws(RecordingFormatError) -> UInt32 {
    var unit: UInt32 = 0
    for _ in 0..<4 {
      guard let byte = next, let digit = Character(Unicode.Scalar(byte)).hexDigitValue else {
        throw error(.badEscape, at: start..<at)
      }
      unit = unit << 4 + UInt32(digit)
      at += 1
    }
    return unit
  }
}
