import Marbles
import MarblesScript
import MarblesTestSupport
import Testing

@Suite("The geometry of pictures")
struct PictureGeometryTests {
  private func diagram(_ script: String, _ name: String) -> Diagram {
    Simulation(script: script, file: name).run().diagram()
  }

  /// Checks the rules for each picture.
  private func check(_ diagram: Diagram, _ name: String) {
    let drawn = DrawnStems(SVGFormat(width: 100_000).render(diagram))
    for ring in drawn.rings {
      let crossing = drawn.pieces(through: ring.y - 3...ring.y + 3, at: ring.x)
      #expect(crossing.isEmpty, "\(name): a stem continues through a lost element at \(ring)")
    }
    for head in drawn.heads where !drawn.touches(head) {
      Issue.record("\(name): an arrow ends at nothing: \(head)")
    }
    let bands = diagram.rows.indices.filter { diagram.rows[$0].isBand }
    #expect(bands.count == drawn.bands.count, "\(name)")
    for (row, range) in zip(bands, drawn.bands) where !isPassed(row, diagram) {
      let crossing = drawn.pieces(through: range)
      #expect(crossing.isEmpty, "\(name): stems over the foreign band \(diagram.rows[row].name)")
    }
    for panel in diagram.panels {
      let names = diagram.rows[panel.rows].map(\.name)
      #expect(Set(names).count == names.count, "\(name): two rows of one name in \(names)")
    }
    checkColors(diagram, name)
  }

  /// Checks that the rows begin beside the longest label. At the usual width the labels are complete.
  private func checkGutter(_ diagram: Diagram, _ name: String) {
    let drawn = DrawnStems(SVGFormat().render(diagram))
    let slack = drawn.left - drawn.rightOfLabels
    #expect(slack <= 80, "\(name): \(slack) px between the labels and the rows")
  }

  /// Whether an arrow passes through a band, leaves it or enters it.
  private func isPassed(_ row: Int, _ diagram: Diagram) -> Bool {
    diagram.arrows.contains { arrow in
      arrow.bandsPassed.contains(row) || diagram.row(of: arrow.from) == row
        || diagram.row(of: arrow.to) == row
    }
  }

  /// A strip, the arrow out of it and the mark at its end have one color.
  private func checkColors(_ diagram: Diagram, _ name: String) {
    for arrow in diagram.arrows {
      guard case (.strip(let index), .mark(_, let glyph)) = (arrow.from, arrow.to),
        !arrow.isAtReadPart, diagram.strips[index].kind == .held
      else { continue }
      let (strip, mark) = (diagram.strips[index], diagram.glyphs[glyph])
      guard strip.text == mark.text else { continue }
      #expect(arrow.ink == .value(strip.color ?? 0), "\(name): the arrow out of \(strip.text)")
      #expect(mark.color == strip.color, "\(name): the mark \(mark.text) of \(mark.name)")
    }
  }

  @Test(
    "no arrow of an example touches an unrelated mark",
    arguments: ExampleTruthTests.names)
  func noArrowOfAnExampleTouchesAnUnrelatedMark(_ name: String) throws {
    check(diagram(try ExampleTruthTests.text(of: name), name), name)
  }

  @Test("the rows of an example begin beside its labels", arguments: ExampleTruthTests.names)
  func theRowsOfAnExampleBeginBesideItsLabels(_ name: String) throws {
    checkGutter(diagram(try ExampleTruthTests.text(of: name), name), name)
  }

  @Test("the rows of a random script begin beside its labels", arguments: 0..<4)
  func theRowsOfARandomScriptBeginBesideItsLabels(block: Int) {
    for seed in Scenarios.seeds(block, of: 40, blocks: 4) {
      checkGutter(diagram(ScriptWriter.script(seed: seed), "seed-\(seed).txt"), "seed \(seed)")
    }
  }

  @Test("no arrow of a random script touches an unrelated mark", arguments: 0..<4)
  func noArrowOfARandomScriptTouchesAnUnrelatedMark(block: Int) {
    for seed in Scenarios.seeds(block, of: 20, blocks: 4) {
      check(diagram(ScriptWriter.script(seed: seed), "seed-\(seed).txt"), "seed \(seed)")
    }
  }

