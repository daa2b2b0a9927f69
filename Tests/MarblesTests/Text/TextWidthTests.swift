import Testing

@testable import Marbles

@Suite("The width of text")
struct TextWidthTests {
  @Test(
    "width is counted by grapheme cluster",
    arguments: [
      ("", 0), ("abc", 3), ("日本", 4), ("ｱ", 1), ("Ａ", 2), ("한국", 4), ("e\u{301}", 1),
      ("🇩🇪", 2), ("👨‍👩‍👧‍👦", 2), ("👍🏽", 2), ("❤️", 2), ("❤", 1), ("1️⃣", 2), ("→", 1), ("…", 1),
      ("\u{1100}\u{1161}\u{11A8}", 2), ("日本 東京", 9), ("\u{301}", 0), ("\r\n", 2), ("−", 1),
      ("​", 0),
    ])
  func widthIsCountedByGraphemeCluster(text: String, cells: Int) {
    #expect(TextWidth.cells(text) == cells)
  }

  @Test("truncated text ends at a cluster, and its ellipsis takes one cell")
  func truncatedTextEndsAtAClusterAndItsEllipsisTakesOneCell() {
    #expect(TextWidth.truncated("abcdef", to: 6) == "abcdef")
    #expect(TextWidth.truncated("abcdefg", to: 6) == "abcde…")
    #expect(TextWidth.truncated("日本東京", to: 6) == "日本…")
    #expect(TextWidth.truncated("日本東京", to: 7) == "日本東…")
    #expect(TextWidth.truncated("👨‍👩‍👧‍👦👨‍👩‍👧‍👦", to: 3) == "👨‍👩‍👧‍👦…")
    #expect(TextWidth.truncated("abc", to: 1) == "…")
    #expect(TextWidth.truncated("abc", to: 0) == "")
  }

  @Test("truncated text does not exceed the limit", arguments: 0...20)
  func truncatedTextDoesNotExceedTheLimit(limit: Int) {
    for text in ["plain ASCII text", "日本語のテキスト", "👨‍👩‍👧‍👦x👍🏽y🇩🇪", "e\u{301}a\u{308}o"] {
      #expect(TextWidth.cells(TextWidth.truncated(text, to: limit)) <= limit)
    }
  }

  @Test(
    "control characters are replaced by visible ones",
    arguments: [
      ("plain", "plain"), ("a\u{0}b", "a␀b"), ("\u{1B}[31m", "␛[31m"), ("a\nb", "a␊b"),
      ("a\r\nb", "a␍␊b"), ("\u{7F}", "␡"), ("\u{9B}1m", "⟨009B⟩1m"),
      ("a\u{202E}b", "a⟨RLO⟩b"), ("a\u{2066}b\u{2069}", "a⟨LRI⟩b⟨PDI⟩"),
      ("a\u{2028}b", "a⟨LS⟩b"), ("\u{FFFE}", "⟨FFFE⟩"), ("a\u{200B}b", "a⟨ZWSP⟩b"),
      ("\u{FEFF}a", "⟨BOM⟩a"), ("👨‍👩‍👧‍👦", "👨‍👩‍👧‍👦"), ("❤️", "❤️"), ("日本", "日本"), ("é", "é"),
      ("\u{E0041}", "⟨E0041⟩"),
    ])
  func controlCharactersAreReplacedByVisibleOnes(text: String, shown: String) {
    #expect(TextWidth.visible(text) == shown)
  }

  @Test("a stack of combining marks is truncated")
  func aStackOfCombiningMarksIsTruncated() {
    #expect(
      TextWidth.visible("a" + String(repeating: "\u{301}", count: 500))
        == "a\u{301}\u{301}\u{301}\u{301}…")
    #expect(TextWidth.visible("e\u{323}\u{302}\u{301}") == "e\u{323}\u{302}\u{301}")
    let joined = "a" + String(repeating: "\u{200D}", count: 500)
    #expect(TextWidth.visible(joined).unicodeScalars.count == 25)
  }
}
