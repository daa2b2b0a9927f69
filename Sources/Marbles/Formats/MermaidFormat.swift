/// The run as a Mermaid sequence diagram: who told whom what, in order.
public struct MermaidFormat: OutputFormat {
  public init() {}

  public var fileExtension: String { "mmd" }

  public func render(_ diagram: Diagram) -> String {
    var script = MermaidScript(diagram)
    return script.text()
  }
}

/// Writes the lines of a sequence diagram.
private struct MermaidScript {
  private static let configuration = """
    ---
    config:
      sequence:
        mirrorActors: false
        messageMargin: 26
        noteMargin: 6
        boxMargin: 6
        actorMargin: 44
        width: 130
        height: 44
    ---
    sequenceDiagram
    """

  let diagram: Diagram
  let names: MermaidNames
  private var lines: [String] = []
  private var active: Set<String> = []
  /// The time that the next message has to say.
  private var prefix = ""
  private var told: Set<Int> = []
  /// Missed values that no subscription has told of yet, by row.
  private var missed: [Int: Int] = [:]

  init(_ diagram: Diagram) {
    self.diagram = diagram
    names = MermaidNames(diagram, withInner: true)
  }

  mutating func text() -> String {
    lines = Self.configuration.split(separator: "\n").map(String.init)
    lines += MermaidText.accessibility(diagram)
    addParticipants()
    for panel in diagram.panels.indices { addPanel(panel) }
    if let first = names.participants.first, let last = names.participants.last {
      let all = first.id == last.id ? first.id : "\(first.id),\(last.id)"
      for message in [diagram.stop?.message, diagram.difference?.message].compactMap({ $0 })
        + diagram.notes
      {
        add("Note over \(all): \(MermaidText.encoded(message, limit: 200))")
      }
    }
    addWhatIsMissing()
    return lines.joined(separator: "\n") + "\n"
  }

