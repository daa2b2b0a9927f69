/// Pass 5 of the layout: the line of its band in which each held value, and each overlapping
/// delivery, is drawn.
///
/// A strip takes a free line of its group: the one below the youngest, so that a queue is
/// first in, first out from top to bottom; the lowest free one where that would need more lines
/// than were ever held at a time.
struct StripLines {
  /// More are not drawn, and are counted in ``hidden``.
  static let most = 24

  /// The bands that held more than is drawn, with how much.
  private(set) var hidden: [(row: Int, held: Int)] = []
  private var strips: [Diagram.Strip]
  private var groups: [Key: Group] = [:]
  private let keys: [Key]
  /// The new number of each strip; `nil` for what is not drawn.
  private var number: [Int?]
  private var rowLines: [Int]
  /// The first position at which the line is free for another strip; `nil` if it never is.
  private var free: [Diagram.Position?]

  private struct Key: Hashable, Comparable {
    var row: Int
    var group: Int

    static func < (a: Self, b: Self) -> Bool { (a.row, a.group) < (b.row, b.group) }
  }

  private struct Group {
    var members: [Int] = []
    var depth = 0
    var first = 0
    var isQueue = true
  }

  init(_ diagram: Diagram, groups names: [Int]) {
    strips = diagram.strips
    keys = zip(diagram.strips, names).map { Key(row: $0.row, group: $1) }
    number = Array(repeating: nil, count: strips.count)
    free = strips.map { strip in
      // A delivery takes at least its own place.
      guard strip.kind == .rail, var end = strip.end else { return strip.end }
      end.slot += 1
      return end
    }
    for arrow in diagram.arrows {
      guard case .strip(let strip) = arrow.from, let end = free[strip],
        arrow.at > end || (arrow.at == end && !arrow.isAtReadPart)
      else {
        continue
      }
      // Its last dot needs its place.
      free[strip] = Diagram.Position(column: arrow.at.column, slot: arrow.at.slot + 1)
    }
    rowLines = Array(repeating: 0, count: diagram.rows.count)
    for (index, key) in keys.enumerated() where !isEmpty(strips[index]) {
      groups[key, default: Group()].members.append(index)
      if strips[index].fate != .left, strips[index].end != nil { groups[key]?.isQueue = false }
    }
  }

  /// An element that leaves in the slot in which it arrives is not held.
  private func isEmpty(_ strip: Diagram.Strip) -> Bool {
    strip.kind == .held && strip.end != nil && strip.start == strip.end
  }

  /// - Complexity: O(n log n) in the number of strips.
  mutating func apply(to diagram: inout Diagram) {
    for key in groups.keys.sorted() {
      guard var group = groups[key] else { continue }
      group.depth = depth(of: group.members)
      group.first = rowLines[key.row]
      let limit = group.isQueue && group.depth > 2 ? group.depth + 1 : group.depth
      let used = assign(group, limit: min(limit, Self.most))
      rowLines[key.row] += used
      if group.depth > Self.most { hidden.append((key.row, group.depth)) }
    }
    remove(from: &diagram)
    shorten(&diagram.strips)
    for row in diagram.rows.indices {
      switch diagram.rows[row].kind {
      case .lane: break
      case .box: diagram.rows[row].queueRows = rowLines[row]
      case .band(let kind, let header, _):
        diagram.rows[row].kind = .band(kind, hasHeader: header, stripRows: rowLines[row])
      }
    }
  }

  /// The largest number of strips at a time.
  private func depth(of members: [Int]) -> Int {
    var ends = members.compactMap { free[$0] }.sorted()[...]
    var open = 0
    var depth = 0
    for index in members {
      while let end = ends.first, let start = strips[index].start, end <= start {
        ends = ends.dropFirst()
        open -= 1
      }
      open += 1
      depth = max(depth, open)
    }
    return depth
  }

  /// Gives each strip a line and returns how many are used.
  private mutating func assign(_ group: Group, limit: Int) -> Int {
    var lines: [Diagram.Position?] = []
    var youngest = -1
    var used = 0
    func isFree(_ line: Int, for strip: Diagram.Strip) -> Bool {
      guard line < lines.count else { return line < limit }
      guard let end = lines[line], let start = strip.start else { return false }
      return end <= start
    }
    for index in group.members {
      let strip = strips[index]
      let isAlone = lines.indices.allSatisfy { isFree($0, for: strip) }
      let below = isAlone ? 0 : youngest + 1
      guard
        let line = isFree(below, for: strip)
          ? below : (0..<limit).first(where: { isFree($0, for: strip) })
      else { continue }
      while lines.count <= line { lines.append(Diagram.Position(column: -1, slot: 0)) }
      lines[line] = free[index]
      youngest = line
      strips[index].line = group.first + line
      number[index] = 0
      used = max(used, line + 1)
    }
    return used
  }

  /// Removes the strips that are not drawn and renumbers the remaining ones.
  private mutating func remove(from diagram: inout Diagram) {
    var kept: [Diagram.Strip] = []
    for index in strips.indices where number[index] != nil {
      number[index] = kept.count
      kept.append(strips[index])
    }
    diagram.strips = kept
    func moved(_ end: Diagram.Arrow.End) -> Diagram.Arrow.End {
      guard case .strip(let old) = end else { return end }
      return number[old].map { .strip($0) } ?? .band(row: strips[old].row)
    }
    for index in diagram.arrows.indices {
      diagram.arrows[index].from = moved(diagram.arrows[index].from)
      diagram.arrows[index].to = moved(diagram.arrows[index].to)
    }
  }

  private struct Start: Hashable {
    var row: Int
    var line: Int
    var at: Diagram.Position
  }

  /// Leaves a gap between a strip and the next one in its line.
  private func shorten(_ strips: inout [Diagram.Strip]) {
    var starts: Set<Start> = []
    for strip in strips {
      guard let at = strip.start else { continue }
      starts.insert(Start(row: strip.row, line: strip.line, at: at))
    }
    for (index, strip) in strips.enumerated() {
      guard let end = strip.end, end != strip.start else { continue }
      strips[index].endsBeforeNext = starts.contains(
        Start(row: strip.row, line: strip.line, at: end))
    }
  }

  /// The new number of a strip, if it is drawn.
  func newNumber(of old: Int) -> Int? { number[old] }
}
