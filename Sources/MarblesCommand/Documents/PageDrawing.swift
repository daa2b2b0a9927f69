import Marbles
import MarblesScript

/// Makes the pictures of one page, and the files that they need.
struct PageDrawing {
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
    if let (source, diagnostic) = SourceText.refused(name: name, bytes: bytes) {
      self.source = source
      page = MarkdownPage("")
      diagnostics.append(diagnostic)
      return
    }
    source = SourceText(name: name, bytes: bytes)
    page = MarkdownPage(source.invalidByte == nil ? String(decoding: bytes, as: UTF8.self) : "")
    if let offset = source.invalidByte {
      // What is not text would not be written back as it was.
      let error = FileError(
        action: .read, path: path, reason: .other("byte \(offset) is not UTF-8"))
      diagnostics.append(Diagnostic(DocumentError.file(error), at: Span(offset, offset + 1)))
      return
    }
    for (problem, line) in page.problems {
      diagnostics.append(Diagnostic(DocumentError.page(problem), at: span(ofLine: line)))
    }
    for (number, request) in page.requests.enumerated() { make(request, number: number + 1) }
  }

  /// Whether nothing of the page may be written.
  var hasErrors: Bool { diagnostics.containsError || inputs.contains(where: \.hasErrors) }

  // MARK: One picture

  private mutating func make(_ request: MarkdownPage.Request, number: Int) {
    let (words, problems) = PictureWords.read(request.words)
    for problem in problems {
      diagnostics.append(
        Diagnostic(DocumentError.words(problem), at: span(ofLine: request.line)))
    }
    guard problems.isEmpty, let input = input(request) else { return }
    inputs.append(input)
    guard let recording = input.recording, !input.hasErrors, let diagram = input.diagram() else {
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
        Diagnostic(DocumentError.sameName(file.path), at: span(ofLine: request.line)))
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
      do throws(FileError) {
        let bytes = try reader.console.files.read(path, limit: InputReader.limit)
        return reader.input(bytes, path: path)
      } catch {
        diagnostics.append(
          Diagnostic(DocumentError.file(error), at: span(ofLine: request.line)))
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

/// A picture as it stands in a document, and the files that it needs.
struct DocumentDrawing {
  enum Place: Hashable {
    /// In a folder, named from the page by `link`, which ends in `/` or is empty.
    case beside(folder: String, link: String)
    /// Among the resources of a DocC catalogue, which finds them by name.
    case catalogue(String)
  }

  let diagram: Diagram
  let recording: Recording
  let words: PictureWords
  let name: String
  let place: Place

  // MARK: Lines

  var lines: [String] {
    switch words.form {
    case .none: []
    case .ascii, .unicode: fenced("text", render(.ascii))
    case .mermaid: fenced("mermaid", render(.mermaid))
    case .graph: fenced("mermaid", render(.graph))
    case .svg: [image]
    case .picture: isCatalogue ? [image] : pictureElement
    }
  }

  private var isCatalogue: Bool {
    if case .catalogue = place { true } else { false }
  }

  private var image: String {
    switch place {
    case .catalogue: "![\(Self.escaped(alternative))](\(name))"
    case .beside(_, let link): "![\(Self.escaped(alternative))](\(Self.link(link + name)).svg)"
    }
  }

  private var pictureElement: [String] {
    guard case .beside(_, let link) = place else { return [] }
    let target = Self.link(link + name)
    return [
      "<picture>",
      "  <source media=\"(prefers-color-scheme: dark)\" srcset=\"\(target)-dark.svg\">",
      "  <img alt=\"\(Self.attribute(alternative))\" src=\"\(target).svg\">",
      "</picture>",
    ]
  }

  /// What is said instead of the picture.
  private var alternative: String {
    [diagram.title, diagram.summary].filter { !$0.isEmpty }.joined(separator: ": ")
  }

  private func render(_ kind: OutputKind, theme: SVGTheme = .auto) -> String {
    let options = DrawingOptions(
      theme: theme, width: words.width, usesBoxCharacters: words.form == .unicode)
    return Renderer(options: options).render(diagram, recording, as: kind, intoFile: false)
  }

  /// A fence that nothing in the text can close.
  private func fenced(_ language: String, _ text: String) -> [String] {
    var longest = 2
    var run = 0
    for character in text {
      run = character == "`" ? run + 1 : 0
      longest = max(longest, run)
    }
    let fence = String(repeating: "`", count: longest + 1)
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    while lines.last?.isEmpty == true { lines.removeLast() }
    return [fence + language] + lines + [fence]
  }

  // MARK: Files

  /// The files of the picture, with what they hold.
  func files(theme: SVGTheme) -> [(path: String, text: String)] {
    switch (place, words.form) {
    case (.catalogue(let folder), .svg), (.catalogue(let folder), .picture):
      [
        (folder + name + ".svg", render(.svg, theme: .light)),
        (folder + name + "~dark.svg", render(.svg, theme: .dark)),
      ]
    case (.beside(let folder, let link), .svg):
      [(folder + link + name + ".svg", render(.svg, theme: theme))]
    case (.beside(let folder, let link), .picture):
      [
        (folder + link + name + ".svg", render(.svg, theme: .light)),
        (folder + link + name + "-dark.svg", render(.svg, theme: .dark)),
      ]
    default: []
    }
  }

  // MARK: Escaping

  /// Text that Markdown takes as it is.
  private static func escaped(_ text: String) -> String {
    shown(text).reduce(into: "") { result, character in
      if "\\`*_[]<>&!".contains(character) { result.append("\\") }
      result.append(character)
    }
  }

  private static func attribute(_ text: String) -> String {
    shown(text).reduce(into: "") { result, character in
      switch character {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      default: result.append(character)
      }
    }
  }

  /// A path as a link: everything but plain characters as its bytes.
  private static func link(_ path: String) -> String {
    path.utf8.reduce(into: "") { result, byte in
      let character = Character(UnicodeScalar(byte))
      if byte < 0x80, character.isLetter || character.isNumber || "-_./~".contains(character) {
        result.append(character)
      } else {
        let digits = String(byte, radix: 16, uppercase: true)
        result += "%" + (digits.count < 2 ? "0" : "") + digits
      }
    }
  }
}
