extension Diagram {
  /// Draws what was expected over what was recorded, and marks where they part: what is missing,
  /// what came late or early, and what was not expected. Lanes are compared by name, by their
  /// values and ends; if each recording has one lane, by that.
  public init(
    title: String, expected: Recording, recorded: Recording,
    options: LayoutOptions = LayoutOptions()
  ) {
    let isSingle = expected.lanes.count == 1 && recorded.lanes.count == 1
    var (before, after) = (expected, recorded)
    if isSingle {
      before.lanes[0].name = "expected"
      after.lanes[0].name = "recorded"
    }
    let headings = isSingle ? ["", ""] : ["expected", "recorded"]
    self.init(
      merging: [Diagram(before, options: options), Diagram(after, options: options)],
      headings: headings)
    // Lanes are compared by name.
    if isSingle { after.lanes[0].name = before.lanes[0].name }
    self.title = title
    let agreement = markDifferences()
    summary = "\(agreement.same) of \(agreement.all) events agree; expected over recorded"
    let found = Set(glyphs.map(\.kind.legendEntry))
    legend = LegendEntry.allCases.filter { legend.contains($0) || found.contains($0) }
    guard
      let first = after.differences(from: before, comparing: .valuesAndTimes).first
        ?? after.differences(from: before).first
    else { return }
    let place = isSingle ? "" : "\(first.place) "
    var message = "first difference, at \(first.timeText): \(place)expected "
    message += "\(first.expected.map(quoted) ?? "nothing"), "
    message += "recorded \(first.recorded.map(quoted) ?? "nothing")"
    if let reason = first.reason { message += "; \(first.text(of: reason))" }
    difference = columns.firstIndex { $0.time == first.time }.map {
      Difference(column: $0, message: message)
    }
  }

  /// Marks the first instant at which two recordings differ in what came along their lanes, or in
  /// their subscriptions.
  mutating func markDifference(of panels: [(heading: String, recording: Recording)]) {
    guard panels.count == 2 else { return }
    let (a, b) = (panels[0], panels[1])
    let differences = b.recording.differences(from: a.recording, comparing: .valuesAndTimes)
    guard
      let first = differences.first
        ?? b.recording.differences(from: a.recording, comparing: .withoutDemand).first
    else {
      summary = listed([summary, "no difference"], separator: "; ")
      return
    }
    let what: String
    switch (first.expected, first.recorded) {
    case (let x?, let y?):
      what = "\(first.place) \(quoted(x)) in \(a.heading), \(quoted(y)) in \(b.heading)"
    case (let x?, nil): what = "\(first.place) \(quoted(x)) in \(a.heading), not in \(b.heading)"
    case (nil, let y?): what = "\(first.place) \(quoted(y)) in \(b.heading), not in \(a.heading)"
    case (nil, nil): what = first.place
    }
    // A window of time need not contain the difference.
    difference = columns.firstIndex { $0.time == first.time }.map {
      Difference(column: $0, message: "first difference, at \(first.timeText): \(what)")
    }
    summary = listed([summary, "they differ from \(first.timeText) on"], separator: "; ")
  }

  private func quoted(_ text: String) -> String {
    let isWord = ["finished", "cancelled", "subscribed"].contains(text)
    return isWord || text.contains(": ") ? text : "“\(TextWidth.truncated(text, to: 40))”"
  }

  // MARK: Lane by lane

  private struct Thing: Hashable {
    var kind: Glyph.Kind
    var text: String
  }

  /// Marks what differs on the lower panel; returns how many events agree, and of how many.
  private mutating func markDifferences() -> (same: Int, all: Int) {
    var same = 0
    var all = 0
    let isSingle = panels.allSatisfy { $0.rows.count == 1 }
    let things = thingsByRow
    var rowOfName: [String: Int] = [:]
    for row in panels[1].rows.reversed() where !rows[row].isBand { rowOfName[rows[row].name] = row }
    var taken = Set(glyphs.map { Spot(site: $0.site, at: $0.at) })
    for row in panels[0].rows where !rows[row].isBand {
      let twin = isSingle ? panels[1].rows.first : rowOfName[rows[row].name]
      all += things[row].count
      guard let twin else { continue }
      same += compare(things[row], things[twin], twin, &taken)
    }
    return (same, all)
  }

  /// The values and ends of each row.
  private var thingsByRow: [[Int]] {
    var result = Array(repeating: [Int](), count: rows.count)
    for (index, glyph) in glyphs.enumerated() {
      switch glyph.kind {
      case .value, .replayed, .finished, .failed: result[glyph.site.row].append(index)
      default: break
      }
    }
    return result
  }

  private struct Spot: Hashable {
    var site: Site
    var at: Position
  }

  private func thing(_ index: Int) -> Thing {
    let glyph = glyphs[index]
    return Thing(kind: glyph.kind == .replayed ? .value : glyph.kind, text: glyph.text)
  }

  private mutating func compare(
    _ expected: [Int], _ recorded: [Int], _ row: Int, _ taken: inout Set<Spot>
  ) -> Int {
    var exact: [Thing: [Int: [Int]]] = [:]
    for index in recorded {
      exact[thing(index), default: [:]][glyphs[index].at.column, default: []].append(index)
    }
    var missing: [Int] = []
    var matched: Set<Int> = []
    for index in expected {
      let column = glyphs[index].at.column
      if let twin = exact[thing(index)]?[column]?.first {
        exact[thing(index)]?[column]?.removeFirst()
        matched.insert(twin)
      } else {
        missing.append(index)
      }
    }
    let rest = recorded.filter { !matched.contains($0) }
    var shifted: [Thing: [Int]] = [:]
    for index in rest.reversed() { shifted[thing(index), default: []].append(index) }
    for index in missing {
      if let found = shifted[thing(index)]?.popLast() {
        markShifted(found, from: glyphs[index].at.column)
        matched.insert(found)
      }
      addMissing(index, row, &taken)
    }
    let agreeing = recorded.count - rest.count
    for index in rest where !matched.contains(index) { alarm(index, .unexpected) }
    return agreeing
  }

  private mutating func markShifted(_ index: Int, from column: Int) {
    let (was, now) = (columns[column].time, columns[glyphs[index].at.column].time)
    let span = now > was ? now - was : was - now
    alarm(index, now > was ? .late(span) : .early(span))
  }

  private mutating func alarm(_ index: Int, _ caption: Caption) {
    glyphs[index].caption = caption
    glyphs[index].captionIsAbove = false
  }

  /// Adds a gap in the shape of the missing mark, in a slot without another mark.
  private mutating func addMissing(_ index: Int, _ row: Int, _ taken: inout Set<Spot>) {
    var glyph = glyphs[index]
    if glyph.kind == .finished { glyph.text = "finished" }
    glyph.kind = .missing
    glyph.site = Site(row: row)
    glyph.name = rows[row].name
    glyph.cause = nil
    glyph.caption = nil
    while !taken.insert(Spot(site: glyph.site, at: glyph.at)).inserted { glyph.at.slot += 1 }
    columns[glyph.at.column].slots = max(columns[glyph.at.column].slots, glyph.at.slot + 1)
    glyphs.append(glyph)
  }
}
