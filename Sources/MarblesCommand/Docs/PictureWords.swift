/// How a picture in a document is made, as the words behind `marbles` say.
struct PictureWords: Hashable {
  enum Form: String, CaseIterable, Hashable {
    case ascii, unicode, mermaid, graph
    /// An SVG file that follows the reader's light or dark mode.
    case svg
    /// Two SVG files, in a `<picture>` that chooses.
    case picture
    /// No picture: the script is run and checked only.
    case none
  }

  var form = Form.ascii
  /// What the file of the picture is called, without what follows the period.
  var name: String?
  /// Columns, or px of SVG.
  var width: Int?

  enum Problem: Hashable {
    case unknown(String)
    case noName(String)
    case noWidth(String)
  }

  static func read(_ words: [String]) -> (words: PictureWords, problems: [Problem]) {
    var result = PictureWords()
    var problems: [Problem] = []
    for word in words {
      if let form = Form(rawValue: word) {
        result.form = form
      } else if word.hasPrefix("name=") {
        let name = String(word.dropFirst(5))
        let isPlain = name.allSatisfy { $0.isLetter || $0.isNumber || "-_.".contains($0) }
        if name.isEmpty || !isPlain || name.hasPrefix(".") { problems.append(.noName(name)) }
        result.name = name
      } else if word.hasPrefix("width=") {
        result.width = Int(word.dropFirst(6))
        if result.width.map({ (40...100_000).contains($0) }) != true {
          problems.append(.noWidth(String(word.dropFirst(6))))
        }
      } else {
        problems.append(.unknown(word))
      }
    }
    return (result, problems)
  }
}
