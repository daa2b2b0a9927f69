import Foundation

/// The rules that make wrong lines.
enum Rules {
  private static let replacements = [
    (" < ", " <= "), (" <= ", " < "), (" > ", " >= "), (" >= ", " > "), (" == ", " != "),
    (" != ", " == "), (" + 1", " - 1"), (" - 1", " + 1"), (" && ", " || "), (" || ", " && "),
    ("true", "false"), ("false", "true"), (".first", ".last"), (".last", ".first"),
  ]

  /// All wrong lines of a file.
  static func mutants(of file: String, text: String) -> [Mutant] {
    var isText = false
    return text.components(separatedBy: "\n").enumerated().flatMap { number, line in
      if line.components(separatedBy: "\"\"\"").count == 2 { isText.toggle() }
      return (isText ? [] : wrong(trimmed(line))).map {
        Mutant(file: file, line: number, right: trimmed(line), wrong: $0, effect: "by rule")
      }
    }
  }

  private static func wrong(_ line: String) -> [String] {
    let passive = [
      "extension ", "where ", "//", "#", "@", "import ", "precondition", "fatalError", "assert",
      "\"", "case \"",
    ]
    if line.isEmpty || passive.contains(where: line.hasPrefix) { return [] }
    // Texts are no code, and `where A == B.C` constrains types.
    let constraint = #"\b[A-Z]\w*(\.[A-Z]\w*)* == [A-Z]"#
    if line.contains("\"") || line.range(of: constraint, options: .regularExpression) != nil {
      return []
    }
    var all: [String] = []
    for (from, to) in replacements {
      guard let place = line.range(of: from), isWhole(line, place, from) else { continue }
      all.append(line.replacingCharacters(in: place, with: to))
    }
    if isStatement(line) { all.append("") }
    if let negated = negated(line) { all.append(negated) }
    return all
  }

  /// Whether a word that was found does not continue to the left or right.
  private static func isWhole(_ line: String, _ place: Range<String.Index>, _ word: String) -> Bool
  {
    guard word.first?.isLetter == true || word.last?.isLetter == true else { return true }
    let before = line[..<place.lowerBound].last
    let after = line[place.upperBound...].first
    let continues = { (character: Character?) in
      character.map { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "(" || $0 == ":" } ?? false
    }
    let isCall = word.hasSuffix("(")
    if word.hasPrefix(".") || isCall {
      return !(isCall && continues(before)) && !(!isCall && continues(after))
    }
    return !(before.map { $0.isLetter || $0 == "_" || $0 == "." } ?? false) && !continues(after)
  }

  /// A call whose result is not used, or an assignment, on one line.
  private static func isStatement(_ line: String) -> Bool {
    guard line.filter({ $0 == "(" }).count == line.filter({ $0 == ")" }).count,
      !line.contains("{"), !line.contains("}"), !line.hasSuffix(","), !line.hasPrefix(".")
    else { return false }
    let keywords = [
      "self.", "extension ",
      "let ", "var ", "return", "guard ", "if ", "case ", "default", "throw", "func ",
      "init", "typealias ", "try ", "static ", "private ", "package ", "public ", "for ", "while ",
      "self.init", "super.init", "defer ", "break", "continue",
    ]
    if keywords.contains(where: line.hasPrefix) { return false }
    let isCall =
      line.range(of: #"^[a-z_][A-Za-z0-9_.?!]*\(.*\)$"#, options: .regularExpression) != nil
    let isAssignment =
      line.range(of: #"^[a-z_][A-Za-z0-9_.?!\[\]]* (=|\+=|-=) [^=]+$"#, options: .regularExpression)
      != nil
    return isCall || isAssignment
  }

  /// The line with its condition negated.
  private static func negated(_ line: String) -> String? {
    for (start, end) in [("if ", " {"), ("guard ", " else {")] {
      guard line.hasPrefix(start), let tail = line.range(of: end, options: .backwards) else {
        continue
      }
      let condition = line[line.index(line.startIndex, offsetBy: start.count)..<tail.lowerBound]
      let complex = ["let ", "var ", "case ", ", ", "{", "#"]
      if complex.contains(where: condition.contains) { return nil }
      return "\(start)!(\(condition))\(line[tail.lowerBound...])"
    }
    return nil
  }

  /// A part of the wrong lines of all files, the same one for the same seed.
  static func sample(_ count: Int, seed: UInt64, from mutants: [Mutant]) -> [Mutant] {
    var generator = SplitMix(state: seed)
    return Array(mutants.shuffled(using: &generator).prefix(count))
  }
}

private struct SplitMix: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}
