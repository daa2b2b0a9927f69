/// Reads the declarations of a file from its tokens.
struct DeclarationScan {
  private let source: SourceText
  private var lexer: Lexer
  private var depth = 0
  private var isPublished = false
  private var pendingStructure: String?
  private var structures: [(name: String, depth: Int)] = []
  private(set) var published: Set<String> = []
  private(set) var computed: Set<String> = []
  private(set) var enumerations: Set<String> = []
  private(set) var records: [String: [String]] = [:]

  init(_ source: SourceText) {
    self.source = source
    lexer = Lexer(source)
  }

  mutating func run() {
    var token = lexer.next()
    while token.kind != .end {
      let next = lexer.next()
      switch token.kind {
      case .open(.brace): openBrace()
      case .close(.brace): closeBrace()
      case .at where next.kind == .name:
        isPublished = source.text(of: next.span) == "Published"
      case .name where next.kind == .name:
        declare(source.text(of: token.span), source.text(of: next.span))
      default: break
      }
      token = next
    }
  }

  private mutating func openBrace() {
    if let name = pendingStructure {
      structures.append((name, depth))
      records[name] = []
      pendingStructure = nil
    }
    depth += 1
  }

  private mutating func closeBrace() {
    depth -= 1
    if let last = structures.last, depth <= last.depth { structures.removeLast() }
  }

  /// `word name`; the lexer is after both.
  private mutating func declare(_ word: String, _ name: String) {
    switch word {
    case "enum": enumerations.insert(name)
    case "struct": pendingStructure = name
    case "let", "var":
      let isComputed = word == "var" && isFollowedByBody
      if let structure = structures.last, depth == structure.depth + 1 {
        if !isComputed { records[structure.name]?.append(name) }
      } else if isPublished, word == "var" {
        published.insert(name)
      } else if isComputed {
        computed.insert(name)
      }
      isPublished = false
    case "func": isPublished = false
    default: break
    }
  }

  /// Whether a type and a brace follow on the line: `var total: Int { … }`.
  private var isFollowedByBody: Bool {
    var ahead = lexer
    guard ahead.next().kind == .colon else { return false }
    while true {
      let token = ahead.next()
      if token.afterBreak { return false }
      switch token.kind {
      case .open(.brace):
        let word = ahead.next()
        return word.kind != .name || !["didSet", "willSet"].contains(source.text(of: word.span))
      case .name, .period, .comma, .colon, .open, .close: continue
      case .operator where source.text(of: token.span) != "=": continue
      default: return false
      }
    }
  }
}
