/// The characters that an ASCII picture is drawn with; each takes one cell.
struct ASCIISymbols: Hashable, Sendable {
  let lane: Character
  let laneEnd: Character
  let guide: Character
  let band: Character
  let strip: Character
  let heldStart: Character
  let rail: Character
  let railStart: Character
  let leaves: Character
  let subscribe: Character
  let cancel: Character
  let finished: Character
  let failed: Character
  let pass: Character
  let infinity: String

  let bufferDropped: Character = "x"
  let swallowed: Character = ","
  let forgotten: Character = "!"
  let expired: Character = ":"
  let missing: Character = "?"
  let send: Character = "<"
  let stale: Character = "*"
  let stop: Character = "X"

  static let ascii = ASCIISymbols(
    lane: "-", laneEnd: ">", guide: ".", band: "=", strip: "~", heldStart: "[", rail: "~",
    railStart: "{", leaves: ">", subscribe: "^", cancel: "!", finished: "|", failed: "#",
    pass: "v", infinity: "inf")

  static let box = ASCIISymbols(
    lane: "─", laneEnd: "▸", guide: "·", band: "═", strip: "┄", heldStart: "├", rail: "━",
    railStart: "┣", leaves: "▸", subscribe: "○", cancel: "■", finished: "┤", failed: "╳",
    pass: "│", infinity: "∞")

  /// The sign at the end of a strip; nothing where only a newer value took its place.
  func sign(of fate: Recording.ReleaseReason?) -> Character? {
    switch fate {
    case .left: leaves
    case .dropped: bufferDropped
    case .swallowed: swallowed
    case .forgotten: forgotten
    case .expired: expired
    case .replaced, nil: nil
    }
  }

  var isASCII: Bool { lane.isASCII }
}

/// A label in a lane: as it is, or a letter that the list of values explains.
struct ASCIIKeys {
  private static let names = Array("abcdefghijklmnopqrstuwyzABDEFGHJKLMNOPQRSTUVWYZ")
  private static let syntax = Set("()[]{}^!|#-.=+ ~<>,*?\"")
  /// Labels up to this many cells stay as they are.
  static let usualLength = 8
  /// The same where the picture has room for them.
  static let greatestLength = 16

  private let keys: [String: String]
  /// The letters in order of first use, and their labels.
  let explained: [(key: String, label: String)]

  /// - Parameter labels: in order of first use, repetitions allowed.
  init(
    _ labels: some Sequence<String>, symbols: ASCIISymbols, isStopped: Bool,
    hasDropped: Bool = true, longest: Int = Self.usualLength
  ) {
    let syntax = hasDropped ? Self.syntax.union("/") : Self.syntax
    var seen: Set<String> = []
    var literals: Set<String> = ["v", "o", "x"]
    var long: [String] = []
    for label in labels where seen.insert(label).inserted {
      if Self.needsKey(label, symbols: symbols, syntax, longest) || (isStopped && label == "X") {
        long.append(label)
      } else {
        literals.insert(label)
      }
    }
    var keys: [String: String] = [:]
    var explained: [(key: String, label: String)] = []
    var number = 0
    for label in long {
      var key = Self.name(number)
      while literals.contains(key) {
        number += 1
        key = Self.name(number)
      }
      number += 1
      keys[label] = key
      explained.append((key, TextWidth.visible(label)))
    }
    self.keys = keys
    self.explained = explained
  }

  func text(_ label: String) -> String { keys[label] ?? label }

  private static func needsKey(
    _ label: String, symbols: ASCIISymbols, _ syntax: Set<Character>, _ longest: Int
  ) -> Bool {
    if label.isEmpty || TextWidth.cells(label) > longest { return true }
    if label.contains(where: syntax.contains) || TextWidth.visible(label) != label { return true }
    if symbols.isASCII { return !label.allSatisfy(\.isASCII) }
    return label.contains { $0.isWhitespace || (0x2500...0x25FF).contains($0.firstScalar) }
  }

  /// a, b, …, Z, then aa, ab, …
  private static func name(_ number: Int) -> String {
    var rest = number
    var name = ""
    repeat {
      name = String(names[rest % names.count]) + name
      rest = rest / names.count - 1
    } while rest >= 0
    return name
  }
}

