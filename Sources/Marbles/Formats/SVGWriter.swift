/// Collects the text of a picture. Numbers are rounded to a tenth; text is escaped and visible.
struct SVGWriter {
  private(set) var bytes: [UInt8] = []

  static func += (writer: inout SVGWriter, fragment: SVGFragment) {
    writer.bytes += fragment.bytes
  }

  static func += (writer: inout SVGWriter, other: SVGWriter) { writer.bytes += other.bytes }

  var text: String { String(decoding: bytes, as: UTF8.self) }

  /// A number that is the same for equal texts, for ids (FNV-1a); continues from another one's.
  func hash(after start: UInt64 = 0xcbf2_9ce4_8422_2325) -> UInt64 {
    bytes.reduce(start) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
  }

  mutating func reserve(_ count: Int) { bytes.reserveCapacity(count) }

  /// Inserts a text before the present one.
  mutating func prepend(_ other: SVGWriter) { bytes.insert(contentsOf: other.bytes, at: 0) }
}

/// A class of the style sheet. Those of colors have a number behind their name.
struct SVGClass: ExpressibleByStringLiteral {
  let name: StaticString
  let number: Int?

  init(_ name: StaticString, number: Int?) {
    self.name = name
    self.number = number
  }

  init(stringLiteral name: StaticString) { self.init(name, number: nil) }
}

/// A piece of SVG: literals as they are, interpolated text escaped, numbers in tenths.
struct SVGFragment: ExpressibleByStringInterpolation {
  var bytes: [UInt8]

  init(stringLiteral value: StaticString) {
    bytes = value.withUTF8Buffer { Array($0) }
  }

  init(stringInterpolation: StringInterpolation) { bytes = stringInterpolation.bytes }

  static func += (fragment: inout SVGFragment, other: SVGFragment) {
    fragment.bytes += other.bytes
  }

  struct StringInterpolation: StringInterpolationProtocol {
    var bytes: [UInt8] = []

    init(literalCapacity: Int, interpolationCount: Int) {
      bytes.reserveCapacity(literalCapacity + 16 * interpolationCount)
    }

    mutating func appendLiteral(_ literal: StaticString) {
      literal.withUTF8Buffer { bytes.append(contentsOf: $0) }
    }

    mutating func appendInterpolation(_ number: Int) { append(number) }

    mutating func appendInterpolation(_ number: Double) {
      let limited = min(max(number, -1e12), 1e12)
      let tenths = Int((limited * 10).rounded())
      if tenths < 0 { bytes.append(UInt8(ascii: "-")) }
      let size = abs(tenths)
      append(size / 10)
      guard size % 10 != 0 else { return }
      bytes.append(UInt8(ascii: "."))
      bytes.append(UInt8(ascii: "0") + UInt8(size % 10))
    }

    private mutating func append(_ number: Int) {
      guard number >= 10 else {
        if number < 0 {
          bytes.append(contentsOf: String(number).utf8)
        } else {
          append(digit: number)
        }
        return
      }
      append(number / 10)
      append(digit: number % 10)
    }

    private mutating func append(digit: Int) {
      bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: digit))
    }

    /// The name of a class or a path, which is not escaped.
    mutating func appendInterpolation(raw text: String) { bytes.append(contentsOf: text.utf8) }

    mutating func appendInterpolation(_ style: SVGClass) {
      appendLiteral(style.name)
      if let number = style.number { append(number) }
    }

    mutating func appendInterpolation(_ fragment: SVGFragment) { bytes += fragment.bytes }

    mutating func appendInterpolation(_ writer: SVGWriter) { bytes += writer.bytes }

    /// Text from a recording.
    mutating func appendInterpolation(_ text: String) {
      if text.hasOnlyBytes(Self.isPlain) {
        bytes.append(contentsOf: text.utf8)
        return
      }
      for byte in TextWidth.visible(text).utf8 {
        switch byte {
        case UInt8(ascii: "&"): bytes.append(contentsOf: "&amp;".utf8)
        case UInt8(ascii: "<"): bytes.append(contentsOf: "&lt;".utf8)
        case UInt8(ascii: ">"): bytes.append(contentsOf: "&gt;".utf8)
        case UInt8(ascii: "\""): bytes.append(contentsOf: "&quot;".utf8)
        default: bytes.append(byte)
        }
      }
    }

    /// Whether a byte is visible and needs no escape.
    private static func isPlain(_ byte: UInt8) -> Bool {
      switch byte {
      case UInt8(ascii: "&"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\""): false
      default: byte >= 0x20 && byte < 0x7F
      }
    }
  }
}

/// Upper bounds of the width of text, independent of its font.
enum SVGText {
  /// A cell of the 12.5 px monospaced values.
  static let cell = 7.5
  /// A cell of the 10.5 px monospaced small texts.
  static let smallCell = 6.4
  /// Labels up to this many cells are whole, longer ones are cut to ``cutLabel``.
  static let wholeLabel = 18
  static let cutLabel = 14

