extension Arrows {
  // MARK: What ends at a band

  /// Connects the marks of elements that are held, and those that reached only a band.
  ///
  /// Strips have their final numbers and rows; `number` gives the new number of an old one.
  mutating func finish(_ diagram: inout Diagram, number: (Int) -> Int?) {
    arrows = diagram.arrows
    for feed in drawing.feeds {
      if let strip = number(feed.strip) { connectFeed(strip, feed.glyph, &diagram) }
    }
    let lowest = lowestRows(diagram)
    for feed in drawing.stripFeeds {
      guard let strip = number(feed.strip), let source = number(feed.source) else { continue }
      connectFeed(strip, from: source, &diagram, lowest)
    }
    for glyph in diagram.glyphs {
      if case .ended = glyph.kind { endOf[glyph.site.row] = glyph.event }
    }
    for (index, glyph) in diagram.glyphs.enumerated() { connectToBand(index, glyph) }
    let order = arrows.indices.sorted { (arrows[$0].at, $0) < (arrows[$1].at, $1) }
    diagram.arrows = order.map { arrows[$0] }
  }

  /// A stem that ends at a strip ends in a dot; one that continues passes behind it.
  private mutating func connectFeed(_ index: Int, _ source: Int, _ diagram: inout Diagram) {
    let glyph = diagram.glyphs[source]
    let strip = diagram.strips[index]
    guard glyph.site.row < strip.row, strip.start == glyph.at, reach[source] <= strip.row else {
      return
    }
    diagram.strips[index].hasStartDot = true
    var arrow = Diagram.Arrow(
      at: glyph.at, from: mark(source), to: .strip(index),
      ink: .value(glyph.color ?? strip.color ?? 0), isDotted: false, head: .none,
      isAtReadPart: false, bandsPassed: [])
    if abs(glyph.site.row - strip.row) > 1 {
      arrow.bandsPassed = bands.passed(from: glyph.event, to: strip.event)
    }
    arrows.append(arrow)
    reach[source] = max(reach[source], strip.row)
  }

  /// A place at which arrows leave a strip.
  private struct StripExit: Hashable {
    var strip: Int
    var at: Diagram.Position
  }

  /// The lowest row that arrows out of a strip reach.
  private func lowestRows(_ diagram: Diagram) -> [StripExit: Int] {
    var lowest: [StripExit: Int] = [:]
    for arrow in arrows {
      guard case .strip(let strip) = arrow.from else { continue }
      let exit = StripExit(strip: strip, at: arrow.at)
      lowest[exit] = max(lowest[exit] ?? -1, diagram.row(of: arrow.to))
    }
    return lowest
  }

  /// The same for a value that comes out of a strip on a lane that is not drawn.
  private mutating func connectFeed(
    _ index: Int, from source: Int, _ diagram: inout Diagram, _ lowest: [StripExit: Int]
  ) {
    let (strip, origin) = (diagram.strips[index], diagram.strips[source])
    guard origin.row < strip.row, let at = strip.start,
      lowest[StripExit(strip: source, at: at)] ?? -1 <= strip.row
    else { return }
    diagram.strips[index].hasStartDot = true
    arrows.append(
      Diagram.Arrow(
        at: at, from: .strip(source), to: .strip(index), ink: .value(strip.color ?? 0),
        isDotted: false, head: .none, isAtReadPart: false,
        bandsPassed: bands.passed(from: origin.event, to: strip.event).filter { $0 != strip.row }))
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
    guard var target = targetBand(of: glyph), target > glyph.site.row else { return }
    let unseen = unseenReach[index] ?? []
    target = max(target, unseen.max() ?? target)
    guard reach[index] < target else { return }
    let isRefused = endOf[target].map { $0 < glyph.event } ?? false
    connect(
      mark(index), .band(row: target), at: glyph.at, ink, head: isRefused ? .bar : .arrow)
    arrows[arrows.count - 1].bandsPassed = unseen.filter { $0 != target }
  }

  private func targetBand(of glyph: Diagram.Glyph) -> Int? {
    let event = recording[glyph.event]
    guard case .lane(let lane) = event.place else { return nil }
    var stage = recording[lane].target
    if case .sent(_, let other) = event.mark { stage = other }
    if let passedOn = placement.passedOn[glyph.event] {
      return passedOn.compactMap { plan.rowOfStage[$0] }.max()
    }
    guard let stage, plan.hasBand[stage] else { return nil }
    return plan.rowOfStage[stage]
  }
}
