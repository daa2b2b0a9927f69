/// Finds the code blocks and marbles comments of a Markdown page, by the rules of CommonMark.
///
/// Block quotes and list items are followed; indented code, HTML comments and raw HTML (`<pre>`)
/// are skipped. Complexity: O(bytes of the page).
struct MarkdownScanner {
  /// A fenced code block.
  struct Block: Hashable {
    /// The first word after the fence, in lower case.
    var language: String
    var words: [String]
    /// The lines between the fences.
    var content: Range<Int>
    /// For each line of the content, the number of bytes before the code.
    var starts: [Int]
    var isClosed: Bool
  }

  struct Item {
    enum Kind: Hashable {
      case block(Block)
      /// `<!-- marbles: FILE WORD… -->`
      case marker([String])
      /// `<!-- marbles -->`
      case begin
      /// `<!-- /marbles -->`
      case end
      /// A marker that shares its line with other text.
      case inlineMarker
    }

    var kind: Kind
    var lines: ClosedRange<Int>
    /// The beginning of each line that is inserted after the item, inside its containers.
    var prefix: String
  }

  private(set) var items: [Item] = []
  /// For each line, whether it is blank inside its containers.
  private(set) var isBlank: [Bool] = []

  private enum Container {
    case quote
    /// - Parameter indent: the columns before the text of the item, from its parent's text.
    case item(indent: Int)
  }

  /// More containers than people nest; without a limit, the time would be quadratic.
  private static let maximumDepth = 64

  private var containers: [Container] = []
  private var fence: OpenFence?
  /// The bytes before the code in each line of the open code block.
  private var starts: [Int] = []
  private var html: OpenHTML?

  init(_ lines: [[UInt8]]) {
    isBlank.reserveCapacity(lines.count)
    for (number, line) in lines.enumerated() { read(line, number) }
    close(before: lines.count)
  }

  // MARK: Lines

  private mutating func read(_ line: [UInt8], _ number: Int) {
    var cursor = LineCursor(line)
    // A byte order mark is no text.
    if number == 0, line.starts(with: [0xEF, 0xBB, 0xBF]) { cursor.at = 3 }
    let matched = matchContainers(&cursor)
    isBlank.append(cursor.isBlank)
    if readFence(&cursor, number, matched) || readHTML(cursor, matched) { return }
    containers.removeSubrange(matched...)
    openContainers(&cursor)
    isBlank[number] = cursor.isBlank
    guard !cursor.isBlank, cursor.skipSpaces(4) < 4 else { return }
    if let open = OpenFence(cursor, line: number, depth: containers.count) {
      fence = open
      starts = []
    } else if let kind = MarkdownComment.kind(of: cursor.rest) {
      items.append(Item(kind: kind, lines: number...number, prefix: cursor.prefix))
    } else {
      html = OpenHTML(cursor.rest, depth: containers.count)
      if html == nil, MarkdownComment.isInside(cursor.rest) {
        items.append(Item(kind: .inlineMarker, lines: number...number, prefix: ""))
      }
    }
  }

  /// Reads a line of the open code block. Returns `false` if none is open any more.
  private mutating func readFence(
    _ cursor: inout LineCursor, _ number: Int, _ matched: Int
  ) -> Bool {
    guard let open = fence else { return false }
    guard matched >= open.depth else {
      close(before: number)
      return false
    }
    if open.isClosed(by: cursor) {
      fence = nil
      append(open, upTo: number, isClosed: true)
    } else {
      cursor.skipSpaces(open.indent)
      if open.language == "marbles" { starts.append(cursor.at) }
    }
    return true
  }

  /// Reads a line of the open HTML. Returns `false` if none is open.
  private mutating func readHTML(_ cursor: LineCursor, _ matched: Int) -> Bool {
    guard let open = html else { return false }
    if matched < open.depth {
      html = nil
      return false
    }
    if open.isClosed(by: cursor.rest) { html = nil }
    return true
  }

  /// Ends a code block that has no closing fence.
  private mutating func close(before line: Int) {
    guard let open = fence else { return }
    fence = nil
    append(open, upTo: line, isClosed: false)
  }

  private mutating func append(_ open: OpenFence, upTo line: Int, isClosed: Bool) {
    let block = Block(
      language: open.language, words: open.words, content: open.line + 1..<line,
      starts: starts, isClosed: isClosed)
    let last = isClosed ? line : line - 1
    items.append(Item(kind: .block(block), lines: open.line...last, prefix: open.prefix))
  }

  // MARK: Containers

  /// Moves past the containers that continue on this line, and returns their number.
  private func matchContainers(_ cursor: inout LineCursor) -> Int {
    for (depth, container) in containers.enumerated() {
      switch container {
      case .quote:
        guard cursor.skipQuoteSign() else { return depth }
      case .item(let indent):
        guard cursor.indentation >= indent || cursor.isBlank else { return depth }
        cursor.skipSpaces(indent)
      }
    }
    return containers.count
  }

