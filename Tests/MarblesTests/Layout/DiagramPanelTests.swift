import Testing

@testable import Marbles

/// The panels of a diagram against the diagrams of their recordings.
@Suite("Panels of diagrams")
struct DiagramPanelTests {
  /// Instants that no fixture has, so that the columns of the other panel move.
  private let other = Fixtures.lane([(1, "x"), (13, "y"), (27, "z")], end: 33)

  @Test(
    "each part of a panel has the time, the row and the neighbors that it has in a diagram alone",
    arguments: Fixtures.all.map(\.name))
  func eachPartOfAPanelHasTheTimeTheRowAndTheNeighborsThatItHasInADiagramAlone(name: String) throws
  {
    let recording = try #require(Fixtures.all.first { $0.name == name }).recording
    let alone = Diagram(recording)
    let panels = Diagram(title: "", panels: [("other", other), ("this", recording)])
    #expect(panels.columns.count > alone.columns.count)
    let rows = try #require(panels.panels.last).rows
    #expect(rows.lowerBound > 0)
    let expected = PanelWords(alone, rows: alone.rows.indices).all
    #expect(!expected.isEmpty)
    #expect(PanelWords(panels, rows: rows).all == expected)
  }

  @Test("a summary that all panels have is drawn once, another one in each panel")
  func aSummaryThatAllPanelsHaveIsDrawnOnceAnotherOneInEachPanel() {
    let (share, lane) = (Fixtures.share(), other)
    let alone = [Diagram(share).summary, Diagram(lane).summary]
    #expect(alone[0] != alone[1])
    let same = Diagram(title: "", panels: [("a", share), ("b", share)])
    #expect(same.panels.map(\.detail) == ["", ""])
    #expect(same.summary.hasPrefix(alone[0]))
    let different = Diagram(title: "", panels: [("a", share), ("b", lane)])
    #expect(different.panels.map(\.detail) == alone)
  }
}

/// The parts of one panel in words that do not depend on the other panels.
private struct PanelWords {
  private let diagram: Diagram
  private let rows: Range<Int>

  init(_ diagram: Diagram, rows: Range<Int>) {
    self.diagram = diagram
    self.rows = rows
  }

  var all: [String] {
    rows.map(row) + segments + tints + strips + glyphs + arrows + spans + stops
  }

  private func at(_ position: Diagram.Position?) -> String {
    position.map { "\(diagram.columns[$0.column].time).\($0.slot)" } ?? "-"
  }

  private func at(_ site: Diagram.Site) -> String { "row \(row(site.row)) seat \(site.seat)" }

  private func row(_ index: Int?) -> String {
    index.map { "\($0 - rows.lowerBound) \(diagram.rows[$0].name)" } ?? "-"
  }

  private func row(_ index: Int) -> String {
    let row = diagram.rows[index]
    let inputs = row.inputs.map { self.row(Optional($0)) }
    return "\(self.row(Optional(index))): \(row.kind) of \(self.row(row.source)) "
      + "to \(self.row(row.target)), inputs \(inputs)"
  }

  private func glyph(_ index: Int) -> String {
    let glyph = diagram.glyphs[index]
    return "\(glyph.kind) \(glyph.text) \(at(glyph.at)) \(row(Optional(glyph.site.row)))"
  }

  private var segments: [String] {
    diagram.segments.filter { rows.contains($0.site.row) }
      .map { "segment \(at($0.site)) \(at($0.start)) \(at($0.end))" }
  }

  private var tints: [String] {
    diagram.tints.filter { rows.contains($0.row) }
      .map { "tint \(row(Optional($0.row))) \(at($0.start)) \(at($0.end))" }
  }

  private var strips: [String] {
    diagram.strips.filter { rows.contains($0.row) }.map(strip)
  }

  private func strip(_ strip: Diagram.Strip) -> String {
    "strip \(row(Optional(strip.row))) \(strip.line) \(strip.text) \(at(strip.start)) \(at(strip.end))"
  }

  private var glyphs: [String] {
    diagram.glyphs.indices.filter { rows.contains(diagram.glyphs[$0].site.row) }.map {
      let cause = diagram.glyphs[$0].cause
      return "glyph \(glyph($0)) due to \(cause.map(glyph) ?? "-")"
    }
  }

  private var arrows: [String] {
    diagram.arrows.filter { rows.contains(row(of: $0.from)) }.map { arrow in
      let passed = arrow.bandsPassed.map { row(Optional($0)) }
      return "arrow \(at(arrow.at)) \(end(arrow.from)) \(end(arrow.to)) past \(passed)"
    }
  }

  private func row(of end: Diagram.Arrow.End) -> Int {
    switch end {
    case .mark(let site, _): site.row
    case .band(let row): row
    case .strip(let index): diagram.strips[index].row
    }
  }

  private func end(_ end: Diagram.Arrow.End) -> String {
    switch end {
    case .mark(let site, let index): "\(at(site)) \(glyph(index))"
    case .band(let index): row(Optional(index))
    case .strip(let index): strip(diagram.strips[index])
    }
  }

  private var spans: [String] {
    diagram.staleSpans.filter { rows.contains($0.site.row) }
      .map { "stale \(at($0.site)) \(at($0.start)) \(at($0.end)) \($0.unseen)" }
  }

  private var stops: [String] {
    diagram.stops.filter { diagram.panels.isEmpty || diagram.panels[$0.panel].rows == rows }
      .map { "stop \(at($0.at)) \($0.message)" }
  }
}
