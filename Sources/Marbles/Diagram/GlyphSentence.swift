extension Diagram {
  /// A mark in words, with its time and its value whole: for tooltips, screen readers, steppers.
  public func sentence(for glyph: Glyph) -> String {
    "t=\(columns[glyph.at.column].label) · \(words(for: glyph))"
  }

  /// The same without the time.
  func words(for glyph: Glyph) -> String {
    var result = "\(glyph.name) \(glyph.kind.phrase)"
    if !glyph.text.isEmpty { result += " \(glyph.text)" }
    if case .readThenSent(let read, _) = glyph.kind { result += " (read \(read))" }
    if let caption = glyph.caption {
      let text = timeScale.text(of: caption)
      result += glyph.kind == .request ? " \(text)" : ", \(text)"
    }
    return result
  }

  public func sentence(for strip: Strip) -> String {
    let name = rows[strip.row].name
    let verb = strip.kind == .rail ? "delivers" : "holds"
    var result = "\(name) \(verb) \(strip.text)"
    if let start = strip.start { result += " from t=\(columns[start.column].label)" }
    if let end = strip.end, let fate = strip.fate {
      result += ", \(fate.phrase) at \(columns[end.column].label)"
    }
    return result
  }
}

extension Recording.TimeScale {
  /// A caption in words: "+3", "∞", "stale", "accept(2)", "10 late".
  public func text(of caption: Diagram.Caption) -> String {
    switch caption {
    case .demand(let count): count.map { "+\($0)" } ?? "∞"
    case .stale: "stale"
    case .sent(let verb, let text): "\(verb.rawValue)(\(text))"
    case .late(let duration): "\(label(of: duration)) late"
    case .early(let duration): "\(label(of: duration)) early"
    case .unexpected: "unexpected"
    }
  }
}

extension Diagram.Glyph.Kind {
  fileprivate var phrase: String {
    switch self {
    case .subscribe: "subscribes"
    case .cancel: "cancels"
    case .finished: "finished"
    case .failed: "failed:"
    case .value: "value"
    case .replayed: "replayed value"
    case .read: "reads"
    case .readThenSent: "value"
    case .dropped: "dropped, no demand:"
    case .swallowed: "swallows"
    case .missed: "missed, not subscribed:"
    case .missing: "missing"
    case .request: "requests"
    case .send: "sends"
    case .count: "subscribers:"
    case .control: "by hand:"
    case .ended(let failed): failed ? "failed:" : "ended"
    }
  }
}

extension Recording.ReleaseReason {
  fileprivate var phrase: String {
    switch self {
    case .left: "leaves"
    case .replaced: "replaced"
    case .dropped: "dropped"
    case .swallowed: "swallowed"
    case .forgotten: "forgotten"
    }
  }
}
