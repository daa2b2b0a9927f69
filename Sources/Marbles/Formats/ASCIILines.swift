/// A line of the chart before it has columns: its contents, with a token for each position.
struct ASCIILine {
  enum Content: Hashable {
    case heading
    /// A lane, or a seat of a box.
    case lane(Diagram.Site)
    case header(row: Int)
    case strips(row: Int, line: Int)
    case difference
  }

  var content: Content
  var name: String
  var panel: Int
  var tokens: [Diagram.Position: String] = [:]

  var isStrips: Bool { if case .strips = content { true } else { false } }
}

/// Turns rows, marks and strips into lines with tokens, and collects the entries of the legend.
struct ASCIILines {
  let diagram: Diagram
  let symbols: ASCIISymbols
  let keys: ASCIIKeys
  private(set) var lines: [ASCIILine] = []
  private(set) var used: Set<ASCIIExplanation> = []
  /// The letters of what was done by hand.
  private(set) var controls: [(letter: Character, text: String)] = []

  private var indices: [ASCIILine.Content: Int] = [:]

  /// - Parameter longest: the cells that a label may take without a key.
  init(_ diagram: Diagram, symbols: ASCIISymbols, longest: Int) {
    self.diagram = diagram
    self.symbols = symbols
    let labels = Self.labels(in: diagram)
    keys = ASCIIKeys(
      labels, symbols: symbols, isStopped: !diagram.stops.isEmpty,
      hasDropped: diagram.glyphs.contains { $0.kind == .dropped || $0.kind == .refused },
      longest: longest)
    makeLines()
    for glyph in diagram.glyphs { place(glyph) }
    for strip in diagram.strips { place(strip) }
    for pass in diagram.passes { place(pass) }
    if !diagram.staleSpans.isEmpty { used.insert(.stale) }
  }

  /// Everything that a lane or strip is labeled with, in order of first use.
  private static func labels(in diagram: Diagram) -> [String] {
    var labels: [(event: EventID, text: String)] = []
    for glyph in diagram.glyphs {
      switch glyph.kind {
      case .readThenSent(let read, _):
        labels.append((glyph.event, read))
        labels.append((glyph.event, glyph.text))
      case .value, .replayed, .read, .dropped, .refused, .send:
        labels.append((glyph.event, glyph.text))
      case .subscribe, .cancel, .finished, .failed, .swallowed, .missed, .missing, .request,
        .count, .control, .ended:
        break
      }
    }
    labels += diagram.strips.filter { $0.kind != .failure }.map { ($0.event, $0.text) }
    return labels.enumerated().sorted { a, b in
      (a.element.event, a.offset) < (b.element.event, b.offset)
    }.map(\.element.text)
  }

  // MARK: Lines

  private mutating func makeLines() {
    let headers = Set(
      diagram.glyphs.compactMap { glyph -> Int? in
        diagram.rows[glyph.site.row].isBand && !standsOnStrips(glyph) ? glyph.site.row : nil
      } + diagram.tints.map(\.row))
    for (number, panel) in diagram.panels.enumerated() {
      if !panel.heading.isEmpty {
        let detail = panel.detail.isEmpty ? "" : "  " + panel.detail
        add(.heading, TextWidth.visible(panel.heading + detail), panel: number)
      }
      for row in panel.rows where diagram.rows.indices.contains(row) {
        addLines(of: row, panel: number, hasOwnMarks: headers.contains(row))
      }
    }
    if diagram.difference != nil { add(.difference, "difference", panel: 0) }
  }

  private mutating func addLines(of number: Int, panel: Int, hasOwnMarks: Bool) {
    let row = diagram.rows[number]
    let name = (row.isIndented ? "  " : "") + TextWidth.visible(row.name)
    switch row.kind {
    case .lane: add(.lane(.init(row: number)), name, panel: panel)
    case .box(let seats):
      // Waiting elements of a box are above its inner streams.
      for line in 0..<row.queueRows {
        add(.strips(row: number, line: line), line == 0 ? name : "", panel: panel)
      }
      for seat in 0..<max(1, seats) {
        let isFirst = seat == 0 && row.queueRows == 0
        add(.lane(.init(row: number, seat: seat)), isFirst ? name : "", panel: panel)
      }
    case .band(_, _, let stripRows):
      let hasHeader = hasOwnMarks || stripRows == 0
      if hasHeader { add(.header(row: number), name, panel: panel) }
      for line in 0..<stripRows {
        let isFirst = line == 0 && !hasHeader
        add(.strips(row: number, line: line), isFirst ? name : "", panel: panel)
      }
    }
  }

  private mutating func add(_ content: ASCIILine.Content, _ name: String, panel: Int) {
    indices[content] = lines.count
    lines.append(ASCIILine(content: content, name: name, panel: panel))
  }

  /// Whether a mark of a band needs no header, because it fits between the strips: an end.
  private func standsOnStrips(_ glyph: Diagram.Glyph) -> Bool {
    guard case .ended = glyph.kind, diagram.rows[glyph.site.row].stripRows > 0 else { return false }
    return !diagram.strips.contains { strip in
      strip.row == glyph.site.row && strip.line == 0
        && (strip.start ?? .first) <= glyph.at && strip.end.map { $0 >= glyph.at } ?? true
    }
  }

