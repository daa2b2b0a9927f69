/// Text that a browser shows as it is, in elements and in attributes with double quotes.
enum HTMLText {
  static func escaped(_ text: String) -> String {
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
}