extension Character {
  fileprivate var firstScalar: UInt32 { unicodeScalars.first?.value ?? 0 }
}

/// The explanations of an ASCII picture, in their order.
enum ASCIIExplanation: Hashable, CaseIterable, Sendable {
  case subscribe, cancel, finished, failed
  case replayed, read, readThenSent, dropped, refused, swallowed, missing, send, stale, demand
  case held, rail, leaves, bufferDropped, stripSwallowed, forgotten, expired
  case pass, count
}

extension ASCIIChart {
  /// Only what occurs.
  var legend: [String] {
    var items = ASCIIExplanation.allCases.filter(used.contains).compactMap(explanation)
    items += controls.map { "\($0.letter) \(TextWidth.visible($0.text))" }
    if hasBrackets { items.append("( ) same instant, in order") }
    if hasGuides { items.append("\(symbols.guide) not subscribed yet") }
    items += tintMeanings.map { "\(symbols.band) \($0)" }
    if !diagram.stops.isEmpty { items.append("\(symbols.stop) fatal") }
    return items
  }

  private func explanation(_ item: ASCIIExplanation) -> String? {
    let (held, strip) = (symbols.heldStart, symbols.strip)
    switch item {
    case .subscribe: return "\(symbols.subscribe) subscribe"
    case .cancel: return "\(symbols.cancel) cancel"
    case .finished: return "\(symbols.finished) finished"
    case .failed: return "\(symbols.failed) failed" + failures
    case .replayed: return used.contains(.read) ? "[x] replayed / read" : "[x] replayed"
    case .read: return used.contains(.replayed) ? nil : "[x] read"
    case .readThenSent: return "[x]y read x, then sent y"
    case .dropped: return "/x/ dropped" + (used.contains(.refused) ? "" : ", no demand")
    case .refused: return used.contains(.dropped) ? nil : "/x/ dropped"
    case .swallowed: return "\(symbols.swallowed) swallowed"
    case .missing: return "\(symbols.missing) missing"
    case .send: return "\(symbols.send)x sends x during a delivery"
    case .stale: return "\(symbols.stale) stale"
    case .demand: return "+n demand"
    case .held: return "\(held)x\(strip) held"
    case .rail: return "\(symbols.railStart)x\(symbols.rail) being delivered"
    case .leaves: return "\(strip)\(symbols.leaves) leaves"
    case .bufferDropped: return "\(strip)\(symbols.bufferDropped) dropped"
    case .stripSwallowed: return "\(strip)\(symbols.swallowed) swallowed"
    case .forgotten: return "\(strip)\(symbols.forgotten) forgotten"
    case .expired: return "\(strip)\(symbols.expired) expired"
    case .pass: return "\(symbols.pass) passes through"
    case .count: return "1 2 .. subscriber count"
    }
  }

  /// The messages of failures, each once.
  private var failures: String {
    var seen: Set<String> = []
    let messages = diagram.glyphs.compactMap { glyph -> String? in
      guard glyph.kind == .failed, !glyph.text.isEmpty, seen.insert(glyph.text).inserted else {
        return nil
      }
      return TextWidth.visible(glyph.text)
    }
    return messages.isEmpty ? "" : " (\(messages.joined(separator: ", ")))"
  }

  private var hasBrackets: Bool {
    diagram.panels.indices.contains { panel in
      diagram.columns.indices.contains { columns.slots($0, panel: panel) > 1 }
    }
  }

  private var hasGuides: Bool {
    diagram.segments.contains { segment in
      segment.hasGuide && (segment.start?.column ?? 0) > 0
        && !diagram.rows[segment.site.row].isBand
    }
  }

  /// The meanings of tints: hubs are connected, all other stages work.
  private var tintMeanings: [String] {
    var meanings: [String] = []
    for tint in diagram.tints {
      guard case .band(let kind, _, _) = diagram.rows[tint.row].kind else { continue }
      let meaning = kind == .hub ? "connected" : "working"
      if !meanings.contains(meaning) { meanings.append(meaning) }
    }
    return meanings
  }
}
