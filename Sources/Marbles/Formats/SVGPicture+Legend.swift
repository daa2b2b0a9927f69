extension SVGPicture {
  /// Draws the legend and the notes. Moves ``top`` to the end.
  mutating func drawLegend() {
    out += "<path class=\"hair\" d=\"M\(Self.margin) \(top + 7)H\(width - Self.margin)\"/>\n"
    var x = Self.margin
    var y = top + 24
    for entry in SVGLegendEntry.entries(for: diagram, hasCuts: columns.hasCuts) {
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
  static func entries(for diagram: Diagram, hasCuts: Bool) -> [SVGLegendEntry] {
    let legend = diagram.legend
    var result: [SVGLegendEntry] = []
    for entry in legend {
      switch entry {
      // The pill names the action itself.
      case .control: break
      case .replayed where legend.contains(.read): result.append(memory("replayed / read"))
      case .replayed: result.append(memory("replayed"))
      case .read: if !legend.contains(.replayed) { result.append(memory("read")) }
      case .demand where !diagram.glyphs.contains { $0.kind == .request }:
        result.append(
          SVGLegendEntry(text: entry.words) { x, y in
            "<text class=\"m mut k\" x=\"\(x + 10)\" y=\"\(y + 4)\">+n</text>"
          })
      default: result.append(SVGLegendEntry(text: entry.words, draw: entry.draw))
      }
    }
    if hasCuts {
      result.append(
        SVGLegendEntry(text: "time left out") { x, y in
          "<path class=\"brk\" d=\"M\(x + 6) \(y + 6)l4-12M\(x + 12) \(y + 6)l4-12\"/>"
        })
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
    case .send: "sent during a delivery"
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
    case .connected: "connected"
    case .working: "working"
    case .instant: "same instant, in order"
    case .stopped: "fatal error"
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
    case .connected, .working:
      """
      <rect class="conn" x="\(x)" y="\(y - 7)" width="20" height="14"/>\
      <path class="connS" d="M\(x) \(y - 7)h20M\(x) \(y + 7)h20"/>
      """
    case .instant:
      "<rect class=\"inst\" x=\"\(x)\" y=\"\(y - 8)\" width=\"20\" height=\"16\" rx=\"4\"/>"
    case .stopped:
      "<path class=\"err\" style=\"stroke-width:4\" d=\"M\(x + 10) \(y - 8)v16\"/>"
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

extension SVGPicture {
  // MARK: Messages

  private var message: String? {
    (diagram.difference?.message ?? diagram.stop?.message)
      .map(TextWidth.visible)
  }

  private var messageLines: [String] {
    guard let message else { return [] }
    return SVGText.lines(message, size: 12, width: textWidth - 32, most: 6, isBalanced: true)
  }

  /// The width of the message box.
  var messageWidth: Double {
    (messageLines.map { SVGText.sans($0, size: 12) }.max() ?? -24) + 24
  }

  /// The line at which the program stopped.
  mutating func drawStop() {
    for (panel, x) in stretch.stops.sorted(by: { $0.key < $1.key }) {
      let own = diagram.panels[panel].rows
      let isOnly = diagram.panels.count == 1
      guard let first = own.first, let last = own.last else { continue }
      let start = isOnly ? top + 24 : y(rows.top[first]) - 16
      let end = isOnly ? bottom + 2 : y(rows.bottom[last]) + 16
      out += "<path class=\"err\" style=\"stroke-width:4\" d=\"M\(x) \(start)V\(end)\"/>\n"
    }
  }

  /// Hangs at the foot of the last stretch, under what it is about.
  mutating func drawMessage() {
    let lines = messageLines
    guard !lines.isEmpty else { return }
    let column = diagram.difference?.column ?? diagram.stop?.at.column ?? 0
    let middle =
      (diagram.difference == nil ? stretch.stops.values.min() : nil)
      ?? (stretch.columns.contains(column) ? columns.middle(of: column) : width / 2)
    let boxWidth = messageWidth - 8
    let height = 8 + 16 * Double(lines.count)
    let left = min(max(middle - boxWidth / 2, Self.margin), width - Self.margin - boxWidth)
    out += """
      <g><rect class="errB" x="\(left)" y="\(top + 2)" width="\(boxWidth)" height="\(height)" \
      rx="4" stroke-width="1.5"/>
      """
    for (index, line) in lines.enumerated() {
      out += """
        <text class="mid ink" x="\(left + boxWidth / 2)" y="\(top + 18 + 16 * Double(index))">\
        \(line)</text>
        """
    }
    out += "</g>\n"
    top += 12 + height
  }
}
