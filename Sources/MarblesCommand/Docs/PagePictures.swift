import Marbles
import MarblesScript

/// Makes the pictures of one page, and the files that they need.
struct PagePictures {
  let path: String
  let page: MarkdownPage
  let source: SourceText
  let reader: InputReader
  let theme: SVGTheme
  private(set) var diagnostics: [Diagnostic] = []
  private(set) var inputs: [Input] = []
  /// Pictures in files of their own, by their path, in order.
  private(set) var files: [(path: String, text: String)] = []
  private(set) var pictures: [(request: MarkdownPage.Request, lines: [String])] = []

  init(path: String, bytes: [UInt8], reader: InputReader, theme: SVGTheme) {
    self.path = path
    self.reader = reader
    self.theme = theme
    let name = InputReader.name(path)
    if let (source, mistake) = SourceText.refused(name: name, bytes: bytes) {
      self.source = source
      page = MarkdownPage("")
      diagnostics.append(mistake)
      return
    }
    source = SourceText(name: name, bytes: bytes)
    page = MarkdownPage(source.invalidByte == nil ? String(decoding: bytes, as: UTF8.self) : "")
    if let offset = source.invalidByte {
      // What is not text would not be written back as it was.
      let problem = FileProblem(
        action: .read, path: path, reason: .other("byte \(offset) is not UTF-8"))
      diagnostics.append(Diagnostic(DocumentMistake.file(problem), at: Span(offset, offset + 1)))
      return
    }
    for (problem, line) in page.problems {
      diagnostics.append(Diagnostic(DocumentMistake.page(problem), at: span(ofLine: line)))
    }
    for (number, request) in page.requests.enumerated() { make(request, number: number + 1) }
  }

  /// Whether nothing of the page may be written.
  var isWrong: Bool { diagnostics.containsError || inputs.contains(where: \.isWrong) }

  // MARK: One picture

  private mutating func make(_ request: MarkdownPage.Request, number: Int) {
    let (words, problems) = PictureWords.read(request.words)
    for problem in problems {
      diagnostics.append(
        Diagnostic(DocumentMistake.words(problem), at: span(ofLine: request.line)))
    }
    guard problems.isEmpty, let input = input(request) else { return }
    inputs.append(input)
    guard let recording = input.recording, !input.isWrong, let diagram = input.diagram() else {
      return
    }
    let name = words.name ?? defaultName(request, number: number)
    let drawing = DocumentDrawing(
      diagram: diagram, recording: recording, words: words, name: name,
      place: place(of: request))
    for file in drawing.files(theme: theme) {
      guard files.contains(where: { $0.path == file.path && $0.text != file.text }) else {
        files.append(file)
        continue
      }
      diagnostics.append(
        Diagnostic(DocumentMistake.sameName(file.path), at: span(ofLine: request.line)))
    }
    pictures.append((request, drawing.lines))
  }

  private mutating func input(_ request: MarkdownPage.Request) -> Input? {
    switch request.script {
    case .inside(let lines):
      // Empty lines above, so that a mistake is told at its line of the page.
      let above = String(repeating: "\n", count: lines.lowerBound)
      let text = above + page.lines[lines].joined(separator: "\n") + "\n"
      return reader.script(SourceText(name: source.name, text: text), path: path)
    case .file(let file):
      let path = PathName(self.path).folder + file
      do throws(FileProblem) {
        let bytes = try reader.console.files.read(path, limit: InputReader.limit)
        return reader.input(bytes, path: path)
      } catch {
        diagnostics.append(
          Diagnostic(DocumentMistake.file(error), at: span(ofLine: request.line)))
        return nil
      }
    }
  }

  private func span(ofLine line: Int) -> Span {
    let start = page.lines[..<line].reduce(0) { $0 + $1.utf8.count + 1 }
    return Span(start, start + page.lines[line].utf8.count)
  }

  // MARK: Files

  private func defaultName(_ request: MarkdownPage.Request, number: Int) -> String {
    switch request.script {
    case .file(let file): PathName(file).stem
    case .inside: "\(PathName(path).stem)-\(number)"
    }
  }

  private func place(of request: MarkdownPage.Request) -> DocumentDrawing.Place {
    let folder = PathName(path).folder
    if let catalogue = Self.catalogue(of: path) { return .catalogue(catalogue + "Resources/") }
    if case .file(let file) = request.script {
      return .beside(folder: folder, link: PathName(file).folder)
    }
    return .beside(folder: folder, link: "")
  }

  /// The DocC catalogue in which a page lies, with the `/` at its end.
  private static func catalogue(of path: String) -> String? {
    guard let range = path.firstRange(of: ".docc/") else { return nil }
    return String(path[..<range.upperBound])
  }
}
