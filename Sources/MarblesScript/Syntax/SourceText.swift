/// A range of a source text: offsets into its UTF-8 bytes, without the end.
public struct SourceRange: Hashable, Sendable {
  /// The offset of the first byte.
  public var start: Int
  /// The offset after the last byte.
  public var end: Int

  /// Creates a range of bytes.
  public init(_ start: Int, _ end: Int) {
    self.start = start
    self.end = end
  }

  /// From the start of this range to the end of the other.
  func through(_ other: SourceRange) -> SourceRange { SourceRange(start, max(end, other.end)) }

  /// A range whose offsets count from the start of this one.
  ///
  /// The offsets of the marble grammar count from the start of the text of a row.
  func inside(_ range: Range<Int>) -> SourceRange {
    SourceRange(start + range.lowerBound, start + range.upperBound)
  }
}

/// The text of one file, addressed by UTF-8 offsets.
///
/// A byte order mark counts in offsets, never in columns. Bytes that are not UTF-8 are kept as
/// `_` so that every other byte stays where it was; the first is `invalidByte`.
public struct SourceText: Sendable {
  /// The maximum size in bytes: 8 MiB, some 200,000 lines. Larger files are refused.
  package static let limit = 8 << 20

  /// The name in diagnostics: the path that the caller gave, or `-`.
  public let name: String
  /// The text in UTF-8.
  public let bytes: [UInt8]
  /// The offset of the first byte that is not UTF-8.
  public let invalidByte: Int?
  let invalidByteCount: Int

  /// A line and a column, which count from one; a column is a grapheme cluster.
  public struct Location: Hashable, Sendable {
    /// The line, from 1.
    public var line: Int
    /// The column, from 1.
    public var column: Int
  }

  private let lineStarts: [Int]

  /// Creates a text of a file.
  public init(name: String, text: String) {
    self.init(name: name, bytes: Array(text.utf8))
  }

  /// Creates a text of a file from its bytes.
  public init(name: String, bytes: [UInt8]) {
    self.name = name
    (self.bytes, invalidByte, invalidByteCount) = UTF8Repair.repair(bytes)
    lineStarts = Self.starts(of: self.bytes)
  }

  /// The error of bytes that are not text, or are too many, without
  /// reading what follows. The source has the bytes up to there.
  public static func refused(name: String, bytes: [UInt8]) -> (SourceText, Diagnostic)? {
    guard let mistake = Parser.mistakeOfFile(bytes) else { return nil }
    return (SourceText(name: name, bytes: Array(bytes[..<mistake.span.end])), mistake)
  }

  /// The start of the text after a byte order mark: 0 or 3.
  var textStart: Int { bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0 }

  /// The number of lines.
  public var lineCount: Int { lineStarts.count }

  /// The characters of a range.
  public func text(of span: SourceRange) -> String {
    let start = min(max(span.start, 0), bytes.count)
    let end = min(max(span.end, start), bytes.count)
    return String(decoding: bytes[start..<end], as: UTF8.self)
  }

  /// Whether a range has exactly the given text, which is in ASCII.
  func hasText(_ text: StaticString, at span: SourceRange) -> Bool {
    text.withUTF8Buffer { characters in
      characters.count == span.end - span.start
        && characters.indices.allSatisfy { characters[$0] == bytes[span.start + $0] }
    }
  }

  /// Complexity: O(log lines), and O(length of the line) for the column.
  public func location(of offset: Int) -> Location {
    let line = lineIndex(of: offset)
    let start = self.span(ofLine: line).start
    let column = text(of: SourceRange(start, max(start, offset))).count
    return Location(line: line + 1, column: column + 1)
  }

  /// The line's number, from zero.
  func lineIndex(of offset: Int) -> Int {
    max(0, lineStarts.partitioningIndex { $0 > offset } - 1)
  }

  /// The stretch of a line (from zero) without its line break.
  func span(ofLine line: Int) -> SourceRange {
    let start = line == 0 ? textStart : lineStarts[line]
    var end = line + 1 < lineStarts.count ? lineStarts[line + 1] : bytes.count
    while end > start, bytes[end - 1] == Ascii.newline || bytes[end - 1] == Ascii.carriageReturn {
      end -= 1
    }
    return SourceRange(start, end)
  }

