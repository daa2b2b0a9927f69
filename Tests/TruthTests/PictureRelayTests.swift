import Marbles
import MarblesScript
import Testing

@Suite("Relays, failures and demand in pictures")
struct PictureRelayTests {
  private func diagram(_ script: String) -> Diagram {
    Simulation(script: script, file: "relays.txt").run().diagram()
  }

  private func row(_ name: String, _ diagram: Diagram) throws -> Int {
    try #require(diagram.rows.firstIndex { $0.name == name })
  }

  @Test("a relay that keeps nothing and has one input is a lane, not a band")
  func aRelayThatKeepsNothingAndHasOneInputIsALaneNotABand() throws {
    let diagram = diagram(
      """
      dialect rxswift
      let up = PublishRelay<Int>()
      let first = up.subscribe()
      let second = up.map { $0 * 10 }.subscribe()
      up: -1--2
      """)
    #expect(diagram.rows.map(\.name) == ["up", "first", "second"])
    #expect(diagram.rows.filter(\.isBand).isEmpty)
    // Each element reaches both subscribers.
    let targets = diagram.arrows.map { diagram.rows[diagram.row(of: $0.to)].name }
    #expect(targets == ["first", "second", "first", "second"])
    let marks = diagram.glyphs.filter { $0.name == "second" && $0.kind == .value }
    #expect(marks.map(\.text) == ["10", "20"])
  }

  @Test("a relay that only a binding feeds is the lane of the binding")
  func aRelayThatOnlyABindingFeedsIsTheLaneOfTheBinding() throws {
    let diagram = diagram(
      """
      dialect rxswift
      let source = PublishSubject<Int>()
      let prices = PublishRelay<Int>()
      let bag = DisposeBag()
      source.map { $0 + 1 }.bind(to: prices).disposed(by: bag)
      let label = prices.subscribe()
      source: -1--2
      """)
    #expect(diagram.rows.map(\.name) == ["source", "prices", "label"])
    let prices = diagram.glyphs.filter { $0.name == "prices" && $0.kind == .value }
    #expect(prices.map(\.text) == ["2", "3"])
  }

  @Test("a subject between a named feed and its subscriber keeps its band")
  func aSubjectBetweenANamedFeedAndItsSubscriberKeepsItsBand() throws {
    let diagram = diagram(try ExampleTruthTests.text(of: "subject-in-the-middle.txt"))
    #expect(diagram.rows.map(\.name) == ["direct", "feed", "middle", "behind"])
    #expect(diagram.rows.map(\.isBand) == [false, false, true, false])
  }

  @Test("a relay into which operators send is drawn on the lane of its only subscriber")
  func aRelayIntoWhichOperatorsSendIsDrawnOnTheLaneOfItsOnlySubscriber() throws {
    let diagram = diagram(try ExampleTruthTests.text(of: "recipes/login-tracker.txt"))
    let names = diagram.rows.map(\.name)
    #expect(!names.contains("activity") && !names.contains("errors"))
    let spinner = try row("spinner", diagram)
    #expect(diagram.rows[spinner].detail == "activity.asDriver, 5 live")
    // The first of five elements is that of the subscription; the others come from calls of accept.
    let senders = diagram.arrows.compactMap { arrow -> Diagram.Glyph.Kind? in
      guard diagram.row(of: arrow.to) == spinner, case .mark(_, let glyph) = arrow.from else {
        return nil
      }
      return diagram.glyphs[glyph].kind
    }
    #expect(senders == [.send, .send, .send, .send])
  }

  @Test("an element that startWith sends comes from no stage")
  func anElementThatStartWithSendsComesFromNoStage() throws {
    let diagram = diagram(
      """
      dialect rxswift
      let source = PublishSubject<String>()
      let shared = source.share()
      let balance = shared.map { "€" + $0 }.startWith("€100").subscribe()
      source: --a
      """)
    let glyph = try #require(diagram.glyphs.firstIndex { $0.text == "€100" })
    let arrows = diagram.arrows.filter {
      if case .mark(_, glyph) = $0.to { true } else { false }
    }
    #expect(arrows.isEmpty)
    // The next element comes through the shared stream.
    let next = try #require(diagram.glyphs.firstIndex { $0.text == "€a" })
    #expect(
      diagram.arrows.contains {
        if case .mark(_, next) = $0.to { true } else { false }
      })
  }

  @Test("the arrow of an element that a busy flatMapFirst ignores ends in a bar")
  func theArrowOfAnElementThatABusyFlatMapFirstIgnoresEndsInABar() throws {
    let diagram = diagram(try ExampleTruthTests.text(of: "recipes/view-models/sync.txt"))
    let start = try row("start", diagram)
    let heads = diagram.arrows.compactMap { arrow -> Diagram.Arrow.Head? in
      guard case .mark(let site, let glyph) = arrow.from, site.row == start,
        diagram.glyphs[glyph].kind == .value
      else { return nil }
      return arrow.head
    }
    #expect(heads == [.arrow, .bar])
  }

  @Test("a failure that delay delivers later is held from its arrival to its delivery")
  func aFailureThatDelayDeliversLaterIsHeldFromItsArrivalToItsDelivery() throws {
    let diagram = diagram(try ExampleTruthTests.text(of: "delay.txt"))
    let held = diagram.strips.filter { $0.kind == .failure }
    #expect(held.map(\.text) == ["error"])
    let times = held.flatMap { [$0.start, $0.end] }.map { at in
      at.map { diagram.columns[$0.column].label }
    }
    #expect(times == ["5", "8"])
    // One arrow leads into it, another one out of it.
    let index = try #require(diagram.strips.firstIndex { $0.kind == .failure })
    #expect(diagram.arrows.filter { $0.to == .strip(index) }.map(\.ink) == [.failure])
    #expect(diagram.arrows.filter { $0.from == .strip(index) }.map(\.ink) == [.failure])
  }

  @Test("a subscription without a request has a demand of 0 where demand is bounded")
  func aSubscriptionWithoutARequestHasADemandOf0WhereDemandIsBounded() throws {
    let diagram = diagram(try ExampleTruthTests.text(of: "demand-none-passthrough.txt"))
    let captions = diagram.glyphs.filter { $0.name == "reader" }.compactMap(\.caption)
    #expect(captions == [.demand(0), .demand(1)])
  }

  @Test("beside a subscriber with bounded demand, unlimited demand is written")
  func besideASubscriberWithBoundedDemandUnlimitedDemandIsWritten() throws {
    let diagram = diagram(try ExampleTruthTests.text(of: "demand-unlimited.txt"))
    let captions = ["sink", "two"].map { name in
      diagram.glyphs.filter { $0.name == name }.compactMap(\.caption)
    }
    #expect(captions == [[.demand(nil)], [.demand(2)]])
  }

  @Test("a source to which an operator subscribes later is a row")
  func aSourceToWhichAnOperatorSubscribesLaterIsARow() throws {
    let diagram = diagram(try ExampleTruthTests.text(of: "subscribe-on.txt"))
    let rings = diagram.glyphs.filter { $0.kind == .subscribe }
      .map { "\($0.name) \(diagram.columns[$0.at.column].label)" }
    #expect(rings == ["reader 0", "numbers 3"])
  }
}
