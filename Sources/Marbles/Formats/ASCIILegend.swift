/// What an ASCII picture may have to explain, in the order of explanation.
enum ASCIIExplanation: Hashable, CaseIterable, Sendable {
  case subscribe, cancel, finished, failed
  case replayed, read, readThenSent, dropped, swallowed, missing, send, stale, demand
  case held, rail, leaves, bufferDropped, stripSwallowed, forgotten
  case pass, count
}

extension ASCIIChart {
  /// Only what occurs.
  var legend: [String] {
    var items = ASCIIExplanation.allCases.filter(used.contains).compactMap(explanation)
    items += controls.map { "\($0.letter) \(TextWidth.visible($0.text))" }
    if hasBrackets { items.append("( ) same instant, in order") }
    if hasGuides { items.append("\(symbols.guide) not subscribed yet") }
    items += tintMeanings.map { "\(symbols.band) \($0)" }
    if !diagram.stops.isEmpty { items.append("\(symbols.stop) fatal") }
    return items
  }

  private func explanation(_ item: ASCIIExplanation) -> String? {
    let (held, strip) = (symbols.heldStart, symbols.strip)
    switch item {
    case .subscribe: return "\(symbols.subscribe) subscribe"
    case .cancel: return "\(symbols.cancel) cancel"
    case .finished: return "\(symbols.finished) finished"
    case .failed: return "\(symbols.failed) failed" + failures
    case .replayed: return used.contains(.read) ? "[x] replayed / read" : "[x] replayed"
    case .read: return used.contains(.replayed) ? nil : "[x] read"
    case .readThenSent: return "[x]y read x, then sent y"
    case .dropped: return "/x/ dropped, no demand"
    case .swallowed: return "\(symbols.swallowed) swallowed"
    case .missing: return "\(symbols.missing) missing"
    case .send: return "\(symbols.send)x sends x from inside"
    case .stale: return "\(symbols.stale) stale"
    case .demand: return "+n demand"
    case .held: return "\(held)x\(strip) held"
    case .rail: return "\(symbols.railStart)x\(symbols.rail) being delivered"
    case .leaves: return "\(strip)\(symbols.leaves) leaves"
    case .bufferDropped: return "\(strip)\(symbols.bufferDropped) dropped"
    case .stripSwallowed: return "\(strip)\(symbols.swallowed) swallowed"
    case .forgotten: return "\(strip)\(symbols.forgotten) forgotten"
    case .pass: return "\(symbols.pass) passes through"
    case .count: return "1 2 .. subscriber count"
    }
  }

  /// The messages of failures, each once.
  private var failures: String {
    var seen: Set<String> = []
    let messages = diagram.glyphs.compactMap { glyph -> String? in
      guard glyph.kind == .failed, !glyph.text.isEmpty, seen.insert(glyph.text).inserted else {
        return nil
      }
      return TextWidth.visible(glyph.text)
    }
    return messages.isEmpty ? "" : " (\(messages.joined(separator: ", ")))"
  }

  private var hasBrackets: Bool {
    diagram.panels.indices.contains { panel in
      diagram.columns.indices.contains { columns.slots($0, panel: panel) > 1 }
    }
  }

  private var hasGuides: Bool {
    diagram.segments.contains { segment in
      segment.hasGuide && (segment.start?.column ?? 0) > 0
        && !diagram.rows[segment.site.row].isBand
    }
  }

  /// Hubs are connected; whatever else is tinted works.
  private var tintMeanings: [String] {
    var meanings: [String] = []
    for tint in diagram.tints {
      guard case .band(let kind, _, _) = diagram.rows[tint.row].kind else { continue }
      let meaning = kind == .hub ? "connected" : "at work"
      if !meanings.contains(meaning) { meanings.append(meaning) }
    }
    return meanings
  }
}
