/// The picture in sentences: what happened to each subscriber, in order of time.
struct Story {
  private let diagram: Diagram
  /// The marks of each row, in order.
  private var marks: [[Int]]

  init(_ diagram: Diagram) {
    self.diagram = diagram
    marks = Array(repeating: [], count: diagram.rows.count)
    for (index, glyph) in diagram.glyphs.enumerated() { marks[glyph.site.row].append(index) }
  }

  var sentences: [String] {
    var result: [String] = []
    for (index, row) in diagram.rows.enumerated() where isTold(row) {
      if let sentence = sentence(index) { result.append(sentence) }
    }
    if let stop = diagram.stop {
      result.append("At \(time(stop.at)) the program stops: \(stop.message).")
    }
    return result
  }

  /// Subscribers at the end, and threads.
  private func isTold(_ row: Diagram.Row) -> Bool {
    switch row.kind {
    case .lane(.thread): true
    case .lane(.subscription): row.isEnd
    // A stage that drops elements.
    case .band: true
    default: false
    }
  }

  private func sentence(_ row: Int) -> String? {
    let own = marks[row].sorted { (diagram.glyphs[$0].at, $0) < (diagram.glyphs[$1].at, $1) }
    var parts: [String] = []
    var index = 0
    while index < own.count {
      let kind = diagram.glyphs[own[index]].kind
      var end = index
      while end < own.count, diagram.glyphs[own[end]].kind == kind { end += 1 }
      if let part = part(own[index..<end], row) { parts.append(part) }
      index = end
    }
    guard !parts.isEmpty else { return nil }
    if parts.count > 12 { parts = parts.prefix(6) + ["and so on"] + parts.suffix(5) }
    return diagram.rows[row].name + " " + parts.joined(separator: ", ") + "."
  }

  /// Marks of one kind that follow each other.
  private func part(_ marks: ArraySlice<Int>, _ row: Int) -> String? {
    guard let first = marks.first.map({ diagram.glyphs[$0] }), var verb = first.kind.verb else {
      return nil
    }
    if diagram.rows[row].kind == .lane(.thread), first.kind == .value { verb = "sent" }
    if marks.count > 3, let last = marks.last.map({ diagram.glyphs[$0] }) {
      return "\(verb) \(marks.count) values from \(first.text) at \(time(first.at)) "
        + "to \(last.text) at \(time(last.at))"
    }
    return marks.map { diagram.glyphs[$0] }.map { glyph in
      [verb, what(glyph)].filter { !$0.isEmpty }.joined(separator: " ") + " at \(time(glyph.at))"
    }.joined(separator: ", ")
  }

  private func what(_ glyph: Diagram.Glyph) -> String {
    switch glyph.kind {
    case .failed: "with " + glyph.text
    case .request: glyph.caption.map { diagram.timeScale.text(of: $0) } ?? ""
    case .readThenSent(let read, _): "\(glyph.text) after reading \(read)"
    default: glyph.text
    }
  }

  private func time(_ at: Diagram.Position) -> String { diagram.columns[at.column].label }
}

extension Diagram.Glyph.Kind {
  /// The verb for an action of a lane, in the past tense.
  fileprivate var verb: String? {
    switch self {
    case .subscribe: "subscribed"
    case .cancel: "cancelled"
    case .finished: "finished"
    case .failed: "failed"
    case .value, .readThenSent: "received"
    case .replayed: "received replayed"
    case .read: "read"
    case .dropped: "lost"
    case .refused: "dropped"
    case .swallowed: "swallowed"
    case .missed: "missed"
    case .missing: "did not receive"
    case .request: "requested"
    case .send: "sent"
    case .count, .control, .ended: nil
    }
  }
}
