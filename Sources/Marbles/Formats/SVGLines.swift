extension SVGPicture {
  // MARK: Lanes

  mutating func drawLines() {
    for guide in index.guides[number] { drawGuide(guide) }
    let waves = Dictionary(
      grouping: index.staleSpans[number].map { diagram.staleSpans[$0] }, by: \.site)
    for segment in index.segments[number] {
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
      path = "\(path)H\(from_)M\(to_) \(y)"
    }
    path = "\(path)H\(right)"
    let goesOn = segment.end == nil && stop(of: segment.site.row) == nil && isLastStretch
    if goesOn, !isSeat(segment.site) { path = "\(path)M\(right - 8) \(y - 5)l8 5l-8 5" }
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
      end -= SVGMark.extent(of: glyph).before
    }
    guard end > start else { return }
    let periods = max(1, Int((end - start) / 8))
    var path: SVGFragment = "M\(start) \(y)q2-7 4 0t4 0"
    for _ in 1..<max(2, periods) where periods > 1 { path.bytes += "t4 0t4 0".utf8 }
    out += "<path class=\"err stale\" d=\"\(path)H\(end)\"/>"
    guard end - start > 34 else { return }
    out += "<text class=\"m st2 errT\" x=\"\((start + end) / 2)\" y=\"\(y - 9)\">stale</text>"
  }

  /// The right end of the last mark on the way.
  private func lastMark(before span: Diagram.StaleSpan) -> Double {
    index.glyphs[number].lazy.map { diagram.glyphs[$0] }.filter {
      $0.site == span.site && $0.at >= span.start && $0.at < span.end
    }.map { columns.stem($0.at) + SVGMark.extent(of: $0).after }.max() ?? 0
  }

  private func glyph(at position: Diagram.Position, on site: Diagram.Site) -> Diagram.Glyph? {
    index.glyphs[number].lazy.map { diagram.glyphs[$0] }.first {
      $0.at == position && $0.site == site
    }
  }

  // MARK: Strips

  mutating func drawStrips() {
    for index in index.strips[number] { drawStrip(diagram.strips[index], firstDot: index) }
  }

  /// The left and right end of a strip.
  private func ends(of strip: Diagram.Strip) -> (Double, Double) {
    let (start, end) = extent(from: strip.start, to: strip.end)
    let left = start.map { $0 - 8 } ?? columns.left + 6
    guard let end else { return (left, edge(of: strip.row) - 6) }
    if strip.endsBeforeNext || strip.fate == .replaced || strip.fate == .dropped
      || strip.fate == .swallowed
    {
      return (left, max(left + 8, end - 11))
    }
    return (left, max(left + 8, strip.fate == .forgotten ? end : end + 8))
  }

  private mutating func drawStrip(_ strip: Diagram.Strip, firstDot index: Int) {
    let (left, right) = ends(of: strip)
    let y = y(rows.strip(row: strip.row, line: strip.line)) - 8
    let isLost = strip.fate == .dropped || strip.fate == .swallowed
    let style =
      isLost
      ? "drop" : strip.kind == .rail ? SVGMark.ring(strip.color) : SVGMark.fill(strip.color)
    let dash: SVGFragment = isLost ? " stroke-dasharray=\"4 2.5\"" : ""
    out += """
      <g\(number(of: index, "strip"))><title>\(diagram.sentence(for: strip))</title><rect class="\(raw: style)" x="\(left)" \
      y="\(y)" width="\(right - left)" height="16" rx="4" stroke-width="1"\(dash)/>
      """
    let textLeft = left + (self.index.hasStartDot[index] && isStart(strip) ? 16 : 8)
    var room = right - textLeft - (isLost ? 18 : strip.fate == .left ? 14 : 5)
    if let dot = self.index.firstDot[number][index] {
      room = min(room, dot - 6 - textLeft)
    }
    if let label = label(of: strip, cells: Int(room / SVGText.smallCell)) {
      let ink = strip.fate == .dropped ? "mut so" : isLost ? "mut" : "ink"
      out +=
        "<text class=\"m k st \(raw: ink)\" x=\"\(textLeft)\" y=\"\(y + 11.8)\">\(label)</text>"
    }
    out += "</g>"
    if strip.fate == .dropped {
      out += "<path class=\"mutS x\" d=\"M\(right - 12) \(y + 4.5)l7 7m0-7l-7 7\"/>"
    } else if strip.fate == .swallowed {
      out += "<circle class=\"sw\" cx=\"\(right - 8)\" cy=\"\(y + 8)\" r=\"3.5\"/>"
    }
    out += "\n"
  }

  /// Whether a strip starts here, or with the picture.
  private func isStart(_ strip: Diagram.Strip) -> Bool {
    strip.start.map { columns.stretchOfColumn[$0.column] == number } ?? (number == 0)
  }

  /// What fits; a rail's label is never cut.
  private func label(of strip: Diagram.Strip, cells room: Int) -> String? {
    let text = TextWidth.visible(strip.text)
    if strip.kind == .rail {
      let long = "delivers " + text
      return [long, text].first { TextWidth.cells($0) <= room }
    }
    if TextWidth.cells(text) <= room { return text }
    return room >= 3 ? TextWidth.truncated(text, to: min(SVGText.cutLabel, room)) : nil
  }
}
