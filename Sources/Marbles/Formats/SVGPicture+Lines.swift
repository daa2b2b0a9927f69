extension SVGPicture {
  // MARK: Lanes

  mutating func drawLines() {
    for guide in index.guides[number] where rows.isDrawn[diagram.segments[guide.segment].site.row] {
      drawGuide(guide)
    }
    let waves = Dictionary(
      grouping: index.staleSpans[number].map { diagram.staleSpans[$0] }, by: \.site)
    for segment in index.segments[number] where rows.isDrawn[diagram.segments[segment].site.row] {
      drawLine(diagram.segments[segment], waves: waves[diagram.segments[segment].site] ?? [])
    }
    for span in index.staleSpans[number] { drawWave(diagram.staleSpans[span]) }
    out += "\n"
  }

  private mutating func drawGuide(_ guide: SVGIndex.Guide) {
    let segment = diagram.segments[guide.segment]
    let (after, start) = extent(from: guide.after, to: segment.start)
    let left = after.map { $0 + 12 } ?? columns.left + 2
    let right = start.map { $0 - 12 } ?? edge(of: segment.site.row) - 2
    guard right - left > 10 else { return }
    out += "<path class=\"guide\" d=\"M\(left) \(line(segment.site))H\(right)\"/>"
  }

  private mutating func drawLine(_ segment: Diagram.Segment, waves: [Diagram.StaleSpan]) {
    let (start, end) = extent(from: segment.start, to: segment.end)
    let y = line(segment.site)
    let left = start ?? columns.left
    let right = end ?? edge(of: segment.site.row)
    var path: SVGFragment = "M\(left) \(y)"
    for wave in waves {
      let (from, to) = extent(from: wave.start, to: wave.end)
      let (from_, to_) = (max(left, from ?? left), to ?? right)
      guard to_ > from_, from_ >= left, to_ <= right else { continue }
      path += "H\(from_)M\(to_) \(y)"
    }
    path += "H\(right)"
    let goesOn = segment.end == nil && stop(of: segment.site.row) == nil && isLastStretch
    if goesOn, !isSeat(segment.site) { path += "M\(right - 8) \(y - 5)l8 5l-8 5" }
    let style = segment.isAbandoned ? "laneM" : "lane"
    out += "<path class=\"\(raw: style)\" d=\"\(path)\"/>"
  }

  private func isSeat(_ site: Diagram.Site) -> Bool {
    if case .box = diagram.rows[site.row].kind { true } else { false }
  }

  private mutating func drawWave(_ span: Diagram.StaleSpan) {
    let (from, to) = extent(from: span.start, to: span.end)
    let y = line(span.site)
    let start = max(from ?? columns.left, lastMark(before: span))
    var end = to ?? edge(of: span.site.row)
    if to != nil, let glyph = glyph(at: span.end, on: span.site) {
      end -= SVGMark.extent(of: glyph, diagram.timeScale, columns.density).before
    }
    guard end > start else { return }
    let periods = max(1, Int((end - start) / 8))
    var path: SVGFragment = "M\(start) \(y)q2-7 4 0t4 0"
    for _ in 1..<max(2, periods) where periods > 1 { path.bytes += "t4 0t4 0".utf8 }
    out += "<path class=\"err stale\" d=\"\(path)H\(end)\"/>"
    guard end - start > 34 else { return }
    out += "<text class=\"m st2 errT\" x=\"\((start + end) / 2)\" y=\"\(y - 9)\">stale</text>"
  }

  /// The right end of the last mark before the end of a stretch.
  private func lastMark(before span: Diagram.StaleSpan) -> Double {
    index.glyphs[number].lazy.map { diagram.glyphs[$0] }.filter {
      $0.site == span.site && $0.at < span.end
    }.map { columns.stem($0.at) + SVGMark.extent(of: $0, diagram.timeScale, columns.density).after }
      .max() ?? 0
  }

  private func glyph(at position: Diagram.Position, on site: Diagram.Site) -> Diagram.Glyph? {
    index.glyphs[number].lazy.map { diagram.glyphs[$0] }.first {
      $0.at == position && $0.site == site
    }
  }

  // MARK: Strips

  mutating func drawStrips() {
    for index in index.strips[number] where rows.isDrawn[diagram.strips[index].row] {
      drawStrip(diagram.strips[index], firstDot: index)
    }
  }

  /// The left and right end of a strip.
  private func ends(of strip: Diagram.Strip) -> (Double, Double) {
    let (start, end) = extent(from: strip.start, to: strip.end)
    let left = start.map { $0 - 8 } ?? columns.left + 6
    guard let end else { return (left, edge(of: strip.row) - 6) }
    if strip.endsBeforeNext || strip.fate == .replaced || strip.isLost {
      return (left, max(left + 8, end - 11))
    }
    return (left, max(left + 8, strip.fate == .forgotten || strip.fate == .expired ? end : end + 8))
  }

  private mutating func drawStrip(_ strip: Diagram.Strip, firstDot index: Int) {
    let (left, right) = ends(of: strip)
    let y = y(rows.strip(row: strip.row, line: strip.line)) - 8
    let isLost = strip.isLost
    let showsEnd = strip.end == nil || self.index.lastStretch[index] == number
    // The stage swallowed it on purpose; other losses are crossed out.
    let isCrossed = isLost && strip.fate != .swallowed
    let style = isLost ? "drop" : SVGMark.style(of: strip)
    let dash: SVGFragment = isLost ? " stroke-dasharray=\"4 2.5\"" : ""
    out += """
      <g\(number(of: index, "strip"))><title>\(diagram.sentence(for: strip))</title>\
      <rect class="\(style)" x="\(left)" \
      y="\(y)" width="\(right - left)" height="16" rx="4" stroke-width="1"\(dash)/>
      """
    let textLeft = left + (self.index.hasStartDot[index] && isStart(strip) ? 16 : 8)
    var room = right - textLeft - (isLost && showsEnd ? 18 : strip.fate == .left ? 14 : 5)
    if let dot = self.index.firstDot[number][index] {
      room = min(room, dot - 6 - textLeft)
    }
    if let label = label(of: strip, cells: Int(room / SVGText.smallCell)) {
      let ink = isCrossed ? "mut so" : isLost ? "mut" : "ink"
      out +=
        "<text class=\"m k st \(raw: ink)\" x=\"\(textLeft)\" y=\"\(y + 11.8)\">\(label)</text>"
    }
    out += "</g>"
    if isCrossed, showsEnd {
      out += "<path class=\"mutS x\" d=\"M\(right - 12) \(y + 4.5)l7 7m0-7l-7 7\"/>"
    } else if isLost, showsEnd {
      out += "<circle class=\"sw\" cx=\"\(right - 8)\" cy=\"\(y + 8)\" r=\"3.5\"/>"
    }
    out += "\n"
  }

  /// Whether a strip starts here, or with the picture.
  private func isStart(_ strip: Diagram.Strip) -> Bool {
    strip.start.map { columns.stretchOfColumn[$0.column] == number } ?? (number == 0)
  }

  /// The label that fits; the label of a delivery is never cut.
  private func label(of strip: Diagram.Strip, cells room: Int) -> String? {
    let text = TextWidth.visible(strip.text)
    if strip.kind == .rail {
      let long = "delivers " + text
      return [long, text].first { TextWidth.cells($0) <= room }
    }
    if TextWidth.cells(text) <= room { return text }
    guard room >= 3 else { return nil }
    let cells = min(SVGText.cutLabel, room)
    return cells < 7 ? TextWidth.truncated(text, to: cells) : SVGText.shortened(text, to: cells)
  }
}

