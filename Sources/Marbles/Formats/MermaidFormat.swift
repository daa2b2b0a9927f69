/// The run as a Mermaid sequence diagram: a message for each event, in order.
public struct MermaidFormat: Sendable {
  /// Creates the format.
  public init() {}

  /// The diagram as a Mermaid sequence diagram.
  public func render(_ diagram: Diagram) -> String {
    var script = MermaidScript(diagram)
    return script.text()
  }
}

/// Writes the lines of a sequence diagram.
struct MermaidScript {
  private static let configuration = """
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
  /// The time with which the next message begins.
  private var prefix = ""
  /// Missed values that no subscription has reported yet, by row.
  var missed: [Int: Int] = [:]

  /// The row of the stage into which a mark sends, by mark.
  private(set) var targets: [Int: Int] = [:]
  /// The row of the memory from which a mark reads, by mark.
  private(set) var memories: [Int: Int] = [:]
  /// The row of the stage from which a held element came on a lane that is not drawn, by strip.
  private var feeders: [Int: Int] = [:]
  /// The element that a memory held until it was sent as a mark, by mark.
  private(set) var released: [Int: String] = [:]

  init(_ diagram: Diagram) {
    self.diagram = diagram
    names = MermaidNames(diagram, withInner: true)
    for arrow in diagram.arrows {
      if case .mark(_, let glyph) = arrow.from { addTarget(of: glyph, by: arrow) }
      if case (.strip(let source), .strip(let strip)) = (arrow.from, arrow.to) {
        feeders[strip] = diagram.strips[source].row
      }
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
    lines = ["---"] + MermaidText.title(diagram)
    lines += Self.configuration.split(separator: "\n").map(String.init)
    lines += MermaidText.accessibility(diagram)
    addParticipants()
    for panel in diagram.panels.indices { addHeading(of: panel) }
    addEvents()
    if let all = everybody {
      for message in diagram.messages + diagram.notes {
        add("Note over \(all): \(MermaidText.wrapped(message))")
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

  /// Marks, and the beginnings and ends of strips, by instant. In an instant the panels follow
  /// each other; in each the order is that of the events, so that an effect follows its cause.
  private func items() -> [Item] {
    var items: [(key: Key, item: Item)] = []
    func add(_ at: Diagram.Position, _ row: Int, _ event: EventID, _ item: Item) {
      items.append((Key(at: at, panel: diagram.rows[row].panel, event: event), item))
    }
    for (index, glyph) in diagram.glyphs.enumerated() {
      add(glyph.at, glyph.site.row, glyph.event, .glyph(index))
    }
    for (index, strip) in diagram.strips.enumerated() {
      let isTold = tellsOfStrips(strip.row)
      if isTold || feeders[index] != nil {
        add(strip.start ?? .first, strip.row, strip.event, .held(index))
      }
      if isTold, let end = strip.end {
        add(end, strip.row, strip.endEvent ?? strip.event, .fate(index))
      }
    }
    return items.enumerated().sorted {
      ($0.element.key, $0.offset) < ($1.element.key, $1.offset)
    }.map(\.element.item)
  }

  private struct Key: Comparable {
    var at: Diagram.Position
    var panel: Int
    var event: EventID

    static func < (a: Self, b: Self) -> Bool {
      (a.at.column, a.panel, a.at.slot, a.event) < (b.at.column, b.panel, b.at.slot, b.event)
    }
  }

  /// A hub or relay holds its last value, which the messages show already.
  private func tellsOfStrips(_ row: Int) -> Bool {
    switch diagram.rows[row].kind {
    case .band(let kind, _, _): kind == .memory || kind == .cache
    case .box: true
    case .lane: false
    }
  }

  private mutating func addHeading(of number: Int) {
    let panel = diagram.panels[number]
    let participants = names.participants.filter { $0.panel == number }
    guard !panel.heading.isEmpty, let first = participants.first, let last = participants.last
    else { return }
    let title = [panel.heading, panel.detail].filter { !$0.isEmpty }.joined(separator: ": ")
    add("Note over \(first.id),\(last.id): \(MermaidText.wrapped(title))")
  }

  private mutating func addEvents() {
    var column = -1
    for item in items() {
      let at = position(item).column
      if at != column {
        column = at
        prefix = "t=\(MermaidText.encoded(diagram.columns[at].label)): "
      }
      switch item {
      case .glyph(let index): tell(diagram.glyphs[index], index: index)
      case .held(let index): tellHeld(diagram.strips[index], index: index)
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

  private mutating func tellHeld(_ strip: Diagram.Strip, index: Int) {
    if let source = feeders[index] {
      message(
        names.id(row: source), "->>", names.id(row: strip.row), MermaidText.encoded(strip.text))
    }
    guard tellsOfStrips(strip.row) else { return }
    let verb = strip.kind == .rail ? "delivers" : "holds"
    note(names.id(row: strip.row), "\(verb) \(MermaidText.encoded(strip.text))")
  }

  private mutating func tellFate(_ strip: Diagram.Strip) {
    let verb: String
    switch strip.fate {
    case .dropped: verb = "drops"
    case .swallowed: verb = "swallows"
    case .forgotten: verb = "forgets"
    case .expired: verb = "no longer serves"
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
  /// The entry of Mermaid sequence diagrams in the list of formats.
  public static let mermaid = OutputFormat(
    name: "mermaid", suffix: "mmd", noun: "a Mermaid sequence diagram",
    help: "write a Mermaid sequence diagram", options: [.content, .times],
    isOwn: { bytes in
      let head = head(of: bytes)
      return head.hasPrefix("---\n") && head.contains("\nsequenceDiagram\n%% marbles\n")
    },
    content: .diagram { diagram, _ in MermaidFormat().render(diagram) })
}
