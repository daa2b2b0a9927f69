import Testing

@testable import MarblesScript

@Suite("Rendering of diagnostics") struct DiagnosticTests {
  private struct Message: DiagnosticMessage {
    var text = "'sharereplay' is not an operator"
    var hint: String?
    var severity = Diagnostic.Severity.error
  }

  /// Draws an error at the first occurrence of `part`.
  private func drawn(
    _ text: String, at part: String, hint: String? = nil,
    severity: Diagnostic.Severity = .error, notes: [Diagnostic.Note] = []
  ) -> String {
    let source = SourceText(name: "examples/share.txt", text: text)
    let bytes = Array(text.utf8)
    let wanted = Array(part.utf8)
    let start = bytes.indices.first { bytes[$0...].starts(with: wanted) } ?? bytes.count
    let message = Message(hint: hint, severity: severity)
    return Diagnostic(message, at: SourceRange(start, start + wanted.count), notes: notes)
      .rendered(in: source)
  }

  @Test("a diagnostic has the compiler's form, with tildes under its place and the hint after them")
  func aDiagnosticHasTheCompilersFormWithTildesUnderItsPlaceAndTheHintAfterThem() {
    #expect(
      drawn(
        "\n\n\nlet shared = response.sharereplay(1)\n", at: "sharereplay",
        hint: "did you mean 'shareReplay'?")
          == """
          examples/share.txt:4:23: error: 'sharereplay' is not an operator
           4 | let shared = response.sharereplay(1)
             |                       ^~~~~~~~~~~ did you mean 'shareReplay'?

          """)
  }

  @Test("a tab is marked by a tab, a wide character by two tildes")
  func aTabIsMarkedByATabAWideCharacterByTwoTildes() {
    #expect(
      drawn("\tlet 温度🍎 = é温x", at: "温x")
        == """
        examples/share.txt:1:13: error: 'sharereplay' is not an operator
         1 | \tlet 温度🍎 = é温x
           | \t              ^~~

        """)
    #expect(
      drawn("let e\u{301}👨‍👩‍👧 = oops", at: "oops")
        == """
        examples/share.txt:1:10: error: 'sharereplay' is not an operator
         1 | let e\u{301}👨‍👩‍👧 = oops
           |           ^~~~

        """)
  }

  @Test("control and bidirectional characters are replaced by visible ones")
  func controlAndBidirectionalCharactersAreReplacedByVisibleOnes() {
    #expect(
      drawn("let \u{1B}[31m\u{202E} = oops", at: "oops")
        == """
        examples/share.txt:1:14: error: 'sharereplay' is not an operator
         1 | let ␛[31m⟨RLO⟩ = oops
           |                  ^~~~

        """)
  }

  @Test("the caret can follow the end of a line or of the file")
  func theCaretCanFollowTheEndOfALineOrOfTheFile() {
    #expect(
      drawn("let a =   \nlet b", at: "")
        == """
        examples/share.txt:1:1: error: 'sharereplay' is not an operator
         1 | let a =
           | ^

        """)
    #expect(
      drawn("a\n", at: "nowhere")
        == """
        examples/share.txt:2:1: error: 'sharereplay' is not an operator
         2 |
           | ^

        """)
  }

  @Test("a place of several lines is underlined to the end of its first line")
  func aPlaceOfSeveralLinesIsUnderlinedToTheEndOfItsFirstLine() {
    #expect(
      drawn("let a = f(\n1)", at: "f(\n1)")
        == """
        examples/share.txt:1:9: error: 'sharereplay' is not an operator
         1 | let a = f(
           |         ^~

        """)
  }

  @Test("a long line is cut around the place")
  func aLongLineIsCutAroundThePlace() {
    let text = String(repeating: "a", count: 500) + "oops" + String(repeating: "b", count: 500)
    let head = "…" + String(repeating: "a", count: 60)
    #expect(
      drawn(text, at: "oops")
        == """
        examples/share.txt:1:501: error: 'sharereplay' is not an operator
         1 | \(head)oops\(String(repeating: "b", count: 96))…
           | \(String(repeating: " ", count: 61))^~~~

        """)
  }

  @Test("notes follow a diagnostic with lines of their own; a warning is called a warning")
  func notesFollowADiagnosticWithLinesOfTheirOwnAWarningIsCalledAWarning() {
    let note = Diagnostic.Note("first given here", at: SourceRange(6, 7))
    #expect(
      drawn("where a = 1, a = 2", at: "a = 2", severity: .warning, notes: [note])
        == """
        examples/share.txt:1:14: warning: 'sharereplay' is not an operator
         1 | where a = 1, a = 2
           |              ^~~~~
        examples/share.txt:1:7: note: first given here
         1 | where a = 1, a = 2
           |       ^

        """)
  }

  @Test("diagnostics are in the order of the text, up to the given number")
  func diagnosticsAreInTheOrderOfTheTextUpToTheGivenNumber() {
    let source = SourceText(name: "s", text: "abc")
    let diagnostics = [2, 0, 1].map { offset in
      Diagnostic(Message(text: "at \(offset)"), at: SourceRange(offset, offset + 1))
    }
    #expect(
      diagnostics.rendered(in: source, limit: 2)
        == """
        s:1:1: error: at 0
         1 | abc
           | ^
        s:1:2: error: at 1
         1 | abc
           |  ^
        … and 1 more

        """)
  }

  @Test("columns count grapheme clusters, without the byte order mark")
  func columnsCountGraphemeClustersWithoutTheByteOrderMark() {
    let source = SourceText(name: "s", text: "\u{FEFF}🏳️‍🌈b\r\ne\u{301}c\rd")
    func place(_ character: String) -> String {
      let offset = source.bytes.firstIndex(of: Array(character.utf8)[0]) ?? -1
      let location = source.location(of: offset)
      return "\(location.line):\(location.column)"
    }
    #expect([place("b"), place("c"), place("d")] == ["1:2", "2:2", "3:1"])
    #expect(source.lineCount == 3)
  }
}

