/// The labels to the left of the rows.
enum SVGGutter {
  static let indent = 14.0
  static let most = 216.0

  /// Wide enough for the longest label, within bounds.
  static func width(_ diagram: Diagram, isDense: Bool) -> Double {
    var width = max(96, SVGText.sans("virtual time, not to scale", size: 11))
    for row in diagram.rows {
      let name = SVGText.sans(TextWidth.visible(row.name), size: 14.3)
      let detail = isDense && !row.isBand ? 0 : SVGText.sans(row.detail, size: 11)
      width = max(width, max(name, detail) + (row.isIndented ? indent : 0))
    }
    return min(most, width)
  }
}

extension SVGPicture {
  mutating func drawGutter() {
    for (index, row) in diagram.rows.enumerated() {
      let x = Self.margin + (row.isIndented ? SVGGutter.indent : 0)
      let y = y(rows.center[index])
      if row.isIndented, let source = row.source {
        let top = self.y(rows.center[source]) + (rows.isDense ? 10 : 22)
        out += "<path class=\"tree\" d=\"M\(Self.margin + 3) \(top)V\(y - 4)h7\"/>"
      }
      let room = columns.gutter - (x - Self.margin)
      let name = SVGText.fitted(TextWidth.visible(row.name), size: 14.3, into: room)
      let hasDetail = !row.detail.isEmpty && !(rows.isDense && !row.isBand)
      let title = row.detail.isEmpty ? row.name : "\(row.name): \(row.detail)"
      out += """
        <g><title>\(title)</title>\
        <text class="l ink" x="\(x)" y="\(hasDetail ? y - 1 : y + 4)">\(name)</text>
        """
      if hasDetail {
        let detail = Self.shortened(row.detail, into: room)
        out += "<text class=\"sm mut\" x=\"\(x)\" y=\"\(y + 14)\">\(detail)</text>"
      }
      out += "</g>\n"
    }
  }

  /// What it is gives way to what it got; the tooltip has both.
  private static func shortened(_ detail: String, into room: Double) -> String {
    var detail = TextWidth.visible(detail)[...]
    while SVGText.sans(String(detail), size: 11) > room, let comma = detail.firstRange(of: ", ") {
      detail = detail[comma.upperBound...]
    }
    return SVGText.fitted(String(detail), size: 11, into: room)
  }

  // MARK: Messages

  private var message: String? {
    (diagram.difference?.message ?? diagram.stop?.message).map(TextWidth.visible)
  }

  private var messageLines: [String] {
    guard let message else { return [] }
    return SVGText.lines(message, size: 12, width: 900, most: 6)
  }

  /// What the box of the message takes.
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
