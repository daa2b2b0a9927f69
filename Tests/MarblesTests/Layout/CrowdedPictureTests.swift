import Testing

@testable import Marbles

@Suite("Pictures of many rows")
struct CrowdedPictureTests {
  private func recording(_ stages: [String], _ lanes: [String], _ events: [String]) throws
    -> Recording
  {
    try Recording(
      json: """
        {"format": "marbles recording", "version": 1, "unit": "ms", "frame": 1,
        "stages": [\(stages.joined(separator: ", "))],
        "lanes": [\(lanes.joined(separator: ", "))],
        "events": [\(events.joined(separator: ", "))]}
        """)
  }

  /// A source, a subscriber `writer`, and the subject `state` with the subscriber `view`.
  private func sending(_ sent: String) throws -> Diagram {
    Diagram(
      try recording(
        [#"{"name": "state", "kind": "subject", "detail": "CurrentValueSubject"}"#],
        [
          #"{"name": "writer", "role": "subscription"}"#,
          #"{"name": "view", "role": "subscription", "source": {"stage": 0}}"#,
        ],
        [
          #"{"at": 0, "stage": 0, "mark": "held", "text": "a"}"#,
          #"{"at": 0, "lane": 0, "mark": "subscribed"}"#,
          #"{"at": 0, "lane": 1, "mark": "subscribed"}"#,
          #"{"at": 1, "lane": 0, "mark": "value", "text": "b"}"#,
          #"{"at": 1, "lane": 0, "mark": "sent", "text": "\#(sent)", "to": 0, "cause": 3}"#,
          #"{"at": 1, "stage": 0, "mark": "released", "held": 0, "fate": "replaced", "cause": 4}"#,
          #"{"at": 1, "stage": 0, "mark": "held", "text": "\#(sent)", "cause": 4}"#,
          #"{"at": 1, "lane": 1, "mark": "value", "text": "\#(sent)", "cause": 4}"#,
        ]))
  }

  @Test("an element that is sent on as it was received has one mark, in one color")
  func anElementThatIsSentOnAsItWasReceivedHasOneMarkInOneColor() throws {
    let diagram = try sending("b")
    let marks = diagram.glyphs.filter { $0.at.column == 1 }
    #expect(marks.map(\.name) == ["writer", "view"])
    #expect(marks.map(\.kind) == [.value, .value])
    #expect(marks[0].at == marks[1].at)
    #expect(marks[0].color == marks[1].color)
  }

  @Test("an element that is sent on changed has a mark of its own")
  func anElementThatIsSentOnChangedHasAMarkOfItsOwn() throws {
    let marks = try sending("c").glyphs.filter { $0.at.column == 1 }
    #expect(marks.map(\.kind) == [.value, .send, .value])
    #expect(marks[0].at < marks[1].at)
  }

  @Test("a number that is requested after unlimited demand is not drawn")
  func aNumberThatIsRequestedAfterUnlimitedDemandIsNotDrawn() throws {
    func requests(_ first: String) throws -> [Diagram.Glyph] {
      let diagram = Diagram(
        try recording(
          [], [#"{"name": "view", "role": "subscription"}"#],
          [
            #"{"at": 0, "lane": 0, "mark": "subscribed"}"#,
            #"{"at": 0, "lane": 0, "mark": "requested", "demand": \#(first), "cause": 0}"#,
            #"{"at": 1, "lane": 0, "mark": "value", "text": "a"}"#,
            #"{"at": 1, "lane": 0, "mark": "requested", "demand": 1, "cause": 2}"#,
          ]))
      return diagram.glyphs.filter { $0.kind == .request }
    }
    #expect(try requests("1").map(\.caption) == [.demand(1)])
    #expect(try requests(#""unlimited""#).isEmpty)
  }

  /// `count` pairs of a subject and a debounce that holds each element, with a subscriber each.
  private func pairs(_ count: Int) throws -> Recording {
    var (stages, lanes, events): ([String], [String], [String]) = ([], [], [])
    for index in 0..<count {
      stages.append(#"{"name": "subject \#(index)", "kind": "subject"}"#)
      stages.append(#"{"name": "debounce \#(index)", "kind": "memory"}"#)
      let (subject, memory) = (2 * index, 2 * index + 1)
      lanes.append(#"{"name": "input \#(index)", "role": "input", "target": \#(subject)}"#)
      lanes.append(
        """
        {"name": "map", "role": "subscription", "source": {"stage": \(subject)}, \
        "target": \(memory)}
        """)
      lanes.append(
        #"{"name": "view \#(index)", "role": "subscription", "source": {"stage": \#(memory)}}"#)
      let lane = 3 * index
      let first = events.count
      events.append(#"{"at": 0, "stage": \#(subject), "mark": "held", "text": "a"}"#)
      events.append(#"{"at": 0, "lane": \#(lane + 2), "mark": "subscribed"}"#)
      events.append(
        #"{"at": 0, "lane": \#(lane + 1), "mark": "subscribed", "cause": \#(first + 1)}"#)
    }
    for index in 0..<count {
      let (subject, memory, lane) = (2 * index, 2 * index + 1, 3 * index)
      let (time, first) = (index + 1, events.count)
      events.append(#"{"at": \#(time), "lane": \#(lane), "mark": "value", "text": "b"}"#)
      events.append(
        """
        {"at": \(time), "stage": \(subject), "mark": "released", "held": \(3 * index), \
        "fate": "replaced", "cause": \(first)}
        """)
      events.append(
        #"{"at": \#(time), "stage": \#(subject), "mark": "held", "text": "b", "cause": \#(first)}"#)
      events.append(
        #"{"at": \#(time), "lane": \#(lane + 1), "mark": "value", "text": "B", "cause": \#(first)}"#
      )
      events.append(
        """
        {"at": \(time), "stage": \(memory), "mark": "held", "text": "B", "cause": \(first + 3)}
        """)
    }
    return try recording(stages, lanes, events)
  }

  @Test("lanes whose elements the next band holds are rows only where there are few rows")
  func lanesWhoseElementsTheNextBandHoldsAreRowsOnlyWhereThereAreFewRows() throws {
    let few = Diagram(try pairs(1))
    #expect(few.rows.contains { $0.name.hasPrefix("map") })
    let many = Diagram(try pairs(4))
    #expect(
      many.rows.map(\.name)
        == (0..<4).flatMap { ["subject \($0)", "debounce \($0)", "view \($0)"] })
  }

  @Test("without the lane between, an arrow leads from one held element to the other")
  func withoutTheLaneBetweenAnArrowLeadsFromOneHeldElementToTheOther() throws {
    let diagram = Diagram(try pairs(4))
    let feeds = diagram.arrows.compactMap { arrow -> String? in
      guard case (.strip(let from), .strip(let to)) = (arrow.from, arrow.to) else { return nil }
      return diagram.strips[from].text + diagram.strips[to].text
    }
    #expect(feeds == ["bB", "bB", "bB", "bB"])
  }

  @Test("the subscriptions with which a run of many rows begins share a slot")
  func theSubscriptionsWithWhichARunOfManyRowsBeginsShareASlot() throws {
    let diagram = Diagram(try pairs(4))
    let places = Set(diagram.glyphs.filter { $0.kind == .subscribe }.map(\.at))
    #expect(places == [Diagram.Position(column: 0, slot: 0)])
  }

  @Test("rows of one name have the row that feeds them in front")
  func rowsOfOneNameHaveTheRowThatFeedsThemInFront() throws {
    let diagram = Diagram(
      try recording(
        [
          #"{"name": "email", "kind": "relay"}"#, #"{"name": "asDriver(x)", "kind": "hub"}"#,
          #"{"name": "code", "kind": "relay"}"#, #"{"name": "asDriver(x)", "kind": "hub"}"#,
        ],
        [
          #"{"name": "email", "role": "subscription", "source": {"stage": 0}, "target": 1}"#,
          #"{"name": "code", "role": "subscription", "source": {"stage": 2}, "target": 3}"#,
        ],
        [
          #"{"at": 0, "stage": 0, "mark": "held", "text": "a"}"#,
          #"{"at": 0, "stage": 2, "mark": "held", "text": "b"}"#,
          #"{"at": 1, "lane": 0, "mark": "subscribed"}"#,
          #"{"at": 1, "lane": 1, "mark": "subscribed"}"#,
        ]))
    let drivers = diagram.rows.filter { $0.isBand && $0.name.hasSuffix("asDriver") }
    #expect(drivers.map(\.name) == ["email.asDriver", "code.asDriver"])
    #expect(drivers.allSatisfy { $0.detail.hasPrefix("asDriver(x)") })
  }

  /// `count` sources, each with a stage and a subscriber of its own.
  private func chains(_ count: Int, _ kind: String) throws -> Recording {
    var (stages, lanes, events): ([String], [String], [String]) = ([], [], [])
    for index in 0..<count {
      stages.append(#"{"name": "stage \#(index)", "kind": "\#(kind)"}"#)
      lanes.append(#"{"name": "source \#(index)", "role": "subscription", "target": \#(index)}"#)
      lanes.append(
        #"{"name": "view \#(index)", "role": "subscription", "source": {"stage": \#(index)}}"#)
    }
    for index in 0..<count {
      let (source, view, first) = (2 * index, 2 * index + 1, events.count)
      events += [
        #"{"at": 0, "lane": \#(view), "mark": "subscribed"}"#,
        #"{"at": 0, "lane": \#(source), "mark": "subscribed", "cause": \#(first)}"#,
      ]
    }
    for index in 0..<count {
      let (source, view, first) = (2 * index, 2 * index + 1, events.count)
      events += [
        #"{"at": \#(index + 1), "lane": \#(source), "mark": "value", "text": "a"}"#,
        """
        {"at": \(index + 1), "lane": \(view), "mark": "value", "text": "a", "cause": \(first)}
        """,
      ]
    }
    return try recording(stages, lanes, events)
  }

  @Test(
    "bands through which all elements pass to one subscriber are rows only where there are few rows",
    arguments: ["hub", "memory"])
  func bandsThroughWhichAllElementsPassToOneSubscriberAreRowsOnlyWhereThereAreFewRows(
    _ kind: String
  ) throws {
    #expect(Diagram(try chains(3, kind)).rows.count == 9)
    let many = Diagram(try chains(4, kind))
    #expect(many.rows.map(\.name) == (0..<4).flatMap { ["source \($0)", "view \($0)"] })
    #expect(many.rows[1].detail == "stage 0, 1 live")
    let steps = many.arrows.map { [many.row(of: $0.from), many.row(of: $0.to)] }
    #expect(steps == [[0, 1], [2, 3], [4, 5], [6, 7]])
    #expect(MermaidGraphFormat().render(many).contains(#"A1 -->|"a"| A2"#))
  }

  @Test("the inputs of a join that is left out lead to its subscriber")
  func theInputsOfAJoinThatIsLeftOutLeadToItsSubscriber() throws {
    var (stages, lanes, events): ([String], [String], [String]) = ([], [], [])
    for index in 0..<3 {
      let (merge, receive, first) = (2 * index, 2 * index + 1, events.count)
      let a = lanes.count
      stages.append(#"{"name": "merge \#(index)", "kind": "memory"}"#)
      stages.append(#"{"name": "receive \#(index)", "kind": "memory"}"#)
      for name in ["a", "b"] {
        lanes.append(
          #"{"name": "\#(name) \#(index)", "role": "subscription", "target": \#(merge)}"#)
      }
      lanes.append(
        """
        {"name": "merge \(index)", "role": "subscription", "source": {"stage": \(merge)}, \
        "target": \(receive)}
        """)
      lanes.append(
        #"{"name": "view \#(index)", "role": "subscription", "source": {"stage": \#(receive)}}"#)
      for (step, lane) in [a + 3, a + 2, a, a + 1].enumerated() {
        let cause = step == 0 ? "" : #", "cause": \#(first)"#
        events.append(#"{"at": \#(index), "lane": \#(lane), "mark": "subscribed"\#(cause)}"#)
      }
      for (step, lane) in [a, a + 2, a + 3].enumerated() {
        let cause = step == 0 ? "" : #", "cause": \#(first + 3 + step)"#
        events.append(
          #"{"at": \#(index), "lane": \#(lane), "mark": "value", "text": "x"\#(cause)}"#)
      }
    }
    let diagram = Diagram(try recording(stages, lanes, events))
    #expect(diagram.rows.map(\.name) == (0..<3).flatMap { ["a \($0)", "b \($0)", "view \($0)"] })
    #expect(diagram.rows.map(\.target) == [2, 2, nil, 5, 5, nil, 8, 8, nil])
    #expect(diagram.rows[2].detail == "merge 0.receive 0, 1 live")
  }

  @Test("the band of a stage whose name was given is a row also where there are many rows")
  func theBandOfAStageWhoseNameWasGivenIsARowAlsoWhereThereAreManyRows() throws {
    let names = (0..<4).flatMap { ["source \($0)", "view \($0)"] }
    let options = LayoutOptions(lanes: names + ["stage 2"])
    let many = Diagram(try chains(4, "hub"), options: options)
    #expect(many.rows.filter(\.isBand).map(\.name) == ["stage 2"])
  }

  @Test(
    "rows with recorded numbers are numbered from 1 on",
    arguments: [
      (drawn: [3], names: ["source"]), (drawn: [2, 3], names: ["source #1", "source #2"]),
      (drawn: [1], names: ["source #1"]),
    ])
  func rowsWithRecordedNumbersAreNumberedFrom1On(drawn: [Int], names: [String]) throws {
    let lanes = (1...10).map { #"{"name": "source #\#($0)", "role": "subscription"}"# }
    let events = drawn.map { #"{"at": 0, "lane": \#($0 - 1), "mark": "subscribed"}"# }
    let recording = try recording([], lanes, events)
    #expect(Diagram(recording).rows.map(\.name) == names)
    // A row whose name was given keeps it.
    let options = LayoutOptions(lanes: ["source #\(drawn[0])"])
    #expect(Diagram(recording, options: options).rows.map(\.name) == ["source #\(drawn[0])"])
  }

  @Test("a summary counts what a stage sent, also what a later operator dropped")
  func aSummaryCountsWhatAStageSentAlsoWhatALaterOperatorDropped() throws {
    let diagram = Diagram(
      try recording(
        [#"{"name": "merge", "kind": "memory"}"#],
        [
          #"{"name": "a", "role": "subscription", "target": 0}"#,
          #"{"name": "b", "role": "subscription", "target": 0}"#,
          #"{"name": "view", "role": "subscription", "detail": "filter", "source": {"stage": 0}}"#,
        ],
        [
          #"{"at": 0, "lane": 2, "mark": "subscribed"}"#,
          #"{"at": 1, "lane": 0, "mark": "value", "text": "1"}"#,
          #"{"at": 1, "lane": 2, "mark": "dropped", "text": "1", "why": "swallowed", "cause": 1}"#,
          #"{"at": 2, "lane": 1, "mark": "value", "text": "2"}"#,
          #"{"at": 2, "lane": 2, "mark": "value", "text": "2", "cause": 3}"#,
        ]))
    #expect(diagram.summary == "merge: 1 from a, 1 from b, 2 out")
  }
}
