// Strings and their interpolations.

extension Lexer {
  mutating func scanString() -> Token.Kind {
    if isTripleQuote(at: offset) {
      let end = endOfText(from: offset + 3, in: .lines, acrossLines: true)
      offset = end ?? limit
      return .string(closed: end != nil)
    }
    if let end = endOfText(from: offset + 1, in: .string) {
      offset = end
      return .string(closed: true)
    }
    offset = endOfLine(from: offset)
    return .string(closed: false)
  }

  /// Whether a string of several lines begins or ends here.
  func isTripleQuote(at offset: Int) -> Bool {
    (0..<3).allSatisfy { byte(offset + $0) == Ascii.quote }
  }

  enum TextContext: Int {
    case string = -1
    /// A string of several lines.
    case lines = -2
    case interpolation = 1
  }

  /// Behind the quote that closes a string, or the parenthesis that closes an interpolation; nil
  /// if its line or, across lines, the file ends first.
  ///
  /// - Complexity: O(length); the nesting is kept in an array, not on the stack.
  func endOfText(from start: Int, in context: TextContext, acrossLines: Bool = false) -> Int? {
    // The number of open parentheses of each interpolation; below zero for strings.
    var contexts = [context.rawValue]
    var position = start
    while position < limit, let depth = contexts.last {
      let byte = bytes[position]
      if Ascii.isBreak(byte), !acrossLines { return nil }
      position += 1
      if depth < 0 {
        if byte == Ascii.quote {
          if depth == TextContext.string.rawValue {
            contexts.removeLast()
          } else if isTripleQuote(at: position - 1) {
            contexts.removeLast()
            position += 2
          }
        } else if byte == Ascii.backslash, position < limit, !Ascii.isBreak(bytes[position]) {
          if bytes[position] == Ascii.openParenthesis { contexts.append(1) }
          position += 1
        }
      } else if byte == Ascii.quote {
        contexts.append(TextContext.string.rawValue)
      } else if byte == Ascii.openParenthesis {
        contexts[contexts.count - 1] += 1
      } else if byte == Ascii.closeParenthesis {
        contexts[contexts.count - 1] -= 1
        if depth == 1 { contexts.removeLast() }
      }
      if contexts.isEmpty { return position }
    }
    return nil
  }
}
