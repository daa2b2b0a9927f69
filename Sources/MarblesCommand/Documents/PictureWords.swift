import MarblesScript

/// The format, name and width of a picture in a document: the words after `marbles`.
struct PictureWords: Hashable {
  enum Form: String, CaseIterable, Hashable {
    case ascii, unicode, mermaid, graph
    /// An SVG file that adapts to light and dark mode.
    case svg
    /// Two SVG files in a `<picture>` element, for light and dark mode.
    case picture
    /// No picture: the script is only run and checked.
    case none
  }

  var form = Form.ascii
  /// The name of the picture file, without its extension.
  var name: String?
  /// Columns of text, or px of SVG.
  var width: Int?
  /// Whether the picture shows the failing run that `marbles explore` finds.
  var isExplored = false
  /// Whether an SVG picture plays the run in time.
  var isAnimated = false

  /// The words without a value.
  static let plainWords = Form.allCases.map(\.rawValue) + ["explore", "animate"]

  enum Problem: Hashable {
    case unknown(String)
    case invalidName(String)
    case invalidWidth(String)
  }

  static func read(_ words: [String]) -> (words: PictureWords, problems: [Problem]) {
    var result = PictureWords()
    var problems: [Problem] = []
    for word in words {
      if let form = Form(rawValue: word) {
        result.form = form
      } else if word == "explore" {
        result.isExplored = true
      } else if word == "animate" {
        result.isAnimated = true
      } else if word.hasPrefix("name=") {
        let name = String(word.dropFirst(5))
        let isPlain = name.allSatisfy { $0.isLetter || $0.isNumber || "-_.".contains($0) }
        if name.isEmpty || !isPlain || name.hasPrefix(".") { problems.append(.invalidName(name)) }
        result.name = name
      } else if word.hasPrefix("width=") {
        result.width = Int(word.dropFirst(6))
        if result.width.map({ (40...100_000).contains($0) }) != true {
          problems.append(.invalidWidth(String(word.dropFirst(6))))
        }
      } else {
        problems.append(.unknown(word))
      }
    }
    return (result, problems)
  }
}

/// An error in a document.
enum DocumentError: DiagnosticMessage {
  case page(MarkdownPage.Problem)
  case words(PictureWords.Problem)
  case file(FileError)
  case sameName(String)
  case nothingToExplore
  case tooLarge

  var severity: Diagnostic.Severity {
    if case .page(.markerInLine) = self { .warning } else { .error }
  }

  var text: String {
    switch self {
    case .page(.markerInLine): "a marker inside other text is ignored"
    case .page(.blockWithoutEnd): "the code block has no end"
    case .page(.pictureWithoutEnd): "the picture that begins here has no end"
    case .page(.markerWithoutFile): "the marker has no file name"
    case .words(.unknown(let word)): "unknown word \(quoted(word))"
    case .words(.invalidName(let name)): "\(quoted(name)) is not a valid picture name"
    case .words(.invalidWidth(let text)): "\(quoted(text)) is not a valid width"
    case .file(let error): error.message
    case .nothingToExplore: "there are no threads to run in another order"
    case .tooLarge:
      "with this picture the page would be larger than \(SourceText.limit / 1_048_576) MB"
    case .sameName(let path): "another picture of this page is in \(quoted(path))"
    }
  }

  var hint: String? {
    switch self {
    case .page(.markerInLine): "write it on a line of its own"
    case .page(.blockWithoutEnd): "close it with the fence that opened it"
    case .page(.pictureWithoutEnd): "write \(MarkdownPage.end) after it"
    case .page(.markerWithoutFile): "write <!-- marbles: FILE svg -->"
    case .words(.unknown(let word)):
      Suggestion.nearest(to: word, among: PictureWords.plainWords).map { "did you mean '\($0)'?" }
        ?? "write \(PictureWords.plainWords.joined(separator: ", ")), name=… or width=…"
    case .words(.invalidName): "use letters, digits, - and _"
    case .words(.invalidWidth): "write columns of text from 40, or px from 480"
    case .tooLarge: "write svg after marbles, so that pictures are separate files"
    case .sameName: "give one of them a name=…"
    case .nothingToExplore: "write 'thread NAME { … }' in the script, or remove 'explore'"
    case .file: nil
    }
  }
}
