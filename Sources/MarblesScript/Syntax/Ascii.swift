/// The bytes that the lexer knows by name, and the classes that it sorts bytes into.
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
