import MarblesScript

/// A mistake in what a document asks for.
enum DocumentMistake: DiagnosticMessage {
  case page(MarkdownPage.Problem)
  case words(PictureWords.Problem)
  case file(FileProblem)
  case sameName(String)

  var text: String {
    switch self {
    case .page(.blockWithoutEnd): "the block has no end"
    case .page(.pictureWithoutEnd): "the picture that begins here has no end"
    case .page(.markerWithoutFile): "the marker names no file"
    case .words(.unknown(let word)): "unknown word \(quoted(word))"
    case .words(.noName(let name)): "a picture cannot be called \(quoted(name))"
    case .words(.noWidth(let text)): "no width: \(quoted(text))"
    case .file(let problem): problem.message
    case .sameName(let path): "another picture of this page is in \(quoted(path))"
    }
  }

  var hint: String? {
    switch self {
    case .page(.blockWithoutEnd): "close it as it was opened"
    case .page(.pictureWithoutEnd): "write \(MarkdownPage.end) behind it"
    case .page(.markerWithoutFile): "write <!-- marbles: FILE svg -->"
    case .words(.unknown(let word)):
      Suggestion.nearest(to: word, among: PictureWords.Form.allCases.map(\.rawValue)).map {
        "did you mean '\($0)'?"
      } ?? "write ascii, unicode, mermaid, graph, svg, picture, none, name=… or width=…"
    case .words(.noName): "letters, digits, - and _"
    case .words(.noWidth): "a number of columns from 40, or of px from 480"
    case .sameName: "call one of them name=…"
    case .file: nil
    }
  }
}
