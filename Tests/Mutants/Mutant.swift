import Foundation

/// One wrong line.
struct Mutant {
  /// The path of the source file.
  let file: String
  /// The place of the line, starting from 0, or `nil` if the line occurs once in the file.
  var line: Int?
  /// The correct line, without the spaces at its start.
  let right: String
  let wrong: String
  /// The visible effect; for an equivalent line, the reason why there is none.
  let effect: String

  var description: String {
    "\(file)\(line.map { ":\($0 + 1)" } ?? "")\n  - \(right)\n  + \(wrong)"
  }

  /// The place of the line in the text of the file, or `nil` if it is not there exactly once.
  func place(in text: String) -> Int? {
    let lines = text.components(separatedBy: "\n")
    let found = lines.indices.filter { trimmed(lines[$0]) == right }
    guard let line else { return found.count == 1 ? found[0] : nil }
    return found.contains(line) ? line : nil
  }

  /// The text of the file with the wrong line.
  func applied(to text: String) -> String? {
    guard let place = place(in: text) else { return nil }
    var lines = text.components(separatedBy: "\n")
    lines[place] = lines[place].prefix { $0 == " " } + wrong
    return lines.joined(separator: "\n")
  }

  func isSame(as other: Mutant) -> Bool {
    file == other.file && right == other.right && wrong == other.wrong
  }

  /// Reads entries: a file, `-` and the correct line, `+` and the wrong line, and the effect on one or
  /// more lines. Empty lines separate entries; `#` begins a comment.
  static func entries(_ text: String) throws -> [Mutant] {
    try text.components(separatedBy: "\n\n").compactMap { paragraph in
      let lines = paragraph.components(separatedBy: "\n")
        .filter { !$0.hasPrefix("#") && !trimmed($0).isEmpty }
      if lines.isEmpty { return nil }
      guard lines.count >= 4, lines[1].hasPrefix("- "), lines[2].hasPrefix("+") else {
        throw MutantError(description: "not an entry:\n\(paragraph)")
      }
      return Mutant(
        file: lines[0], right: trimmed(lines[1].dropFirst(2)), wrong: trimmed(lines[2].dropFirst()),
        effect: lines[3...].map { trimmed($0) }.joined(separator: " "))
    }
  }
}

struct MutantError: Error, CustomStringConvertible {
  let description: String
}

func trimmed(_ line: some StringProtocol) -> String {
  line.trimmingCharacters(in: .whitespaces)
}
