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
    let pages = arguments.operands.flatMap {
      FolderWalk(console).files($0, withExtension: "md")
    }
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
}
