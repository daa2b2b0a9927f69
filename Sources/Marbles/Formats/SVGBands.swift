extension SVGPicture {
  // MARK: Instants and the ruler

  mutating func drawInstants() {
    let height = rows.height
    for column in stretch.columns {
      let left = columns.left(of: column)
      let right = columns.right(of: column)
      let isDifferent = diagram.difference?.column == column
      if isDifferent {
        out += """
          <rect class="wash" x="\(left - 9)" y="\(top)" width="\(right - left + 18)" \
          height="\(height)" rx="6"/>
          """
      } else if diagram.columns[column].slots > 1 {
        out += """
          <rect class="inst" x="\(left - 7)" y="\(top)" width="\(right - left + 14)" \
          height="\(height)" rx="6"/>
          """
      } else {
        let x = columns.stem(Diagram.Position(column: column, slot: 0))
        out += "<path class=\"hair\" d=\"M\(x) \(top + 24)V\(bottom)\"/>"
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
    let scale = columns.isLinear ? "virtual time" : "virtual time, not to scale"
    out += "<text class=\"sm mut\" x=\"\(Self.margin)\" y=\"\(top + 16)\">\(scale)</text>\n"
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
    for (index, row) in diagram.rows.enumerated() where row.isBand {
      let title = row.detail.isEmpty ? row.name : "\(row.name): \(row.detail)"
      let height = rows.bottom[index] - rows.top[index]
      out += """
        <g><title>\(title)</title><rect class="band" x="\(columns.left)" \
        y="\(y(rows.top[index]))" width="\(max(1, edge(of: index) - columns.left))" \
        height="\(height)" rx="8" stroke-width="1.25"/></g>

        """
    }
    for tint in self.index.tints[number] { drawTint(diagram.tints[tint]) }
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
      for (index, row) in diagram.rows.enumerated() where row.isBand {
        lines += [rows.top[index], rows.bottom[index]]
      }
      for segment in self.index.segments[number].map({ diagram.segments[$0] }) {
        guard segment.start.map({ $0.column <= cut.column }) ?? true,
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
