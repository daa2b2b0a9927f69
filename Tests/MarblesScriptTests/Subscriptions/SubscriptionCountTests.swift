import Marbles
import Testing

@testable import MarblesScript

@Suite("Subscriptions that operators make and end are counted")
struct SubscriptionCountTests {
  @Test("the count of a shared stream that fails starts again, in the order of the retries")
  func theCountOfASharedStreamThatFailsStartsAgainInTheOrderOfTheRetries() {
    let script = """
      dialect rxswift
      let work = cold("-a#")
      let shared = work.share()
      let a, b = shared.retry(2).subscribe(onNext: { _ in }, onError: { _ in })
      expect a: -a-a#
      expect b: -a-a#
      expect work.subscriptions == 2
      """
    #expect(failures(script) == [])
    let recording = recording(script)
    #expect(counts("shared", in: recording) == ["0: 1", "0: 2", "2: 1", "2: 2"])
    #expect(
      recording.lanes.map(\.name).filter { $0.hasPrefix("shared") }
        == ["shared #1", "shared #1", "shared #2", "shared #2"])
    #expect(recording.lanes.map(\.missed.count).max() == 0)
  }

  @Test("each attempt of retry is a subscription of its own")
  func eachAttemptOfRetryIsASubscriptionOfItsOwn() {
    let recording = recording(
      """
      let request = Deferred { cold("--#") }
      let screen = request.retry(3).sink()
      """)
    #expect(
      (1...4).map { story("request #\($0)", in: recording) } == [
        ["0 subscribed", "0 requested all", "2 failed error"],
        ["2 subscribed", "2 requested all", "4 failed error"],
        ["4 subscribed", "4 requested all", "6 failed error"],
        ["6 subscribed", "6 requested all", "8 failed error"],
      ])
  }

  @Test("append(shared) subscribes to the shared stream when the first stream finishes")
  func appendSharedSubscribesToTheSharedStreamWhenTheFirstStreamFinishes() {
    let script = """
      let s = PassthroughSubject()
      let m = s.share()
      let t = PassthroughSubject()
      let p = t.append(m).sink()
      s: ------1--2-|
      t: -a-b-|
      expect p.events == [(1,"a"), (3,"b"), (6,1), (9,2), (11,.finished)]
      """
    #expect(failures(script) == [])
    let recording = recording(script)
    #expect(counts("m", in: recording) == ["5: 1"])
    #expect(
      story("m", in: recording) == [
        "5 subscribed", "5 requested all", "6 1", "9 2", "11 finished",
      ])
  }

  @Test(
    "withLatestFrom(shared) subscribes to the shared stream first, and holds its latest element")
  func withLatestFromSharedSubscribesToTheSharedStreamFirstAndHoldsItsLatestElement() {
    let script = """
      dialect rxswift
      let s = PublishSubject()
      let m = s.share()
      let t = PublishSubject()
      let p = t.withLatestFrom(m).subscribe()
      let q = m.subscribe()
      s: -1--2
      t: --x--x
      q: ---^
      expect m.subscribers == 2
      expect p.values == [1, 2]
      """
    #expect(failures(script) == [])
    let recording = recording(script)
    #expect(counts("m", in: recording) == ["0: 1", "3: 2"])
    #expect(
      holds("withLatestFrom(m)", in: recording)
        == ["1: holds 1", "4: 1 replaced", "4: holds 2"])
  }

  @Test(
    "an operator with a shared second input counts as a subscriber of it",
    arguments: [
      ("t.take(until: m)", ["0: 1", "2: 0"]), ("t.skip(until: m)", ["0: 1", "2: 0"]),
      ("t.concat(m)", ["5: 1"]), ("t.sample(m)", ["0: 1"]),
      ("t.ifEmpty(switchTo: m)", []), ("m.concat(t)", ["0: 1"]),
    ])
  func anOperatorWithASharedSecondInputCountsAsASubscriberOfIt(
    operation: String, expected: [String]
  ) {
    let recording = recording(
      """
      dialect rxswift
      let s = PublishSubject()
      let m = s.share()
      let t = PublishSubject()
      let p = \(operation).subscribe()
      s: --1---------|
      t: -a-b-|
      """)
    #expect(counts("m", in: recording) == expected)
  }

  @Test("a subscriber that leaves by prefix or first is counted down when it leaves (Combine)")
  func aSubscriberThatLeavesByPrefixOrFirstIsCountedDownWhenItLeavesCombine() {
    let recording = recording(
      """
      let s = PassthroughSubject()
      let m = s.share()
      let b = m.sink()
      let a = m.prefix(1).sink()
      let c = m.first().sink()
      let d = m.sink()
      s: -1--2-3
      d: ---^
      """)
    #expect(
      counts("m", in: recording) == ["0: 1", "0: 2", "0: 3", "1: 2", "1: 1", "3: 2"])
  }

  @Test("operators that leave a stream early are recorded, with the count as the effect")
  func operatorsThatLeaveAStreamEarlyAreRecordedWithTheCountAsTheEffect() {
    let recording = recording(
      """
      let s = PassthroughSubject()
      let m = s.share()
      let a = m.prefix(1).append(5).sink()
      let b = m.sink()
      s: -1--2
      b: ^--!
      """)
    let left = recording.eventIDs.first { recording[$0].mark == .left }
    #expect(story("a", in: recording).filter { !$0.contains("s") } == ["1 1", "1 left", "1 5"])
    #expect(
      recording.events.contains { event in
        if case .count(1) = event.mark { event.cause == left } else { false }
      })
    let index = RecordingIndex(recording)
    let hub = recording.stageIDs.first { recording[$0].kind == .hub } ?? 0
    #expect(index.edges.first { $0.left != nil }?.left == left)
    #expect(index.openEdges(outOf: .stage(hub), after: recording.eventIDs.last ?? 0) == 0)
  }

  @Test("operators that have been cancelled from below do not leave early")
  func operatorsThatHaveBeenCancelledFromBelowDoNotLeaveEarly() {
    let recording = recording(
      """
      let s = PassthroughSubject()
      let a = s.share().map { $0 }.prefix(3).sink()
      a: ^-!
      s: -1--2
      """)
    #expect(!recording.events.contains { $0.mark == .left })
  }

  @Test("a subscriber that leaves by take is counted down when it leaves (RxSwift)")
  func aSubscriberThatLeavesByTakeIsCountedDownWhenItLeavesRxSwift() {
    let recording = recording(
      """
      dialect rxswift
      let h = hot("-1-2-3-4-")
      let s = h.share()
      let a = s.take(until: hot("----x")).subscribe()
      let b = s.take(1).subscribe()
      let c = s.subscribe()
      """)
    #expect(counts("s", in: recording) == ["0: 1", "0: 2", "0: 3", "1: 2", "4: 1"])
  }

  @Test("subscribers that wait for the next connection are counted when they subscribe")
  func subscribersThatWaitForTheNextConnectionAreCountedWhenTheySubscribe() {
    let recording = recording(
      """
      dialect rxswift
      let work = Observable.deferred { Observable.of(1, 2) }
      let live = work.publish()
      let a, b, c = live.subscribe()
      a: ^
      live: ^-----^
      b: ---^
      c: ----^
      """)
    #expect(
      counts("live", in: recording).filter { !$0.hasPrefix("0") } == ["3: 1", "4: 2"])
  }

  @Test("a subscription in a closure to a shared stream counts, though its lane has another source")
  func aSubscriptionInAClosureToASharedStreamCountsThoughItsLaneHasAnotherSource() {
    let recording = recording(
      """
      let s = PassthroughSubject()
      let m = s.share()
      let t = PassthroughSubject()
      let first = PassthroughSubject()
      let p = t.flatMap { _ in first.append(m) }.sink()
      s: ----1-2
      first: --0|
      t: -a-
      """)
    #expect(counts("m", in: recording) == ["3: 1"])
    #expect(
      story("subscriber of m", in: recording)
        == ["3 subscribed", "3 requested all", "4 1", "6 2"])
  }

  @Test(
    "a stream that a closure appends to one without a recording is the source of the lane",
    arguments: [
      ("flatMap { _ in Just(0).append(m) }", "a", 1),
      ("tryMap { _ in throw \"boom\" }.catch { _ in Just(0).append(m) }", "Just(0)", 1),
    ])
  func aStreamThatAClosureAppendsToOneWithoutARecordingIsTheSourceOfTheLane(
    operators: String, lane: String, frame: Int
  ) {
    let recording = recording(
      """
      let s = PassthroughSubject()
      let m = s.share()
      let t = PassthroughSubject()
      let p = t.\(operators).sink()
      s: ----1-2
      t: -a-
      """)
    #expect(counts("m", in: recording) == ["\(frame): 1"])
    #expect(
      story(lane, in: recording).filter { !$0.contains("subscribed") && !$0.contains("requested") }
        == ["1 0", "4 1", "6 2"])
    #expect(!recording.lanes.contains { $0.name.hasPrefix("subscriber of") })
  }

  // RxSwift's publish() has a new subject for each connection, and disposing a connection sends no
  // event to the observers of its subject.
  @Test("an observer of a disposed connection is counted until it is disposed itself")
  func anObserverOfADisposedConnectionIsCountedUntilItIsDisposedItself() {
    let script = """
      dialect rxswift
      let s = PublishSubject()
      let live = s.publish()
      let a, b, c = live.subscribe()
      a: ^-------!
      live: ^-!-^
      b: ---^
      c: -------^
      s: -1---2|
      expect a.events == [(1, 1)]
      expect b.events == [(5, 2), (6, .finished)]
      expect live.subscribers == 1
      """
    #expect(failures(script) == [])
    let recording = recording(script)
    #expect(counts("live", in: recording) == ["0: 1", "3: 2", "7: 2", "8: 1"])
    let hub = recording.stageIDs.first { recording[$0].name == "live" } ?? 0
    let end = recording.eventIDs.last ?? 0
    #expect(RecordingIndex(recording).openEdges(outOf: .stage(hub), after: end) == 1)
  }

  @Test(
    "a named stream that the closure of an operator returns is an input of the operator",
    arguments: [
      ("let p = t.catch { _ in m }.sink()", "catch", "3: 1"),
      ("let p = t.catch { error in m.map { $0 } }.sink()", "catch", "3: 1"),
      (
        "let p = t.tryCatch { _ in if flag { return m } else { throw \"boom\" } }.sink()",
        "tryCatch", "3: 1"
      ),
      ("let p = t.catch { _ in Deferred { m } }.sink()", "catch", "3: 1"),
      ("let p = t.replaceError(with: 0).append(Deferred { m }).sink()", "append", "3: 1"),
      ("dialect rxswift\nlet p = t.catch { _ in flag ? m : t }.subscribe()", "catch", "3: 1"),
      (
        "dialect rxswift\nlet p = t.catch { _ in Observable.deferred { m.map { $0 } } }.subscribe()",
        "catch", "3: 1"
      ),
      (
        "dialect rxswift\nlet p = t.retry(when: { errors in errors.flatMap { _ in m } }).subscribe()",
        "retry", "3: 1"
      ),
      ("dialect rxswift\nlet p = t.retry(when: { _ in m.take(1) }).subscribe()", "retry", "0: 1"),
      (
        "dialect rxswift\nlet p = Observable.concat(t.catchAndReturn(0), m).subscribe()", "concat",
        "3: 1"
      ),
    ])
  func aNamedStreamThatTheClosureOfAnOperatorReturnsIsAnInputOfTheOperator(
    pipeline: String, stage: String, count: String
  ) {
    let dialect = pipeline.hasPrefix("dialect") ? "dialect rxswift" : "dialect combine"
    let sink = pipeline.split(separator: "\n").last ?? ""
    let recording = recording(
      """
      \(dialect)
      let s = PassthroughSubject()
      let m = s.share()
      let t = PassthroughSubject()
      let flag = true
      \(sink)
      s: ----1-2
      t: -a-#
      """)
    let inputs = recording.lanes.filter { lane in
      lane.target.map { recording[$0].name } == stage
        && lane.source.map { if case .stage(let id) = $0 { recording[id].name } else { "" } } == "m"
    }
    #expect(inputs.count == 1, "\(recording.lanes.map(\.name))")
    #expect(counts("m", in: recording).first == count)
    #expect(!recording.lanes.contains { $0.name.hasPrefix("subscriber of") })
  }

  @Test("an input without a name has the text of its call")
  func anInputWithoutANameHasTheTextOfItsCall() {
    let recording = recording(
      """
      let a = Publishers.Zip(Just(1), cold("-a|")).sink()
      let b = Just(2).map { $0 }.zip(Timer.publish(every: 2, on: .main, in: .common).autoconnect())
        .sink()
      until 3
      """)
    #expect(
      recording.lanes.map(\.name).filter { $0 != "a" && $0 != "b" }
        == ["Just(1)", "cold(\"-a|\")", "Just(2)", "Timer.publish"])
  }
}
