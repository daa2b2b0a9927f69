/// Collects the text of a picture. Numbers are rounded to a tenth; text is escaped and visible.
struct SVGWriter {
  private(set) var bytes: [UInt8] = []

  static func += (writer: inout SVGWriter, fragment: SVGFragment) {
    writer.bytes += fragment.bytes
  }

  static func += (writer: inout SVGWriter, other: SVGWriter) { writer.bytes += other.bytes }

  var text: String { String(decoding: bytes, as: UTF8.self) }

  /// A number that is the same for equal texts, for ids (FNV-1a); goes on from another one's.
  func hash(after start: UInt64 = 0xcbf2_9ce4_8422_2325) -> UInt64 {
    bytes.reduce(start) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
  }

  mutating func reserve(_ count: Int) { bytes.reserveCapacity(count) }
}

/// A piece of SVG: literals as they are, interpolated text escaped, numbers in tenths.
struct SVGFragment: ExpressibleByStringInterpolation {
  var bytes: [UInt8]

  init(stringLiteral value: StaticString) {
    bytes = value.withUTF8Buffer { Array($0) }
  }

  init(stringInterpolation: StringInterpolation) { bytes = stringInterpolation.bytes }

  struct StringInterpolation: StringInterpolationProtocol {
    var bytes: [UInt8] = []

    init(literalCapacity: Int, interpolationCount: Int) {
      bytes.reserveCapacity(literalCapacity + 8 * interpolationCount)
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

    /// What a class or a path is called: not escaped.
    mutating func appendInterpolation(raw text: String) { bytes.append(contentsOf: text.utf8) }

    mutating func appendInterpolation(_ fragment: SVGFragment) { bytes += fragment.bytes }

    mutating func appendInterpolation(_ writer: SVGWriter) { bytes += writer.bytes }

    /// Text from a recording.
    mutating func appendInterpolation(_ text: String) {
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
  }
}
