import Marbles

/// The kinds of files that the command makes.
enum OutputKind: String, CaseIterable, Hashable, Sendable {
  case ascii, svg, mermaid, graph, json, html

  var option: OptionSpec {
    switch self {
    case .ascii: OptionSpec("ascii", "as text; what is made without any of these")
    case .svg: OptionSpec("svg", "as an SVG picture")
    case .mermaid: OptionSpec("mermaid", "as a Mermaid sequence diagram")
    case .graph: OptionSpec("graph", "as a Mermaid graph of what feeds what")
    case .json: OptionSpec("json", "the recording, to be drawn again or read by programs")
    case .html: OptionSpec("html", "as a page to step through")
    }
  }

  /// What the kind is called in a sentence.
  var noun: String {
    switch self {
    case .ascii: "text"
    case .svg: "an SVG picture"
    case .mermaid: "a Mermaid sequence diagram"
    case .graph: "a Mermaid graph"
    case .json: "a recording"
    case .html: "a page"
    }
  }

  /// The options that change what a file of this kind holds, of those that are about drawing.
  var heeded: Set<OptionSpec> {
    switch self {
    case .ascii: Self.cuts.union([.width, .unicode])
    case .svg, .html: Self.cuts.union([.width, .theme])
    case .mermaid, .graph: Self.cuts
    case .json: [.from, .until]
    }
  }

  /// What decides what is shown, not how.
  static let cuts: Set<OptionSpec> = [.lanes, .hide, .from, .until]
  /// What decides how it looks: it is enough if one of several kinds heeds it.
  static let looks: Set<OptionSpec> = [.width, .theme, .unicode]

  /// What follows the name of the script.
  var suffix: String {
    switch self {
    case .ascii: "txt"
    case .svg: "svg"
    case .mermaid: "mmd"
    case .graph: "graph.mmd"
    case .json: "json"
    case .html: "html"
    }
  }

  /// The kind that a file's name asks for.
  init?(path: String) {
    let name = PathName(path).name.lowercased()
    let fitting = Self.allCases.filter { name.hasSuffix("." + $0.suffix) }
    guard let kind = fitting.max(by: { $0.suffix.count < $1.suffix.count }) else { return nil }
    self = kind
  }

  /// The last line of a picture of text that is written into a file.
  static let signature = "-- marbles"

  /// Whether marbles made a file of this kind: its mark stands where marbles puts it.
  func made(_ bytes: [UInt8]) -> Bool {
    let start = String(decoding: bytes.prefix(4096), as: UTF8.self)
    switch self {
    case .ascii:
      return String(decoding: bytes.suffix(64), as: UTF8.self)
        .hasSuffix("\n\(Self.signature)\n")
    case .svg: return start.hasPrefix("<svg ") && start.contains("class=\"marbles-")
    case .mermaid:
      return start.hasPrefix("---\n") && start.contains("\nsequenceDiagram\n%% marbles\n")
    case .graph: return start.hasPrefix("graph LR\n%% marbles\n")
    case .json: return start.contains("\"format\": \"marbles recording\"")
    case .html: return start.contains("<meta name=\"generator\" content=\"marbles\">")
    }
  }
}

/// How pictures are drawn, as the options say.
struct DrawingOptions: Sendable {
  var theme = SVGTheme.auto
  var width: Int?
  var usesBoxCharacters = false
  /// The columns of the terminal that the picture is for.
  var terminalWidth: Int?
}