  @Test("a value passes behind the band of another source")
  func aValuePassesBehindTheBandOfAnotherSource() throws {
    let diagram = diagram(
      """
      let a = PassthroughSubject()
      let b = PassthroughSubject()
      let sharedA = a.share()
      let sharedB = b.share()
      let both = sharedA.merge(with: sharedB).sink()
      let B1 = sharedB.sink()
      let A1 = sharedA.sink()
      a: -1---2-
      b: ---x---y
      """, "two-shares.txt")
    let drawn = DrawnStems(SVGFormat(width: 100_000).render(diagram))
    let bands = diagram.rows.indices.filter { diagram.rows[$0].isBand }
    let shares = zip(bands, drawn.bands).filter { diagram.rows[$0.0].name.hasPrefix("share") }
    #expect(shares.count == 2)
    // Two values of each source pass through its own band, and nothing through the other's.
    for (row, range) in shares {
      let passed = Set(drawn.pieces(through: range).map(\.x)).count
      #expect(passed == 2, "\(diagram.rows[row].name)")
    }
  }

  @Test("a picture fits a page of 830 px at a readable size", arguments: ExampleTruthTests.names)
  func aPictureFitsAPageOf830PxAtAReadableSize(_ name: String) throws {
    let diagram = diagram(try ExampleTruthTests.text(of: name), name)
    let width = DrawnStems(SVGFormat().render(diagram)).width
    // The smallest text, of 10.5 px, is drawn with at least 9 px.
    #expect(width <= 830 * 10.5 / 9, "\(name): \(width)")
    if diagram.columns.count <= 10 {
      #expect(width <= 830, "\(name): \(width) for \(diagram.columns.count) instants")
    }
  }

  @Test("a picture is less than 2,000 px high", arguments: ExampleTruthTests.names)
  func aPictureIsLessThan2000PxHigh(_ name: String) throws {
    let diagram = diagram(try ExampleTruthTests.text(of: name), name)
    let height = DrawnStems(SVGFormat().render(diagram)).height
    #expect(height < 2_000, "\(name)")
  }

  @Test(
    "elements that follow each other on a line have one origin or different colors",
    arguments: ExampleTruthTests.names)
  func elementsThatFollowEachOtherOnALineHaveOneOriginOrDifferentColors(_ name: String) throws {
    let diagram = diagram(try ExampleTruthTests.text(of: name), name)
    var latest: [Diagram.Site: Int] = [:]
    for glyph in diagram.glyphs {
      guard glyph.kind == .value || glyph.kind == .replayed, let color = glyph.color else {
        continue
      }
      if let last = latest[glyph.site], last != color {
        // A palette has five colors.
        #expect(last % 5 != color % 5, "\(name): \(glyph.text) on \(glyph.name)")
      }
      latest[glyph.site] = color
    }
  }

  @Test("a run of the same source has the same colors for each of its subscribers")
  func aRunOfTheSameSourceHasTheSameColorsForEachOfItsSubscribers() {
    let diagram = diagram(
      """
      let numbers = (1...5).publisher
      let direct = numbers.sink()
      let middle = PassthroughSubject()
      let behind = middle.sink()
      let feed = numbers.subscribe(middle)
      feed: -^
      """, "middle.txt")
    let colors = ["direct", "feed", "behind"].map { name in
      diagram.glyphs.filter { $0.name == name && $0.kind == .value }.map(\.color)
    }
    #expect(colors[0].count == 5)
    #expect(colors == [colors[0], colors[0], colors[0]])
  }

  @Test("repeated work has the same colors in each run")
  func repeatedWorkHasTheSameColorsInEachRun() {
    let diagram = diagram(
      """
      let work = cold("-a--b|")
      let first, second = work.sink()
      first:  ^
      second: ---^
      """, "cold.txt")
    let colors = ["first", "second"].map { name in
      diagram.glyphs.filter { $0.name == name && $0.kind == .value }.map(\.color)
    }
    #expect(colors[0].count == 2)
    #expect(colors[0] == colors[1])
    #expect(Set(colors[0]).count == 2)
  }
}
