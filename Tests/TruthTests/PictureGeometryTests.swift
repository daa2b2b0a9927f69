import Marbles
import MarblesScript
import MarblesTestSupport
import Testing

/// The vertical lines, rings and bands of a picture, read from its SVG.
private struct DrawnStems {
  struct Piece {
    var x: Double
    var top: Double
    var bottom: Double
  }

  struct Ring {
    var x: Double
    var y: Double
  }

  private(set) var pieces: [Piece] = []
  private(set) var rings: [Ring] = []
  /// From top to bottom, in the order of the rows.
  private(set) var bands: [ClosedRange<Double>] = []
  private(set) var width = 0.0

  init(_ svg: String) {
    for tag in svg.split(separator: "<") {
      let classes = Self.attribute("class", of: tag)?.split(separator: " ") ?? []
      if tag.hasPrefix("svg ") { width = Self.number("width", of: tag) }
      if tag.hasPrefix("path "), classes.contains("stem") || classes == ["ctl"] { addPieces(tag) }
      if tag.hasPrefix("circle "), classes.contains("miss") || classes.contains("sw") {
        rings.append(Ring(x: Self.number("cx", of: tag), y: Self.number("cy", of: tag)))
      }
      if tag.hasPrefix("rect "), classes.contains("band") {
        let top = Self.number("y", of: tag)
        bands.append(top...top + Self.number("height", of: tag))
      }
    }
  }

  private static func attribute(_ name: String, of tag: Substring) -> Substring? {
    guard let start = tag.firstRange(of: " \(name)=\"")?.upperBound else { return nil }
    return tag[start...].prefix { $0 != "\"" }
  }

  private static func number(_ name: String, of tag: Substring) -> Double {
    attribute(name, of: tag).flatMap { Double($0) } ?? 0
  }

  /// `M10 20V40M10 50V60` is two pieces.
  private mutating func addPieces(_ tag: Substring) {
    for part in Self.attribute("d", of: tag)?.split(separator: "M") ?? [] {
      let numbers = part.split { " V".contains($0) }.compactMap { Double($0) }
      guard numbers.count == 3 else { continue }
      pieces.append(
        Piece(x: numbers[0], top: min(numbers[1], numbers[2]), bottom: max(numbers[1], numbers[2]))
      )
    }
  }

  /// The pieces that cross a range.
  func pieces(through range: ClosedRange<Double>, at x: Double? = nil) -> [Piece] {
    pieces.filter { piece in
      piece.top < range.lowerBound - 0.5 && piece.bottom > range.upperBound + 0.5
        && x.map { abs($0 - piece.x) < 0.6 } ?? true
    }
  }
}

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

  @Test("no arrow of a random script touches an unrelated mark", arguments: 0..<4)
  func noArrowOfARandomScriptTouchesAnUnrelatedMark(block: Int) {
    for seed in Scenarios.seeds(block, of: 40, blocks: 4) {
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
    // Text of 11 px is drawn with at least 9 px.
    #expect(width <= 830 * 11 / 9, "\(name): \(width)")
    let isShort = diagram.glyphs.allSatisfy { $0.text.count <= 4 }
    if diagram.columns.count <= 10, isShort, diagram.columns.allSatisfy({ $0.slots == 1 }) {
      #expect(width <= 830, "\(name): \(width) for \(diagram.columns.count) instants")
    }
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
