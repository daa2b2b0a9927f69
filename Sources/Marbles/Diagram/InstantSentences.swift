/// An instant in sentences: each event that nothing in the instant
/// caused, and what it led to.
struct InstantSentences {
  /// More effects than this are counted.
  private static let mostEffects = 6

  private let diagram: Diagram
  /// The marks of each column in order.
  private var marks: [[Int]]
  /// The marks that each mark caused in its instant.
  private var effects: [Int: [Int]] = [:]

  init(_ diagram: Diagram) {
    self.diagram = diagram
    marks = Array(repeating: [], count: diagram.columns.count)
    for (index, glyph) in diagram.glyphs.enumerated() {
      marks[glyph.at.column].append(index)
      if let cause = cause(of: glyph) { effects[cause, default: []].append(index) }
    }
  }

  /// The mark in the same instant that caused another one.
  private func cause(of glyph: Diagram.Glyph) -> Int? {
    glyph.cause.flatMap { diagram.glyphs[$0].at.column == glyph.at.column ? $0 : nil }
  }

  /// The sentences of an instant; `nil` if nothing is drawn in it.
  func text(of column: Int) -> String? {
    let ordered = marks[column].sorted {
      (diagram.glyphs[$0].at.slot, diagram.glyphs[$0].event, $0)
        < (diagram.glyphs[$1].at.slot, diagram.glyphs[$1].event, $1)
    }
    let roots = ordered.filter { cause(of: diagram.glyphs[$0]) == nil }
    let sentences = grouped(roots).map(sentence)
    return sentences.isEmpty ? nil : sentences.joined(separator: " ")
  }

  /// Roots of one kind without effects share a sentence.
  private func grouped(_ roots: [Int]) -> [[Int]] {
    var groups: [[Int]] = []
    for root in roots {
      if let last = groups.last?.last, effects[last] == nil, effects[root] == nil,
        isTold(last, with: root)
      {
        groups[groups.count - 1].append(root)
      } else {
        groups.append([root])
      }
    }
    return groups
  }

  private func sentence(_ roots: [Int]) -> String {
    var clauses = [clause(roots, besides: nil)]
    if roots.count == 1 {
      let text = diagram.glyphs[roots[0]].text
      let all = descendants(of: roots[0])
      var index = 0
      while index < all.count, clauses.count <= Self.mostEffects {
        var end = index + 1
        while end < all.count, isTold(all[index], with: all[end]) { end += 1 }
        clauses.append(clause(Array(all[index..<end]), besides: text))
        index = end
      }
      if index < all.count { clauses.append("and \(all.count - index) more events follow") }
    }
    let first = clauses[0].prefix(1).uppercased() + clauses[0].dropFirst()
    return ([first] + clauses.dropFirst()).joined(separator: "; ") + "."
  }

  /// All effects of a mark in its instant, in order.
  private func descendants(of root: Int) -> [Int] {
    var found: [Int] = []
    var waiting = effects[root] ?? []
    while let next = waiting.first {
      waiting.removeFirst()
      found.append(next)
      waiting = (effects[next] ?? []) + waiting
    }
    return found.sorted { order(of: $0) < order(of: $1) }
  }

  private func isTold(_ a: Int, with b: Int) -> Bool {
    guard let phrase = phrase(of: a) else { return false }
    return phrase == self.phrase(of: b)
  }

  /// In the order of the events; a missed element follows those that received it.
  private func order(of index: Int) -> (slot: Int, isMissed: Int, event: EventID) {
    let glyph = diagram.glyphs[index]
    return (glyph.at.slot, glyph.kind == .missed ? 1 : 0, glyph.event)
  }

  /// A verb and its object that marks can share; `nil` if a mark has a clause of its own.
  private func phrase(of index: Int) -> String? {
    let glyph = diagram.glyphs[index]
    switch glyph.kind {
    case .value: return "\(diagram.rows[glyph.site.row].isEnd ? "receive" : "send") \(glyph.text)"
    case .replayed: return "receive replayed \(glyph.text)"
    case .missed: return "miss \(glyph.text)"
    case .dropped, .refused: return "drop \(glyph.text)"
    case .swallowed: return "swallow \(glyph.text)"
    case .finished: return "finish "
    case .subscribe where diagram.rows[glyph.site.row].target == nil: return "subscribe "
    default: return nil
    }
  }

  private func clause(_ marks: [Int], besides known: String?) -> String {
    guard let first = marks.first else { return "" }
    guard marks.count > 1 || (known != nil && phrase(of: first) != nil) else {
      return diagram.words(for: diagram.glyphs[first])
    }
    let glyphs = marks.map { diagram.glyphs[$0] }
    var names: [String] = []
    for glyph in glyphs where !names.contains(glyph.name) { names.append(glyph.name) }
    let who =
      names.count > 4
      ? "\(names.count) lanes"
      : names.dropLast().joined(separator: ", ") + (names.count > 1 ? " and " : "")
        + (names.last ?? "")
    let text = glyphs[0].text
    var words = phrase(of: first) ?? ""
    if names.count == 1 { words = Self.singular(words) }
    if let known, known == text, !text.isEmpty { words = "\(words.dropLast(text.count))it" }
    while words.last == " " { words.removeLast() }
    return "\(who) \(words)"
  }

  /// "receive a" for one lane: "receives a".
  private static func singular(_ phrase: String) -> String {
    let verb = phrase.prefix { $0 != " " }
    let ending = verb.hasSuffix("s") || verb.hasSuffix("sh") ? "es" : "s"
    return "\(verb)\(ending)\(phrase.dropFirst(verb.count))"
  }
}
