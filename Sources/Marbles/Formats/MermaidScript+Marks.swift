extension MermaidScript {
  /// The participants of a mark's lane.
  private struct Ends {
    let own: String
    let source: String?
    let target: String?
    /// The element of the source, if the lane changed it.
    var incoming: String?
  }

  private func ends(_ glyph: Diagram.Glyph, _ index: Int) -> Ends {
    let row = diagram.rows[glyph.site.row]
    let own = names.id(of: glyph)
    if case .box = row.kind {
      let box = names.id(row: glyph.site.row)
      return Ends(own: own, source: nil, target: box)
    }
    let incoming = diagram.incomingText(of: glyph) ?? (row.target == nil ? nil : released[index])
    let thread = row.kind == .lane(.thread) ? targets[index].map { names.id(row: $0) } : nil
    return Ends(
      own: own, source: row.source.map { names.id(row: $0) },
      target: row.target.map { names.id(row: $0) } ?? thread,
      incoming: incoming.map { MermaidText.encoded($0) })
  }

  mutating func tell(_ glyph: Diagram.Glyph, index: Int) {
    let ends = ends(glyph, index)
    let text = MermaidText.encoded(glyph.text)
    let name = isToldByBox(glyph) ? " " + MermaidText.encoded(glyph.name) : ""
    switch glyph.kind {
    case .subscribe: tellSubscribe(glyph, ends, name)
    case .cancel: tellCancel(ends, "cancel" + name)
    case .finished: pass("--)", ends, "finished" + name, closes: true)
    case .failed: pass("--x", ends, "failed: " + text + name, closes: true)
    case .value: pass("->>", ends, text + name + caption(glyph))
    case .replayed: pass("-->>", ends, "replay " + text)
    case .read: tellRead(glyph, index: index, ends, "read " + text)
    case .readThenSent(let read, _):
      if let source = ends.source { message(source, "->>", ends.own, ends.incoming ?? text) }
      tellRead(glyph, index: index, ends, "read " + MermaidText.encoded(read))
      passOn("->>", ends, text + caption(glyph))
    case .dropped: tellLost(ends, "\(text) is dropped, no demand")
    case .refused: note(ends.own, "drops \(text)")
    case .swallowed: tellLost(ends, "\(ends.incoming ?? text) is swallowed")
    case .missed: missed[glyph.site.row, default: 0] += 1
    case .missing: note(ends.own, "\(text) is missing")
    case .request:
      // A stage requests from the lane that feeds it, a subscriber from its source.
      let asks = ends.source == nil ? ends.target ?? ends.own : ends.own
      message(asks, "->>", ends.source ?? ends.own, request(glyph))
    case .send:
      message(ends.own, "->>", targets[index].map { names.id(row: $0) } ?? ends.own, "send \(text)")
    case .control: note(ends.own, text)
    case .count, .ended: break
    }
    for span in diagram.staleSpans where span.site == glyph.site && span.end == glyph.at {
      note(ends.own, "stale, has not seen \(MermaidText.encoded(span.unseen))")
    }
  }

  private func isToldByBox(_ glyph: Diagram.Glyph) -> Bool {
    if case .box = diagram.rows[glyph.site.row].kind { return !names.isInner(glyph) }
    return false
  }

  private func caption(_ glyph: Diagram.Glyph) -> String {
    guard let caption = glyph.caption, glyph.isAlarming else { return "" }
    return " (\(MermaidText.encoded(diagram.timeScale.text(of: caption))))"
  }

  private func request(_ glyph: Diagram.Glyph) -> String {
    guard case .demand(let count) = glyph.caption else { return "request" }
    return "request \(count.map(String.init) ?? "∞")"
  }

  private mutating func tellSubscribe(
    _ glyph: Diagram.Glyph, _ ends: Ends, _ name: String
  ) {
    var text = "subscribe" + name
    if let count = missed.removeValue(forKey: glyph.site.row) { text += " (missed \(count))" }
    if glyph.caption != nil { text += ", " + request(glyph) }
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

  /// A subscriber cancels; what feeds a stage is cancelled by it.
  private mutating func tellCancel(_ ends: Ends, _ text: String) {
    if let source = ends.source {
      message(ends.own, "-x", source, text)
    } else if let target = ends.target {
      message(target, "-x", ends.own, text)
    } else {
      note(ends.own, text)
    }
    deactivate(ends.own)
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
    if let source = ends.source { message(source, arrow, ends.own, ends.incoming ?? text) }
    passOn(arrow, ends, text)
    if closes { deactivate(ends.own) }
  }

  private mutating func passOn(_ arrow: String, _ ends: Ends, _ text: String) {
    if let target = ends.target { message(ends.own, arrow, target, text) }
    if ends.source == nil, ends.target == nil { note(ends.own, text) }
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
    if let row = memories[index] {
      message(names.id(row: row), "-->>", ends.own, text)
    } else {
      note(ends.own, text)
    }
  }
}
