/// Reads an SVG back, with the part of XML that is needed to find errors in the written pictures.
struct SVGReader {
  struct Element {
    var name: String
    var attributes: [String: String]
    var text = ""
    /// The number of the nearest enclosing group, or of the element itself.
    var group: Int

    func number(_ name: String) -> Double { attributes[name].flatMap(Double.init) ?? 0 }
    var classes: [Substring] { (attributes["class"] ?? "").split(separator: " ") }
  }

  private(set) var elements: [Element] = []
  private(set) var problems: [String] = []
  private var open: [(name: String, index: Int)] = []
  private let bytes: [UInt8]
  private var at = 0

  init(_ text: String) {
    bytes = Array(text.utf8)
    while at < bytes.count { readNext() }
    if !open.isEmpty { problems.append("not closed: \(open.map(\.name))") }
  }

  private mutating func readNext() {
    if bytes[at] == UInt8(ascii: "<") {
      readTag()
    } else {
      let start = at
      while at < bytes.count, bytes[at] != UInt8(ascii: "<") { at += 1 }
      let text = decoded(String(decoding: bytes[start..<at], as: UTF8.self))
      if let last = open.last { elements[last.index].text += text }
    }
  }

  private mutating func readTag() {
    let start = at + 1
    var isQuoted = false
    while at < bytes.count, isQuoted || bytes[at] != UInt8(ascii: ">") {
      if bytes[at] == UInt8(ascii: "\"") { isQuoted.toggle() }
      at += 1
    }
    var end = min(at, bytes.count)
    at += 1
    let slash = UInt8(ascii: "/")
    if start < end, bytes[start] == slash {
      let name = text(start + 1..<end)
      if open.popLast()?.name != name { problems.append("closes what is not open: \(name)") }
      return
    }
    let isEmpty = start < end && bytes[end - 1] == slash
    if isEmpty { end -= 1 }
    let nameEnd = index(of: " ", from: start, upTo: end)
    let name = text(start..<nameEnd)
    let group = open.last { $0.name == "g" }?.index ?? elements.count
    elements.append(
      Element(name: name, attributes: attributes(nameEnd..<end), group: group))
    if !isEmpty { open.append((name, elements.count - 1)) }
  }

  private mutating func attributes(_ range: Range<Int>) -> [String: String] {
    var result: [String: String] = [:]
    let end = range.upperBound
    var next = range.lowerBound
    while true {
      while next < end, bytes[next] == UInt8(ascii: " ") { next += 1 }
      if next == end { return result }
      let nameEnd = index(of: "=", from: next, upTo: end)
      let name = text(next..<nameEnd)
      guard nameEnd + 1 < end, bytes[nameEnd + 1] == UInt8(ascii: "\"") else {
        problems.append("attribute without a quoted value: \(name)")
        return result
      }
      let valueEnd = index(of: "\"", from: nameEnd + 2, upTo: end)
      if result[name] != nil { problems.append("attribute twice: \(name)") }
      result[name] = decoded(text(nameEnd + 2..<valueEnd))
      next = min(valueEnd + 1, end)
    }
  }

  /// The first byte of a character, or the end. Strings of characters are slow in a debug build.
  private func index(of character: Unicode.Scalar, from start: Int, upTo end: Int) -> Int {
    var index = start
    while index < end, bytes[index] != UInt8(ascii: character) { index += 1 }
    return index
  }

  private func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  private mutating func decoded(_ text: String) -> String {
    if text.utf8.contains(where: { $0 < 0x20 && $0 != UInt8(ascii: "\n") }) {
      problems.append("a control character")
    }
    guard text.utf8.contains(UInt8(ascii: "&")) else { return text }
    var result = ""
    var rest = text[...]
    while let start = rest.firstIndex(of: "&") {
      result += rest[..<start]
      rest = rest[start...]
      let entities = ["&amp;": "&", "&lt;": "<", "&gt;": ">", "&quot;": "\""]
      guard let match = entities.first(where: { rest.hasPrefix($0.key) }) else {
        problems.append("an entity that XML does not know")
        return result + rest
      }
      result += match.value
      rest = rest.dropFirst(match.key.count)
    }
    return result + rest
  }
}
