/// An error of the grammar of a script.
enum SyntaxError: DiagnosticMessage, Equatable {
  // The file
  case tooLarge(bytes: Int, limit: Int)
  case binary(offset: Int)
  case markup
  case invalidUTF8(offset: Int, more: Int)
  case controlCharacter(UInt8)
  // Tokens
  case unexpectedCharacter(String)
  case typographicMark(String)
  case unknownProjection(String)
  case unclosedString
  case unclosedLines
  case severalLineString
  case unclosedComment
  case unknownEscape(String)
  case unicodeEscape(String)
  case unclosedInterpolation
  case badNumber(String)
  case integerOverflow(String)
  case doubleOverflow(String)
  case unknownUnit(String)
  case unexpectedInType(found: String)
  case durationOverflow(String)
  case durationTooFine(String)
  // Brackets and depth
  case unclosedBracket(Bracket)
  case unmatchedBracket(Bracket)
  case wrongBracket(Bracket, found: Bracket)
  case nestedTooDeep(limit: Int)
  case chainTooLong(limit: Int)
  // Structure
  case expected(String, found: String)
  case expectedExpression(found: String)
  case missingComma(found: String)
  case trailingText(found: String)
  case unknownStatement(String, suggestion: String?)
  case rowName(String)
  case rowWithoutColon(String)
  case onlyOutsideBlocks(String)
  case notInTheLanguage(String, instead: String?)
  case reservedName(String)
  case longKey(String)
  case missingValue(String)
  case chainedComparison
  case unknownOperator(String, suggestion: String?)
  case notAssignable
  case olderSpelling(String, usage: String)
  case rowNameWithPeriod(String)
}

extension SyntaxError {
  var severity: Diagnostic.Severity {
    if case .olderSpelling = self { .warning } else { .error }
  }

  var isGeneral: Bool {
    switch self {
    case .expected, .expectedExpression, .missingComma, .trailingText: true
    default: false
    }
  }

  var text: String {
    switch self {
    case .tooLarge(let bytes, let limit):
      "the file has \(bytes) bytes; the limit is \(limit)"
    case .binary(let offset):
      "this is not text: byte \(offset) is zero"
    case .markup:
      "this is a picture or a page, not a script"
    case .invalidUTF8(let offset, let more):
      "byte \(offset) is not UTF-8" + (more == 0 ? "" : ", and \(more) more are not")
    case .controlCharacter(let byte):
      "the control character U+\(Self.hexadecimal(byte)) is not allowed in a script"
    case .unexpectedCharacter(let character): "unexpected character '\(character)'"
    case .typographicMark(let mark): "'\(mark)' is a typographic character"
    case .unknownProjection(let name):
      "'$\(name)' is the publisher of a property that is not declared"
    case .unclosedString: "this string is not closed on its line"
    case .unclosedLines: "this string is not closed"
    case .severalLineString: "the lines of this string are not between its quotes"
    case .unclosedComment: "this comment is not closed"
    case .unknownEscape(let escape): "'\(escape)' is not an escape"
    case .unicodeEscape(let escape): "'\(escape)' is not a character"
    case .unclosedInterpolation: "this interpolation is not closed before the end of its string"
    case .badNumber(let text): "'\(text)' is not a number"
    case .integerOverflow(let text): "\(text) does not fit into 64 bits"
    case .doubleOverflow(let text): "\(text) is too large for a number"
    case .unexpectedInType(let found): "\(found) is not a member of a type"
    case .unknownUnit(let unit): "'\(unit)' is not a unit of time"
    case .durationOverflow(let text): "\(text) is too long"
    case .durationTooFine(let text): "\(text) is not a whole number of nanoseconds"
    case .unclosedBracket(let bracket): "'\(bracket.opening)' is not closed"
    case .unmatchedBracket(let bracket): "'\(bracket.closing)' does not close a bracket"
    case .wrongBracket(let bracket, let found):
      "'\(bracket.opening)' is closed by '\(found.closing)'"
    case .nestedTooDeep(let limit): "this is nested more than \(limit) levels deep"
    case .chainTooLong(let limit): "this expression has more than \(limit) operators and calls"
    case .expected(let what, let found): "expected \(what), found \(found)"
    case .expectedExpression(let found): "expected an expression, found \(found)"
    case .missingComma(let found): "expected ',' or the closing bracket, found \(found)"
    case .trailingText(let found): "unexpected \(found)"
    case .unknownStatement(let word, _): "'\(word)' does not begin a statement"
    case .rowName(let text): "a row begins with a name, not with \(text)"
    case .rowWithoutColon(let name): "a colon is missing between '\(name)' and its marbles"
    case .onlyOutsideBlocks(let what): "\(what) is not allowed inside a block"
    case .notInTheLanguage(let what, _): "\(what) is not part of the script language"
    case .reservedName(let word): "'\(word)' is a reserved word"
    case .longKey(let key): "'\(key)' has more than one character"
    case .missingValue(let name): "'\(name)' has no value"
    case .chainedComparison: "comparisons cannot be chained"
    case .unknownOperator(let text, _): "'\(text)' is not an operator"
    case .notAssignable: "this cannot be assigned to"
    case .olderSpelling(let name, _): "'\(name)' is not a name of this version"
    case .rowNameWithPeriod(let text): "the name of a row is one word, not '\(text)'"
    }
  }

  private static func hexadecimal(_ byte: UInt8) -> String {
    let digits = String(byte, radix: 16, uppercase: true)
    return String(repeating: "0", count: 4 - digits.count) + digits
  }
}

extension SyntaxError {
  var hint: String? {
    switch self {
    case .invalidUTF8: "save the file as UTF-8"
    case .typographicMark(let mark):
      "“”„«»".contains(mark) ? "write a straight quote" : "write an ASCII character"
    case .unknownProjection(let name): "write '@Published var \(name) = …'"
    case .unexpectedCharacter("$"):
      "'$0' and '$1' are parameters of a closure"
    case .unclosedString: "close it with '\"'"
    case .unclosedLines: "close it with '\"\"\"' in a line of its own"
    case .severalLineString:
      "write '\"\"\"' in lines of their own, and indent the text like the closing '\"\"\"'"
    case .unclosedComment: "close it with '*/'"
    case .unknownEscape: "the escapes are \\n \\t \\r \\0 \\\\ \\\" \\' \\u{…} \\(…)"
    case .unknownUnit: "write ns, us, ms, s or m"
    case .unclosedBracket(let bracket): "close it with '\(bracket.closing)'"
    case .wrongBracket(let bracket, _): "write '\(bracket.closing)'"
    case .nestedTooDeep, .chainTooLong: "give a part of it a name with 'let'"
    case .trailingText: "write each statement on a line of its own"
    case .unknownStatement(_, let suggestion), .unknownOperator(_, let suggestion):
      suggestion.map { "did you mean '\($0)'?" }
    case .rowWithoutColon(let name): "write '\(name): …'"
    case .onlyOutsideBlocks: "move it after the block"
    case .notInTheLanguage(_, let instead): instead
    case .reservedName(let word): "write `\(word)` in backticks, or choose another name"
    case .longKey: "a key is the character of one marble"
    case .missingValue: "write '= …' after it"
    case .olderSpelling(_, let usage): "write '\(usage)'"
    case .rowNameWithPeriod: "declare a subject with 'let', and give it the row"
    case .chainedComparison: "join two comparisons with '&&'"
    default: nil
    }
  }
}
