import Marbles
import MarblesScript

/// `marbles docs PATH…`: brings the pictures in Markdown and DocC up to date.
struct DocsCommand {
  private let arguments: ParsedArguments
  private let console: Console

  init(_ arguments: ParsedArguments, _ console: Console) {
    self.arguments = arguments
    self.console = console
  }

  func run() {
    guard !arguments.operands.contains("-") else { return console.report(.documentFromInput) }
    let reader = InputReader(arguments, console)
    let theme = arguments.value(.theme).flatMap(SVGTheme.init(rawValue:)) ?? .auto
    let pages = arguments.operands.flatMap(pages)
    for (index, path) in pages.enumerated() {
      console.progress(index + 1, of: pages.count, path)
      guard let bytes = reader.bytes(of: path) else { continue }
      bring(PagePictures(path: path, bytes: bytes, reader: reader, theme: theme))
    }
  }

  /// Writes what a page needs; nothing of it if there is a mistake.
  private func bring(_ pictures: PagePictures) {
    if !pictures.diagnostics.isEmpty {
      console.show(pictures.diagnostics.rendered(in: pictures.source))
      console.raise(.mistake)
    }
    for input in pictures.inputs { pictures.reader.report(input) }
    guard !pictures.isWrong, !pictures.page.requests.isEmpty else { return }
    let writer = FileWriter(arguments, inputs: [], console, isQuiet: true)
    for (path, text) in pictures.files {
      let folder = PathName(path).folder
      if folder.hasSuffix(".docc/Resources/"), !arguments.has(.check) {
        writer.makeFolder(String(folder.dropLast()))
      }
      writer.write(text, to: path, isOurs: OutputKind.svg.made)
    }
    writer.write(
      pictures.page.text(with: pictures.pictures), to: pictures.path, isOurs: { _ in true })
  }

  // MARK: Finding pages

  private static let deepest = 32

  /// The page itself, or the pages in a folder, in the order of their names.
  private func pages(_ path: String) -> [String] {
    guard console.files.kind(of: path) == .folder else { return [path] }
    return pages(in: path, depth: 0)
  }

  private func pages(in folder: String, depth: Int) -> [String] {
    guard depth < Self.deepest else { return [] }
    do throws(FileProblem) {
      let names = try console.files.names(in: folder).filter { !$0.hasPrefix(".") }
      return names.flatMap { name -> [String] in
        let path = folder.hasSuffix("/") ? folder + name : folder + "/" + name
        switch console.files.kind(of: path) {
        case .folder: return pages(in: path, depth: depth + 1)
        case .file: return PathName(name).fileExtension == "md" ? [path] : []
        case .missing, .stream: return []
        }
      }
    } catch {
      console.report(error)
      return []
    }
  }
}
