/// The operators of a lane, as the name of its row.
enum OperatorChain {
  /// More operators are shortened in the middle.
  private static let most = 3
  private static let separator = " · "

  /// `map.filter.scan` as "map · filter · scan"; the first and the last of a long chain.
  static func name(of detail: String) -> String {
    let operators = parts(of: detail)
    guard operators.count > most, let first = operators.first, let last = operators.last else {
      return operators.joined(separator: separator)
    }
    return [first, "…", last].joined(separator: separator)
  }

  /// Operators with the separators of a name.
  static func joined(_ operators: [String], like name: String) -> String {
    operators.joined(separator: name.contains(separator) ? separator : ".")
  }

  /// The name of an operator: "zip" for "zip(numbers)".
  static func withoutArguments(_ name: String) -> String {
    guard let bracket = name.firstIndex(of: "("), bracket != name.startIndex else { return name }
    return String(name[..<bracket])
  }

  /// The parts between points that are outside of brackets.
  static func parts(of detail: String) -> [String] {
    var parts = [""]
    var depth = 0
    for character in detail.replacing(separator, with: ".") {
      if "([{".contains(character) { depth += 1 }
      if ")]}".contains(character) { depth -= 1 }
      if character == ".", depth == 0 {
        parts.append("")
      } else {
        parts[parts.count - 1].append(character)
      }
    }
    return parts
  }
}
