import Marbles

/// The formats that the command writes.
enum OutputKind: String, CaseIterable, Hashable, Sendable {
  case ascii, svg, mermaid, graph, json, html

  var option: OptionSpec {
    switch self {
    case .ascii: OptionSpec("ascii", "write text (the default)")
    case .svg: OptionSpec("svg", "write an SVG picture")
    case .mermaid: OptionSpec("mermaid", "write a Mermaid sequence diagram")
    case .graph: OptionSpec("graph", "write a Mermaid graph of the stages and their inputs")
    case .json: OptionSpec("json", "write the recording, for marbles and other programs")
    case .html: OptionSpec("html", "write an interactive page")
    }
  }

  /// The options for pictures, of each command that draws.
  static let options: [OptionSpec] =
    allCases.map(\.option)
    + [.output, .check, .force, .theme, .width, .unicode, .lanes, .from, .until, .hide]

  /// The name of the format in a sentence.
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

  /// The drawing options that have an effect on this format.
  var effective: Set<OptionSpec> {
    switch self {
    case .ascii: Self.cuts.union([.width, .unicode])
    case .svg, .html: Self.cuts.union([.width, .theme])
    case .mermaid, .graph: Self.cuts
    case .json: [.from, .until]
    }
  }

  /// The options that choose the contents of a picture; each format must support them.
  static let cuts: Set<OptionSpec> = [.lanes, .hide, .from, .until]
  /// The options for the appearance; one of several formats must support them.
  static let appearance: Set<OptionSpec> = [.width, .theme, .unicode]

  /// The extension of the file name.
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

  /// The format that belongs to the extension of a file name.
  init?(path: String) {
    let name = PathName(path).name.lowercased()
    let fitting = Self.allCases.filter { name.hasSuffix("." + $0.suffix) }
    guard let kind = fitting.max(by: { $0.suffix.count < $1.suffix.count }) else { return nil }
    self = kind
  }

  /// The last line of a text picture in a file.
  static let signature = "-- marbles"

  /// Whether the contents of a file have the signature of this format.
  func isOwn(_ bytes: [UInt8]) -> Bool {
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
