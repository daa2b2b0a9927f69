import Marbles
import MarblesScript
import Testing

@Suite("The rows of pictures")
struct PictureRowTests {
  private func diagram(_ script: String) -> Diagram {
    Simulation(script: script, file: "rows.txt").run().diagram()
  }

  private func rows(_ diagram: Diagram) -> [String] {
    diagram.rows.map { "\($0.name) / \($0.detail)" }
  }

  @Test("a lane that only passes a relay's elements to the next stage is not a row")
  func aLaneThatOnlyPassesARelaysElementsToTheNextStageIsNotARow() {
    let diagram = diagram(
      """
      dialect rxswift
      let email = BehaviorRelay(value: "")
      let password = BehaviorRelay(value: "")
      let both = Observable.combineLatest(email, password) { $0 + "/" + $1 }
      let label = both.subscribe()
      email:    -a
      password: --b
      """)
    #expect(
      diagram.rows.map(\.name)
        == ["email.accept", "email", "password.accept", "password", "both", "label"])
    // The strips of the relays lead to the results.
    let results = diagram.glyphs.filter { $0.name == "label" && $0.kind == .value }
    #expect(results.map(\.text) == ["/", "a/", "a/b"])
  }

  @Test("the login view model takes at most eleven rows, and each element has a source")
  func theLoginViewModelTakesAtMostElevenRowsAndEachElementHasASource() throws {
    let diagram = diagram(try ExampleTruthTests.text(of: "recipes/login.txt"))
    #expect(
      diagram.rows.map(\.name) == [
        "email", "password", "combineLatest", "credentials", "button", "tap", "withLatestFrom",
        "message", "label",
      ])
    // The elements of the button lead to the relay that the user changed.
    let causes = diagram.arrows.compactMap { arrow -> String? in
      guard diagram.rows[diagram.row(of: arrow.to)].name == "button",
        case .strip(let strip) = arrow.from
      else { return nil }
      return diagram.rows[diagram.strips[strip].row].name
    }
    #expect(causes == ["email", "password", "password"])
  }

  @Test("a crowded picture keeps the row of a subject whose shared stream it leaves out")
  func aCrowdedPictureKeepsTheRowOfASubjectWhoseSharedStreamItLeavesOut() {
    let signal = diagram(
      """
      dialect rxswift
      let tap = PublishRelay<Void>()
      let name = BehaviorRelay<String>(value: "n")
      let save = tap.asSignal().withLatestFrom(name.asDriver())
      let saved = save.flatMapLatest { Signal.just("saved " + $0) }
      let s = saved.emit()
      tap: --t
      """)
    #expect(
      signal.rows.map(\.name) == ["tap", "name", "withLatestFrom", "flatMapLatest", "s"])
    let joined = diagram(
      """
      let b = PassthroughSubject<Int, Never>()
      let c = PassthroughSubject<Int, Never>()
      let items = b.share().combineLatest(c.share()).map { $0 * $1 }.share()
        .flatMap { Just($0) }.sink()
      b: --2
      c: -1
      """)
    #expect(joined.rows.map(\.name) == ["b", "c", "combineLatest", "flatMap", "items"])
  }

  @Test("the inputs of a stage are in the order of the script, the receiver first")
  func theInputsOfAStageAreInTheOrderOfTheScriptTheReceiverFirst() throws {
    let zip = diagram(try ExampleTruthTests.text(of: "zip.txt"))
    #expect(zip.rows.map(\.name) == ["questions", "answers", "→ pairs", "pairs", "exam"])
    let drop = diagram(try ExampleTruthTests.text(of: "drop-until.txt"))
    #expect(drop.rows.map(\.name) == ["frames", "button", "drop", "film"])
  }

  @Test("an element that finds a full buffer is dropped by the buffer, not by its subscriber")
  func anElementThatFindsAFullBufferIsDroppedByTheBufferNotByItsSubscriber() throws {
    let diagram = diagram(try ExampleTruthTests.text(of: "buffer-by-request-drop-newest.txt"))
    let dropped = diagram.glyphs.filter { $0.kind == .refused }
    #expect(dropped.map(\.text) == ["4", "5", "6"])
    #expect(dropped.allSatisfy { diagram.rows[$0.site.row].name == "buffered" })
    #expect(
      rows(diagram) == [
        "fast / PassthroughSubject, 7 values",
        "buffered / buffer, 2 places, drops newest, 3 dropped", "slow / 4 live",
      ])
    #expect(
      diagram.summary == "7 sent, 4 delivered, 3 dropped, at most 2 waiting, waited up to 8")
    #expect(diagram.story.contains("buffered dropped 4 at 4, dropped 5 at 5, dropped 6 at 6."))
  }

  @Test("elements before the gate opens are swallowed by the gate")
  func elementsBeforeTheGateOpensAreSwallowedByTheGate() throws {
    let diagram = diagram(try ExampleTruthTests.text(of: "drop-until.txt"))
    let swallowed = diagram.glyphs.filter { $0.kind == .swallowed }
    #expect(swallowed.map { diagram.rows[$0.site.row].name } == ["drop", "drop"])
    #expect(rows(diagram).suffix(2) == ["drop / 2 through, 2 swallowed", "film / 2 live"])
  }

  @Test("elements that are collected leave together, each with an arrow to the array")
  func elementsThatAreCollectedLeaveTogetherEachWithAnArrowToTheArray() throws {
    let diagram = diagram(try ExampleTruthTests.text(of: "collect-by-time.txt"))
    let first = diagram.strips.filter { ["1", "2", "3"].contains($0.text) }
    #expect(Set(first.map(\.end)).count == 1)
    let array = try #require(diagram.glyphs.firstIndex { $0.text == "[1, 2, 3]" })
    let sources = diagram.arrows.compactMap { arrow -> String? in
      guard case (.strip(let strip), .mark(_, array)) = (arrow.from, arrow.to) else { return nil }
      return diagram.strips[strip].text
    }
    #expect(sources.sorted() == ["1", "2", "3"])
  }

  @Test("an upstream subscription does not miss what another one of its hub received")
  func anUpstreamSubscriptionDoesNotMissWhatAnotherOneOfItsHubReceived() throws {
    let diagram = diagram(try ExampleTruthTests.text(of: "connect-twice.txt"))
    let row = try #require(diagram.rows.firstIndex { $0.name == "source #2" })
    #expect(diagram.rows[row].totals.missed == 0)
    #expect(!diagram.glyphs.contains { $0.site.row == row && $0.kind == .missed })
  }

  @Test("a later stretch of a picture leaves out rows without events, and says how many")
  func aLaterStretchOfAPictureLeavesOutRowsWithoutEventsAndSaysHowMany() throws {
    let diagram = diagram(try ExampleTruthTests.text(of: "recipes/login.txt"))
    let svg = SVGFormat(width: 600).render(diagram)
    #expect(svg.contains("without events"))
  }

  @Test("runs of one source are counted as subscriptions, with the failed ones")
  func runsOfOneSourceAreCountedAsSubscriptionsWithTheFailedOnes() {
    let diagram = diagram(
      """
      let request = cold("--#")
      let robust = request.retry(2)
      let screen = robust.sink()
      """)
    #expect(diagram.summary == "robust: 3 subscriptions to request, 3 failed, 0 out")
  }

  @Test("an element that a busy flatMapFirst ignores ends at its box")
  func anElementThatABusyFlatMapFirstIgnoresEndsAtItsBox() throws {
    let diagram = diagram(try ExampleTruthTests.text(of: "recipes/login.txt"))
    let taps = diagram.glyphs.indices.filter {
      diagram.glyphs[$0].name == "tap" && diagram.glyphs[$0].kind == .value
    }
    #expect(taps.count == 3)
    let ends = taps.map { tap in
      diagram.arrows.compactMap { arrow -> String? in
        guard case .mark(_, tap) = arrow.from else { return nil }
        return diagram.rows[diagram.row(of: arrow.to)].name
      }
    }
    // The first and the third start a request; the second finds the first one running.
    #expect(ends == [["message"], ["message"], ["message"]])
    let second = diagram.arrows.contains { arrow in
      guard case (.mark(_, taps[1]), .band) = (arrow.from, arrow.to) else { return false }
      return true
    }
    #expect(second)
  }

  @Test("an element that is sent into a subject that has ended stops at a bar")
  func anElementThatIsSentIntoASubjectThatHasEndedStopsAtABar() throws {
    let diagram = diagram(try ExampleTruthTests.text(of: "relay-finite-binding.txt"))
    let heads = diagram.arrows.compactMap { arrow -> Diagram.Arrow.Head? in
      guard case .mark(_, let glyph) = arrow.from, diagram.glyphs[glyph].name == "subject.send"
      else { return nil }
      return arrow.head
    }
    #expect(heads == [.bar])
  }

  @Test("a delivery that reads a stored element several times in a row has one mark for it")
  func aDeliveryThatReadsAStoredElementSeveralTimesInARowHasOneMarkForIt() throws {
    let diagram = diagram(try ExampleTruthTests.text(of: "recipes/todos.txt"))
    let reads = diagram.glyphs.filter { $0.name == "sink" && $0.kind == .read }
    #expect(reads.map { diagram.columns[$0.at.column].label } == ["2", "6"])
  }
}
