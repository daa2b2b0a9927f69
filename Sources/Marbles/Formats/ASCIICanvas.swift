/// One line of cells. A wide character takes two: itself and an empty one.
struct ASCIICanvas {
  private var cells: [Character?]

  init(width: Int) { cells = Array(repeating: " ", count: max(0, width)) }

  /// Writes `text` from `start` on, as far as the line goes.
  mutating func write(_ text: String, at start: Int) {
    var x = start
    for character in text {
      let width = TextWidth.cells(character)
      guard width > 0 else { continue }
      guard x >= 0, x + width <= cells.count else { return }
      cells[x] = character
      if width == 2 { cells[x + 1] = nil }
      x += width
    }
  }

  mutating func fill(_ range: Range<Int>, with character: Character) {
    for x in range.clamped(to: cells.indices) { cells[x] = character }
  }

  /// The cells of `range`, without white space at the end.
  ///
  /// - Parameter label: written over the beginning, if there is nothing yet.
  func text(_ range: Range<Int>, continuing label: String?) -> String {
    var copy = self
    if let label {
      let place = range.lowerBound..<range.lowerBound + TextWidth.cells(label)
      if cells[place.clamped(to: cells.indices)].allSatisfy({ $0 == " " }) {
        copy.write(label, at: range.lowerBound)
      }
    }
    return String(copy.cells[range.clamped(to: cells.indices)].compactMap { $0 }).trimmedAtEnd
  }
}
