/// The run as a Mermaid sequence diagram: who told whom what, in order.
public struct MermaidFormat: Sendable {
  public init() {}

  public func render(_ diagram: Diagram) -> String {
    var script = MermaidScript(diagram)
    return script.text()
  }
}

/// Writes the lines of a sequence diagram.
struct MermaidScript {
  private static let configuration = """
    ---
    config:
      sequence:
        mirrorActors: false
        messageMargin: 26
        noteMargin: 6
        boxMargin: 6
        actorMargin: 44
        width: 150
        height: 44
    ---
    sequenceDiagram
    %% marbles
    """

  let diagram: Diagram
  let names: MermaidNames
  private var lines: [String] = []
  var active: Set<String> = []
  /// The time that the next message has to say.
  private var prefix = ""
  /// Missed values that no subscription has told of yet, by row.
  var missed: [Int: Int] = [:]

  /// The row of the stage into which a mark sends, by mark.
  private(set) var targets: [Int: Int] = [:]
  /// The row of the memory from which a mark reads, by mark.
  private(set) var memories: [Int: Int] = [:]
  /// What a memory held until it came out as a mark, by mark.
  private(set) var released: [Int: String] = [:]

  init(_ diagram: Diagram) {
    self.diagram = diagram
    names = MermaidNames(diagram, withInner: true)
    for arrow in diagram.arrows {
      if case .mark(_, let glyph) = arrow.from { addTarget(of: glyph, by: arrow) }
      guard case .mark(_, let glyph) = arrow.to, case .strip(let strip) = arrow.from else {
        continue
      }
      if arrow.isAtReadPart || diagram.glyphs[glyph].kind == .read {
        memories[glyph] = diagram.strips[strip].row
      } else {
        released[glyph] = diagram.strips[strip].text
      }
    }
  }

  /// The stage at which an arrow ends, else the first one that it crosses.
  private mutating func addTarget(of glyph: Int, by arrow: Diagram.Arrow) {
    if case .mark = arrow.to {
      let crossed = diagram.rowsCrossed(by: arrow).first { diagram.rows[$0].isBand }
      targets[glyph] = targets[glyph] ?? crossed
    } else {
      targets[glyph] = diagram.row(of: arrow.to)
    }
  }

  mutating func text() -> String {
    lines = Self.configuration.split(separator: "\n").map(String.init)
    lines += MermaidText.accessibility(diagram)
    addParticipants()
    for panel in diagram.panels.indices { addPanel(panel) }
    if let all = everybody {
      for message in diagram.messages + diagram.notes {
        add("Note over \(all): \(MermaidText.encoded(message, limit: 200))")
      }
    }
    addWhatIsMissing()
    return lines.joined(separator: "\n") + "\n"
  }

  /// From the first participant to the last.
  private var everybody: String? {
    guard let first = names.participants.first, let last = names.participants.last else {
      return nil
    }
    return first.id == last.id ? first.id : "\(first.id),\(last.id)"
  }

  mutating func add(_ line: String) { lines.append("    " + line) }

  private mutating func addParticipants() {
    for (number, panel) in diagram.panels.enumerated() {
      let participants = names.participants.filter { $0.panel == number }
      let isBoxed = !panel.heading.isEmpty && !participants.isEmpty
      if isBoxed { add("box transparent \(MermaidText.encoded(panel.heading))") }
      for participant in participants {
        add("participant \(participant.id) as \(participant.label)")
      }
      if isBoxed { add("end") }
    }
    if names.participants.isEmpty { add("participant S0 as #8203;") }
  }

  // MARK: Events

  private enum Item {
    case glyph(Int)
    case held(Int)
    case fate(Int)
  }

