/// The shapes of marks: how much room they take, and how they are drawn.
enum SVGMark {
  /// The extent of a mark to the left and to the right of its stem.
  static func extent(
    of glyph: Diagram.Glyph, _ scale: Diagram.TimeScale, _ density: SVGDensity
  ) -> (before: Double, after: Double) {
    let text = glyph.caption.map { self.caption($0, scale, density) }
    let caption = (text.map { SVGText.small($0) + 4 } ?? 0) / 2
    if case .readThenSent(let read, _) = glyph.kind {
      let left = readWidth(read)
      let half = (width(of: glyph) - left) / 2
      return (max(left + half, caption), max(half, caption))
    }
    let half = max(width(of: glyph) / 2, caption)
    return (half, half)
  }

  static func width(of glyph: Diagram.Glyph) -> Double {
    let label = SVGText.label(glyph.text)
    switch glyph.kind {
    case .value, .replayed, .read, .dropped, .missing: return SVGText.pill(label)
    case .readThenSent(let read, _): return SVGText.pill(label) + readWidth(read) - 2
    case .failed: return SVGText.pill(label) + 14
    case .request: return 24
    case .control: return SVGText.small(label) + 18
    case .count: return max(18, Double(TextWidth.cells(glyph.text)) * 6.7 + 8)
    case .finished, .ended: return 8
    case .subscribe, .cancel, .swallowed, .refused, .missed, .send: return 18
    }
  }

  /// The left part of a split mark.
  static func readWidth(_ read: String) -> Double {
    max(24, Double(TextWidth.cells(SVGText.label(read))) * SVGText.cell + 16)
  }

  /// The text of a caption; in a tight picture a call without its element, which the arrow shows.
  static func caption(
    _ caption: Diagram.Caption, _ scale: Diagram.TimeScale, _ density: SVGDensity
  ) -> String {
    if density != .roomy, case .sent(let verb, _) = caption { return verb.rawValue }
    let text = TextWidth.visible(scale.text(of: caption))
    return TextWidth.cells(text) <= 24 ? text : TextWidth.truncated(text, to: 24)
  }

  /// Half the height of a mark, where arrows start and end.
  static func half(_ kind: Diagram.Glyph.Kind) -> Double {
    switch kind {
    case .value, .replayed, .read, .readThenSent, .failed, .dropped, .missing: 13
    case .finished: 11
    case .request, .send: 7
    case .swallowed, .refused, .missed: 0
    case .subscribe, .cancel, .count, .control, .ended: 6
    }
  }

  static func fill(_ color: Int?) -> SVGClass { SVGClass("v", number: inPalette(color)) }
  static func ring(_ color: Int?) -> SVGClass { SVGClass("r", number: inPalette(color)) }
  static func line(_ color: Int?) -> SVGClass { SVGClass("s", number: inPalette(color)) }
  static func solid(_ color: Int?) -> SVGClass { SVGClass("a", number: inPalette(color)) }

  private static func inPalette(_ color: Int?) -> Int {
    (color ?? 0) % ColorAssignment.paletteSize
  }

  static func style(of strip: Diagram.Strip) -> SVGClass {
    switch strip.kind {
    case .held: fill(strip.color)
    case .failure: "errB"
    case .rail: ring(strip.color)
    }
  }

  // MARK: Drawing

  /// A mark on a line; `top` is the upper border of its band.
  static func draw(_ glyph: Diagram.Glyph, x: Double, y: Double, top: Double, bottom: Double)
    -> SVGFragment
  {
    switch glyph.kind {
    case .value: pill(glyph, "\(fill(glyph.color)) pv", "ink", x, y)
    case .replayed, .read: pill(glyph, "\(ring(glyph.color)) pr", "ink", x, y)
    case .dropped: pill(glyph, "drop pr", "mut so", x, y)
    case .missing: pill(glyph, "gapP errD", "mut", x, y)
    case .readThenSent(let read, let color): split(glyph, read, color, x, y)
    case .failed: failure(glyph, x, y)
    case .subscribe:
      "<circle class=\"ctlO\" cx=\"\(x)\" cy=\"\(y)\" r=\"5\" stroke-width=\"2\"/>"
    case .cancel:
      "<rect class=\"ctlF\" x=\"\(x - 5)\" y=\"\(y - 5)\" width=\"10\" height=\"10\" rx=\"1.5\"/>"
    case .finished: "<path class=\"lane end\" d=\"M\(x) \(y - 11)v22\"/>"
    case .request: "<path class=\"ctlF\" d=\"M\(x - 5.5) \(y + 3)h11l-5.5-10z\"/>"
    case .send:
      "<path class=\"\(solid(glyph.color))\" d=\"M\(x - 6) \(y + 5)h12l-6-11z\"/>"
    case .refused:
      """
      <circle class="drop" cx="\(x)" cy="\(y)" r="7" stroke-width="1"/>\
      <path class="mutS x" d="M\(x - 3) \(y - 3)l6 6m0-6l-6 6"/>
      """
    case .swallowed: "<circle class=\"sw\" cx=\"\(x)\" cy=\"\(y)\" r=\"4\"/>"
    case .missed: "<circle class=\"miss\" cx=\"\(x)\" cy=\"\(y)\" r=\"4\" stroke-width=\"1.5\"/>"
    case .count: count(glyph, x, top + 15)
    case .control: control(glyph, x, top)
    case .ended(let failed):
      "<path class=\"\(raw: failed ? "err" : "lane") end\" d=\"M\(x) \(top)V\(bottom)\"/>"
    }
  }

