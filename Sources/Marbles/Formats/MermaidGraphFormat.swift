/// The topology as a Mermaid graph: stages, their inputs, and the elements of each edge.
public struct MermaidGraphFormat: Sendable {
  /// An edge names as many values; more are counted.
  private static let mostValues = 8

  /// Creates the format.
  public init() {}

  /// The rows of the diagram as a Mermaid flowchart.
  public func render(_ diagram: Diagram) -> String {
    let names = MermaidNames(diagram, withInner: false)
    let facts = MermaidFacts.all(diagram)
    let title = MermaidText.title(diagram)
    var lines = title.isEmpty ? [] : ["---"] + title + ["---"]
    lines += ["graph LR", "%% marbles"] + MermaidText.accessibility(diagram)
    for (number, panel) in diagram.panels.enumerated() {
      let isBoxed = !panel.heading.isEmpty
      if isBoxed { lines.append("    subgraph P\(number + 1)[\"\(text(panel.heading))\"]") }
      for row in panel.rows {
        lines.append("    " + node(names.id(row: row), diagram.rows[row], facts[row]))
      }
      if isBoxed { lines.append("    end") }
    }
    for (number, row) in diagram.rows.enumerated() {
      let own = names.id(row: number)
      for input in row.inputs { lines.append("    \(names.id(row: input)) --> \(own)") }
      guard !row.isBand else { continue }
      if let source = row.source {
        lines.append("    " + edge(names.id(row: source), own, facts[number].got, facts[number]))
      }
      if let target = row.target {
        lines.append("    " + edge(own, names.id(row: target), facts[number].gave, facts[number]))
      }
    }
    lines += touches(diagram, names)
    if diagram.rows.isEmpty { lines.append("    S0[\"#8203;\"]") }
    return lines.joined(separator: "\n") + "\n"
  }

  /// The edges of what is sent into a stage from elsewhere than its inputs, and of what is read.
  private func touches(_ diagram: Diagram, _ names: MermaidNames) -> [String] {
    struct Edge: Hashable {
      var from: Int
      var to: Int
      var isRead: Bool
    }
    var order: [Edge] = []
    var values: [Edge: [String]] = [:]
    func add(_ edge: Edge, _ value: String) {
      if values[edge] == nil { order.append(edge) }
      values[edge, default: []].append(MermaidText.encoded(value, limit: 24))
    }
    var seen: Set<[Int]> = []
    func send(_ site: Diagram.Site, _ glyph: Int, to row: Int) {
      let drawn = diagram.glyphs[glyph]
      let isThread = diagram.rows[site.row].kind == .lane(.thread)
      guard drawn.kind == .send || (isThread && drawn.kind == .value),
        seen.insert([glyph, row]).inserted
      else { return }
      add(Edge(from: site.row, to: row, isRead: false), drawn.text)
    }
    for arrow in diagram.arrows {
      switch (arrow.from, arrow.to) {
      case (.mark(let site, let glyph), .band(let row)): send(site, glyph, to: row)
      case (.mark(let site, let glyph), .strip(let strip)):
        send(site, glyph, to: diagram.strips[strip].row)
      case (.mark(let site, let glyph), .mark):
        if let row = arrow.bandsPassed.first { send(site, glyph, to: row) }
      case (_, .mark(let site, let glyph)):
        let drawn = diagram.glyphs[glyph]
        guard arrow.isAtReadPart || drawn.kind == .read else { continue }
        var text = drawn.text
        if case .readThenSent(let read, _) = drawn.kind { text = read }
        add(Edge(from: diagram.row(of: arrow.from), to: site.row, isRead: true), text)
      default: continue
      }
    }
    return order.map { edge in
      let (from, to) = (names.id(row: edge.from), names.id(row: edge.to))
      let label = listed(values[edge] ?? [])
      return edge.isRead
        ? "    \(from) -.->|\"read \(label)\"| \(to)" : "    \(from) -->|\"\(label)\"| \(to)"
    }
  }

  private func text(_ text: String) -> String { MermaidText.encoded(text) }

