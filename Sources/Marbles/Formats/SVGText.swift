/// How wide text is at most, without knowing its font.
enum SVGText {
  /// A cell of the 12.5 px monospaced values.
  static let cell = 7.5
  /// A cell of the 10.5 px monospaced small texts.
  static let smallCell = 6.4
  /// Labels up to this many cells are whole, longer ones are cut to ``cutLabel``.
  static let wholeLabel = 18
  static let cutLabel = 14

  static func label(_ text: String) -> String {
    let text = TextWidth.visible(text)
    return TextWidth.cells(text) <= wholeLabel ? text : TextWidth.truncated(text, to: cutLabel)
  }

  /// The width of a pill around a label.
  static func pill(_ label: String) -> Double {
    max(26, (Double(TextWidth.cells(label)) * cell + 18).rounded())
  }

  static func small(_ text: String) -> Double { Double(TextWidth.cells(text)) * smallCell }

  /// An upper bound of the width of proportional text, by the widths of the widest usual font.
  static func sans(_ text: String, size: Double) -> Double {
    text.reduce(0) { $0 + em($1) } * size
  }

  private static func em(_ character: Character) -> Double {
    guard let ascii = character.asciiValue else {
      let cells = TextWidth.cells(character)
      return cells == 0 ? 0 : cells >= 2 ? 1 : character.isUppercase ? 0.72 : 0.66
    }
    return widths[Int(ascii)]
  }

  private static let widths: [Double] = (0..<128).map { code in
    switch Character(Unicode.Scalar(UInt8(code))) {
    case "i", "l", "j", "I", ".", ",", ":", ";", "!", "|", "'", "(", ")", "[", "]", "{", "}", " ":
      0.4
    case "f", "t", "r", "-": 0.44
    case "m", "w", "M", "@", "%": 0.98
    case "W": 1.04
    case "A"..."Z": 0.74
    default: 0.64
    }
  }

  /// As much of `text` as fits, with a `…` if that is not all.
  static func fitted(_ text: String, size: Double, into width: Double) -> String {
    guard sans(text, size: size) > width else { return text }
    var used = em("…") * size
    var result = ""
    for character in text {
      used += em(character) * size
      if used > width { break }
      result.append(character)
    }
    while result.last == " " { result.removeLast() }
    return result + "…"
  }

  /// `text` in lines of at most `width`, broken between words; at most `most` of them.
  static func lines(_ text: String, size: Double, width: Double, most: Int) -> [String] {
    var lines: [String] = []
    var line = ""
    for word in text.split(separator: " ") {
      let longer = line.isEmpty ? String(word) : line + " " + word
      if !line.isEmpty, sans(longer, size: size) > width {
        lines.append(line)
        line = String(word)
      } else {
        line = longer
      }
    }
    if !line.isEmpty { lines.append(line) }
    if lines.count > most {
      let rest = lines[(most - 1)...].joined(separator: " ")
      lines = lines.prefix(most - 1) + [rest]
    }
    return lines.map { fitted($0, size: size, into: width) }
  }
}