  private mutating func add(_ line: String) { lines.append("    " + line) }

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
      items.append((strip.start, 2, strip.event, .held(index)))
      if let end = strip.end { items.append((end, 0, strip.event, .fate(index))) }
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
    guard case .band(let kind, _, _) = diagram.rows[row].kind else { return false }
    return kind == .memory || kind == .cache
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
    case .held(let index): diagram.strips[index].start
    case .fate(let index): diagram.strips[index].end ?? diagram.strips[index].start
    }
  }

  private mutating func message(_ from: String, _ arrow: String, _ to: String, _ text: String) {
    add("\(from)\(arrow)\(to): \(prefix)\(text)")
    prefix = ""
  }

  private mutating func note(_ id: String, _ text: String) {
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

  // MARK: Marks

  /// Where a mark's lane stands between.
  private struct Ends {
    let own: String
    let source: String?
    let target: String?
  }

  private func ends(_ glyph: Diagram.Glyph) -> Ends {
    let row = diagram.rows[glyph.site.row]
    let own = names.id(of: glyph)
    if case .box = row.kind {
      let box = names.id(row: glyph.site.row)
      return Ends(own: own, source: nil, target: box)
    }
    return Ends(
      own: own, source: row.source.map { names.id(row: $0) },
      target: row.target.map { names.id(row: $0) })
  }

  private mutating func tell(_ glyph: Diagram.Glyph, index: Int) {
    let ends = ends(glyph)
    let text = MermaidText.encoded(glyph.text)
    let name = isToldByBox(glyph) ? " " + MermaidText.encoded(glyph.name) : ""
    switch glyph.kind {
    case .subscribe: tellSubscribe(glyph, ends, name)
    case .cancel:
      message(ends.own, "-x", ends.source ?? ends.target ?? ends.own, "cancel" + name)
      deactivate(ends.own)
    case .finished: pass("--)", ends, "finished" + name, closes: true)
    case .failed: pass("--x", ends, "failed: " + text + name, closes: true)
    case .value: pass("->>", ends, text + name + caption(glyph))
    case .replayed: pass("-->>", ends, "replay " + text)
    case .read: tellRead(glyph, index: index, ends, "read " + text)
    case .readThenSent(let read, _):
      tellRead(glyph, index: index, ends, "read " + MermaidText.encoded(read))
      pass("->>", Ends(own: ends.own, source: nil, target: ends.target), text + caption(glyph))
    case .dropped: tellLost(ends, "\(text) is dropped, no demand")
    case .swallowed: tellLost(ends, text == "#8203;" ? "swallowed" : "\(text) is swallowed")
    case .missed: missed[glyph.site.row, default: 0] += 1
    case .missing: note(ends.own, "\(text) is missing")
    case .request:
      let amount = glyph.caption ?? glyph.text
      let number = amount.hasPrefix("+") ? String(amount.dropFirst()) : amount
      message(
        ends.own, "->>", ends.source ?? ends.target ?? ends.own,
        "request \(MermaidText.encoded(number))")
    case .send: message(ends.own, "->>", target(of: index) ?? ends.own, "send \(text)")
    case .control: note(ends.own, text)
    case .count, .ended: break
    }
  }

  private func isToldByBox(_ glyph: Diagram.Glyph) -> Bool {
    if case .box = diagram.rows[glyph.site.row].kind { return !names.isInner(glyph) }
    return false
  }

  private func caption(_ glyph: Diagram.Glyph) -> String {
    guard let caption = glyph.caption, glyph.isAlarming else { return "" }
    return " (\(MermaidText.encoded(caption)))"
  }

  private mutating func tellSubscribe(
    _ glyph: Diagram.Glyph, _ ends: Ends, _ name: String
  ) {
    var text = "subscribe" + name
    if let count = missed.removeValue(forKey: glyph.site.row) { text += " (missed \(count))" }
    if let caption = glyph.caption {
      let amount = caption.hasPrefix("+") ? String(caption.dropFirst()) : caption
      text += ", request \(MermaidText.encoded(amount))"
    }
    if let source = ends.source {
      message(ends.own, "->>", source, text)
    } else if let target = ends.target {
      let connects = diagram.rows[glyph.site.row].target.map { isHub($0) } ?? false
      message(target, "->>", ends.own, connects ? "connect" + text.dropFirst(9) : text)
    } else {
      note(ends.own, text)
    }
    if active.insert(ends.own).inserted { add("activate \(ends.own)") }
  }

  private func isHub(_ row: Int) -> Bool {
    if case .band(.hub, _, _) = diagram.rows[row].kind { true } else { false }
  }

  private mutating func deactivate(_ id: String) {
    if active.remove(id) != nil { add("deactivate \(id)") }
  }

  /// From the source to the lane, and on to what the lane feeds.
  private mutating func pass(
    _ arrow: String, _ ends: Ends, _ text: String, closes: Bool = false
  ) {
    if let source = ends.source { message(source, arrow, ends.own, text) }
    if let target = ends.target { message(ends.own, arrow, target, text) }
    if ends.source == nil, ends.target == nil { note(ends.own, text) }
    if closes { deactivate(ends.own) }
  }

  private mutating func tellLost(_ ends: Ends, _ text: String) {
    if let source = ends.source {
      message(source, "-x", ends.own, text)
    } else {
      note(ends.own, text)
    }
  }

  private mutating func tellRead(
    _ glyph: Diagram.Glyph, index: Int, _ ends: Ends, _ text: String
  ) {
    let arrow = diagram.arrows.first { arrow in
      if case .mark(_, index) = arrow.to, case .strip = arrow.from { true } else { false }
    }
    if let row = arrow.map({ diagram.row(of: $0.from) }) {
      message(names.id(row: row), "-->>", ends.own, text)
    } else {
      note(ends.own, text)
    }
  }

  /// The stage that a mark's own arrow leads to.
  private func target(of index: Int) -> String? {
    let arrow = diagram.arrows.first { arrow in
      guard case .mark(_, index) = arrow.from else { return false }
      if case .mark = arrow.to { return false } else { return true }
    }
    return arrow.map { names.id(row: diagram.row(of: $0.to)) }
  }

  private mutating func addWhatIsMissing() {
    let held = diagram.strips.contains { !tellsOfStrips($0.row) && $0.kind == .held }
    let rails = diagram.strips.contains { !tellsOfStrips($0.row) && $0.kind == .rail }
    var parts: [String] = []
    if held { parts.append("what hubs and relays hold") }
    if rails { parts.append("how long overlapping deliveries last") }
    if !parts.isEmpty { add("%% not shown: " + parts.joined(separator: ", ")) }
  }
}
