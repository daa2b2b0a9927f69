/// The smallest piece that the parser looks at. Line breaks are no tokens but flags.
struct Token: Equatable {
  enum Kind: Equatable {
    /// Also every keyword: which words are keywords depends on where they stand.
    case name
    /// `` `in` ``
    case quotedName
    /// With whatever letters touch it: `1_000`, `0xFF`, `10ms`, `12abc`.
    case number
    /// From quote to quote, or to the end of the line.
    case string(closed: Bool)
    /// `$0`
    case shorthand
    case `operator`
    case period
    case comma
    case colon
    case semicolon
    case backslash
    case at
    case open(Bracket)
    case close(Bracket)
    case unclosedComment
    case unknown
    case end
  }

  var kind: Kind
  var span: Span
  /// A line break stands before it.
  var afterBreak: Bool
  /// White space, a comment or a line break stands before it.
  var afterBlank: Bool

  /// Wrong wherever it stands.
  var isBroken: Bool { kind == .unknown || kind == .unclosedComment }

  func isClosing(_ bracket: Bracket) -> Bool { kind == .close(bracket) }
}

enum Bracket: UInt8, CaseIterable {
  case parenthesis
  case square
  case brace

  var opening: String { ["(", "[", "{"][Int(rawValue)] }
  var closing: String { [")", "]", "}"][Int(rawValue)] }

  init?(opening byte: UInt8) {
    switch byte {
    case UInt8(ascii: "("): self = .parenthesis
    case UInt8(ascii: "["): self = .square
    case UInt8(ascii: "{"): self = .brace
    default: return nil
    }
  }

  init?(closing byte: UInt8) {
    switch byte {
    case UInt8(ascii: ")"): self = .parenthesis
    case UInt8(ascii: "]"): self = .square
    case UInt8(ascii: "}"): self = .brace
    default: return nil
    }
  }
}
