extension SVGPicture {
  /// An arrow in numbers.
  struct Stem {
    /// Whether a dot is drawn where it starts.
    var startsAtStrip = false
    var x: Double
    var from: Double
    var to: Double
    /// 1 downwards, -1 upwards.
    var sign: Double
    /// The y of the tip of its head.
    var tip: Double
  }

  func stem(of drawn: Diagram.Arrow) -> Stem {
    let arrow = columns.reaching(drawn, in: diagram)
    let fromLine = middle(of: arrow.from)
    let toLine = middle(of: arrow.to)
    let sign = direction(of: arrow, fromLine, toLine)
    let x = columns.x(of: arrow, in: diagram)
    var tip: Double
    switch arrow.to {
    case .mark(_, let glyph): tip = toLine - sign * (SVGMark.half(diagram.glyphs[glyph].kind) + 1)
    case .band(let row): tip = border(of: row, facing: -sign) - sign * 0.5
    case .strip: tip = toLine
    }
    var end = tip
    switch arrow.head {
    case .arrow: end = tip - sign * 6
    case .bar: end = tip - sign * 5
    case .none: if case .mark = arrow.to { end = toLine }
    }
    let start: Double
    var startsAtStrip = false
    switch arrow.from {
    case .mark(_, let glyph): start = fromLine + sign * SVGMark.half(diagram.glyphs[glyph].kind)
    case .band(let row):
      var isInside = false
      if case .mark(let site, _) = arrow.to { isInside = site.row == row }
      start = border(of: row, facing: isInside ? -sign : sign)
    case .strip: (start, startsAtStrip) = (fromLine, true)
    }
    return Stem(
      startsAtStrip: startsAtStrip, x: x, from: start, to: end, sign: sign, tip: tip)
  }

  /// Arrows from the border of a box into it lead down.
  private func direction(of arrow: Diagram.Arrow, _ from: Double, _ to: Double) -> Double {
    if case (.band(let row), .mark(let site, _)) = (arrow.from, arrow.to), row == site.row {
      return 1
    }
    return to >= from ? 1 : -1
  }

  private func middle(of end: Diagram.Arrow.End) -> Double {
    switch end {
    case .mark(_, let glyph): line(of: diagram.glyphs[glyph])
    case .band(let row): y(rows.center[row])
    case .strip(let index):
      y(rows.strip(row: diagram.strips[index].row, line: diagram.strips[index].line))
    }
  }

  /// The border of a band that faces down (1) or up (-1).
  private func border(of row: Int, facing sign: Double) -> Double {
    y(sign > 0 ? rows.bottom[row] : rows.top[row])
  }

  func line(of ink: Diagram.Arrow.Ink) -> SVGClass {
    switch ink {
    case .value(let color): SVGMark.line(color)
    case .control: "ctl"
    case .lane: "lane"
    case .failure: "err"
    }
  }

  private func solid(of ink: Diagram.Arrow.Ink) -> SVGClass {
    switch ink {
    case .value(let color): SVGMark.solid(color)
    case .control: "ctlF"
    case .lane: "laneF"
    case .failure: "errF"
    }
  }

  // MARK: Dots and heads

  mutating func drawHeads() {
    var lastAt: Diagram.Position?
    var drawn: [SVGFragment] = []
    for index in index.arrows[number] {
      let arrow = diagram.arrows[index]
      if arrow.at != lastAt { drawn.removeAll(keepingCapacity: true) }
      lastAt = arrow.at
      let stem = stem(of: arrow)
      if stem.startsAtStrip { drawOnce(dot(arrow, stem.x, stem.from), &drawn) }
      if case .strip = arrow.to { drawOnce(dot(arrow, stem.x, stem.to), &drawn) }
      if let head = head(arrow, stem) { drawOnce(head, &drawn) }
    }
    out += "\n"
  }

  /// Draws what is not drawn yet in the same place.
  private mutating func drawOnce(_ fragment: SVGFragment, _ drawn: inout [SVGFragment]) {
    guard !drawn.contains(where: { $0.bytes == fragment.bytes }) else { return }
    drawn.append(fragment)
    out += fragment
  }

  /// A stem that starts or ends at a strip has a dot there.
  private func dot(_ arrow: Diagram.Arrow, _ x: Double, _ y: Double) -> SVGFragment {
    "<circle class=\"\(solid(of: arrow.ink))\" cx=\"\(x)\" cy=\"\(y)\" r=\"3\"/>"
  }

  private func head(_ arrow: Diagram.Arrow, _ stem: Stem) -> SVGFragment? {
    switch arrow.head {
    case .none: return nil
    case .bar:
      return
        "<path class=\"\(line(of: arrow.ink)) bar\" d=\"M\(stem.x - 6) \(stem.to)h12\"/>"
    case .arrow:
      let base = stem.tip - stem.sign * 7
      let rest: SVGFragment = stem.sign > 0 ? "h8l-4 7z" : "h8l-4-7z"
      return
        "<path class=\"\(solid(of: arrow.ink))\" d=\"M\(stem.x - 4) \(base)\(rest)\"/>"
    }
  }

  // MARK: Marks

  /// Where muted text would be too faint: in a box, which is tinted while it works, and where the
  /// first difference is.
  private func isOnColor(_ glyph: Diagram.Glyph) -> Bool {
    if case .box = diagram.rows[glyph.site.row].kind { return true }
    return diagram.difference?.column == glyph.at.column
  }

  mutating func drawMarks() {
    for index in index.glyphs[number] {
      let glyph = diagram.glyphs[index]
      let x = columns.stem(glyph.at)
      let y = line(of: glyph)
      let row = glyph.site.row
      let mark = SVGMark.draw(
        glyph, x: x, y: y, top: self.y(rows.top[row]), bottom: self.y(rows.bottom[row]))
      let time = diagram.columns[glyph.at.column].label
      let id = self.number(of: index, "glyph")
      out += "<g\(id)><title>t=\(time) · \(diagram.words(for: glyph))</title>"
      out += mark
      if let caption = glyph.caption {
        let isTall = SVGMark.half(glyph.kind) > 11
        let baseline = glyph.captionIsAbove ? y - 13 : y + (isTall ? 25 : 20)
        let style = glyph.isAlarming ? "errT st2" : isOnColor(glyph) ? "ink k" : "mut k"
        out += """
          <text class="m \(raw: style)" x="\(x)" y="\(baseline)">\
          \(SVGMark.caption(caption, diagram.timeScale, columns.density))</text>
          """
      }
      out += "</g>\n"
    }
  }
}
