/// The width of text in a grid of cells, and a visible form of control characters.
///
/// All formats use it, so that a label is truncated at the same place in all of them.
package enum TextWidth {
  /// The number of cells of `text` in a monospaced grid: 2 for a wide character or an emoji, 0 for a
  /// combining mark, 1 otherwise. The text must be visible (``visible(_:)``).
  ///
  /// - Complexity: O(n) in the number of scalars.
  package static func cells(_ text: some StringProtocol) -> Int {
    // The most frequent case: one byte per cell.
    if text.hasOnlyBytes({ $0 >= 0x20 && $0 < 0x7F }) { return text.utf8.count }
    return text.reduce(0) { $0 + cells($1) }
  }

  /// The cells of one grapheme cluster.
  package static func cells(_ character: Character) -> Int {
    if character.isASCII { return character == "\r\n" ? 2 : 1 }
    let scalars = character.unicodeScalars
    guard let first = scalars.first else { return 0 }
    if isEmoji(first, in: scalars) { return 2 }
    return scalars.reduce(0) { $0 + cells($1) }
  }

  /// `text` if it takes at most `limit` cells; otherwise its longest beginning that leaves a cell for a
  /// final `…`. Grapheme clusters are not split.
  package static func truncated(_ text: String, to limit: Int) -> String {
    if text.utf8.count <= limit, cells(text) <= limit { return text }
    var used = 0
    var cut = text.startIndex
    for index in text.indices {
      used += cells(text[index])
      if used > limit { return limit > 0 ? text[..<cut] + "…" : "" }
      if used < limit { cut = text.index(after: index) }
    }
    return text
  }

  /// `text` with visible replacements for control characters (`␀`, `␊`, `␛`), bidirectional controls
  /// (`⟨RLO⟩`), invisible characters (`⟨ZWSP⟩`) and characters that XML forbids (`⟨FFFE⟩`). A cluster
  /// with more marks than any writing system needs, or with marks stacked into other lines, is
  /// truncated with a `…`.
  package static func visible(_ text: String) -> String {
    if text.hasOnlyBytes({ $0 >= 0x20 && $0 < 0x7F }) { return text }
    var result = ""
    for character in text { append(character, to: &result) }
    return result
  }

  private static let longestCluster = 24
  private static let highestPile = 4

  private static func append(_ character: Character, to result: inout String) {
    var count = 0
    var pile = 0
    for scalar in character.unicodeScalars {
      count += 1
      if scalar.properties.canonicalCombiningClass != .notReordered { pile += 1 }
      if count > longestCluster || pile > highestPile {
        result += "…"
        return
      }
      if let picture = picture(of: scalar, first: count == 1) {
        result += picture
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
  }

  private static func picture(of scalar: Unicode.Scalar, first: Bool) -> String? {
    switch scalar.value {
    case 0x20...0x7E, 0xA1...0xAC, 0xAE...0x2FF: return nil
    case 0x00...0x1F: return pictureOfControl(0x2400 + scalar.value)
    case 0x7F: return pictureOfControl(0x2421)
    case 0x80...0x9F, 0x2028, 0x2029: return named(scalar)
    default: break
    }
    let properties = scalar.properties
    if properties.isBidiControl || properties.isNoncharacterCodePoint { return named(scalar) }
    // Inside a cluster a joiner, a variation selector or a tag is part of the glyph.
    return first && properties.isDefaultIgnorableCodePoint ? named(scalar) : nil
  }

  private static func pictureOfControl(_ value: UInt32) -> String? {
    Unicode.Scalar(value).map { String(Character($0)) }
  }

  private static func named(_ scalar: Unicode.Scalar) -> String {
    if let name = names[scalar.value] { return "⟨\(name)⟩" }
    let digits = String(scalar.value, radix: 16, uppercase: true)
    return "⟨" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits + "⟩"
  }

  private static let names: [UInt32: String] = [
    0x85: "NEL", 0xAD: "SHY", 0x61C: "ALM", 0x200B: "ZWSP", 0x200C: "ZWNJ", 0x200D: "ZWJ",
    0x200E: "LRM", 0x200F: "RLM", 0x2028: "LS", 0x2029: "PS", 0x202A: "LRE", 0x202B: "RLE",
    0x202C: "PDF", 0x202D: "LRO", 0x202E: "RLO", 0x2060: "WJ", 0x2066: "LRI", 0x2067: "RLI",
    0x2068: "FSI", 0x2069: "PDI", 0xFEFF: "BOM",
  ]
}

extension StringProtocol {
  /// Whether all bytes of the text in UTF-8 satisfy a predicate.
  func hasOnlyBytes(_ predicate: (UInt8) -> Bool) -> Bool {
    // A view of the bytes decodes an index for each of them.
    utf8.withContiguousStorageIfAvailable { $0.allSatisfy(predicate) }
      ?? utf8.allSatisfy(predicate)
  }
}

// MARK: Widths of scalars

extension TextWidth {
  private static func isEmoji(
    _ first: Unicode.Scalar, in scalars: Character.UnicodeScalarView
  ) -> Bool {
    if first.properties.isEmojiPresentation { return true }
    return first.properties.isEmoji && scalars.contains { $0.value == 0xFE0F }
  }

  private static func cells(_ scalar: Unicode.Scalar) -> Int {
    let value = scalar.value
    if value < 0x300 { return 1 }
    if (0x1160...0x11FF).contains(value) || (0xD7B0...0xD7FF).contains(value) { return 0 }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return 0
    default: return isWide(value) ? 2 : 1
    }
  }

  /// East Asian wide and fullwidth blocks. Wide emoji outside of them are found by their property.
  private static let wide: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x2329...0x232A, 0x2E80...0x303E, 0x3041...0x4DBF, 0x4DC0...0xA4CF,
    0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6F,
    0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x18DFF, 0x1AFF0...0x1B2FF, 0x1D300...0x1D376,
    0x1F200...0x1F265, 0x20000...0x3FFFD,
  ]

  private static func isWide(_ value: UInt32) -> Bool {
    guard value >= 0x1100 else { return false }
    let index = wide.partitioningIndex { $0.upperBound >= value }
    return index < wide.count && wide[index].contains(value)
  }
}
