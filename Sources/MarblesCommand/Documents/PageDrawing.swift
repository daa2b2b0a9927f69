import Marbles
import MarblesScript

/// The pictures of one page, and their files.
struct PageDrawing {
  let path: String
  let page: MarkdownPage
  let source: SourceText
  private(set) var reader: InputReader
  let theme: SVGTheme
  private(set) var diagnostics: [Diagnostic] = []
  /// The inputs that have something to report.
  private(set) var inputs: [Input] = []
  /// The separate picture files, in order.
  private(set) var files: [(path: String, text: String)] = []
  /// The pictures in the page.
  private(set) var edits: [MarkdownPage.Edit] = []
  /// The bytes of the page without the pictures that have not been drawn.
  private var size = 0
  private var fileIndices: [String: Int] = [:]

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
      // Invalid bytes would be written back in another form.
      let error = FileError(
        action: .read, path: path, reason: .other("byte \(offset) is not UTF-8"))
      diagnostics.append(Diagnostic(DocumentError.file(error), at: SourceRange(offset, offset + 1)))
      return
    }
    for (problem, line) in page.problems { report(.page(problem), line) }
    let old = page.requests.compactMap(\.existing).reduce(0) { $0 + page.size(of: $1) }
    size = page.size(of: page.lines.indices) - old
    // A larger page could not be read again.
    for (number, request) in page.requests.enumerated() where size <= SourceText.limit {
      draw(request, number: number + 1)
      if size > SourceText.limit { report(.tooLarge, request.line) }
    }
  }

  /// Whether nothing of the page may be written.
  var hasErrors: Bool { diagnostics.containsError || inputs.contains(where: \.hasErrors) }

  private mutating func report(_ error: DocumentError, _ line: Int) {
    let start = page.offsets[line]
    let span = SourceRange(start, start + page.lines[line].utf8.count)
    diagnostics.append(Diagnostic(error, at: span))
  }

  // MARK: One picture

  private mutating func draw(_ request: MarkdownPage.Request, number: Int) {
    let (words, problems) = PictureWords.read(request.words)
    for problem in problems { report(.words(problem), request.line) }
    reader.explores = words.isExplored
    guard problems.isEmpty, let input = input(request) else { return }
    if words.isExplored, !input.isExplored, !input.hasErrors {
      return report(.nothingToExplore, request.line)
    }
    if input.hasErrors || !input.diagnostics.isEmpty || !input.failures.isEmpty {
      inputs.append(input)
    }
    guard let recording = input.recording, !input.hasErrors, let diagram = input.diagram else {
      return
    }
    let name = words.name ?? defaultName(request, number: number)
    let drawing = DocumentDrawing(
      diagram: diagram, recording: recording, words: words, name: name,
      place: place(of: request))
    for file in drawing.files(theme: theme) {
      guard let index = fileIndices[file.path] else {
        fileIndices[file.path] = files.count
        files.append(file)
        continue
      }
      if files[index].text != file.text { report(.sameName(file.path), request.line) }
    }
    let edit = page.edit(for: request, picture: drawing.lines)
    size += edit.text.utf8.count
    edits.append(edit)
  }

  private mutating func input(_ request: MarkdownPage.Request) -> Input? {
    switch request.script {
    case .inside(let lines, let starts):
      return script(BlockText(page: page, lines: lines, starts: starts))
    case .file(let file):
      let path = PathName(self.path).folder + file
      do throws(FileError) {
        let bytes = try reader.console.files.read(path, limit: InputReader.limit)
        return reader.input(bytes, path: path)
      } catch {
        report(.file(error), request.line)
        return nil
      }
    }
  }

  /// Runs the script of a code block; its diagnostics have their places in the page.
  private func script(_ block: BlockText) -> Input {
    var input = reader.script(SourceText(name: source.name, text: block.text), path: path)
    input.source = source
    input.diagnostics = input.diagnostics.map { diagnostic in
      var diagnostic = diagnostic
      diagnostic.span = block.span(diagnostic.span)
      diagnostic.notes = diagnostic.notes.map { .init($0.text, at: block.span($0.span)) }
      return diagnostic
    }
    input.failures = input.failures.map { failure in
      var failure = failure
      failure.span = block.span(failure.span)
      return failure
    }
    return input
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

  /// The DocC catalogue that contains the page, with the final `/`.
  private static func catalogue(of path: String) -> String? {
    guard let range = path.firstRange(of: ".docc/") else { return nil }
    return String(path[..<range.upperBound])
  }
}

/// The text of a code block, and the place of each of its bytes in the page.
private struct BlockText {
  let text: String
  /// For each line of the block, its offset in the block and in the page.
  private let lines: [(inBlock: Int, inPage: Int)]

  init(page: MarkdownPage, lines: Range<Int>, starts: [Int]) {
    var text = ""
    self.lines = zip(lines, starts).map { line, start in
      defer {
        text += String(decoding: page.lines[line].utf8.dropFirst(start), as: UTF8.self) + "\n"
      }
      return (text.utf8.count, page.offsets[line] + start)
    }
    self.text = text
  }

  func span(_ span: SourceRange) -> SourceRange {
    SourceRange(offset(span.start), offset(span.end))
  }

  private func offset(_ offset: Int) -> Int {
    let next = lines.partitioningIndex { $0.inBlock > offset }
    guard next > 0 else { return lines.first?.inPage ?? 0 }
    return lines[next - 1].inPage + offset - lines[next - 1].inBlock
  }
}

/// A picture in a document, and its files.
struct DocumentDrawing {
  enum Place: Hashable {
    /// In a folder that the page reaches by `link`, which ends in `/` or is empty.
    case beside(folder: String, link: String)
    /// In the resources of a DocC catalogue, where names are sufficient.
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
    case .catalogue: "![\(Escaping.markdown(alternative))](\(name))"
    case .beside(_, let link): "![\(Escaping.markdown(alternative))](\(Self.link(link + name)).svg)"
    }
  }

  private var pictureElement: [String] {
    guard case .beside(_, let link) = place else { return [] }
    let target = Self.link(link + name)
    return [
      "<picture>",
      "  <source media=\"(prefers-color-scheme: dark)\" srcset=\"\(target)-dark.svg\">",
      "  <img alt=\"\(Escaping.markup(alternative))\" src=\"\(target).svg\">",
      "</picture>",
    ]
  }

  /// The text alternative of the picture.
  private var alternative: String {
    [diagram.title, diagram.summary].filter { !$0.isEmpty }.joined(separator: ": ")
  }

  private func render(_ kind: OutputFormat, theme: SVGTheme = .auto) -> String {
    let options = DrawingOptions(
      theme: theme, width: words.width, usesBoxCharacters: words.form == .unicode,
      speed: words.isAnimated ? 1 : nil)
    return Renderer(options: options).render(diagram, recording, as: kind, intoFile: false)
  }

  /// A code block with a fence that is longer than any run of backticks in the text.
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

  /// The files of the picture and their contents.
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

  // MARK: Links

  /// A path as a link, with percent encoding.
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