  private static func pill(
    _ glyph: Diagram.Glyph, _ shape: SVGFragment, _ text: SVGClass, _ x: Double, _ y: Double
  ) -> SVGFragment {
    let label = SVGText.label(glyph.text)
    let width = SVGText.pill(label)
    return """
      <rect class="\(shape)" x="\(x - width / 2)" y="\(y - 13)" width="\(width)" \
      height="26" rx="13"/>\
      <text class="m \(text)" x="\(x)" y="\(y + 4.4)">\(label)</text>
      """
  }

  private static func split(
    _ glyph: Diagram.Glyph, _ read: String, _ color: Int, _ x: Double, _ y: Double
  ) -> SVGFragment {
    let left = readWidth(read)
    let width = width(of: glyph)
    let middle = x - (width - left) / 2
    let start = middle - left
    let end = start + width
    return """
      <path class="\(fill(glyph.color)) pv" d="M\(middle) \(y - 13)H\(end - 13)\
      a13 13 0 0 1 0 26H\(middle)z"/>\
      <path class="\(ring(color)) pr" d="M\(middle) \(y - 13)H\(start + 13)\
      a13 13 0 0 0 0 26H\(middle)z"/>\
      <text class="m ink" x="\(start + left / 2 + 2)" y="\(y + 4.4)">\(SVGText.label(read))</text>\
      <text class="m ink" x="\((middle + end) / 2 - 2)" y="\(y + 4.4)">\
      \(SVGText.label(glyph.text))</text>
      """
  }

  /// The middle of the left part of a split mark, from its stem.
  static func readPart(of glyph: Diagram.Glyph) -> Double {
    guard case .readThenSent(let read, _) = glyph.kind else { return 0 }
    let left = readWidth(read)
    return -(width(of: glyph) - left) / 2 - left / 2
  }

  private static func failure(_ glyph: Diagram.Glyph, _ x: Double, _ y: Double) -> SVGFragment {
    let label = SVGText.label(glyph.text)
    let width = SVGText.pill(label) + 14
    return """
      <rect class="errB" x="\(x - width / 2)" y="\(y - 13)" width="\(width)" height="26" rx="4" \
      stroke-width="1.75"/>\
      <path class="err" stroke-width="2.25" d="M\(x - width / 2 + 9) \(y - 4)l8 8m0-8l-8 8"/>\
      <text class="m ink" x="\(x + 7)" y="\(y + 4.4)">\(label)</text>
      """
  }

  private static func count(_ glyph: Diagram.Glyph, _ x: Double, _ y: Double) -> SVGFragment {
    let width = width(of: glyph)
    return """
      <rect class="ctlO" x="\(x - width / 2)" y="\(y - 9)" width="\(width)" height="18" rx="9" \
      stroke-width="1.25"/><text class="m n ink" x="\(x)" y="\(y + 4)">\(glyph.text)</text>
      """
  }

  private static func control(_ glyph: Diagram.Glyph, _ x: Double, _ top: Double) -> SVGFragment {
    let width = width(of: glyph)
    return """
      <rect class="ctlP" x="\(x - width / 2)" y="\(top + 6)" width="\(width)" height="18" rx="9"/>\
      <text class="m k bgT" x="\(x)" y="\(top + 18.7)">\(SVGText.label(glyph.text))</text>
      """
  }
}
