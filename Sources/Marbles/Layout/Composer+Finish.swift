extension Composer {
  /// What can be said only when everything stands in its place.
  mutating func finish() {
    diagram.columns = slots.columns
    diagram.panels = [Diagram.Panel(heading: "", detail: "", rows: 0..<diagram.rows.count)]
    var lines = StripLines(diagram, groups: stripGroups)
    lines.apply(to: &diagram)
    hiddenStrips = lines.hidden
    feeds = feeds.compactMap { feed in lines.newNumber(of: feed.strip).map { ($0, feed.glyph) } }
    drawFeeds()
    drawArrowsToBands()
    sortArrows()
    shortenStrips()
    if !options.hidden.contains(.missed) { drawMissed() }
    noteLimits()
    diagram.summary = Summary(recording, plan: plan, diagram: diagram).text
    diagram.story = Story(diagram).sentences
    diagram.legend = diagram.entriesThatOccur
  }

  /// A stem that ends at a strip ends in a dot; one that goes on passes behind it.
  private mutating func drawFeeds() {
    for feed in feeds {
      let glyph = diagram.glyphs[feed.glyph]
      let strip = diagram.strips[feed.strip]
      guard glyph.site.row < strip.row, strip.start == glyph.at else { continue }
      guard reach[feed.glyph] <= strip.row else { continue }
      diagram.strips[feed.strip].hasStartDot = true
      connect(
        .mark(glyph.site, glyph: feed.glyph), .strip(feed.strip), at: glyph.at,
        .value(glyph.color ?? strip.color ?? 0), head: .none)
    }
  }

  /// What came to a band and went no further ends at its border.
  private mutating func drawArrowsToBands() {
    for (index, glyph) in diagram.glyphs.enumerated() {
      let ink: Diagram.Arrow.Ink
      switch glyph.kind {
      case .value, .readThenSent, .replayed, .send: ink = .value(glyph.color ?? 0)
      case .finished: ink = .lane
      case .failed: ink = .failure
      default: continue
      }
      guard let target = targetBand(of: glyph), target > glyph.site.row, reach[index] < target
      else { continue }
      connect(.mark(glyph.site, glyph: index), .band(row: target), at: glyph.at, ink)
    }
  }

  private func targetBand(of glyph: Diagram.Glyph) -> Int? {
    let event = recording.events[glyph.event]
    guard case .lane(let lane) = event.place else { return nil }
    var stage = recording.lanes[lane].target
    if case .sent(_, let other) = event.mark { stage = other }
    guard let stage, plan.hasBand[stage] else { return nil }
    return plan.rowOfStage[stage]
  }

  private mutating func sortArrows() {
    let arrows = diagram.arrows
    let order = arrows.indices.sorted { (arrows[$0].at, $0) < (arrows[$1].at, $1) }
    diagram.arrows = order.map { arrows[$0] }
  }

  private struct StripStart: Hashable {
    var row: Int
    var line: Int
    var at: Diagram.Position
  }

  private mutating func shortenStrips() {
    var starts: Set<StripStart> = []
    for strip in diagram.strips {
      guard let at = strip.start else { continue }
      starts.insert(StripStart(row: strip.row, line: strip.line, at: at))
    }
    for (index, strip) in diagram.strips.enumerated() {
      guard let end = strip.end, end != strip.start else { continue }
      diagram.strips[index].endsBeforeNext = starts.contains(
        StripStart(row: strip.row, line: strip.line, at: end))
    }
  }

  private struct Spot: Hashable {
    var site: Diagram.Site
    var at: Diagram.Position
  }

  private mutating func drawMissed() {
    let details = RowDetail(recording: recording, facts: plan.facts, drawings: plan.drawings)
    var taken = Set(diagram.glyphs.map { Spot(site: $0.site, at: $0.at) })
    for (id, lane) in recording.lanes.enumerated() where !lane.missed.isEmpty {
      guard let site = site(of: id), lane.role != .inner, details.countsMissed(id) else {
        continue
      }
      for event in plan.facts.missed(by: id, recording) {
        guard let at = position[event], taken.insert(Spot(site: site, at: at)).inserted else {
          continue
        }
        diagram.glyphs.append(
          Diagram.Glyph(
            kind: .missed, site: site, at: at, text: text(of: event), color: nil, caption: nil,
            captionIsAbove: false, name: names[id], event: event,
            cause: glyphOf[event] >= 0 ? glyphOf[event] : nil))
      }
    }
  }

  func text(held event: EventID) -> String {
    if case .held(let label) = recording.events[event].mark { text(label) } else { "" }
  }

  private func text(of event: EventID) -> String {
    switch recording.events[event].mark {
    case .value(let label), .replayed(let label, _), .sent(let label, _): text(label)
    default: ""
    }
  }

  private mutating func noteLimits() {
    if case .stopped(let sentence) = recording.ending { note(sentence) }
    if case .fatal(let message) = recording.ending, diagram.stop == nil, options.until == nil {
      note(message)
    }
    for hidden in hiddenStrips {
      note(
        "\(diagram.rows[hidden.row].name) held up to \(hidden.held) values; "
          + "\(StripLines.most) at a time are drawn")
    }
    if !options.hidden.isEmpty {
      note("left out: " + options.hidden.map(\.rawValue).sorted().joined(separator: ", "))
    }
    let scale = diagram.timeScale
    if let from = options.from { note("drawn from \(scale.label(of: from)) on") }
    if let until = options.until { note("drawn until \(scale.label(of: until))") }
  }
}

extension Diagram {
  /// What of the legend occurs in the picture.
  var entriesThatOccur: [LegendEntry] {
    var found: Set<LegendEntry> = []
    for glyph in glyphs {
      found.insert(glyph.kind.legendEntry)
      if case .demand = glyph.caption { found.insert(.demand) }
    }
    for strip in strips {
      switch (strip.kind, strip.fate) {
      case (.rail, _): found.insert(.rail)
      case (_, .dropped): found.insert(.bufferDropped)
      case (_, .swallowed): found.formUnion([.held, .swallowed])
      default: found.insert(.held)
      }
    }
    if segments.contains(where: \.isAbandoned) { found.insert(.abandoned) }
    if !staleSpans.isEmpty { found.insert(.stale) }
    return LegendEntry.allCases.filter(found.contains)
  }
}

extension Diagram.Glyph.Kind {
  var legendEntry: Diagram.LegendEntry {
    switch self {
    case .subscribe: .subscribe
    case .cancel: .cancel
    case .finished, .ended(failed: false): .finished
    case .failed, .ended(failed: true): .failed
    case .value: .value
    case .replayed: .replayed
    case .read: .read
    case .readThenSent: .readThenSent
    case .dropped: .dropped
    case .swallowed: .swallowed
    case .missed: .missed
    case .missing: .missing
    case .request: .demand
    case .send: .send
    case .count: .count
    case .control: .control
    }
  }
}
