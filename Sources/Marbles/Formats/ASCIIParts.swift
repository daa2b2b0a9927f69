/// What a diagram's lines are made of, line by line.
struct ASCIIParts {
  let segments: [Diagram.Site: [Diagram.Segment]]
  let staleSpans: [Diagram.Site: [Diagram.StaleSpan]]
  let tints: [Int: [Diagram.Tint]]
  let strips: [ASCIILine.Content: [Diagram.Strip]]

  init(_ diagram: Diagram) {
    segments = Dictionary(grouping: diagram.segments, by: \.site)
    staleSpans = Dictionary(grouping: diagram.staleSpans, by: \.site)
    tints = Dictionary(grouping: diagram.tints, by: \.row)
    strips = Dictionary(grouping: diagram.strips) { .strips(row: $0.row, line: $0.line) }
  }

  /// Where something begins or ends on a line.
  func positions(of content: ASCIILine.Content) -> [Diagram.Position] {
    switch content {
    case .heading, .difference: []
    case .lane(let site):
      (segments[site] ?? []).flatMap { [$0.start, $0.end].compactMap { $0 } }
        + (staleSpans[site] ?? []).flatMap { [$0.start, $0.end] }
    case .header(let row): (tints[row] ?? []).flatMap { [$0.start, $0.end].compactMap { $0 } }
    case .strips:
      (strips[content] ?? []).flatMap { [$0.start, $0.end].compactMap { $0 } }
    }
  }
}
