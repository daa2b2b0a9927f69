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
    case .replaced, nil: nil
    }
  }

  var isASCII: Bool { lane.isASCII }
}

/// A label in a lane: as it is, or a letter that the list of values explains.
struct ASCIIKeys {
  private static let names = Array("abcdefghijklmnopqrstuwyzABDEFGHJKLMNOPQRSTUVWYZ")
  private static let syntax = Set("()[]{}/^!|#-.=+ ~<>,*?\"")
  private static let longestLiteral = 8

  private let keys: [String: String]
  /// The letters in order of first use, and what they stand for.
  let explained: [(key: String, label: String)]

  /// - Parameter labels: in order of first use, repetitions allowed.
  init(_ labels: some Sequence<String>, symbols: ASCIISymbols, isStopped: Bool) {
    var seen: Set<String> = []
    var literals: Set<String> = ["v", "o", "x"]
    var long: [String] = []
    for label in labels where seen.insert(label).inserted {
      if Self.needsKey(label, symbols: symbols) || (isStopped && label == "X") {
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

  private static func needsKey(_ label: String, symbols: ASCIISymbols) -> Bool {
    if label.isEmpty || TextWidth.cells(label) > longestLiteral { return true }
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
