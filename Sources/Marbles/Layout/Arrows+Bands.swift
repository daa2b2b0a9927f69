extension Arrows {
  // MARK: What ends at a band

  /// Connects the marks of elements that are held, and those that reached only a band.
  ///
  /// Strips have their final numbers and rows; `number` gives the new number of an old one.
  mutating func finish(_ diagram: inout Diagram, number: (Int) -> Int?) {
    arrows = diagram.arrows
    let hasFeeds = !drawing.feeds.isEmpty || !drawing.stripFeeds.isEmpty
    var lowest = hasFeeds ? lowestArrows(diagram) : [:]
    for feed in drawing.feeds {
      guard let strip = number(feed.strip),
        diagram.strips[strip].start == diagram.glyphs[feed.glyph].at
      else { continue }
      let origin = diagram.glyphs[feed.glyph].event
      connectFeed(strip, from: mark(feed.glyph), origin, &diagram, &lowest)
      reach[feed.glyph] = max(reach[feed.glyph], diagram.strips[strip].row)
    }
    for feed in drawing.stripFeeds {
      guard let strip = number(feed.strip), let source = number(feed.source) else { continue }
      let origin = diagram.strips[source].event
      connectFeed(strip, from: .strip(source), origin, &diagram, &lowest)
    }
    for glyph in diagram.glyphs {
      if case .ended = glyph.kind { endOf[glyph.site.row] = glyph.event }
    }
    for (index, glyph) in diagram.glyphs.enumerated() { connectToBand(index, glyph) }
    let order = arrows.indices.sorted { (arrows[$0].at, $0) < (arrows[$1].at, $1) }
    diagram.arrows = order.map { arrows[$0] }
  }

  /// A place at which arrows leave a mark or a strip.
  private struct Exit: Hashable {
    var end: Diagram.Arrow.End
    var at: Diagram.Position
  }

  /// Of the arrows at each place, the one that reaches the lowest row.
  private func lowestArrows(_ diagram: Diagram) -> [Exit: Int] {
    var lowest: [Exit: Int] = [:]
    for (index, arrow) in arrows.enumerated() {
      let exit = Exit(end: arrow.from, at: arrow.at)
      let last = lowest[exit].map { diagram.row(of: arrows[$0].to) } ?? -1
      if diagram.row(of: arrow.to) > last { lowest[exit] = index }
    }
    return lowest
  }

  /// Connects a strip to where its element came from. A stem that ends there ends in a dot; one that
  /// continues passes through the band, behind the strip.
  private mutating func connectFeed(
    _ index: Int, from source: Diagram.Arrow.End, _ origin: EventID, _ diagram: inout Diagram,
    _ lowest: inout [Exit: Int]
  ) {
    let strip = diagram.strips[index]
    guard let at = strip.start, diagram.row(of: source) < strip.row else { return }
    let passed = bands.passed(from: origin, to: strip.event)
    let exit = Exit(end: source, at: at)
    if let other = lowest[exit], diagram.row(of: arrows[other].to) > strip.row {
      let new = passed.filter { !arrows[other].bandsPassed.contains($0) }
      arrows[other].bandsPassed = (arrows[other].bandsPassed + new).sorted()
      return
    }
    diagram.strips[index].hasStartDot = true
    lowest[exit] = arrows.count
    arrows.append(
      Diagram.Arrow(
        at: at, from: source, to: .strip(index),
        ink: strip.kind == .failure ? .failure : .value(strip.color ?? 0), isDotted: false,
        head: .none, isAtReadPart: false, bandsPassed: passed.filter { $0 != strip.row }))
  }

  /// A value or end that reached a band and led to nothing below ends at its border.
  private mutating func connectToBand(_ index: Int, _ glyph: Diagram.Glyph) {
    let ink: Diagram.Arrow.Ink
    switch glyph.kind {
    case .value, .readThenSent, .replayed, .send: ink = .value(glyph.color ?? 0)
    case .finished: ink = .lane
    case .failed: ink = .failure
    default: return
    }
    let unseen = unseenReach[index] ?? []
    guard let target = ([targetBand(of: glyph)] + unseen).compactMap(\.self).max(),
      target > glyph.site.row, reach[index] < target
    else { return }
    let isRefused = endOf[target].map { $0 < glyph.event } ?? isIgnored(glyph, by: target)
    connect(
      mark(index), .band(row: target), at: glyph.at, ink, head: isRefused ? .bar : .arrow)
    arrows[arrows.count - 1].bandsPassed = unseen.filter { $0 != target }
  }

  /// Whether an element started no inner stream in a box, because another one runs (`flatMapFirst`).
  private func isIgnored(_ glyph: Diagram.Glyph, by row: Int) -> Bool {
    guard case .box = plan.rows[row].kind, glyph.kind == .value else { return false }
    return !placement.hasEffect[glyph.event]
  }

  private func targetBand(of glyph: Diagram.Glyph) -> Int? {
    let event = recording[glyph.event]
    guard case .lane(let lane) = event.place else { return nil }
    if let passedOn = placement.passedOn[glyph.event] {
      return passedOn.compactMap { plan.rowOfStage[$0] }.max()
    }
    if case .sent(_, let stage) = event.mark {
      return plan.hasBand[stage] ? plan.rowOfStage[stage] : nil
    }
    return plan.targetBand(of: lane)
  }
}