  private func node(_ id: String, _ row: Diagram.Row, _ facts: MermaidFacts) -> String {
    let second = row.isBand ? row.detail : facts.life
    var parts = [text(row.name)]
    if !second.isEmpty { parts.append(text(second)) }
    if facts.innerStreams > 0 {
      parts.append(counted(facts.innerStreams, "inner stream"))
    }
    let label = "\"" + parts.joined(separator: "<br/>") + "\""
    return row.isBand ? "\(id)([\(label)])" : "\(id)[\(label)]"
  }

  private func edge(
    _ from: String, _ to: String, _ values: [String], _ facts: MermaidFacts
  ) -> String {
    guard !values.isEmpty else {
      return "\(from) -.->|\"\(text(facts.endOnly))\"| \(to)"
    }
    return "\(from) -->|\"\(listed(values))\"| \(to)"
  }

  private func listed(_ values: [String]) -> String {
    let shown = values.prefix(Self.mostValues)
    let rest = values.count - shown.count
    let separator = shown.contains { $0.contains(",") } ? " · " : ", "
    return shown.joined(separator: separator) + (rest > 0 ? "\(separator)… \(rest) more" : "")
  }
}

/// The events of a lane for its node and its edges.
private struct MermaidFacts {
  /// The elements that it received and that it sent, in order, encoded.
  private(set) var got: [String] = []
  private(set) var gave: [String] = []
  private(set) var innerStreams = 0
  private var starts: [String] = []
  private var ends: [String] = []
  private let isFed: Bool

  /// The facts of all rows.
  ///
  /// - Complexity: O(rows + marks).
  static func all(_ diagram: Diagram) -> [MermaidFacts] {
    var facts = diagram.rows.map { MermaidFacts(isFed: $0.source != nil) }
    for glyph in diagram.glyphs { facts[glyph.site.row].add(glyph, in: diagram) }
    return facts
  }

  private init(isFed: Bool) { self.isFed = isFed }

  private mutating func add(_ glyph: Diagram.Glyph, in diagram: Diagram) {
    let time = diagram.columns[glyph.at.column].label
    switch glyph.kind {
    case .subscribe:
      if case .box = diagram.rows[glyph.site.row].kind { innerStreams += 1 }
      starts.append(time)
    case .value, .readThenSent: addValue(glyph, in: diagram)
    case .replayed: addValue(glyph, in: diagram, " (replayed)")
    case .cancel: ends.append("cancelled at \(time)")
    case .finished: ends.append("finished at \(time)")
    case .failed: ends.append("failed at \(time)")
    case .swallowed where diagram.rows[glyph.site.row].isBand: break
    case .swallowed:
      got.append(Self.short(diagram.incomingText(of: glyph) ?? glyph.text) + " (swallowed)")
    case .read, .dropped, .refused, .missed, .missing, .request, .send, .count, .control, .ended:
      break
    }
  }

  private mutating func addValue(
    _ glyph: Diagram.Glyph, in diagram: Diagram, _ remark: String = ""
  ) {
    got.append(Self.short(diagram.incomingText(of: glyph) ?? glyph.text) + remark)
    gave.append(Self.short(glyph.text) + remark)
  }

  private static func short(_ text: String) -> String { MermaidText.encoded(text, limit: 24) }

  /// The second line of its node.
  var life: String {
    if isFed {
      return starts.isEmpty ? "" : "subscribed at " + starts.joined(separator: ", ")
    }
    return ([counted(gave.count, "value")] + ends).joined(separator: ", ")
  }

  /// The label of an edge without elements.
  var endOnly: String {
    guard let last = ends.last?.split(separator: " ").first, last != "cancelled" else {
      return "nothing"
    }
    return "\(last) only"
  }
}

extension OutputFormat {
  /// The entry of Mermaid flowcharts in the list of formats.
  public static let graph = OutputFormat(
    name: "graph", suffix: "graph.mmd", noun: "a Mermaid graph",
    help: "write a Mermaid graph of the stages and their inputs", options: [.content, .times],
    isOwn: { bytes in
      let head = head(of: bytes)
      return head.hasPrefix("graph LR\n%% marbles\n")
        || (head.hasPrefix("---\n") && head.contains("\n---\ngraph LR\n%% marbles\n"))
    },
    content: .diagram { diagram, _ in MermaidGraphFormat().render(diagram) })
}
