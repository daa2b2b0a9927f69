// Statements outside of blocks.

/// The words that begin a statement outside of blocks.
enum StatementWord: String, CaseIterable {
  case title, frame, dialect, grammar, build, until, at, thread, expect, compare
  case values = "where"
}

extension Parser {
  mutating func parseScript() -> Script {
    if let first = source.invalidByte {
      let more = source.invalidByteCount - 1
      report(.invalidUTF8(offset: first, more: more), at: SourceRange(first, first + 1))
    }
    var statements: [Statement] = []
    while token.kind != .end {
      if case .close(let bracket) = token.kind {
        reportUnmatched(bracket)
        continue
      }
      if take(.semicolon) { continue }
      reportedChain = false
      parseWhole { statements += $0.parseStatement() }
    }
    if token.kind == .end, lexer.offset < source.bytes.count { resume(at: source.bytes.count) }
    statements += remainingInitializers().map { Statement(kind: .code($0), span: $0.span) }
    // Functions can be called before their declarations.
    let functions = statements.filter(\.isFunction)
    if !functions.isEmpty { statements = functions + statements.filter { !$0.isFunction } }
    return Script(
      statements: statements, types: names.types, hasViewModel: names.hasViewModel)
  }

  /// No statement if it is left out, several for `let a = 1, b = 2`.
  private mutating func parseStatement() -> [Statement] {
    let start = token.span.start
    if let names = namesOfRow() {
      let row = parseRow(names)
      return [Statement(kind: .row(row), span: span(from: start))]
    }
    if let word = statementWord() {
      guard let kind = parseStatement(word) else { return [] }
      return [Statement(kind: kind, span: span(from: start))]
    }
    if reportRowWithoutColon() || reportRowNameWithPeriod() { return [] }
    if let mistake = mistakeOfBeginning() {
      report(mistake, at: token.span)
      if let row = RowShape(lexer, at: peek().span.start) {
        resume(at: lexer.endOfLine(from: row.end))
      } else {
        skipStatement()
      }
      return []
    }
    return parseCodeStatement().map { Statement(kind: .code($0), span: $0.span) }
  }

  /// The word that begins a statement here. Before `:`, `=` or a period it is a name.
  private func statementWord() -> StatementWord? {
    guard token.kind == .name, let word = StatementWord(rawValue: text(token)) else { return nil }
    let next = peek()
    switch next.kind {
    case .colon: return nil
    case .period: return next.afterBlank ? word : nil
    case .operator:
      return AssignmentOperator(rawValue: text(next)) == nil || word == .values ? word : nil
    default: return word
    }
  }

  private mutating func parseStatement(_ word: StatementWord) -> Statement.Kind? {
    advance()
    switch word {
    case .title: return parseText("the title, in quotes").map { .title($0) }
    case .frame: return parseTime("a duration").map { .frame($0) }
    case .until: return parseTime("a time").map { .until($0) }
    case .dialect: return parseName("combine, rxswift or rxjs").map { .dialect($0) }
    case .grammar:
      return parseName("rxjs, rxjs6, rxpy or asyncalgorithms").map { .grammar($0) }
    case .build: return parseName("debug or release").map { .build($0) }
    case .values: return .values(parseValues())
    case .at: return parseAt()
    case .thread: return parseThread()
    case .expect: return parseExpectation().map { .expect($0) }
    case .compare: return parseComparison().map { .compare($0) }
    }
  }

  /// A string in the same line; a statement that lacks it is left out.
  private mutating func parseText(_ what: String) -> Expression? {
    guard case .string = token.kind, !token.afterBreak else {
      reportMissing(what)
      return nil
    }
    return parseExpression()
  }

  private mutating func parseTime(_ what: String) -> Expression? {
    guard token.kind != .end, token.kind != .open(.brace), !token.afterBreak else {
      reportMissing(what)
      return nil
    }
    return parseHead()
  }

  /// An expression before a block: its braces belong to the block.
  mutating func parseHead() -> Expression {
    let outer = allowsTrailingClosure
    allowsTrailingClosure = false
    defer { allowsTrailingClosure = outer }
    return parseExpression()
  }

  /// A name in the same line.
  mutating func parseName(_ what: String) -> Name? {
    guard token.kind == .name || token.kind == .quotedName, !token.afterBreak else {
      reportMissing(what)
      return nil
    }
    defer { advance() }
    return name(of: token)
  }

  /// The name that a token is, without its backticks.
  func name(of token: Token) -> Name {
    let isQuoted = token.kind == .quotedName
    let inner = SourceRange(token.span.start + 1, token.span.end - 1)
    return Name(text: isQuoted ? source.text(of: inner) : text(token), span: token.span)
  }

  private mutating func parseAt() -> Statement.Kind? {
    guard let time = parseTime("a time") else { return nil }
    var lane: Name?
    if takeWord("on") { lane = parseName("the name of a lane") }
    guard let body = parseBody() else { return nil }
    return .at(AtBlock(time: time, lane: lane, body: body))
  }

