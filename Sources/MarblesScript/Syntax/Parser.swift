/// Reads a script, all of it, whatever is wrong with it: a mistake is noted, the parser skips to
/// the next place where it knows what to expect, and goes on.
///
/// - Complexity: O(bytes).
struct Parser {
  /// Larger files are refused: 8 MiB, some 200,000 lines.
  static let largestFile = 8 << 20
  /// How deep brackets, blocks and conditional expressions may be nested.
  static let deepestNesting = 128
  /// How many links a chain of calls or operators may have, counted through everything nested.
  static let longestChain = 512

  let source: SourceText
  var lexer: Lexer
  /// The next token, not consumed yet.
  var token: Token
  /// Where the last token that was consumed ends.
  var previousEnd: Int
  private(set) var diagnostics: [Diagnostic] = []

  var nesting = 0
  /// How high the tree of the expression that was parsed last is.
  var height = 0
  /// Where the statement at hand begins.
  var statementStart = 0
  /// False in the heads of `if`, `for`, `at`, …, where a brace opens the block.
  var allowsTrailingClosure = true
  /// Where a string that its line cut off begins: brackets open on that line ended with it.
  var brokenString: Int?
  /// The brackets that are open, outermost first.
  var openBrackets: [Bracket] = []
  /// Where nesting became too deep last: the brackets around it are not told that they are open.
  var tooDeepAt = -1
  /// Whether the statement has already been told that a chain is too long.
  var reportedChain = false

  init(_ source: SourceText) {
    self.source = source
    lexer = Lexer(source)
    token = lexer.next()
    previousEnd = source.textStart
  }
}

extension Script {
  /// The script, and everything that is wrong with its grammar, in the order of the text.
  static func parse(_ source: SourceText) -> (script: Script, diagnostics: [Diagnostic]) {
    if let mistake = Parser.mistakeOfFile(source.bytes) ?? Parser.mistakeOfMarkup(source) {
      return (Script(statements: []), [mistake])
    }
    var parser = Parser(source)
    let script = parser.parseScript()
    return (script, parser.diagnostics.inSourceOrder())
  }
}

// MARK: Tokens

extension Parser {
  /// Consumes the next token. One that no grammar would accept is reported here, so that it is
  /// said once, whoever skips it.
  mutating func advance() {
    switch token.kind {
    case .string(closed: false):
      brokenString = token.span.start
      report(.unclosedString, at: token.span)
    case .unclosedComment: report(.unclosedComment, at: token.span)
    case .unknown: report(mistakeOfUnknown(), at: token.span)
    default: break
    }
    previousEnd = token.span.end
    token = lexer.next()
  }

  func peek() -> Token {
    var ahead = lexer
    return ahead.next()
  }

  /// Goes back to a token; `lexer` stands behind it again.
  mutating func rewind(to token: Token, previousEnd: Int) {
    self.token = token
    self.previousEnd = previousEnd
    lexer.offset = token.span.end
  }

  /// Continues at an offset that the lexer did not come to by itself.
  mutating func resume(at offset: Int) {
    lexer.offset = offset
    previousEnd = offset
    token = lexer.next()
  }

  func text(_ token: Token) -> String { source.text(of: token.span) }

  func isWord(_ word: String) -> Bool { token.kind == .name && text(token) == word }

  func isOperator(_ text: String) -> Bool { token.kind == .operator && self.text(token) == text }

  mutating func takeWord(_ word: String) -> Bool {
    guard isWord(word) else { return false }
    advance()
    return true
  }

  mutating func takeOperator(_ text: String) -> Bool {
    guard isOperator(text) else { return false }
    advance()
    return true
  }

  mutating func take(_ kind: Token.Kind) -> Bool {
    guard token.kind == kind else { return false }
    advance()
    return true
  }

  /// From a place to the end of what was consumed last.
  func span(from start: Int) -> SourceRange { SourceRange(start, max(start, previousEnd)) }

  /// How a diagnostic calls the next token.
  var found: String {
    switch token.kind {
    case .end: lexer.limit == source.bytes.count ? "the end of the file" : "the end"
    case .string: "a string"
    case _ where token.afterBreak: "the end of the line"
    default: "'\(text(token))'"
    }
  }
}

// MARK: Diagnostics

extension Parser {
  mutating func report(_ mistake: SyntaxError, at span: SourceRange, notes: [Diagnostic.Note] = [])
  {
    diagnostics.append(Diagnostic(mistake, at: span, notes: notes))
  }

  /// Says what is missing before the next token. A token that is wrong in itself is the mistake.
  mutating func reportMissing(_ what: String) {
    report(SyntaxError.expected(what, found: found))
  }

  mutating func reportMissingExpression() {
    report(SyntaxError.expectedExpression(found: found))
  }

  /// Reports at the next token, or behind the last one if the next stands in another line.
  private mutating func report(_ mistake: SyntaxError) {
    if token.isBroken {
      advance()
    } else {
      report(mistake, at: placeOfMissing)
    }
  }

  /// Behind the last token if the next one stands in another line, otherwise the next one.
  var placeOfMissing: SourceRange {
    token.kind == .end || token.afterBreak ? SourceRange(previousEnd, previousEnd) : token.span
  }

  private func mistakeOfUnknown() -> SyntaxError {
    let text = text(token)
    guard let first = text.utf8.first else { return .unexpectedCharacter(text) }
    if Ascii.isControl(first) { return .controlCharacter(first) }
    return first < 0x80 ? .unexpectedCharacter(text) : .typographicMark(text)
  }

  static func mistakeOfFile(_ bytes: [UInt8]) -> Diagnostic? {
    if bytes.count > largestFile {
      let mistake = SyntaxError.tooLarge(bytes: bytes.count, limit: largestFile)
      return Diagnostic(mistake, at: SourceRange(0, 0))
    }
    guard let zero = bytes.firstIndex(of: 0) else { return nil }
    return Diagnostic(SyntaxError.binary(offset: zero), at: SourceRange(zero, zero + 1))
  }

  /// No script begins so, but every SVG and HTML file does.
  static func mistakeOfMarkup(_ source: SourceText) -> Diagnostic? {
    let isSpace = { (byte: UInt8) in byte == 0x20 || (0x09...0x0D).contains(byte) }
    let text = source.bytes[source.textStart...]
    guard let first = text.firstIndex(where: { !isSpace($0) }), text[first] == UInt8(ascii: "<")
    else { return nil }
    return Diagnostic(SyntaxError.markup, at: SourceRange(first, first + 1))
  }
}
