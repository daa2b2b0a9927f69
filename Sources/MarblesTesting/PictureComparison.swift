import Marbles

/// The difference between two text pictures.
struct PictureComparison {
  let message: String

  /// - Returns: `nil` if `recorded` has all lines of `expected`, in that order.
  init?(expected: String, recorded: String) {
    let wanted = Self.lines(expected)
    let got = Self.lines(recorded)
    var next = got.startIndex
    for line in wanted {
      if let index = got[next...].firstIndex(of: line) {
        next = index + 1
        continue
      }
      message = Self.message(missing: line, wanted, got, nearest: Self.nearest(to: line, in: got))
      return
    }
    return nil
  }

  /// The lines without common indentation, trailing spaces and empty lines.
  private static func lines(_ text: String) -> [String] {
    let lines = text.split(whereSeparator: \.isNewline).map { line in
      var line = line
      while line.last == " " { line.removeLast() }
      return String(line)
    }.filter { !$0.isEmpty }
    let indent = lines.map { $0.prefix { $0 == " " }.count }.min() ?? 0
    return lines.map { String($0.dropFirst(indent)) }
  }

  /// The line that begins with the same name, else the one that agrees in most columns.
  private static func nearest(to line: String, in lines: [String]) -> String? {
    let name = line.prefix { $0 != " " }
    if let row = lines.first(where: { !name.isEmpty && $0.hasPrefix(name + " ") }) { return row }
    let equal = lines.map { other in zip(line, other).count { $0 == $1 && $0 != " " } }
    guard let most = equal.max(), most > 0, let index = equal.firstIndex(of: most) else {
      return nil
    }
    return lines[index]
  }

  private static func common(_ a: String, _ b: String) -> Int {
    zip(a, b).prefix { $0 == $1 }.count
  }

  private static func message(
    missing line: String, _ wanted: [String], _ got: [String], nearest: String?
  ) -> String {
    var text = "the picture is not as expected\n\nexpected  \(line)\n"
    if let nearest {
      let caret = String(
        repeating: " ", count: 10 + TextWidth.cells(String(line.prefix(common(line, nearest)))))
      text += "recorded  \(nearest)\n\(caret)^ first difference\n"
    }
    return text + "\nexpected:\n\n" + wanted.joined(separator: "\n") + "\n\nrecorded:\n\n"
      + got.joined(separator: "\n")
  }
}
