extension Diagram {
  /// A mark in words, with its time and its value whole: for tooltips, screen readers, steppers.
  public func sentence(for glyph: Glyph) -> String {
    "t=\(columns[glyph.at.column].label) · \(words(for: glyph))"
  }

  /// The same without the time.
  func words(for glyph: Glyph) -> String {
    let name = glyph.name
    var caption = glyph.caption.map { ", \(timeScale.text(of: $0))" } ?? ""
    // An action of a stage on the lane that feeds it.
    func act(_ verb: String, _ preposition: String) -> String {
      stage(fedBy: glyph).map { "\($0) \(verb) \(preposition)\(name)" } ?? "\(name) \(verb)"
    }
    let words: String
    switch glyph.kind {
    case .subscribe: words = act("subscribes", "to ")
    case .cancel: words = act("cancels", "")
    case .request:
      words = act("requests\(caption.dropFirst())", "from ")
      caption = ""
    case .finished: words = "\(name) finishes"
    case .failed: words = "\(name) fails: \(glyph.text)"
    case .value:
      words = "\(name) \(rows[glyph.site.row].isEnd ? "receives" : "sends") \(glyph.text)"
    case .replayed: words = "\(name) receives \(glyph.text), replayed"
    case .read: words = "\(name) reads \(glyph.text)"
    case .readThenSent(let read, _): words = "\(name) reads \(read) and sends \(glyph.text)"
    case .dropped: words = "\(name) drops \(glyph.text): no demand"
    case .refused: words = "\(name) drops \(glyph.text)"
    case .swallowed: words = "\(name) swallows \(glyph.text)"
    case .missed: words = "\(name) misses \(glyph.text): not subscribed"
    case .missing: words = "\(name): \(glyph.text) is missing"
    case .send:
      words = "\(name) calls\(caption.dropFirst())"
      caption = ""
    case .count:
      words = "\(name) has \(glyph.text) \(glyph.text == "1" ? "subscriber" : "subscribers")"
    case .control: words = "\(name), by hand: \(glyph.text)"
    case .ended(let failed): words = failed ? "\(name) fails: \(glyph.text)" : "\(name) ends"
    }
    return words + caption
  }

  /// The stage that subscribes to the stream of a mark, if that feeds one.
  private func stage(fedBy glyph: Glyph) -> String? {
    let row = rows[glyph.site.row]
    switch row.kind {
    case .box: return row.name
    case .lane: return row.target.map { rows[$0].name }
    case .band: return nil
    }
  }

  /// A sentence about a strip, for tooltips: "cart holds [] from t=0, replaced at 3".
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
    case .logged: "logged"
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
    case .expired: "expired"
    }
  }
}
