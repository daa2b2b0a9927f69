/// Text for markup languages, in which no character is markup.
package enum Escaping {
  /// Text for elements and double-quoted attributes of HTML and XML.
  package static func markup(_ text: String) -> String {
    var result = ""
    for scalar in TextWidth.visible(text).unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "'": result += "&#39;"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// Text for a paragraph of Markdown.
  package static func markdown(_ text: String) -> String {
    backslashed(TextWidth.visible(text), special: "\\`*_[]<>&!")
  }

  /// Text for a cell of a Markdown table.
  package static func markdownCell(_ text: String) -> String {
    backslashed(text, special: "\\`*_{}[]()<>#+!|~&")
  }

  private static func backslashed(_ text: String, special: String) -> String {
    text.reduce(into: "") { result, character in
      if special.contains(character) { result.append("\\") }
      result.append(character)
    }
  }
}
