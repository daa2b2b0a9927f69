/// Reads a whole script. After an error the parser skips to the next statement, element or bracket
/// and continues, so that all errors are reported at once.
///
/// - Complexity: O(bytes).
struct Parser {
  /// The largest depth of brackets, blocks and conditional expressions.
  static let deepestNesting = 128
  /// The largest height of a tree of calls and operators.
  static let longestChain = 512

  let source: SourceText
  var lexer: Lexer
  /// The next token, not consumed yet.
  var token: Token
  /// The end of the last consumed token.
  var previousEnd: Int
  private(set) var diagnostics: [Diagnostic] = []
  /// The view model whose members are being parsed.
  var scriptClass: String?
  /// The initializers of view models that the script creates, until it does.
  var initializers: [String: [Initializer]] = [:]
  /// Its lazy properties, which can use all others.
  var lazyStatements: [CodeStatement] = []
  /// The statements of its initializer.
  var initializerStatements: [CodeStatement] = []
  /// The names of the file whose meaning Swift's declarations change.
  var names: SwiftNames

  var nesting = 0
  /// The height of the tree of the expression that was parsed last.
  var height = 0
  /// The start of the current statement.
  var statementStart = 0
  /// False in the heads of `if`, `for`, `at`, …, where a brace opens the block.
  var allowsTrailingClosure = true
  /// The closures that receive the script as an argument.
  var ownership = Ownership()
  /// The start of an unclosed string: it closes the brackets of its line.
  var brokenString: Int?
  /// The brackets that are open, outermost first.
  var openBrackets: [Bracket] = []
  /// The last brace with a wrong closing bracket after it, and whether it is closed later.
  var braceInDoubt: (opening: Int, isClosedLater: Bool)?
  /// The place where nesting became too deep: brackets around it are not reported as open.
  var tooDeepAt = -1
  /// Whether a superclass is reported already.
  var reportedSuperclass = false
  /// Whether a chain that is too long is reported already for this statement.
  var reportedChain = false

  init(_ source: SourceText) {
    self.source = source
    lexer = Lexer(source)
    token = lexer.next()
    previousEnd = source.textStart
    names = SwiftNames(source)
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
  /// reported once.
  mutating func advance() {
    switch token.kind {
    case .string(closed: false) where lexer.isTripleQuote(at: token.span.start):
      brokenString = token.span.start
      report(.unclosedLines, at: SourceRange(token.span.start, token.span.start + 3))
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

  /// Goes back to a token, with `lexer` after it.
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

  func isWord(_ word: StaticString) -> Bool {
    token.kind == .name && source.hasText(word, at: token.span)
  }

  func isOperator(_ text: StaticString) -> Bool {
    token.kind == .operator && source.hasText(text, at: token.span)
  }

  mutating func takeWord(_ word: StaticString) -> Bool {
    guard isWord(word) else { return false }
    advance()
    return true
  }

  mutating func takeOperator(_ text: StaticString) -> Bool {
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

  /// The name of the next token in diagnostics.
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

  /// Reports what is missing before the next token; if the token itself is wrong, reports the token.
  mutating func reportMissing(_ what: String) {
    report(SyntaxError.expected(what, found: found))
  }

  mutating func reportMissingExpression() {
    report(SyntaxError.expectedExpression(found: found))
  }

  /// Reports at the next token, or after the last one if the next is in another line.
  private mutating func report(_ mistake: SyntaxError) {
    if token.isBroken {
      advance()
    } else {
      report(mistake, at: placeOfMissing)
    }
  }

  /// The next token, or the end of the last one if the next is in another line.
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
    if bytes.count > SourceText.limit {
      let mistake = SyntaxError.tooLarge(bytes: bytes.count, limit: SourceText.limit)
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