  // MARK: Tokens

  private mutating func put(
    _ token: String, _ content: ASCIILine.Content, at position: Diagram.Position
  ) {
    guard let index = indices[content] else { return }
    lines[index].tokens[position, default: ""] += token
  }

  private mutating func place(_ glyph: Diagram.Glyph) {
    guard let token = token(for: glyph) else { return }
    let row = diagram.rows[glyph.site.row]
    if case .band = row.kind {
      let header = ASCIILine.Content.header(row: glyph.site.row)
      put(
        token, indices[header] == nil ? .strips(row: glyph.site.row, line: 0) : header, at: glyph.at
      )
    } else {
      put(token, .lane(glyph.site), at: glyph.at)
    }
  }

  private mutating func token(for glyph: Diagram.Glyph) -> String? {
    let demand = demand(of: glyph)
    switch glyph.kind {
    case .subscribe: return explain(.subscribe, String(symbols.subscribe)) + demand
    case .cancel: return explain(.cancel, String(symbols.cancel))
    case .finished: return explain(.finished, String(symbols.finished))
    case .failed: return explain(.failed, String(symbols.failed))
    case .value: return keys.text(glyph.text) + staleSign(glyph) + demand
    case .replayed: return explain(.replayed, "[\(keys.text(glyph.text))]") + demand
    case .read: return explain(.read, "[\(keys.text(glyph.text))]") + staleSign(glyph)
    case .readThenSent(let read, _):
      return explain(.readThenSent, "[\(keys.text(read))]\(keys.text(glyph.text))")
        + staleSign(glyph)
    case .dropped: return explain(.dropped, "/\(keys.text(glyph.text))/")
    case .refused: return explain(.refused, "/\(keys.text(glyph.text))/")
    case .swallowed: return explain(.swallowed, String(symbols.swallowed))
    case .missed: return nil
    case .missing: return explain(.missing, String(symbols.missing))
    case .request: return demand
    case .send: return explain(.send, "\(symbols.send)\(keys.text(glyph.text))") + staleSign(glyph)
    case .count: return explain(.count, glyph.text)
    case .control: return String(letter(for: glyph.text))
    case .ended(let failed):
      return failed
        ? explain(.failed, String(symbols.failed)) : explain(.finished, String(symbols.finished))
    }
  }

  private mutating func explain(_ explanation: ASCIIExplanation, _ token: String) -> String {
    used.insert(explanation)
    return token
  }

  /// `+3` or `+inf`, if the mark has demand.
  private mutating func demand(of glyph: Diagram.Glyph) -> String {
    guard case .demand(let count) = glyph.caption else { return "" }
    return explain(.demand, "+" + (count.map(String.init) ?? symbols.infinity))
  }

  private mutating func staleSign(_ glyph: Diagram.Glyph) -> String {
    guard glyph.caption == .stale else { return "" }
    return explain(.stale, String(symbols.stale))
  }

  /// The first free letter of what was done by hand, in upper case.
  private mutating func letter(for text: String) -> Character {
    if let known = controls.first(where: { $0.text == text }) { return known.letter }
    let taken = Set(controls.map(\.letter) + [symbols.stop])
    let own = text.filter { $0.isASCII && $0.isLetter }.uppercased()
    let letter = (own + "ABCDEFGHIJKLMNOPQRSTUVWYZ").first { !taken.contains($0) } ?? "C"
    controls.append((letter, text))
    return letter
  }

  /// A failure has the sign of its mark, which the legend explains.
  private func text(of strip: Diagram.Strip) -> String {
    strip.kind == .failure ? String(symbols.failed) : keys.text(strip.text)
  }

  private mutating func place(_ strip: Diagram.Strip) {
    let isRail = strip.kind == .rail
    let start = isRail ? symbols.railStart : symbols.heldStart
    var token = explain(isRail ? .rail : .held, "\(start)\(text(of: strip))")
    let sign = isRail ? symbols.leaves : symbols.sign(of: strip.fate)
    if strip.end == strip.start, let sign { token.append(sign) }
    put(token, .strips(row: strip.row, line: strip.line), at: strip.start ?? .first)
    switch strip.fate {
    case .left: used.insert(.leaves)
    case .dropped: used.insert(.bufferDropped)
    case .swallowed: used.insert(.stripSwallowed)
    case .forgotten: used.insert(.forgotten)
    case .expired: used.insert(.expired)
    case .replaced, nil: break
    }
    if isRail, strip.end != nil { used.insert(.leaves) }
  }

  private mutating func place(_ pass: Diagram.Pass) {
    guard let index = indices[.header(row: pass.row)], lines[index].tokens[pass.at] == nil else {
      return
    }
    lines[index].tokens[pass.at] = explain(.pass, String(symbols.pass))
  }
}

extension Diagram.Position {
  /// Where what began before the picture is labeled.
  static let first = Diagram.Position(column: 0, slot: 0)
}