  private mutating func openContainers(_ cursor: inout LineCursor) {
    while containers.count < Self.maximumDepth, !cursor.isBlank, cursor.indentation < 4 {
      if cursor.skipQuoteSign() {
        containers.append(.quote)
      } else if let indent = cursor.skipListSign() {
        containers.append(.item(indent: indent))
      } else {
        return
      }
    }
  }
}

/// An open fenced code block.
private struct OpenFence {
  let line: Int
  let depth: Int
  /// The columns before the fence.
  let indent: Int
  let language: String
  let words: [String]
  let prefix: String
  private let sign: UInt8
  private let length: Int

  init?(_ cursor: LineCursor, line: Int, depth: Int) {
    let rest = cursor.rest
    guard let first = rest.first, first == UInt8(ascii: "`") || first == UInt8(ascii: "~") else {
      return nil
    }
    sign = first
    length = rest.prefix { $0 == first }.count
    let info = rest.dropFirst(length)
    guard length >= 3, first == UInt8(ascii: "~") || !info.contains(first) else { return nil }
    let parts = String(decoding: info, as: UTF8.self).split(whereSeparator: \.isWhitespace)
    language = parts.first?.lowercased() ?? ""
    words = parts.dropFirst().map(String.init)
    indent = cursor.skippedSpaces
    prefix = cursor.prefix
    self.line = line
    self.depth = depth
  }

  func isClosed(by cursor: LineCursor) -> Bool {
    var cursor = cursor
    guard cursor.skipSpaces(4) < 4 else { return false }
    let signs = cursor.rest.prefix { $0 == sign }.count
    cursor.at += signs
    return signs >= length && cursor.isBlank
  }
}

/// An HTML comment or element whose lines are not Markdown.
private struct OpenHTML {
  let depth: Int
  private let ends: [String]

  private static let raw = ["pre", "script", "style", "textarea"]

  /// - Returns: `nil` if the text begins no such element, or also ends it.
  init?(_ rest: ArraySlice<UInt8>, depth: Int) {
    guard rest.first == UInt8(ascii: "<") else { return nil }
    let text = String(decoding: rest, as: UTF8.self).lowercased()
    if text.hasPrefix("<!--") {
      guard !text.dropFirst(4).contains("-->") else { return nil }
      ends = ["-->"]
    } else {
      let name = text.dropFirst().prefix { $0.isLetter }
      guard Self.raw.contains(String(name)) else { return nil }
      ends = Self.raw.map { "</\($0)>" }
      guard !ends.contains(where: text.contains) else { return nil }
    }
    self.depth = depth
  }

  func isClosed(by rest: ArraySlice<UInt8>) -> Bool {
    let text = String(decoding: rest, as: UTF8.self).lowercased()
    return ends.contains(where: text.contains)
  }
}

/// The comments that mark pictures; spaces in them do not matter.
private enum MarkdownComment {
  static func kind(of rest: ArraySlice<UInt8>) -> MarkdownScanner.Item.Kind? {
    guard rest.first == UInt8(ascii: "<") else { return nil }
    let text = String(decoding: rest, as: UTF8.self).trimmed
    guard text.hasPrefix("<!--"), text.hasSuffix("-->"), text.count >= 7 else { return nil }
    let inner = String(text.dropFirst(4).dropLast(3)).trimmed
    guard !inner.contains("-->") else { return nil }
    switch inner.lowercased() {
    case "marbles": return .begin
    case "/marbles": return .end
    default: break
    }
    guard let colon = inner.firstIndex(of: ":"),
      String(inner[..<colon]).trimmed.lowercased() == "marbles"
    else { return nil }
    let words = inner[inner.index(after: colon)...].split(whereSeparator: \.isWhitespace)
    return .marker(words.map(String.init))
  }

  /// Whether there is a marker between other text, outside of code.
  static func isInside(_ rest: ArraySlice<UInt8>) -> Bool {
    guard rest.contains(UInt8(ascii: "<")) else { return false }
    let text = String(decoding: rest, as: UTF8.self)
    var isCode = false
    var last = text.startIndex
    return text.ranges(of: "<!--").contains { range in
      if !text[last..<range.lowerBound].count(where: { $0 == "`" }).isMultiple(of: 2) {
        isCode.toggle()
      }
      last = range.lowerBound
      let after = String(text[range.upperBound...].prefix(80)).trimmed.lowercased()
      guard after.hasPrefix("marbles") else { return false }
      return !isCode && String(after.dropFirst(7)).trimmed.hasPrefix(":")
    }
  }
}

extension String {
  /// The text without white space at its start and end.
  var trimmed: String {
    var text = self[...]
    while let last = text.last, last.isWhitespace { text.removeLast() }
    return String(text.drop(while: \.isWhitespace))
  }
}
