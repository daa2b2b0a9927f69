import Testing

@testable import Marbles

@Suite("The ASCII format")
struct ASCIIFormatTests {
  private func picture(_ name: String, width: Int = 100, unicode: Bool = false) -> String {
    guard let fixture = Fixtures.all.first(where: { $0.name == name }) else { return "" }
    return ASCIIFormat(width: width, unicode: unicode).render(Diagram(fixture.recording))
  }

  /// The lines between the heading and the lists.
  private func chart(_ text: String) -> [String] {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    guard let start = lines.firstIndex(where: { $0.hasPrefix("virtual time") }) else { return [] }
    return Array(
      lines[start...].prefix { line in
        !["names ", "values ", "lost ", "captions ", "legend "].contains { line.hasPrefix($0) }
      })
  }

  @Test(
    "a picture shows the elements of each subscriber, and the ones that a late subscriber missed")
  func aPictureShowsTheElementsOfEachSubscriberAndTheOnesThatALateSubscriberMissed() {
    #expect(
      picture("share") == """
        share(): a late subscriber and one after completion
        1 upstream subscription, 3 subscribers

        virtual time  0        10       20       30       40       50
        upstream #1   ^--------partial-----------final----|
        share()       1========v========2========v========|
        A             ^--------partial-----------final----|
        B             .        .        ^--------final----|                1 missed
        C             .        .        .        .        .        (^|)    2 missed

        legend      ^ subscribe   | finished   v passes through   1 2 .. subscriber count
                    ( ) same instant, in order   . not subscribed yet   = connected

        """)
  }

  @Test("each slot of an instant has its own sub-column in all lanes")
  func eachSlotOfAnInstantHasItsOwnSubColumnInAllLanes() {
    #expect(
      chart(picture("reentrant")) == [
        "virtual time  0            10",
        "accept        -------------(1--------)->",
        "relay          [0~~~~~~~~~~~[1[2~~~~~~~~",
        "                            {1~~~~~>",
        "                              {2~>",
        "A             (^-[0]----)--(1-<2-2---)->",
        "B             (     ^[0])--(-----2-1*)->",
        "",
      ])
  }

  @Test("stored elements are strips that end with what happened to them")
  func storedElementsAreStripsThatEndWithWhatHappenedToThem() {
    #expect(
      chart(picture("buffer")) == [
        "virtual time  0    1    2    3    4    5    6                   10        12        14",
        "fast          ^----1----2----3----4----5----6---------------------------------------7-->",
        "buffer                  [2~~~~~~~x[4~~~~~~~x[6~~~~~~~~~~~~~~~~~~~~~~~~>",
        "                             [3~~~~~~~x[5~~~~~~~~~~~~~~~~~~~~~~~~~~~>",
        "slow          ^+1--1--------------------------------------------(+2-5-6)--+10-------7-->",
        "",
      ])
  }

  @Test("long values are named by letters that are not values themselves")
  func longValuesAreNamedByLettersThatAreNotValuesThemselves() {
    let symbols = ASCIISymbols.ascii
    let keys = ASCIIKeys(
      ["a", "long value", "b", "x|y", "", "long value"], symbols: symbols, isStopped: false)
    #expect(["a", "b", "long value", "x|y", ""].map(keys.text) == ["a", "b", "c", "d", "e"])
    #expect(keys.explained.map(\.label) == ["long value", "x|y", ""])
    let many = ASCIIKeys((0..<200).map { "value \($0)" }, symbols: symbols, isStopped: false)
    #expect(Set(many.explained.map(\.key)).count == 200)
    #expect(many.explained.allSatisfy { !["v", "o", "x"].contains($0.key) })
  }

  @Test("a band has a header row if it acts, and a completion alone is between its strips")
  func aBandHasAHeaderRowIfItActsAndACompletionAloneIsBetweenItsStrips() {
    let cache = chart(picture("response-cache"))
    let header = cache.firstIndex { $0.hasPrefix("cache /me ") } ?? 0
    #expect(cache[header].contains("===") && cache[header].contains("I"))
    #expect(cache[header + 1].hasPrefix("              ") && cache[header + 1].contains("[Ada~"))
    let debounce = chart(picture("debounce")).filter { $0.hasPrefix("debounce") }
    #expect(debounce.count == 1)
    #expect(debounce[0].contains("[abcd~") && debounce[0].hasSuffix("|"))
  }

  @Test("each line ends where a fatal error stopped the program")
  func eachLineEndsWhereAFatalErrorStoppedTheProgram() {
    let lines = chart(picture("fatal"))
    let column = lines[0].count - 2 + "(#".count
    for line in lines.dropFirst().prefix(4) {
      let cells = Array(line)
      #expect(cells.indices.contains(column) && cells[column] == "X", "\(line)")
    }
    #expect(lines.contains("X Fatal error: Binding error to behavior relay: offline"))
  }

  @Test(
    "a wide picture continues in panels, none wider than the width",
    arguments: [40, 60, 72, 100, 140])
  func aWidePictureContinuesInPanelsNoneWiderThanTheWidth(width: Int) {
    for (name, recording) in Fixtures.all {
      let text = ASCIIFormat(width: width).render(Diagram(recording))
      for line in text.split(separator: "\n") {
        #expect(TextWidth.cells(line) <= width, "\(name): \(line)")
      }
    }
  }

  @Test("a character of two cells takes the next cell, and leaves the one before")
  func aCharacterOfTwoCellsTakesTheNextCellAndLeavesTheOneBefore() {
    var canvas = ASCIICanvas(0..<8)
    canvas.fill(0..<8, with: "-")
    canvas.write("a日b", at: 1)
    #expect(canvas.text(0..<8, continuing: nil) == "-a日b---")
  }

  @Test("a word that is longer than a line continues on the next lines")
  func aWordThatIsLongerThanALineContinuesOnTheNextLines() {
    var diagram = Diagram(Fixtures.lane([(1, "a")]))
    let word = String((0..<100).map { Character(String($0 % 10)) })
    diagram.title = "a " + word
    let lines = ASCIIFormat(width: 40).render(diagram).split(separator: "\n").prefix(4)
    #expect(lines.map(\.count).max() == 40)
    #expect(
      lines.prefix(4) == ["a", word.prefix(40), word.dropFirst(40).prefix(40), word.suffix(20)])
  }

  @Test("listed values are in quotes unless their ends are visible")
  func listedValuesAreInQuotesUnlessTheirEndsAreVisible() {
    let recorder = Recorder()
    let lane = recorder.lane("a")
    for text in ["", "two words", "[1, 2]", "(1, \"a b\")", ".add(\"x\")", "-10.25"] {
      lane.value(text) {}
    }
    let lines = ASCIIFormat().render(Diagram(recorder.recording())).split(separator: "\n")
    #expect(
      lines.first { $0.hasPrefix("values") } == """
        values      a = ""   b = "two words"   c = [1, 2]   d = (1, "a b")   e = .add("x")   f = -10.25
        """)
  }

  @Test("a picture is read back as the recording")
  func aPictureIsReadBackAsTheRecording() {
    for (name, recording) in Fixtures.all {
      let diagram = Diagram(recording)
      let read = ASCIIReader(ASCIIFormat().render(diagram)).lanes
      let drawnLanes = Set(diagram.rows.filter { !$0.isBand }.map(\.name))
      let roles = Dictionary(recording.lanes.map { ($0.name, [$0.role]) }, uniquingKeysWith: +)
      for (lane, expected) in recording.readable {
        // Threads have the mark "sent", inner streams are on lines of their box, and inputs can be folded.
        guard roles[lane] == [.subscription], drawnLanes.contains(lane), let drawn = read[lane]
        else { continue }
        let stop = diagram.stop.map { "\(diagram.columns[$0.at.column].label) value X" }
        #expect(drawn.filter { $0 != stop } == expected, "\(name): \(lane)")
      }
      #expect(!read.isEmpty, "\(name)")
    }
  }

  @Test("a picture is ASCII except for names and values, and has box characters with unicode")
  func aPictureIsASCIIExceptForNamesAndValuesAndHasBoxCharactersWithUnicode() {
    for (name, recording) in Fixtures.all where name != "diamond" {
      let lines = chart(ASCIIFormat().render(Diagram(recording)))
      #expect(lines.allSatisfy { $0.allSatisfy(\.isASCII) }, "\(name)")
    }
    let box = chart(picture("share", unicode: true))
    #expect(box[1] == "upstream #1   ○────────partial───────────final────┤")
    #expect(box[2] == "share()       1════════│════════2════════│════════┤")
  }

  @Test("two recordings are drawn in panels with the difference below")
  func twoRecordingsAreDrawnInPanelsWithTheDifferenceBelow() {
    func single(_ marbles: String) -> Recording {
      let recorder = Recorder()
      let lane = recorder.lane("suggestions")
      for event in MarbleString(marbles).notifications().value {
        recorder.time = event.time
        switch event.mark {
        case .value(let text): lane.value(text)
        case .finished: lane.finished {}
        default: break
        }
      }
      return recorder.recording(title: "suggestions")
    }
    let diagram = Diagram(
      title: "suggestions: not as expected", expected: single("a-b-c---|"),
      recorded: single("a-b---c-|"))
    let lines = chart(ASCIIFormat().render(diagram))
    #expect(lines.contains { $0.hasPrefix("expected ") })
    #expect(lines.contains { $0.hasPrefix("recorded ") && $0.contains("?") })
    let ruler = Array(lines[0])
    let mark = lines.first { $0.hasPrefix("difference") }.map(Array.init) ?? []
    let column = mark.lastIndex(of: "X") ?? 0
    #expect(ruler.indices.contains(column) && ruler[column] == "4")
  }

  @Test("control characters of a hostile text are made visible", arguments: HostileTexts.all)
  func controlCharactersOfAHostileTextAreMadeVisible(text: String) {
    let output = ASCIIFormat().render(Diagram(HostileTexts.recording(text)))
    #expect(output.obeyed.isEmpty)
    for line in output.split(separator: "\n") { #expect(TextWidth.cells(line) <= 100) }
  }

  @Test("an empty recording has an ASCII picture")
  func anEmptyRecordingHasAnASCIIPicture() {
    #expect(ASCIIFormat().render(Diagram(Recording())).hasPrefix("virtual time") == true)
    #expect(ASCIIFormat().render(Diagram()) == "virtual time\n")
  }

  @Test("an element that is held over several panels has its label in each of them")
  func anElementThatIsHeldOverSeveralPanelsHasItsLabelInEachOfThem() throws {
    let events = (1...9).flatMap { time in
      [#"{"at": \#(time), "lane": 0, "mark": "value", "text": "value \#(time)"}"#]
    }
    let recording = try Recording(
      json: """
        {"format": "marbles recording", "version": 1, "unit": "ms", "frame": 1,
        "stages": [{"name": "state", "kind": "subject"}],
        "lanes": [{"name": "view", "role": "subscription"}],
        "events": [{"at": 0, "stage": 0, "mark": "held", "text": "old"},
        \(events.joined(separator: ",\n"))]}
        """)
    let lines = ASCIIFormat(width: 30).render(Diagram(recording)).split(separator: "\n")
    let strips = lines.filter { $0.hasPrefix("state") }
    #expect(strips.count > 1)
    #expect(strips.allSatisfy { $0.contains("old~~") })
  }
}
