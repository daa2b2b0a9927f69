import Marbles
import MarblesScript
import MarblesTestSupport
import Testing

/// The vertical lines, rings and bands of a picture, read from its SVG.
struct DrawnStems {
  struct Piece {
    var x: Double
    var top: Double
    var bottom: Double
  }

  struct Ring {
    var x: Double
    var y: Double
  }

  /// The tip of an arrow.
  struct Head {
    var x: Double
    var y: Double
    var isDown: Bool
  }

  /// A mark or band, with its extent as an arrow sees it.
  struct Shape {
    var x: ClosedRange<Double>
    var y: ClosedRange<Double>
  }

  private(set) var pieces: [Piece] = []
  private(set) var heads: [Head] = []
  private(set) var shapes: [Shape] = []
  private(set) var rings: [Ring] = []
  /// From top to bottom, in the order of the rows.
  private(set) var bands: [ClosedRange<Double>] = []
  /// The left edge of the rows.
  private(set) var left = Double.infinity
  /// The right end of the longest label to the left of the rows.
  private(set) var rightOfLabels = 0.0
  private var isInLabel = false
  private(set) var width = 0.0
  private(set) var height = 0.0

  init(_ svg: String) {
    for tag in svg.split(separator: "<") {
      let classes = Self.attribute("class", of: tag)?.split(separator: " ") ?? []
      if tag.hasPrefix("svg ") {
        width = Self.number("width", of: tag)
        height = Self.number("height", of: tag)
      }
      if tag.hasPrefix("path "), classes.contains("stem") || classes == ["ctl"] { addPieces(tag) }
      if tag.hasPrefix("circle "), classes.contains("miss") || classes.contains("sw") {
        rings.append(Ring(x: Self.number("cx", of: tag), y: Self.number("cy", of: tag)))
      }
      if tag.hasPrefix("rect "), classes.contains("band") {
        let top = Self.number("y", of: tag)
        bands.append(top...top + Self.number("height", of: tag))
        left = min(left, Self.number("x", of: tag))
      }
      addEdges(tag, classes)
      addShape(tag, classes)
    }
  }

  /// The widths of characters are those of a usual proportional font, on average.
  private mutating func addEdges(_ tag: Substring, _ classes: [Substring]) {
    let isLine = classes.first == "lane" || classes.first == "guide"
    if tag.hasPrefix("path "), isLine, let path = Self.attribute("d", of: tag), path.contains("H") {
      left = min(left, path.dropFirst().split(separator: " ").first.flatMap { Double($0) } ?? left)
    }
    let isName = classes == ["l", "ink"]
    if isName { isInLabel = true } else if tag.hasPrefix("/g") { isInLabel = false }
    guard tag.hasPrefix("text "), let text = tag.split(separator: ">", maxSplits: 1).last,
      isInLabel || text.hasPrefix("virtual time")
    else { return }
    let right = Self.number("x", of: tag) + Double(text.count) * (isName ? 7.3 : 6.2)
    rightOfLabels = max(rightOfLabels, right)
  }

  private mutating func addShape(_ tag: Substring, _ classes: [Substring]) {
    func add(_ left: Double, _ top: Double, _ width: Double, _ height: Double) {
      shapes.append(Shape(x: left...left + width, y: top...top + height))
    }
    if tag.hasPrefix("rect "), !["bg", "inst", "wash"].contains(classes.first ?? "") {
      let (x, y) = (Self.number("x", of: tag), Self.number("y", of: tag))
      add(x, y, Self.number("width", of: tag), Self.number("height", of: tag))
    }
    if tag.hasPrefix("circle ") {
      let radius = Self.number("r", of: tag) + 1
      let (x, y) = (Self.number("cx", of: tag) - radius, Self.number("cy", of: tag) - radius)
      add(x, y, 2 * radius, 2 * radius)
    }
    guard tag.hasPrefix("path "), let path = Self.attribute("d", of: tag) else { return }
    let numbers = path.split { !"0123456789.-".contains($0) }.compactMap { Double($0) }
    guard numbers.count > 2 else { return }
    if path.hasSuffix("h8l-4 7z") || path.hasSuffix("h8l-4-7z") {
      let isDown = path.hasSuffix("h8l-4 7z")
      heads.append(Head(x: numbers[0] + 4, y: numbers[1] + (isDown ? 7 : -7), isDown: isDown))
    } else if path.hasSuffix("v22") {
      add(numbers[0] - 2, numbers[1], 4, 22)
    } else if path.hasSuffix("h11l-5.5-10z") || path.hasSuffix("h12l-6-11z") {
      // The triangle of a request or a send: its arrows keep their distance from its middle.
      add(numbers[0], numbers[1] - 10, 12, path.hasSuffix("h12l-6-11z") ? 12 : 14)
    } else if path.contains("a13 13") {
      add(min(numbers[0], numbers[2]) - 13, numbers[1], abs(numbers[2] - numbers[0]) + 26, 26)
    }
  }

  /// Whether an arrow ends at the side of a mark or band that it reaches first.
  func touches(_ head: Head) -> Bool {
    shapes.contains { shape in
      (shape.x.lowerBound - 1...shape.x.upperBound + 1).contains(head.x)
        && abs((head.isDown ? shape.y.lowerBound : shape.y.upperBound) - head.y) < 2.5
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
