extension Diagram {
  /// Draws several recordings over each other, with one ruler: dialects, runs before and after.
  ///
  /// Each is laid out by itself and counts its slots itself. If there are two that differ, the
  /// first difference in what came along the lanes is marked.
  public init(
    title: String, panels: [(heading: String, recording: Recording)],
    options: LayoutOptions = LayoutOptions()
  ) {
    let parts = panels.map { Diagram($0.recording, options: options) }
    self.init(merging: parts, headings: panels.map(\.heading))
    self.title = title
    // A summary that is equal in all panels is drawn once, below the title.
    if Set(parts.map(\.summary)).count == 1 {
      summary = parts.first?.summary ?? ""
    } else {
      for index in parts.indices { self.panels[index].detail = parts[index].summary }
    }
    markDifference(of: panels)
  }

  /// Puts diagrams over each other. Their columns become one ruler.
  init(merging parts: [Diagram], headings: [String]) {
    self.init(timeScale: parts.first?.timeScale ?? TimeScale())
    let merged = Diagram.mergedColumns(parts)
    columns = merged.columns
    for (index, part) in parts.enumerated() {
      append(part, panel: index, heading: headings[index], columns: merged.numbers[index])
    }
    let found = Set(parts.flatMap(\.legend))
    legend = LegendEntry.allCases.filter(found.contains)
  }

  /// All instants in order, and for each part the new number of each of its columns.
  private static func mergedColumns(_ parts: [Diagram]) -> (columns: [Column], numbers: [[Int]]) {
    var byTime: [VirtualTime: Column] = [:]
    for column in parts.flatMap(\.columns) {
      let slots = max(byTime[column.time]?.slots ?? 1, column.slots)
      byTime[column.time] = Column(time: column.time, label: column.label, slots: slots)
    }
    var columns = byTime.values.sorted { $0.time < $1.time }
    if let scale = parts.first?.timeScale {
      for (index, label) in RulerLabels.labels(of: columns, scale: scale).enumerated() {
        columns[index].label = label
      }
    }
    var number: [VirtualTime: Int] = [:]
    for (index, column) in columns.enumerated() { number[column.time] = index }
    return (columns, parts.map { $0.columns.map { number[$0.time] ?? 0 } })
  }

  private mutating func append(
    _ part: Diagram, panel: Int, heading: String, columns numbers: [Int]
  ) {
    let shift = Shift(
      rows: rows.count, glyphs: glyphs.count, strips: strips.count, columns: numbers)
    panels.append(
      Panel(heading: heading, detail: "", rows: rows.count..<rows.count + part.rows.count))
    rows += part.rows.map { row in
      var row = row
      row.panel = panel
      row.source = row.source.map { $0 + shift.rows }
      row.inputs = row.inputs.map { $0 + shift.rows }
      row.target = row.target.map { $0 + shift.rows }
      return row
    }
    segments += part.segments.map(shift.moved)
    tints += part.tints.map(shift.moved)
    strips += part.strips.map(shift.moved)
    glyphs += part.glyphs.map(shift.moved)
    arrows += part.arrows.map(shift.moved)
    staleSpans += part.staleSpans.map(shift.moved)
    stops += part.stops.map { stop in
      Stop(at: shift.moved(stop.at), message: stop.message, panel: panel)
    }
    let prefix = heading.isEmpty ? "" : heading + ": "
    story += part.story.map { prefix + $0 }
    notes += part.notes.map { prefix + $0 }
  }
}

/// By how much everything moves when a diagram becomes a panel of another.
private struct Shift {
  var rows: Int
  var glyphs: Int
  var strips: Int
  var columns: [Int]

  func moved(_ at: Diagram.Position) -> Diagram.Position {
    Diagram.Position(column: columns[at.column], slot: at.slot)
  }

  func moved(_ site: Diagram.Site) -> Diagram.Site {
    Diagram.Site(row: site.row + rows, seat: site.seat)
  }

  func moved(_ segment: Diagram.Segment) -> Diagram.Segment {
    var segment = segment
    segment.site = moved(segment.site)
    segment.start = segment.start.map(moved)
    segment.end = segment.end.map(moved)
    return segment
  }

  func moved(_ tint: Diagram.Tint) -> Diagram.Tint {
    Diagram.Tint(row: tint.row + rows, start: tint.start.map(moved), end: tint.end.map(moved))
  }

  func moved(_ strip: Diagram.Strip) -> Diagram.Strip {
    var strip = strip
    strip.row += rows
    strip.start = strip.start.map(moved)
    strip.end = strip.end.map(moved)
    return strip
  }

  func moved(_ glyph: Diagram.Glyph) -> Diagram.Glyph {
    var glyph = glyph
    glyph.site = moved(glyph.site)
    glyph.at = moved(glyph.at)
    glyph.cause = glyph.cause.map { $0 + glyphs }
    return glyph
  }

  func moved(_ arrow: Diagram.Arrow) -> Diagram.Arrow {
    var arrow = arrow
    arrow.at = moved(arrow.at)
    arrow.from = moved(arrow.from)
    arrow.to = moved(arrow.to)
    arrow.bandsPassed = arrow.bandsPassed.map { $0 + rows }
    return arrow
  }

  private func moved(_ end: Diagram.Arrow.End) -> Diagram.Arrow.End {
    switch end {
    case .mark(let site, let glyph): .mark(moved(site), glyph: glyph + glyphs)
    case .band(let row): .band(row: row + rows)
    case .strip(let index): .strip(index + strips)
    }
  }

  func moved(_ span: Diagram.StaleSpan) -> Diagram.StaleSpan {
    Diagram.StaleSpan(
      site: moved(span.site), start: moved(span.start), end: moved(span.end),
      unseen: span.unseen)
  }
}
