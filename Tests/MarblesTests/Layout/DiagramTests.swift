import Testing

@testable import Marbles

@Suite("Diagrams")
struct DiagramTests {
  private func names(_ diagram: Diagram) -> [String] { diagram.rows.map(\.name) }

  /// The marks of a row, such as `column.slot text`.
  private func marks(_ diagram: Diagram, _ name: String) -> [String] {
    diagram.glyphs.filter { diagram.rows[$0.site.row].name == name }
      .map { "\($0.at.column).\($0.at.slot) \($0.kind.legendEntry.rawValue) \($0.text)" }
  }

  @Test("a subject that only feeds a share is drawn on the share's upstream lanes")
  func aSubjectThatOnlyFeedsAShareIsDrawnOnTheSharesUpstreamLanes() {
    let diagram = Diagram(Fixtures.share())
    #expect(names(diagram) == ["upstream #1", "share()", "A", "B", "C"])
    #expect(
      diagram.rows.map(\.detail) == [
        "2 values", "PassthroughSubject", "2 live", "1 live, 1 missed", "no values, 2 missed",
      ])
    #expect(diagram.summary == "1 upstream subscription, 3 subscribers")
  }

  @Test("each root event of an instant has a slot, which its effects share")
  func eachRootEventOfAnInstantHasASlotWhichItsEffectsShare() {
    let diagram = Diagram(Fixtures.sync())
    #expect(diagram.columns.map(\.slots) == [5])
    #expect(
      marks(diagram, "upstream #1") == [
        "0.0 subscribe ", "0.1 value 1", "0.2 finished ",
      ])
    #expect(marks(diagram, "B") == ["0.3 subscribe ", "0.4 finished ", "0.1 missed 1"])
  }

  @Test("the connection, its tint and the subscriber count are drawn where they change")
  func theConnectionItsTintAndTheSubscriberCountAreDrawnWhereTheyChange() throws {
    let diagram = Diagram(Fixtures.restart())
    let band = try #require(diagram.rows.firstIndex { $0.name == "share()" })
    #expect(diagram.tints.filter { $0.row == band }.map { $0.start?.column } == [0, 8])
    #expect(diagram.tints.map { $0.end?.column } == [7, 10])
    let counts = diagram.glyphs.filter { $0.kind == .count }.map(\.text)
    #expect(counts == ["1", "2", "1", "0", "1"])
  }

  @Test("a binding is below the relay that feeds it, and a relay that is read is a band")
  func aBindingIsBelowTheRelayThatFeedsItAndARelayThatIsReadIsABand() {
    let diagram = Diagram(Fixtures.counter())
    #expect(
      names(diagram) == [
        "incrementTapped", "binding #1", "resetTapped", "binding #2", "count", "title",
      ])
    #expect(diagram.rows.map(\.isIndented) == [false, true, false, true, false, false])
    #expect(diagram.rows[4].kind == .band(.relay, hasHeader: false, stripRows: 1))
    let splits = diagram.glyphs.compactMap { glyph in
      if case .readThenSent(let read, _) = glyph.kind { "\(read) → \(glyph.text)" } else { nil }
    }
    #expect(splits == ["0 → 1", "1 → 2"])
  }

  @Test("elements derived from a value have its color")
  func elementsDerivedFromAValueHaveItsColor() {
    let diagram = Diagram(Fixtures.counter())
    let second = diagram.glyphs.filter { $0.at.column == 2 }
    #expect(second.map(\.text) == ["tap", "2", "Tapped 2 times"])
    #expect(Set(second.map(\.color)).count == 1)
    let replay = diagram.glyphs.first { $0.kind == .replayed }
    #expect(replay?.color == diagram.strips[0].color)
  }

  @Test("a write over a value that its thread did not read is stale")
  func aWriteOverAValueThatItsThreadDidNotReadIsStale() throws {
    let diagram = Diagram(Fixtures.lostUpdate())
    let span = try #require(diagram.staleSpans.first)
    #expect(diagram.staleSpans.count == 1)
    #expect(diagram.rows[span.site.row].name == "T2")
    #expect(span.start.column == 3 && span.end.column == 4)
    #expect(span.unseen == "[\"apple\"]")
    #expect(Diagram(Fixtures.singleWriter()).staleSpans.isEmpty)
  }

  @Test("an older value after a newer one is stale, and overlapping deliveries are rails")
  func anOlderValueAfterANewerOneIsStaleAndOverlappingDeliveriesAreRails() {
    let diagram = Diagram(Fixtures.reentrant())
    let alarms = diagram.glyphs.filter(\.isAlarming)
    #expect(alarms.map { "\($0.name) \($0.text)" } == ["B 1"])
    #expect(alarms.map(\.caption) == [.stale])
    #expect(diagram.strips.filter { $0.kind == .rail }.map(\.text) == ["1", "2"])
    #expect(diagram.strips.map(\.line) == [0, 0, 1, 0, 2])
  }

  @Test("the strips of a queue are in order from top to bottom")
  func theStripsOfAQueueAreInOrderFromTopToBottom() {
    let diagram = Diagram(Fixtures.queue())
    #expect(diagram.strips.map(\.text) == ["y1", "y2", "y3", "y4", "y5", "y6"])
    #expect(diagram.strips.map(\.line) == [0, 1, 2, 3, 4, 5])
    #expect(diagram.strips.allSatisfy { $0.fate == .left })
  }

  @Test("a buffer has strips of dropped elements and of released ones")
  func aBufferHasStripsOfDroppedElementsAndOfReleasedOnes() {
    let strips = Diagram(Fixtures.buffer()).strips
    #expect(
      strips.map { "\($0.text) \($0.fate?.rawValue ?? "")" } == [
        "2 dropped", "3 dropped", "4 dropped", "5 left", "6 left",
      ])
    #expect(strips.map(\.line) == [0, 1, 0, 1, 0])
    #expect(strips.map(\.endsBeforeNext) == [true, true, true, false, false])
  }

  @Test("an inner stream takes the first free row, and a cancelled one is marked")
  func anInnerStreamTakesTheFirstFreeRowAndACancelledOneIsMarked() {
    let flatMap = Diagram(Fixtures.flatMap())
    #expect(flatMap.rows.map(\.seats) == [1, 2, 1])
    let seats = flatMap.segments.filter { $0.site.row == 1 }.map { "\($0.name) \($0.site.seat)" }
    #expect(seats == ["/a 0", "/b 1", "/c 0", "/d 1"])
    let abandoned = Diagram(Fixtures.switchLatest()).segments.filter(\.isAbandoned)
    #expect(abandoned.map(\.name) == ["c"])
  }

  @Test("a pair of zip has the color of the element that completed it")
  func aPairOfZipHasTheColorOfTheElementThatCompletedIt() throws {
    let diagram = Diagram(Fixtures.diamond())
    let pairs = diagram.glyphs.filter { $0.name == "pairs" && $0.kind == .value }
    let even = diagram.glyphs.filter { $0.name == "filter even" && $0.kind == .value }
    #expect(pairs.map(\.text) == ["10 · 2", "20 · 4"])
    #expect(pairs.map(\.color) == even.map(\.color))
    #expect(diagram.glyphs.filter { $0.kind == .swallowed }.map(\.text) == ["1", "3"])
  }

  @Test("a band that is fed by a hidden lane is below the source of that lane")
  func aBandThatIsFedByAHiddenLaneIsBelowTheSourceOfThatLane() {
    let names = names(Diagram(Fixtures.singleWriter()))
    #expect(names == ["T1", "T2", "actions", "observe(on: serial)", "binding", "cart", "screen"])
    #expect(
      Diagram(Fixtures.singleWriter()).strips.prefix(3).map(\.hasStartDot) == [false, true, true])
  }

  @Test("a cycle of stages is broken at its newest edge")
  func aCycleOfStagesIsBrokenAtItsNewestEdge() {
    let edges = [(0, 1, 1), (1, 2, 2), (2, 0, 9)].map {
      RowOrder.Edge(from: $0.0, to: $0.1, age: $0.2)
    }
    #expect(RowOrder(keys: [2, 1, 0], edges: edges).sorted() == [0, 1, 2])
  }

  @Test("a fatal error ends all lanes and has its message")
  func aFatalErrorEndsAllLanesAndHasItsMessage() throws {
    let stop = try #require(Diagram(Fixtures.fatal()).stop)
    #expect(stop.message == "Fatal error: Binding error to behavior relay: offline")
    #expect(stop.at == Diagram.Position(column: 3, slot: 1))
  }

  @Test("a window that starts later shows the state before it")
  func aWindowThatStartsLaterShowsTheStateBeforeIt() {
    let options = LayoutOptions(from: .zero + .milliseconds(25), until: .zero + .milliseconds(40))
    let diagram = Diagram(Fixtures.shareReplay(), options: options)
    #expect(diagram.columns.map(\.label) == ["25", "35", "40"])
    #expect(diagram.strips.map(\.text) == ["Ada Lovelace", "Ada King"])
    #expect(diagram.strips[0].start == nil && diagram.strips[1].end == nil)
    #expect(diagram.tints.map(\.start) == [nil])
    #expect(diagram.notes == ["drawn from 25 on", "drawn until 40"])
  }

  @Test("the detail of a subject has its initial value, but not a value that was sent to it")
  func theDetailOfASubjectHasItsInitialValueButNotAValueThatWasSentToIt() {
    let recorder = Recorder()
    let relay = recorder.stage("count", kind: .relay, detail: "BehaviorRelay")
    _ = relay.hold(0)
    let subject = recorder.stage("words", kind: .subject, detail: "ReplaySubject")
    let input = recorder.lane("words", role: .input, target: subject)
    input.value("a") { _ = subject.hold("a") }
    let rows = Diagram(recorder.recording()).rows
    #expect(rows.first { $0.name == "count" }?.detail == "BehaviorRelay, initially 0")
    #expect(rows.first { $0.name == "words" && $0.isBand }?.detail == "ReplaySubject")
  }

  @Test(
    "elements that a stage stores without passing them on do not wait", arguments: [true, false])
  func elementsThatAStageStoresWithoutPassingThemOnDoNotWait(isStored: Bool) {
    let play = FixturePlay()
    let memory = play.recorder.stage("memory", kind: .memory)
    let lane = play.recorder.lane("out")
    play.subscribe(lane, to: memory)
    let held = [memory.hold("a"), memory.hold("b")]
    play.at(1)
    if isStored {
      lane.value("ab")
    } else {
      memory.release(held[0], .left) { lane.value("a") }
    }
    let rows = Diagram(play.recorder.recording()).rows
    #expect(
      rows.first { $0.name == "memory" }?.detail
        == (isStored ? "1 through" : "1 through, at most 2 waiting"))
  }

  @Test("an element is new to a lane once its source has released it as often as it was held")
  func anElementIsNewToALaneOnceItsSourceHasReleasedItAsOftenAsItWasHeld() {
    for releases in 0...3 {
      let play = FixturePlay()
      let memory = play.recorder.stage("memory", kind: .memory)
      let lane = play.recorder.lane("out")
      play.subscribe(lane, to: memory)
      let held = (0..<3).map { _ in memory.hold("a") }
      for old in held.prefix(releases) { memory.release(old, .forgotten) }
      play.at(1)
      lane.value("a")
      let index = RecordingIndex(play.recorder.recording())
      #expect(index.lanes[lane.laneID].makesElements == (releases == 3), "\(releases)")
    }
  }

  @Test("a box is tinted while inner streams run, also if one replaces another")
  func aBoxIsTintedWhileInnerStreamsRunAlsoIfOneReplacesAnother() {
    let diagram = Diagram(Fixtures.switchLatest())
    let label = { (position: Diagram.Position?) in
      position.map { diagram.columns[$0.column].label }
    }
    #expect(diagram.tints.map { label($0.start) } == ["2", "11"])
    #expect(diagram.tints.map { label($0.end) } == ["8", "15"])
  }

  @Test("a picture shows the first events of a window up to the maximum, and a note reports it")
  func aPictureShowsTheFirstEventsOfAWindowUpToTheMaximumAndANoteReportsIt() {
    let values = (1...20).map { (Int64($0), "v\($0)") }
    let recording = Fixtures.lane(values, end: 21)
    func diagram(from: Int64?, maximumEvents: Int) -> Diagram {
      Diagram(
        recording,
        options: LayoutOptions(
          from: from.map { .zero + .milliseconds($0) }, maximumEvents: maximumEvents))
    }
    func texts(_ diagram: Diagram) -> [String] {
      diagram.glyphs.filter { $0.kind == .value }.map(\.text)
    }
    // A subscription, 20 values and a completion.
    let start = diagram(from: nil, maximumEvents: 4)
    #expect(texts(start) == ["v1", "v2", "v3"])
    #expect(start.segments.map(\.end) == [nil])
    #expect(start.notes == ["the first 4 of 22 events are drawn, until 3"])
    let middle = diagram(from: 15, maximumEvents: 2)
    #expect(texts(middle) == ["v15", "v16"])
    #expect(middle.notes == ["the first 2 of 7 events are drawn, until 16", "drawn from 15 on"])
    #expect(diagram(from: nil, maximumEvents: 22).notes == [])
    #expect(texts(diagram(from: nil, maximumEvents: 22)).count == 20)
  }

  @Test("events of rows that are not drawn do not count towards the maximum")
  func eventsOfRowsThatAreNotDrawnDoNotCountTowardsTheMaximum() {
    let play = FixturePlay()
    let (busy, rare) = (play.recorder.lane("busy"), play.recorder.lane("rare"))
    busy.subscribed {}
    rare.subscribed {}
    for frame in 1...30 {
      play.at(Int64(frame))
      busy.value("b\(frame)")
      if frame.isMultiple(of: 10) { rare.value("r\(frame)") }
    }
    let recording = play.recorder.recording()
    func diagram(_ maximumEvents: Int) -> Diagram {
      Diagram(
        recording, options: LayoutOptions(lanes: ["rare"], maximumEvents: maximumEvents))
    }
    func texts(_ diagram: Diagram) -> [String] {
      diagram.glyphs.filter { $0.kind == .value }.map(\.text)
    }
    // A subscription and three values.
    #expect(texts(diagram(4)) == ["r10", "r20", "r30"])
    #expect(diagram(4).notes == [])
    #expect(texts(diagram(3)) == ["r10", "r20"])
    #expect(diagram(3).notes == ["the first 3 of 4 events are drawn, until 20"])
  }

  @Test("an instant that has more events than a picture shows is found")
  func anInstantThatHasMoreEventsThanAPictureShowsIsFound() throws {
    func window(_ values: Int, from: Int64? = nil) -> EventWindow? {
      // A subscription at 0, and the values at 5.
      let recording = Fixtures.lane((1...values).map { (5, "v\($0)") })
      let from = from.map { VirtualTime.zero + .milliseconds($0) }
      return EventWindow.leavingOutEvents(
        of: recording, LayoutOptions(from: from, maximumEvents: 3))
    }
    #expect(window(2) == nil)
    // The values can be drawn without the subscription.
    #expect(try #require(window(3)).crowdedInstant == nil)
    #expect(window(3, from: 5) == nil)
    let instant = VirtualTime.zero + .milliseconds(5)
    #expect(try #require(window(4)).crowdedInstant == instant)
    #expect(try #require(window(4, from: 5)).crowdedInstant == instant)
  }

  @Test("a difference outside of the window is in the summary")
  func aDifferenceOutsideOfTheWindowIsInTheSummary() {
    let panels = [
      ("a", Fixtures.lane([(1, "x"), (5, "y")])), ("b", Fixtures.lane([(2, "x"), (5, "y")])),
    ]
    let options = LayoutOptions(from: .zero + .milliseconds(4))
    let diagram = Diagram(title: "", panels: panels, options: options)
    #expect(diagram.difference == nil)
    #expect(diagram.summary.contains("they differ from 1 on"))
    let same = Diagram(title: "", panels: [panels[0], panels[0]], options: options)
    #expect(same.summary.contains("no difference"))
  }

  @Test("the option lanes draws the named lanes and the bands between them")
  func theOptionLanesDrawsTheNamedLanesAndTheBandsBetweenThem() {
    let options = LayoutOptions(lanes: ["A", "C"])
    #expect(names(Diagram(Fixtures.share(), options: options)) == ["share()", "A", "C"])
  }

  @Test("two recordings have one ruler, two panels and the first difference")
  func twoRecordingsHaveOneRulerTwoPanelsAndTheFirstDifference() {
    let diagram = Fixtures.dialects()
    #expect(diagram.panels.map(\.heading) == ["RxSwift", "Combine"])
    #expect(diagram.columns.map(\.label) == ["0", "10", "20", "30", "40", "50"])
    #expect(diagram.difference?.column == 3)
    #expect(
      diagram.difference?.message == "first difference, at 30: B finished in Combine, "
        + "not in RxSwift")
  }

  @Test("an expectation above a recording marks missing and late elements")
  func anExpectationAboveARecordingMarksMissingAndLateElements() {
    let diagram = Fixtures.marbleDifference()
    #expect(diagram.summary == "3 of 4 events agree; expected over recorded")
    #expect(diagram.glyphs.filter { $0.kind == .missing }.map(\.text) == ["carton"])
    #expect(diagram.glyphs.filter(\.isAlarming).map(\.caption) == [.late(.milliseconds(10))])
  }

  /// A hub whose subscribers appear in the order of their numbers and subscribe in reverse.
  private func crowd(_ count: Int) -> Diagram {
    let play = FixturePlay()
    let hub = play.recorder.stage("share()", kind: .hub)
    let upstream = play.recorder.lane("upstream", target: hub)
    let lanes = (1...count).map { play.recorder.lane("\($0)") }
    for (frame, lane) in lanes.reversed().enumerated() {
      play.at(Int64(frame))
      play.subscribe(lane, to: hub)
    }
    play.at(100)
    upstream.subscribed {}
    upstream.value("a") { for lane in lanes.reversed() { lane.value("a") } }
    return Diagram(play.recorder.recording())
  }

  @Test("many subscribers are in the order of delivery, and few in the order of subscription")
  func manySubscribersAreInTheOrderOfDeliveryAndFewInTheOrderOfSubscription() {
    #expect(names(crowd(3)) == ["upstream", "share()", "1", "2", "3"])
    let many = crowd(12)
    #expect(names(many) == ["upstream", "share()"] + (1...12).reversed().map(String.init))
    // All receive it in one slot, after the slot of the upstream subscription.
    #expect(many.columns.last?.slots == 2)
    #expect(crowd(3).columns.last?.slots == 4)
  }

  @Test("requests of one instant add up, and a sum beyond 64 bits is unlimited")
  func requestsOfOneInstantAddUpAndASumBeyond64BitsIsUnlimited() {
    func caption(_ requests: Int?...) -> Diagram.Caption? {
      var recording = Recording(lanes: [Recording.Lane(name: "a", role: .subscription)])
      for mark in [.subscribed()] + requests.map(Recording.Mark.requested) {
        recording.events.append(
          Recording.Event(time: .zero, place: .lane(0), mark: mark))
      }
      return Diagram(recording).glyphs.first { $0.kind == .subscribe }?.caption
    }
    #expect(caption(2, 3) == .demand(5))
    #expect(caption(.max) == .demand(.max))
    #expect(caption(.max, 1) == .demand(nil))
    #expect(caption(.max, 1, 1) == .demand(nil))
    #expect(caption(1, nil, 1) == .demand(nil))
  }
}
