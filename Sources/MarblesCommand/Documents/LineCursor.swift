/// A position in a line, with tabs counted as columns.
struct LineCursor {
  let bytes: [UInt8]
  var at = 0
  /// The columns of a tab that has been skipped in part.
  private var restOfTab = 0
  private var column = 0
  /// The columns that the last `skipSpaces` skipped.
  private(set) var skippedSpaces = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  var rest: ArraySlice<UInt8> { bytes[min(at, bytes.count)...] }

  var isBlank: Bool { rest.allSatisfy { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D } }

  /// The line up to here, with list signs replaced by spaces.
  var prefix: String {
    String(
      decoding: bytes[..<at].drop { $0 >= 0x80 }.map { byte in
        byte == UInt8(ascii: ">") || byte == 0x09 ? byte : 0x20
      }, as: UTF8.self)
  }

  /// The columns of white space from here.
  var indentation: Int {
    var copy = self
    return copy.skipSpaces(1_000)
  }

  /// Skips at most the given number of columns of white space; returns the skipped number.
  @discardableResult
  mutating func skipSpaces(_ limit: Int) -> Int {
    var skipped = min(limit, restOfTab)
    restOfTab -= skipped
    column += skipped
    while skipped < limit, at < bytes.count, bytes[at] == 0x20 || bytes[at] == 0x09 {
      let width = bytes[at] == 0x20 ? 1 : 4 - column % 4
      let used = min(width, limit - skipped)
      restOfTab = width - used
      column += used
      skipped += used
      at += 1
    }
    skippedSpaces = skipped
    return skipped
  }

  /// Skips `>` and one space after it.
  mutating func skipQuoteSign() -> Bool {
    var copy = self
    guard copy.skipSpaces(4) < 4, copy.rest.first == UInt8(ascii: ">") else { return false }
    copy.at += 1
    copy.column += 1
    copy.skipSpaces(1)
    self = copy
    return true
  }

  /// Skips the sign of a list item and the spaces after it; returns the columns up to its text.
  mutating func skipListSign() -> Int? {
    var copy = self
    let indent = copy.skipSpaces(4)
    guard indent < 4, let width = copy.listSignWidth else { return nil }
    copy.at += width
    copy.column += width
    let spaces = copy.indentation
    guard spaces > 0 || copy.isBlank else { return nil }
    let padding = copy.isBlank || spaces > 4 ? 1 : spaces
    copy.skipSpaces(padding)
    self = copy
    return indent + width + padding
  }

  /// The width of `-`, `*`, `+`, `1.` or `1)` here; `nil` for other text and for a rule (`---`).
  private var listSignWidth: Int? {
    guard let first = rest.first else { return nil }
    if [UInt8(ascii: "-"), UInt8(ascii: "*"), UInt8(ascii: "+")].contains(first) {
      let signs = rest.filter { $0 != 0x20 && $0 != 0x09 && $0 != 0x0D }
      let isRule = signs.count >= 3 && signs.allSatisfy { $0 == first }
      return isRule ? nil : 1
    }
    let digits = rest.prefix { $0 >= 0x30 && $0 <= 0x39 }.count
    guard (1...9).contains(digits), let sign = rest.dropFirst(digits).first,
      sign == UInt8(ascii: ".") || sign == UInt8(ascii: ")")
    else { return nil }
    return digits + 1
  }
}
