/// A part of one line of cells. A wide character takes two: itself and an empty one.
struct ASCIICanvas {
  /// The cells that are kept; what is written elsewhere is lost.
  let range: Range<Int>
  private var cells: [Character?]

  init(_ range: Range<Int>) {
    self.init(range, cells: Array(repeating: " ", count: range.count))
  }

  private init(_ range: Range<Int>, cells: [Character?]) {
    self.range = range
    self.cells = cells
  }

  private subscript(part: Range<Int>) -> ASCIICanvas {
    let start = part.lowerBound - range.lowerBound
    return ASCIICanvas(part, cells: Array(cells[start..<start + part.count]))
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
    var shown = self[part.clamped(to: range)]
    if let label {
      let start = shown.range.lowerBound
      let place = (start..<start + TextWidth.cells(label)).clamped(to: shown.range)
      if self[place].cells.allSatisfy({ $0 == " " }) { shown.write(label, at: start) }
    }
    let blanks = shown.cells.reversed().prefix { $0 == " " }.count
    return String(shown.cells.dropLast(blanks).compactMap { $0 })
  }
}
