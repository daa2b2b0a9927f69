/// A JSON value with its range in the text from which it was read.
package struct JSONNode: Sendable {
  package enum Value: Sendable {
    case null
    case bool(Bool)
    /// The digits as written, so that reading loses no precision.
    case number(String)
    case string(String)
    case array([JSONNode])
    case object([Member])
    /// A valid value that was not stored, to save memory; it is at its range of the text.
    case unread
  }

  package struct Member: Sendable {
    package var key: String
    package var keyRange: Range<Int>
    package var node: JSONNode
  }

  package var value: Value
  /// Offsets into the UTF-8 text; empty if there is no text.
  package var range: Range<Int>

  package init(_ value: Value, range: Range<Int> = 0..<0) {
    self.value = value
    self.range = range
  }

  package static func string(_ text: String) -> JSONNode { JSONNode(.string(text)) }
  package static func integer(_ number: Int64) -> JSONNode { JSONNode(.number(String(number))) }
  package static func integer(_ number: Int) -> JSONNode { JSONNode(.number(String(number))) }
  package static func array(_ nodes: [JSONNode]) -> JSONNode { JSONNode(.array(nodes)) }
  package static let null = JSONNode(.null)

  package static func object(_ members: KeyValuePairs<String, JSONNode>) -> JSONNode {
    JSONNode(.object(members.map { Member(key: $0.key, keyRange: 0..<0, node: $0.value) }))
  }

  /// Adds a member at the end of an object.
  package mutating func append(_ key: String, _ node: JSONNode) {
    guard case .object(var members) = value else { return }
    // Without a second reference to them, the members are extended in place.
    value = .null
    members.append(Member(key: key, keyRange: 0..<0, node: node))
    value = .object(members)
  }
}

// MARK: Writing

extension JSONNode {
  /// The text on one line, with a space after each colon and comma.
  package var text: String {
    var bytes: [UInt8] = []
    write(to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  func write(to bytes: inout [UInt8]) {
    switch value {
    case .null, .unread: bytes += "null".utf8
    case .bool(let bool): bytes += (bool ? "true" : "false").utf8
    case .number(let digits): bytes += digits.utf8
    case .string(let text): Self.write(text, to: &bytes)
    case .array(let nodes):
      bytes.append(UInt8(ascii: "["))
      for (index, node) in nodes.enumerated() {
        if index > 0 { bytes += ", ".utf8 }
        node.write(to: &bytes)
      }
      bytes.append(UInt8(ascii: "]"))
    case .object(let members):
      bytes.append(UInt8(ascii: "{"))
      for (index, member) in members.enumerated() {
        if index > 0 { bytes += ", ".utf8 }
        Self.write(member.key, to: &bytes)
        bytes += ": ".utf8
        member.node.write(to: &bytes)
      }
      bytes.append(UInt8(ascii: "}"))
    }
  }

  /// Writes an object over several lines: one per member, and one per element of its arrays.
  ///
  /// The last member is an array, whose elements are written one by one and not stored.
  func writeOverLines(
    to bytes: inout [UInt8], with key: String, _ elements: some Sequence<JSONNode>
  ) {
    guard case .object(let members) = value else { return write(to: &bytes) }
    var separator = "{\n  "
    for member in members {
      bytes += separator.utf8
      separator = ",\n  "
      Self.write(member.key, to: &bytes)
      bytes += ": ".utf8
      if case .array(let nodes) = member.node.value {
        Self.writeOverLines(nodes, to: &bytes)
      } else {
        member.node.write(to: &bytes)
      }
    }
    bytes += separator.utf8
    Self.write(key, to: &bytes)
    bytes += ": ".utf8
    Self.writeOverLines(elements, to: &bytes)
    bytes += "\n}\n".utf8
  }

  private static func writeOverLines(
    _ elements: some Sequence<JSONNode>, to bytes: inout [UInt8]
  ) {
    var isEmpty = true
    for node in elements {
      bytes += (isEmpty ? "[\n    " : ",\n    ").utf8
      isEmpty = false
      node.write(to: &bytes)
    }
    bytes += (isEmpty ? "[]" : "\n  ]").utf8
  }

  /// A quoted text in which all characters that control a terminal or an editor are escaped.
  private static func write(_ text: String, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\""))
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": bytes += "\\\"".utf8
      case "\\": bytes += "\\\\".utf8
      case "\n": bytes += "\\n".utf8
      case "\r": bytes += "\\r".utf8
      case "\t": bytes += "\\t".utf8
      case _ where scalar.value >= 0x20 && scalar.value < 0x7F: bytes.append(UInt8(scalar.value))
      case _ where isObeyed(scalar): writeEscaped(scalar, to: &bytes)
      default: bytes += Array(String(scalar).utf8)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }

  private static func isObeyed(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.value < 0xA0 || scalar.value == 0xFEFF { return true }
    let properties = scalar.properties
    if properties.isBidiControl || properties.isNoncharacterCodePoint { return true }
    // Invisible characters, except for those that join emoji.
    if properties.isDefaultIgnorableCodePoint {
      return scalar.value != 0x200D && scalar.value != 0xFE0F
    }
    return scalar.value == 0x2028 || scalar.value == 0x2029
  }

  private static func writeEscaped(_ scalar: Unicode.Scalar, to bytes: inout [UInt8]) {
    for unit in String(scalar).utf16 {
      let digits = String(unit, radix: 16)
      bytes += ("\\u" + String(repeating: "0", count: 4 - digits.count) + digits).utf8
    }
  }
}

// MARK: Coding

extension JSONNode: Codable {
  private struct Key: CodingKey {
    var stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  package init(from decoder: any Decoder) throws {
    range = 0..<0
    if let container = try? decoder.container(keyedBy: Key.self) {
      value = .object(
        try container.allKeys.map {
          Member(
            key: $0.stringValue, keyRange: 0..<0,
            node: try container.decode(JSONNode.self, forKey: $0))
        })
    } else if var container = try? decoder.unkeyedContainer() {
      var nodes: [JSONNode] = []
      while !container.isAtEnd { nodes.append(try container.decode(JSONNode.self)) }
      value = .array(nodes)
    } else {
      value = try Self.scalar(in: decoder.singleValueContainer())
    }
  }

  private static func scalar(in container: any SingleValueDecodingContainer) throws -> Value {
    if container.decodeNil() { return .null }
    if let text = try? container.decode(String.self) { return .string(text) }
    if let number = try? container.decode(Int64.self) { return .number(String(number)) }
    if let bool = try? container.decode(Bool.self) { return .bool(bool) }
    return .number(String(try container.decode(Double.self)))
  }

  package func encode(to encoder: any Encoder) throws {
    switch value {
    case .object(let members):
      var container = encoder.container(keyedBy: Key.self)
      for member in members {
        try container.encode(member.node, forKey: Key(stringValue: member.key))
      }
    case .array(let nodes):
      var container = encoder.unkeyedContainer()
      for node in nodes { try container.encode(node) }
    case .null, .bool, .number, .string, .unread:
      var container = encoder.singleValueContainer()
      try encodeScalar(in: &container)
    }
  }

  private func encodeScalar(in container: inout any SingleValueEncodingContainer) throws {
    switch value {
    case .bool(let bool): try container.encode(bool)
    case .string(let text): try container.encode(text)
    case .number(let digits):
      if let number = Int64(digits) {
        try container.encode(number)
      } else {
        try container.encode(Double(digits) ?? 0)
      }
    case .null, .array, .object, .unread: try container.encodeNil()
    }
  }
}
