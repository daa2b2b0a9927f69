extension SVGPicture {
  /// Explains what occurs, and says what the picture cannot show. Moves ``top`` to the end.
  mutating func drawLegend() {
    out += "<path class=\"hair\" d=\"M\(Self.margin) \(top + 7)H\(width - Self.margin)\"/>\n"
    var x = Self.margin
    var y = top + 24
    for entry in SVGLegendEntry.entries(for: diagram.legend) {
      let entryWidth = 26 + SVGText.sans(entry.text, size: 11) + 18
      if x > Self.margin, x + entryWidth > width - Self.margin + 18 {
        x = Self.margin
        y += 22
      }
      out += entry.draw(x, y)
      out += "<text class=\"sm mut\" x=\"\(x + 26)\" y=\"\(y + 4)\">\(entry.text)</text>\n"
      x += entryWidth
    }
    for note in diagram.notes {
      for line in SVGText.lines(
        TextWidth.visible(note), size: 11, width: width - 2 * Self.margin, most: 3)
      {
        y += 20
        out += "<text class=\"sm mut\" x=\"\(Self.margin)\" y=\"\(y + 4)\">\(line)</text>\n"
      }
    }
    top = y + 22
  }
}

/// A line of the legend: a small picture and a word.
struct SVGLegendEntry {
  var text: String
  var draw: (_ x: Double, _ y: Double) -> SVGFragment

  /// Replayed and read values look alike and share a line.
  static func entries(for legend: [Diagram.LegendEntry]) -> [SVGLegendEntry] {
    var result: [SVGLegendEntry] = []
    for entry in legend {
      switch entry {
      // The pill says itself what was done.
      case .control: break
      case .replayed where legend.contains(.read): result.append(memory("replayed / read"))
      case .replayed: result.append(memory("replayed"))
      case .read: if !legend.contains(.replayed) { result.append(memory("read")) }
      default: result.append(SVGLegendEntry(text: entry.words, draw: entry.draw))
      }
    }
    return result
  }

  private static func memory(_ text: String) -> SVGLegendEntry {
    SVGLegendEntry(text: text, draw: Diagram.LegendEntry.replayed.draw)
  }
}

extension Diagram.LegendEntry {
  var words: String {
    switch self {
    case .value: "value"
    case .replayed: "replayed"
    case .read: "read"
    case .readThenSent: "read, then sent"
    case .held: "held"
    case .rail: "being delivered"
    case .bufferDropped: "dropped"
    case .swallowed: "swallowed"
    case .dropped: "dropped (no demand)"
    case .send: "sends from inside"
    case .missed: "missed"
    case .subscribe: "subscribe"
    case .cancel: "cancel"
    case .finished: "finished"
    case .failed: "failed"
    case .count: "subscriber count"
    case .control: "done by hand"
    case .demand: "demand"
    case .abandoned: "abandoned"
    case .stale: "stale"
    case .missing: "missing"
    }
  }

  fileprivate func draw(_ x: Double, _ y: Double) -> SVGFragment {
    switch self {
    case .value: pill("v0 pv", x, y)
    case .replayed, .read: pill("r0 pr", x, y)
    case .readThenSent:
      """
      <path class="v1 pv" d="M\(x + 10) \(y - 7)h3a7 7 0 0 1 0 14h-3z"/>\
      <path class="r0 pr" d="M\(x + 10) \(y - 7)h-3a7 7 0 0 0 0 14h3z"/>
      """
    case .held: strip("v0", x, y)
    case .rail: strip("r0", x, y)
    case .bufferDropped:
      """
      <rect class="drop" x="\(x)" y="\(y - 6)" width="20" height="12" rx="3" stroke-width="1" \
      stroke-dasharray="4 2.5"/><path class="mutS x" d="M\(x + 7) \(y - 3)l6 6m0-6l-6 6"/>
      """
    case .dropped:
      "\(pill("drop pr", x, y))<path class=\"mutS x\" d=\"M\(x + 4) \(y)h12\"/>"
    case .missing: pill("gapP errD", x, y)
    case .failed:
      """
      <rect class="errB" x="\(x)" y="\(y - 7)" width="20" height="14" rx="3" \
      stroke-width="1.5"/><path class="err" stroke-width="2" d="M\(x + 7) \(y - 3)l6 6m0-6l-6 6"/>
      """
    default: drawSmall(x, y)
    }
  }

  private func drawSmall(_ x: Double, _ y: Double) -> SVGFragment {
    switch self {
    case .swallowed: "<circle class=\"sw\" cx=\"\(x + 10)\" cy=\"\(y)\" r=\"4\"/>"
    case .send: "<path class=\"a1\" d=\"M\(x + 4) \(y + 5)h12l-6-11z\"/>"
    case .missed:
      "<circle class=\"miss\" cx=\"\(x + 10)\" cy=\"\(y)\" r=\"4\" stroke-width=\"1.5\"/>"
    case .subscribe:
      "<circle class=\"ctlO\" cx=\"\(x + 10)\" cy=\"\(y)\" r=\"5\" stroke-width=\"2\"/>"
    case .cancel:
      """
      <rect class="ctlF" x="\(x + 5)" y="\(y - 5)" width="10" height="10" rx="1.5"/>
      """
    case .finished: "<path class=\"lane end\" d=\"M\(x + 10) \(y - 8)v16\"/>"
    case .count:
      """
      <g><circle class="ctlO" cx="\(x + 10)" cy="\(y)" r="8" stroke-width="1.25"/>\
      <text class="m k ink" x="\(x + 10)" y="\(y + 3.8)">n</text></g>
      """
    case .demand: "<path class=\"ctlF\" d=\"M\(x + 4.5) \(y + 4)h11l-5.5-10z\"/>"
    case .abandoned: "<path class=\"laneM\" d=\"M\(x) \(y)h20\"/>"
    case .stale: "<path class=\"err stale\" d=\"M\(x) \(y)q2-7 4 0t4 0t4 0t4 0t4 0\"/>"
    default: ""
    }
  }

  private func pill(_ style: String, _ x: Double, _ y: Double) -> SVGFragment {
    "<rect class=\"\(raw: style)\" x=\"\(x)\" y=\"\(y - 7)\" width=\"20\" height=\"14\" rx=\"7\"/>"
  }

  private func strip(_ style: String, _ x: Double, _ y: Double) -> SVGFragment {
    """
    <rect class="\(raw: style)" x="\(x)" y="\(y - 5)" width="20" height="10" rx="3" \
    stroke-width="1"/>
    """
  }
}