extension SVGPicture {
  // MARK: Instants and the ruler

  mutating func drawInstants() {
    let height = rows.height
    for column in stretch.columns {
      let left = columns.left(of: column)
      let right = columns.right(of: column)
      let isDifferent = diagram.difference?.column == column
      let id = instant(column, endingAt: right)
      if isDifferent {
        out += """
          <rect\(id) class="wash" x="\(left - 9)" y="\(top)" width="\(right - left + 18)" \
          height="\(height)" rx="6"/>
          """
      } else if diagram.columns[column].slots > 1 {
        out += """
          <rect\(id) class="inst" x="\(left - 7)" y="\(top)" width="\(right - left + 14)" \
          height="\(height)" rx="6"/>
          """
      } else {
        let x = columns.stem(Diagram.Position(column: column, slot: 0))
        out += "<path\(id) class=\"hair\" d=\"M\(x) \(top + 24)V\(bottom)\"/>"
      }
      let isWide = isDifferent || diagram.columns[column].slots > 1
      let x =
        isWide
        ? columns.middle(of: column)
        : columns.stem(Diagram.Position(column: column, slot: 0))
      out += """
        <text class="m tk \(raw: isDifferent ? "errT" : "mut")" x="\(x)" y="\(top + 16)">\
        \(diagram.columns[column].label)</text>

        """
      if isDifferent { out += "<path class=\"errF\" d=\"M\(x - 5) \(top - 6)h10l-5 7z\"/>\n" }
    }
    if !isPage { drawScale() }
  }

  /// The attributes by which a page finds an instant.
  private func instant(_ column: Int, endingAt right: Double) -> SVGFragment {
    isPage ? " data-instant=\"\(column)\" data-right=\"\(right + 7)\"" : ""
  }