  private static func starts(of bytes: [UInt8]) -> [Int] {
    var starts = [0]
    for (offset, byte) in bytes.enumerated() {
      let next = offset + 1
      let isBreak =
        byte == Ascii.newline
        || byte == Ascii.carriageReturn && (next == bytes.count || bytes[next] != Ascii.newline)
      if isBreak { starts.append(next) }
    }
    return starts
  }
}

/// Makes valid UTF-8 of any bytes without moving one.
private enum UTF8Repair {
  static func repair(_ bytes: [UInt8]) -> ([UInt8], first: Int?, count: Int) {
    var repaired = bytes
    var first: Int?
    var count = 0
    var offset = 0
    while offset < bytes.count {
      let length = sequenceLength(in: bytes, at: offset)
      if length == 0 {
        first = first ?? offset
        count += 1
        repaired[offset] = UInt8(ascii: "_")
      }
      offset += max(length, 1)
    }
    return (repaired, first, count)
  }

  /// 0 where no valid sequence begins.
  private static func sequenceLength(in bytes: [UInt8], at offset: Int) -> Int {
    let first = bytes[offset]
    if first < 0x80 { return 1 }
    let length: Int
    var secondRange: ClosedRange<UInt8> = 0x80...0xBF
    switch first {
    case 0xC2...0xDF: length = 2
    case 0xE0: (length, secondRange) = (3, 0xA0...0xBF)
    case 0xED: (length, secondRange) = (3, 0x80...0x9F)
    case 0xE1...0xEF: length = 3
    case 0xF0: (length, secondRange) = (4, 0x90...0xBF)
    case 0xF1...0xF3: length = 4
    case 0xF4: (length, secondRange) = (4, 0x80...0x8F)
    default: return 0
    }
    guard offset + length <= bytes.count, secondRange.contains(bytes[offset + 1]) else { return 0 }
    for byte in bytes[(offset + 2)..<(offset + length)] where byte & 0xC0 != 0x80 { return 0 }
    return length
  }
}

/// Named bytes, and classes of bytes, for the lexer.
enum Ascii {
  static let tab = UInt8(ascii: "\t")
  static let newline = UInt8(ascii: "\n")
  static let carriageReturn = UInt8(ascii: "\r")
  static let space = UInt8(ascii: " ")
  static let quote = UInt8(ascii: "\"")
  static let backslash = UInt8(ascii: "\\")
  static let slash = UInt8(ascii: "/")
  static let colon = UInt8(ascii: ":")
  static let comma = UInt8(ascii: ",")
  static let period = UInt8(ascii: ".")
  static let underscore = UInt8(ascii: "_")
  static let dollar = UInt8(ascii: "$")
  static let backtick = UInt8(ascii: "`")
  static let openParenthesis = UInt8(ascii: "(")
  static let closeParenthesis = UInt8(ascii: ")")

  static func isDigit(_ byte: UInt8) -> Bool { byte >= 0x30 && byte <= 0x39 }

  static func isLetter(_ byte: UInt8) -> Bool {
    let lower = byte | 0x20
    return lower >= 0x61 && lower <= 0x7A
  }

  static func isLowercase(_ byte: UInt8) -> Bool { byte >= 0x61 && byte <= 0x7A }

  /// Letters, the underscore, and everything beyond ASCII: `größe` and `🍎` are names.
  static func beginsName(_ byte: UInt8) -> Bool {
    isLetter(byte) || byte == underscore || byte >= 0x80
  }

  static func continuesName(_ byte: UInt8) -> Bool { beginsName(byte) || isDigit(byte) }

  static func isBlank(_ byte: UInt8) -> Bool { byte == space || byte == tab }

  static func isBreak(_ byte: UInt8) -> Bool { byte == newline || byte == carriageReturn }

  static func isControl(_ byte: UInt8) -> Bool {
    (byte < 0x20 && byte != tab && !isBreak(byte)) || byte == 0x7F
  }

  static func isOperator(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "*"), slash, UInt8(ascii: "%"),
      UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "="), UInt8(ascii: "!"),
      UInt8(ascii: "&"), UInt8(ascii: "|"), UInt8(ascii: "^"), UInt8(ascii: "~"),
      UInt8(ascii: "?"):
      true
    default: false
    }
  }
}

extension String {
  /// Whether a name begins like that of a type.
  var isCapitalized: Bool {
    guard let byte = utf8.first else { return false }
    // The properties of Unicode are slow to look up.
    return byte < 0x80
      ? UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte : first?.isUppercase == true
  }
}
