/// Pass 6 of the layout: the texts beside the picture, from the recording and the finished drawing.
extension Diagram {
  mutating func describe(
    _ recording: Recording, plan: RowPlan, window: EventWindow, warnings: [String],
    hiddenStrips: [(row: Int, held: Int)], options: LayoutOptions
  ) {
    noteSize(recording, window)
    notes += warnings
    noteLimits(recording, hiddenStrips, options)
    summary = Summary(recording, plan: plan, diagram: self).text
    story = Story(self).sentences
    legend = entriesThatOccur
  }

  private mutating func noteSize(_ recording: Recording, _ window: EventWindow) {
    guard window.drawn < window.all, let last = window.events.last else { return }
    notes = [
      "the first \(window.drawn) of \(window.all) events are drawn, until "
        + timeScale.label(of: recording[last].time)
    ]
  }

  private static let mostNotes = 8

  private mutating func noteLimits(
    _ recording: Recording, _ hiddenStrips: [(row: Int, held: Int)], _ options: LayoutOptions
  ) {
    func note(_ text: String) {
      if !notes.contains(text), notes.count < Self.mostNotes { notes.append(text) }
    }
    if case .stopped(let sentence) = recording.ending { note(sentence) }
    if case .fatal(let message) = recording.ending, stops.isEmpty, options.until == nil {
      note(message)
    }
    for hidden in hiddenStrips {
      note(
        "\(rows[hidden.row].name) held up to \(hidden.held) values; "
          + "\(StripLines.most) at a time are drawn")
    }
    if !options.hidden.isEmpty {
      note("left out: " + options.hidden.map(\.rawValue).sorted().joined(separator: ", "))
    }
    if let from = options.from { note("drawn from \(timeScale.label(of: from)) on") }
    if let until = options.until { note("drawn until \(timeScale.label(of: until))") }
  }

  // MARK: The legend

  /// The entries of the legend that occur in the picture.
  var entriesThatOccur: [LegendEntry] {
    var found: Set<LegendEntry> = []
    for glyph in glyphs {
      found.insert(glyph.kind.legendEntry)
      if case .demand = glyph.caption { found.insert(.demand) }
    }
    for strip in strips {
      switch (strip.kind, strip.fate) {
      case (.rail, _): found.insert(.rail)
      case (_, .dropped): found.insert(.bufferDropped)
      case (_, .forgotten) where strip.isLost: found.formUnion([.held, .bufferDropped])
      case (_, .swallowed): found.formUnion([.held, .swallowed])
      default: found.insert(.held)
      }
    }
    if segments.contains(where: \.isAbandoned) { found.insert(.abandoned) }
    if !staleSpans.isEmpty { found.insert(.stale) }
    for tint in tints { if let entry = meaning(of: tint) { found.insert(entry) } }
    if columns.contains(where: { $0.slots > 1 }) { found.insert(.instant) }
    if !stops.isEmpty { found.insert(.stopped) }
    return LegendEntry.allCases.filter(found.contains)
  }

  /// A connected hub is tinted, and any other stage while it works.
  private func meaning(of tint: Tint) -> LegendEntry? {
    switch rows[tint.row].kind {
    case .band(.hub, _, _): .connected
    case .band: .working
    // The rows of a box already show its work.
    case .box, .lane: nil
    }
  }
}

extension Diagram.Glyph.Kind {
  var legendEntry: Diagram.LegendEntry {
    switch self {
    case .subscribe: .subscribe
    case .cancel: .cancel
    case .finished, .ended(failed: false): .finished
    case .failed, .ended(failed: true): .failed
    case .value: .value
    case .replayed: .replayed
    case .read: .read
    case .readThenSent: .readThenSent
    case .dropped: .dropped
    case .refused: .bufferDropped
    case .swallowed: .swallowed
    case .missed: .missed
    case .missing: .missing
    case .request: .demand
    case .send: .send
    case .count: .count
    case .control: .control
    }
  }
}
