import Foundation
import Testing

@testable import Marbles

@Suite("Random marble strings and swirly files")
struct RandomGrammarTests {
  /// A sequence of numbers that is equal in each run.
  private struct Dice {
    var state: UInt64

    mutating func roll(_ bound: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % bound
    }

    mutating func text(_ pieces: [String], atMost count: Int) -> String {
      (0..<roll(count + 1)).map { _ in pieces[roll(pieces.count)] }.joined()
    }
  }

  private static let pieces = [
    "-", "-", "a", "b", "|", "#", "(", ")", "^", "!", "+", "+3", "+inf", "1", "0", "9", "10ms", " ",
    "1.5s", "2m", ".", ",", "[", "]", "'", ";", "\t", "\n", "\r\n", "é", "e\u{301}", "👨‍👩‍👧‍👦", "🇩🇪",
    "\u{0}",
    "\u{202E}", " 5ms ", " 3s ", "99999999999999999999ms", "_", "\"", "\\", "<", "&",
  ]

  @Test("every reading stays inside the text and reports its problems in order", arguments: 0..<8)
  func everyReadingStaysInsideTheTextAndReportsItsProblemsInOrder(seed: Int) {
    var dice = Dice(state: UInt64(seed) &* 7919 &+ 1)
    for _ in 0..<150 {
      let text = dice.text(Self.pieces, atMost: 24)
      let count = text.count
      let frame = VirtualDuration.nanoseconds([1, 1_000_000, 7_000_000, .max][dice.roll(4)])
      for dialect in MarbleString.Dialect.allCases {
        let string = MarbleString(text, dialect: dialect, frameLength: frame)
        for reading in [
          string.notifications(), string.notifications(hot: true), string.row(requests: true),
          string.row(requests: false),
        ] {
          check(reading.problems, count, text)
          for event in reading.value {
            #expect(event.range.lowerBound >= 0 && event.range.upperBound <= count, "\(text)")
            #expect(!event.range.isEmpty, "\(text)")
          }
          let starts = reading.value.map(\.range.lowerBound)
          #expect(starts == starts.sorted(), "\(text)")
        }
        check(string.subscription().problems, count, text)
        #expect(string.meaning.text.obeyed.isEmpty, "\(text)")
      }
    }
  }

  private func check(_ problems: [MarbleString.Problem], _ count: Int, _ text: String) {
    let starts = problems.map(\.range.lowerBound)
    #expect(starts == starts.sorted(), "\(text)")
    for problem in problems {
      #expect(problem.range.lowerBound >= 0 && problem.range.upperBound <= count, "\(text)")
      #expect(!problem.message.isEmpty)
    }
  }

  @Test("the meaning as JSON is valid JSON")
  func theMeaningAsJSONIsValidJSON() throws {
    var dice = Dice(state: 5)
    for _ in 0..<600 {
      let meaning = MarbleString(dice.text(Self.pieces, atMost: 12)).meaning
      let object = try JSONSerialization.jsonObject(with: Data(meaning.json.utf8))
      let keys = (object as? [String: Any]).map { Set($0.keys) }
      #expect(keys == ["notifications", "subscription"])
    }
  }

  @Test("a printed string is read back unchanged")
  func aPrintedStringIsReadBackUnchanged() throws {
    var dice = Dice(state: 99)
    var printed = 0
    for _ in 0..<1500 {
      let reading = MarbleString(dice.text(Self.pieces, atMost: 10)).notifications(hot: true)
      let marks = reading.value.map { (frame: $0.frame, mark: $0.mark) }
      guard let string = try? MarbleString(printing: marks) else { continue }
      printed += 1
      #expect(line(string.notifications(hot: true).value) == line(reading.value), "\(string.text)")
    }
    #expect(printed > 500)
  }

  @Test("random swirly files are read, each problem with its place", arguments: 0..<4)
  func randomSwirlyFilesAreReadEachProblemWithItsPlace(seed: Int) {
    var dice = Dice(state: UInt64(seed) &+ 1000)
    let starts = [
      "x = ", "y = ", "> ", "% ", "[styles]", "title = ", "ghosts = ", "a := ", "  ", "",
    ]
    for _ in 0..<300 {
      let lines = (0..<dice.roll(12)).map { _ in
        dice.roll(4) == 0
          ? "" : starts[dice.roll(starts.count)] + dice.text(["x", "y"] + Self.pieces, atMost: 8)
      }
      let text = lines.joined(separator: "\n")
      let file = SwirlyFile(parsing: text)
      _ = SwirlyFile.recognizes(text)
      let count = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).count
      for problem in file.problems {
        #expect((1...max(1, count)).contains(problem.place.line), "\(text)")
        #expect(!problem.message.isEmpty)
      }
      let places = file.problems.map { [$0.place.line, $0.place.columns.lowerBound] }
      #expect(places == places.sorted { $0.lexicographicallyPrecedes($1) }, "\(text)")
    }
  }
}