  private mutating func parseThread() -> Statement.Kind? {
    guard let name = parseName("the name of the thread") else { return nil }
    var from: Expression?
    if takeWord("from") { from = parseTime("a time") }
    guard let body = parseBody() else { return nil }
    return .thread(ThreadBlock(name: name, from: from, body: body))
  }

  /// A required block. If it is missing, the rest of the line is skipped.
  mutating func parseBody() -> [CodeStatement]? {
    if token.kind == .open(.brace) { return parseBlock() }
    reportMissing("'{'")
    return nil
  }
}

// MARK: Expectations

extension Parser {
  private mutating func parseExpectation() -> Expectation? {
    guard token.kind != .end, !token.afterBreak else {
      reportMissing("a row or a condition")
      return nil
    }
    if let names = namesOfRow() { return .row(parseRow(names)) }
    if reportRowWithoutColon() { return nil }
    let next = peek()
    switch next.kind {
    case .string, .number, .name, .quotedName:
      guard !next.afterBreak else { break }
      if takeWord("stops") { return .stops(parseExpression()) }
      if takeWord("warning") { return .warning(parseExpression()) }
    default: break
    }
    names.isExpecting = true
    defer { names.isExpecting = false }
    let condition = parseExpression()
    if isOperator("="), !token.afterBreak {
      reportMissing("'=='")
      advance()
      _ = parseExpression()
      return nil
    }
    return .condition(condition)
  }
}

extension Parser {
  private mutating func parseComparison() -> PictureComparison? {
    if !token.afterBreak, let names = namesOfRow() { return .row(parseRow(names)) }
    var dialects: [Name] = []
    repeat {
      guard let dialect = parseName("dialects or a row") else { return nil }
      dialects.append(dialect)
    } while take(.comma)
    return .dialects(dialects)
  }
}

// MARK: Errors at the start of a statement

extension Parser {
  /// Two words in a row begin no statement; the first is perhaps a misspelled one.
  private func mistakeOfBeginning() -> SyntaxError? {
    if case .string = token.kind, peek().kind == .colon { return .rowName("a string") }
    if token.kind == .number, peek().kind == .colon { return .rowName("a number") }
    guard token.kind == .name, !ReservedWord.isReserved(text(token)) else { return nil }
    let next = peek()
    guard !next.afterBreak else { return nil }
    switch next.kind {
    case .name, .string, .number: break
    default: return nil
    }
    let word = text(token)
    guard !ReservedWord.modifiers.contains(word),
      !["actor", "async", "const", "val"].contains(word)
    else { return nil }
    let words = StatementWord.allCases.map(\.rawValue) + ["let", "var"]
    return .unknownStatement(word, suggestion: Suggestion.nearest(to: word, among: words))
  }

  var isAtMargin: Bool {
    let start = token.span.start
    return start == source.textStart || Ascii.isBreak(lexer.bytes[start - 1])
  }

  /// Whether a statement begins here at the margin, which cannot be part of an open bracket.
  ///
  /// Inside braces `let` can be at the margin, inside other brackets it cannot.
  func beginsStatementAtMargin(inside bracket: Bracket) -> Bool {
    guard token.kind == .name, isAtMargin else { return false }
    let start = token.span.start
    if let row = RowShape(lexer, at: start) { return row.looksLikeMarbles(lexer) }
    if RowShape.endOfMarbleName(lexer, at: start) != nil { return true }
    let word = text(token)
    let next = peek()
    let isDeclaration = word == "let" || word == "var"
    guard isDeclaration || StatementWord(rawValue: word) != nil else { return false }
    if isDeclaration, bracket == .brace { return false }
    switch next.kind {
    case .name, .number, .string: return !next.afterBreak || bracket != .brace
    case .end: return bracket != .brace
    default: return false
    }
  }
}

/// Words that Swift does not allow as names, so that a pasted declaration is recognized.
enum ReservedWord {
  static let modifiers: WordList = [
    "private", "fileprivate", "internal", "public", "package", "open", "static", "final", "lazy",
    "weak", "unowned", "nonisolated", "mutating", "override", "convenience", "required",
    "indirect", "dynamic",
  ]

  static func isReserved(_ word: String) -> Bool { words.contains(word) }

  private static let words: WordList = [
    "let", "var", "if", "else", "guard", "for", "in", "while", "repeat", "switch", "case",
    "default", "return", "throw", "break", "continue", "do", "catch", "defer", "func", "class",
    "struct", "enum", "extension", "protocol", "import", "typealias", "true", "false", "nil",
    "try", "is", "as", "init", "where",
  ]
}

/// Words that are looked up for each token: comparing a few of them takes less time than a hash.
struct WordList: ExpressibleByArrayLiteral {
  /// The words that begin with each byte.
  private let beginning: [[String]]

  init(arrayLiteral words: String...) {
    var beginning = Array(repeating: [String](), count: 256)
    for word in words {
      if let first = word.utf8.first { beginning[Int(first)].append(word) }
    }
    self.beginning = beginning
  }

  func contains(_ word: String) -> Bool {
    word.utf8.first.map { beginning[Int($0)].contains(word) } ?? false
  }
}