@Suite("Suggestions") struct SuggestionTests {
  private static let names = [
    "share", "shareReplay", "scan", "map", "flatMap", "filter", "first", "debounce", "delay",
    "removeDuplicates", "multicast", "last",
  ]

  @Test(
    "a suggestion is the nearest name, if one is near",
    arguments: [
      ("sharereplay", "shareReplay"), ("flatmap", "flatMap"), ("fitler", "filter"),
      ("shar", "share"), ("shareReplayy", "shareReplay"), ("mpa", "map"), ("scna", "scan"),
      ("removeDuplicate", "removeDuplicates"), ("frist", "first"), ("Map", "map"),
      ("multicats", "multicast"), ("xyz", nil), ("m", nil), ("", nil), ("take", nil),
      ("distinctUntilChanged", nil),
    ] as [(String, String?)])
  func aSuggestionIsTheNearestNameIfOneIsNear(name: String, suggestion: String?) {
    #expect(Suggestion.nearest(to: name, among: Self.names) == suggestion)
  }

  @Test("of equally near names the one with the same letters is suggested, then the first")
  func ofEquallyNearNamesTheOneWithTheSameLettersIsSuggestedThenTheFirst() {
    #expect(Suggestion.nearest(to: "ab", among: ["ac", "ad"]) == "ac")
    #expect(Suggestion.nearest(to: "Foo", among: ["fOO", "FoO"]) == "FoO")
    #expect(Suggestion.nearest(to: "map", among: ["map", "mop"]) == "mop")
  }

  @Test(
    "the edit distance counts letters, and neighbors that are exchanged once",
    arguments: [
      ("", "", 0), ("a", "", 1), ("kitten", "sitting", 3), ("ab", "ba", 1), ("ca", "abc", 3),
      ("same", "same", 0),
    ])
  func theEditDistanceCountsLettersAndNeighborsThatAreExchangedOnce(
    a: String, b: String, expected: Int
  ) {
    #expect(Suggestion.distance(Array(a), Array(b)) == expected)
    #expect(Suggestion.distance(Array(b), Array(a)) == expected)
  }
}