  static func label(_ text: String) -> String {
    let text = TextWidth.visible(text)
    return TextWidth.cells(text) <= wholeLabel ? text : shortened(text, to: cutLabel)
  }

  /// `text` with its middle left out: values that differ do so at their ends more often than in
  /// the middle.
  static func shortened(_ text: String, to cells: Int) -> String {
    guard TextWidth.cells(text) > cells else { return text }
    let tail = (cells - 1) / 2
    var end = ""
    for character in text.reversed() {
      guard TextWidth.cells(end) + TextWidth.cells(character) <= tail else { break }
      end = String(character) + end
    }
    return TextWidth.truncated(text, to: cells - TextWidth.cells(end)) + end
  }

  /// The width of a pill around a label.
  static func pill(_ label: String) -> Double {
    max(26, (Double(TextWidth.cells(label)) * cell + 18).rounded())
  }

  static func small(_ text: String) -> Double { Double(TextWidth.cells(text)) * smallCell }

  /// An upper bound of the width of proportional text, by the widths of the widest usual font.
  static func sans(_ text: String, size: Double) -> Double {
    text.reduce(0) { $0 + em($1) } * size
  }

  private static func em(_ character: Character) -> Double {
    guard let ascii = character.asciiValue else {
      let cells = TextWidth.cells(character)
      return cells == 0 ? 0 : cells >= 2 ? 1 : character.isUppercase ? 0.72 : 0.66
    }
    return widths[Int(ascii)]
  }

  private static let widths: [Double] = (0..<128).map { code in
    switch Character(Unicode.Scalar(UInt8(code))) {
    case "i", "l", "j", "I", ".", ",", ":", ";", "!", "|", "'", "(", ")", "[", "]", "{", "}", " ":
      0.4
    case "f", "t", "r", "-": 0.44
    case "m", "w", "M", "@", "%": 0.98
    case "W": 1.04
    case "A"..."Z": 0.74
    default: 0.64
    }
  }

  /// The beginning of `text` that fits, with a `…` if that is not all.
  static func fitted(_ text: String, size: Double, into width: Double) -> String {
    guard sans(text, size: size) > width else { return text }
    var used = em("…") * size
    var result = ""
    for character in text {
      used += em(character) * size
      if used > width { break }
      result.append(character)
    }
    while result.last == " " { result.removeLast() }
    return result + "…"
  }

  /// `text` in lines of at most `width`, broken between words; at most `most` of them.
  ///
  /// - Parameter isBalanced: whether the lines are about equally long.
  static func lines(
    _ text: String, size: Double, width: Double, most: Int, isBalanced: Bool = false
  ) -> [String] {
    if isBalanced, let clauses = clauses(text, size: size, width: width, most: most) {
      return clauses
    }
    var lines = broken(text, size: size, width: width)
    if lines.count > most {
      let rest = lines[(most - 1)...].joined(separator: " ")
      lines = lines.prefix(most - 1) + [rest]
    } else if isBalanced, lines.count > 1 {
      var (low, high) = (width / 2, width)
      while high - low > 4 {
        let middle = (low + high) / 2
        let narrower = broken(text, size: size, width: middle)
        let isAsGood =
          narrower.count == lines.count
          && narrower.allSatisfy { sans($0, size: size) <= middle }
        if isAsGood { (high, lines) = (middle, narrower) } else { low = middle }
      }
    }
    return lines.map { fitted($0, size: size, into: width) }
  }

  /// The clauses of a text in lines, without breaking one; `nil` if that takes more lines.
  private static func clauses(_ text: String, size: Double, width: Double, most: Int) -> [String]? {
    var lines: [String] = []
    var rest = text[...]
    while !rest.isEmpty {
      let end = rest.firstRange(of: "; ")?.lowerBound
      let clause = String(end.map { rest[...$0] } ?? rest)
      rest = end.map { rest[rest.index($0, offsetBy: 2)...] } ?? ""
      if let last = lines.last, sans(last + " " + clause, size: size) <= width {
        lines[lines.count - 1] = last + " " + clause
      } else {
        lines.append(clause)
      }
    }
    guard lines.count <= most, lines.allSatisfy({ sans($0, size: size) <= width }) else {
      return nil
    }
    return lines.count > 1 ? lines : nil
  }

  private static func broken(_ text: String, size: Double, width: Double) -> [String] {
    var lines: [String] = []
    var line = ""
    for word in text.split(separator: " ") {
      let longer = line.isEmpty ? String(word) : line + " " + word
      if !line.isEmpty, sans(longer, size: size) > width {
        lines.append(line)
        line = String(word)
      } else {
        line = longer
      }
    }
    if !line.isEmpty { lines.append(line) }
    return lines
  }
}