  mutating func drawHeadings() {
    for (panel, baseline) in zip(diagram.panels, rows.headings) {
      guard let baseline else { continue }
      let y = y(baseline)
      let width = width - 2 * Self.margin
      let heading = SVGText.fitted(
        TextWidth.visible(panel.heading), size: 14.3,
        into: panel.detail.isEmpty ? width : width * 0.6)
      out += """
        <rect class="bg" x="\(Self.margin)" y="\(y - 19)" width="\(width)" height="30"/>\
        <path class="hair" d="M\(Self.margin) \(y - 20)h\(width)"/>\
        <text class="ph ink" x="\(Self.margin)" y="\(y)">\(heading)</text>

        """
      guard !panel.detail.isEmpty else { continue }
      let used = SVGText.sans(heading, size: 14.3) + 10
      let detail = SVGText.fitted(
        TextWidth.visible(panel.detail), size: 13.2, into: width - used)
      out += "<text class=\"mut\" x=\"\(Self.margin + used)\" y=\"\(y)\">\(detail)</text>\n"
    }
  }

  // MARK: Bands

  mutating func drawBands() {
    for (index, row) in diagram.rows.enumerated() where row.isBand && rows.isDrawn[index] {
      let title = row.detail.isEmpty ? row.name : "\(row.name): \(row.detail)"
      let height = rows.bottom[index] - rows.top[index]
      out += """
        <g><title>\(title)</title><rect class="band" x="\(columns.left)" \
        y="\(y(rows.top[index]))" width="\(max(1, edge(of: index) - columns.left))" \
        height="\(height)" rx="8" stroke-width="1.25"/></g>

        """
    }
    for tint in self.index.tints[number] where rows.isDrawn[diagram.tints[tint].row] {
      drawTint(diagram.tints[tint])
    }
  }

  /// Open ends keep the round corners of their band.
  private mutating func drawTint(_ tint: Diagram.Tint) {
    let (start, end) = extent(from: tint.start, to: tint.end)
    let (top, bottom) = (y(rows.top[tint.row]), y(rows.bottom[tint.row]))
    let left = start ?? columns.left
    let right = max(left, end ?? edge(of: tint.row))
    let isOpen = end == nil && stop(of: tint.row) == nil && right - left > 16
    var outline: SVGFragment = "M\(start == nil ? left + 8 : left) \(top)"
    if isOpen {
      outline = "\(outline)H\(right - 8)a8 8 0 0 1 8 8V\(bottom - 8)a8 8 0 0 1-8 8"
    } else {
      outline = "\(outline)H\(right)V\(bottom)"
    }
    var shape: SVGFragment = "\(outline)H\(left)z"
    var rules: SVGFragment =
      isOpen ? "\(outline)H\(left)" : "M\(left) \(top)H\(right)M\(left) \(bottom)H\(right)"
    if start == nil {
      let corner: SVGFragment = "H\(left + 8)a8 8 0 0 1-8-8V\(top + 8)a8 8 0 0 1 8-8"
      shape = "\(outline)\(corner)z"
      rules =
        isOpen
        ? "\(outline)\(corner)"
        : "M\(right) \(bottom)\(corner)H\(right)"
    }
    out += "<path class=\"conn\" d=\"\(shape)\"/><path class=\"connS\" d=\"\(rules)\"/>\n"
  }

  // MARK: Where time was cut out

  mutating func drawCuts() {
    for cut in columns.cuts(in: stretch) {
      let span = diagram.columns[cut.column + 1].time - diagram.columns[cut.column].time
      let label = "+" + diagram.timeScale.label(of: span)
      let half = SVGText.small(label) / 2 + 6
      out += """
        <text class="m k mut" x="\(cut.x)" y="\(top + 16)">\(label)</text>\
        <path class="brk" d="M\(cut.x - half - 4) \(top + 17)l4-11M\(cut.x + half) \
        \(top + 17)l4-11"/>
        """
      var lines: [Double] = []
      for (index, row) in diagram.rows.enumerated() where row.isBand && rows.isDrawn[index] {
        lines += [rows.top[index], rows.bottom[index]]
      }
      for segment in self.index.segments[number].map({ diagram.segments[$0] }) {
        guard rows.isDrawn[segment.site.row],
          segment.start.map({ $0.column <= cut.column }) ?? true,
          segment.end.map({ $0.column > cut.column }) ?? true
        else { continue }
        lines.append(rows.line(segment.site))
      }
      for line in lines {
        let y = y(line)
        out += "<path class=\"brk\" d=\"M\(cut.x - 5) \(y + 6)l4-12M\(cut.x + 1) \(y + 6)l4-12\"/>"
      }
      out += "\n"
    }
  }
}
