import Marbles
import MarblesScript

extension CommandSpec {
  static let docs = CommandSpec(
    "docs", "PATH…", count: many, "update the pictures in Markdown and DocC files",
    options: [.check, .force, .theme] + reading,
    notes: [
      "Draws fenced blocks that begin with ```marbles, and files named by markers such as",
      "<!-- marbles: examples/share.txt svg -->. The picture follows the block or marker.",
      "A PATH is a Markdown file, or a folder that is searched for .md and .markdown files.",
    ],
    run: { DocsCommand(context: $0).run() })
}

/// `marbles docs PATH…`: updates the pictures in Markdown and DocC files.
private struct DocsCommand {
  let context: CommandContext

  func run() {
    let console = context.console
    let operands = context.arguments.operands
    guard !operands.contains("-") else { return console.report(.documentFromStandardInput) }
    let reader = InputReader(context)
    let theme = context.arguments.value(.theme).flatMap(SVGTheme.init(rawValue:)) ?? .auto
    let extensions: Set = ["md", "markdown"]
    let pages = operands.flatMap { path in
      let found = FolderWalk(console).files(path, withExtensions: extensions)
      if found.isEmpty { console.printMessage("\(shown(path)): no Markdown files") }
      return found
    }
    let others = pages.filter { !extensions.contains(PathName($0).fileExtension) }
    guard others.isEmpty else { return others.forEach { console.report(.notMarkdown($0)) } }
    for (index, path) in pages.enumerated() {
      console.showProgress(index + 1, of: pages.count, path)
      guard let bytes = reader.bytes(of: path) else { continue }
      update(PageDrawing(path: path, bytes: bytes, reader: reader, theme: theme))
    }
  }

  /// Writes a page and its picture files; writes nothing if the page has errors.
  private func update(_ page: PageDrawing) {
    let console = context.console
    if !page.diagnostics.isEmpty {
      console.show(page.diagnostics.rendered(in: page.source))
      if page.diagnostics.containsError { console.raise(.invalidInput) }
    }
    for input in page.inputs { page.reader.report(input) }
    guard !page.hasErrors, !page.page.requests.isEmpty else { return }
    let writer = FileWriter(context, inputs: [], isQuiet: true)
    for (path, text) in page.files {
      let folder = PathName(path).folder
      if folder.hasSuffix(".docc/Resources/") {
        writer.makeFolder(String(folder.dropLast()))
      }
      writer.write(text, to: path, isOwn: OutputFormat.svg.isOwn)
    }
    writer.write(page.page.text(with: page.edits), to: page.path, isOwn: { _ in true })
  }
}
