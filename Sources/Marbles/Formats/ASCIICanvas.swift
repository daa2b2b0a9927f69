/// A part of one line of cells. A wide character takes two: itself and an empty one.
struct ASCIICanvas {
  /// The cells that are kept; what is written elsewhere is lost.
  let range: Range<Int>
  private var cells: [Character?]

  init(_ range: Range<Int>) {
    self.range = range
    cells = Array(repeating: " ", count: range.count)
  }

  /// Writes `text` from `start` on, as far as the line goes.
  mutating func write(_ text: String, at start: Int) {
    var x = start
    for character in text {
      let width = TextWidth.cells(character)
      guard width > 0 else { continue }
      guard x < range.upperBound else { return }
      set(x, character)
      if width == 2 { set(x + 1, nil) }
      x += width
    }
  }

  private mutating func set(_ x: Int, _ character: Character?) {
    if range.contains(x) { cells[x - range.lowerBound] = character }
  }

  mutating func fill(_ part: Range<Int>, with character: Character) {
    for x in part.clamped(to: range) { cells[x - range.lowerBound] = character }
  }

  /// The cells of `part`, without white space at the end.
  ///
  /// - Parameter label: written over the beginning, if there is nothing yet.
  func text(_ part: Range<Int>, continuing label: String?) -> String {
    let part = part.clamped(to: range)
    var shown = ASCIICanvas(part)
    for x in part { shown.set(x, cells[x - range.lowerBound]) }
    if let label {
      let place = part.lowerBound..<part.lowerBound + TextWidth.cells(label)
      if place.clamped(to: part).allSatisfy({ cells[$0 - range.lowerBound] == " " }) {
        shown.write(label, at: part.lowerBound)
      }
    }
    return String(shown.cells.compactMap { $0 }).trimmedAtEnd
  }
}