  /// Marks, and the beginnings and ends of strips, by instant and in order.
  private func items(_ panel: Int) -> [Item] {
    var items: [(at: Diagram.Position, rank: Int, event: EventID, item: Item)] = []
    for (index, glyph) in diagram.glyphs.enumerated()
    where diagram.rows[glyph.site.row].panel == panel {
      items.append((glyph.at, 1, glyph.event, .glyph(index)))
    }
    for (index, strip) in diagram.strips.enumerated()
    where diagram.rows[strip.row].panel == panel && tellsOfStrips(strip.row) {
      items.append((strip.start ?? .first, 2, strip.event, .held(index)))
      guard let end = strip.end else { continue }
      // What is done by hand, such as an invalidation, is told before what it does.
      let isLast = strip.fate == .forgotten
      items.append((end, isLast ? 3 : 0, isLast ? .max : strip.event, .fate(index)))
    }
    return items.enumerated().sorted { a, b in
      let (left, right) = (a.element, b.element)
      if left.at != right.at { return left.at < right.at }
      return (left.rank == 0 ? 0 : 1, left.event, left.rank, a.offset)
        < (right.rank == 0 ? 0 : 1, right.event, right.rank, b.offset)
    }.map(\.element.item)
  }

  /// What a hub or relay holds is its last value, which is plain to see.
  private func tellsOfStrips(_ row: Int) -> Bool {
    switch diagram.rows[row].kind {
    case .band(let kind, _, _): kind == .memory || kind == .cache
    case .box: true
    case .lane: false
    }
  }

  private mutating func addPanel(_ number: Int) {
    let panel = diagram.panels[number]
    let participants = names.participants.filter { $0.panel == number }
    if !panel.heading.isEmpty, let first = participants.first, let last = participants.last {
      let title = [panel.heading, panel.detail].filter { !$0.isEmpty }.joined(separator: ": ")
      add("Note over \(first.id),\(last.id): \(MermaidText.encoded(title))")
    }
    var column = -1
    for item in items(number) {
      let at = position(item).column
      if at != column {
        column = at
        prefix = "t=\(MermaidText.encoded(diagram.columns[at].label)) "
      }
      switch item {
      case .glyph(let index): tell(diagram.glyphs[index], index: index)
      case .held(let index): tellHeld(diagram.strips[index])
      case .fate(let index): tellFate(diagram.strips[index])
      }
    }
  }

  private func position(_ item: Item) -> Diagram.Position {
    switch item {
    case .glyph(let index): diagram.glyphs[index].at
    case .held(let index): diagram.strips[index].start ?? .first
    case .fate(let index): diagram.strips[index].end ?? .first
    }
  }

  mutating func message(_ from: String, _ arrow: String, _ to: String, _ text: String) {
    add("\(from)\(arrow)\(to): \(prefix)\(text)")
    prefix = ""
  }

  mutating func note(_ id: String, _ text: String) {
    add("Note over \(id): \(prefix)\(text)")
    prefix = ""
  }

  private mutating func tellHeld(_ strip: Diagram.Strip) {
    let verb = strip.kind == .rail ? "delivers" : "holds"
    note(names.id(row: strip.row), "\(verb) \(MermaidText.encoded(strip.text))")
  }

  private mutating func tellFate(_ strip: Diagram.Strip) {
    let verb: String
    switch strip.fate {
    case .dropped: verb = "drops"
    case .swallowed: verb = "swallows"
    case .forgotten: verb = "forgets"
    case .left, .replaced, nil: return
    }
    note(names.id(row: strip.row), "\(verb) \(MermaidText.encoded(strip.text))")
  }

  private mutating func addWhatIsMissing() {
    let held = diagram.strips.contains { !tellsOfStrips($0.row) && $0.kind == .held }
    let rails = diagram.strips.contains { !tellsOfStrips($0.row) && $0.kind == .rail }
    var parts: [String] = []
    if held { parts.append("what hubs and relays hold") }
    if rails { parts.append("how long overlapping deliveries last") }
    guard !parts.isEmpty, let all = everybody else { return }
    add("Note over \(all): not shown: \(parts.joined(separator: ", "))")
  }
}

extension OutputFormat {
  public static let mermaid = OutputFormat(
    name: "mermaid", suffix: "mmd", noun: "a Mermaid sequence diagram",
    help: "write a Mermaid sequence diagram", options: [.content, .times],
    isOwn: { bytes in
      let head = head(of: bytes)
      return head.hasPrefix("---\n") && head.contains("\nsequenceDiagram\n%% marbles\n")
    },
    render: { picture, _ in MermaidFormat().render(picture.diagram) })
}
