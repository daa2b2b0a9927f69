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

  /// What a file of this kind holds if marbles made it.
  private var marker: String {
    switch self {
    case .ascii: "\n\(Self.signature)\n"
    case .svg: "class=\"marbles-"
    case .mermaid, .graph: "%% marbles"
    case .json: "\"format\": \"marbles recording\""
    case .html: "<meta name=\"generator\" content=\"marbles\">"
    }
  }

  /// The last line of a picture of text that is written into a file.
  static let signature = "-- marbles"

  /// Whether marbles made a file of this kind.
  func made(_ bytes: [UInt8]) -> Bool {
    let end = self == .ascii ? bytes.suffix(64) : bytes.prefix(4096)
    return String(decoding: end, as: UTF8.self).contains(marker)
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
