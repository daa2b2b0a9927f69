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
    var tag = String(decoding: bytes[start..<min(at, bytes.count)], as: UTF8.self)
    at += 1
    if tag.hasPrefix("/") {
      let name = String(tag.dropFirst())
      if open.popLast()?.name != name { problems.append("closes what is not open: \(name)") }
      return
    }
    let isEmpty = tag.hasSuffix("/")
    if isEmpty { tag.removeLast() }
    let name = String(tag.prefix { $0 != " " })
    let group = open.last { $0.name == "g" }?.index ?? elements.count
    elements.append(
      Element(name: name, attributes: attributes(tag.dropFirst(name.count)), group: group))
    if !isEmpty { open.append((name, elements.count - 1)) }
  }

  private mutating func attributes(_ text: Substring) -> [String: String] {
    var result: [String: String] = [:]
    var rest = text.drop { $0 == " " }
    while !rest.isEmpty {
      let name = String(rest.prefix { $0 != "=" })
      rest = rest.dropFirst(name.count)
      guard rest.hasPrefix("=\"") else {
        problems.append("attribute without a quoted value: \(name)")
        return result
      }
      rest = rest.dropFirst(2)
      let value = String(rest.prefix { $0 != "\"" })
      rest = rest.dropFirst(value.count + 1).drop { $0 == " " }
      if result[name] != nil { problems.append("attribute twice: \(name)") }
      result[name] = decoded(value)
    }
    return result
  }

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
