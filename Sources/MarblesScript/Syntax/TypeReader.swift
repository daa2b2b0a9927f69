// Types, which are read and ignored: pasted code has them.

extension Parser {
  /// Reports an error and returns `nil` if there is no type.
  mutating func parseType() -> TypeName? {
    var reader = TypeReader(lexer, token)
    guard reader.readType() else {
      reportMissing("a type")
      return nil
    }
    return consume(reader, from: token.span.start)
  }

  /// `<String, Never>` after a name. `nil`, with nothing consumed, if `<` is an operator.
  mutating func parseGenericArguments() -> [TypeName]? {
    var reader = TypeReader(lexer, token)
    guard let names = reader.readArguments(), reader.endsGenericArguments else { return nil }
    _ = consume(reader, from: token.span.start)
    return names
  }

  /// A label of a tuple is known from the types of the file.
  mutating func noteLabels(of type: TypeName) {
    for label in type.conversion?.labels ?? [] {
      names.types.labels[label.name, default: []].insert(label.position)
    }
  }

  private mutating func consume(_ reader: TypeReader, from start: Int) -> TypeName {
    resume(at: reader.previousEnd)
    let type = TypeName(text: reader.text, span: SourceRange(start, reader.previousEnd))
    noteLabels(of: type)
    return type
  }
}

/// Reads types ahead of the parser and reports nothing, so that an attempt may fail.
///
/// The collected text has regular spaces.
struct TypeReader {
  private var lexer: Lexer
  private(set) var token: Token
  private(set) var previousEnd = 0
  private(set) var text = ""
  private var depth = 0
  /// Deeper than any type that is written by hand: an attempt that fails must have cost little.
  private static let deepestNesting = 16

  init(_ lexer: Lexer, _ token: Token) {
    self.lexer = lexer
    self.token = token
  }

  /// Whether the token after `>` can follow a type but no operand, which is Swift's rule.
  var endsGenericArguments: Bool {
    if token.afterBreak { return true }
    switch token.kind {
    case .open, .close, .period, .comma, .colon, .semicolon, .end:
      return true
    case .operator: return ["?", "!", "="].contains(word)
    default: return false
    }
  }

  private var word: String {
    String(decoding: lexer.bytes[token.span.start..<token.span.end], as: UTF8.self)
  }

  private mutating func take(as shown: String? = nil) {
    text += shown ?? word
    previousEnd = token.span.end
    token = lexer.next()
  }

  private mutating func take(_ operators: String) -> Bool {
    guard token.kind == .operator, word == operators else { return false }
    take(as: operators == "->" ? " -> " : nil)
    return true
  }

  /// `<A, B>`: each of the types; the brackets are in `text`.
  mutating func readArguments() -> [TypeName]? {
    guard take("<") else { return nil }
    var names: [TypeName] = []
    repeat {
      if !names.isEmpty { take(as: ", ") }
      let before = text.utf8.count
      let start = token.span.start
      guard readType() else { return nil }
      let own = text.utf8.dropFirst(before)
      names.append(TypeName(text: String(Substring(own)), span: SourceRange(start, previousEnd)))
    } while token.kind == .comma
    return take(">") ? names : nil
  }

  mutating func readType() -> Bool {
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.deepestNesting, readSimpleType() else { return false }
    while token.kind == .operator, !token.afterBlank, word == "?" || word == "!" { take() }
    if token.kind == .name, !token.afterBreak, word == "async" || word == "throws" {
      let effect = word
      let mark = self
      take(as: " " + effect)
      if token.kind != .operator || word != "->" {
        self = mark
        return true
      }
    }
    return take("->") ? readType() : true
  }

  private mutating func readSimpleType() -> Bool {
    switch token.kind {
    case .at:
      take()
      guard token.kind == .name else { return false }
      take(as: word + " ")
      return readSimpleType()
    case .open(.parenthesis): return readList(.parenthesis)
    case .open(.square): return readList(.square)
    case .name where ["inout", "any", "some", "borrowing", "consuming"].contains(word):
      take(as: word + " ")
      return readSimpleType()
    case .name: return !ReservedWord.isReserved(word) && readQualifiedName()
    default: return false
    }
  }

  private mutating func readQualifiedName() -> Bool {
    take()
    while true {
      if token.kind == .operator, word == "<", !token.afterBlank {
        guard readArguments() != nil else { return false }
      } else if token.kind == .period, !token.afterBreak {
        take()
        guard token.kind == .name else { return false }
        take()
      } else {
        return true
      }
    }
  }

  /// `(A, label: B)`, `[A]`, `[A: B]`
  private mutating func readList(_ bracket: Bracket) -> Bool {
    take()
    while !token.isClosing(bracket) {
      guard readType() else { return false }
      while token.kind == .name, !token.afterBreak {
        text += " "
        take()
      }
      if token.kind == .colon {
        take(as: ": ")
        guard readType() else { return false }
      }
      guard token.kind == .comma else { break }
      take(as: ", ")
    }
    guard token.isClosing(bracket) else { return false }
    take()
    return true
  }
}
