import Marbles
import Testing

@testable import MarblesScript

/// The `count` events of the stage with the given name: `3: 2` is a count of 2 at frame 3.
private func counts(_ name: String, in recording: Recording) -> [String] {
  recording.events.compactMap { event in
    guard case (.stage(let stage), .count(let count)) = (event.place, event.mark),
      recording.stages[stage].name == name
    else { return nil }
    return "\(event.time.nanoseconds / recording.frame.nanoseconds): \(count)"
  }
}

/// The values that the stage with the given name holds: `1: holds a` from frame 1 on.
private func holds(_ name: String, in recording: Recording) -> [String] {
  recording.events.compactMap { event in
    let time = event.time.nanoseconds / recording.frame.nanoseconds
    guard case .stage(let stage) = event.place, recording.stages[stage].name == name else {
      return nil
    }
    switch event.mark {
    case .held(let label): return "\(time): holds \(recording.text(label))"
    case .released(let held, let reason):
      guard case .held(let label) = recording.events[held].mark else { return nil }
      return "\(time): \(recording.text(label)) \(reason)"
    default: return nil
    }
  }
}

@Suite("Subscriptions that operators make and end are counted")
struct SubscriptionCountTests {
  @Test("retry of a shared stream that fails: the count starts again, in the order of the retries")
  func retryOfSharedStream_restartsCount() {
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
    #expect(counts("share()", in: recording) == ["0: 1", "0: 2", "2: 1", "2: 2"])
    #expect(
      recording.lanes.map(\.name).filter { $0.hasPrefix("shared") }
        == ["shared #1", "shared #1", "shared #2", "shared #2"])
    #expect(recording.lanes.map(\.missed.count).max() == 0)
  }

  @Test("each attempt of retry is a subscription of its own")
  func retry_recordsEachAttempt() {
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
  func appendOfSharedStream_countsSubscription() {
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
    #expect(counts("share()", in: recording) == ["5: 1"])
    #expect(
      story("m", in: recording) == [
        "5 subscribed", "5 requested all", "6 1", "9 2", "11 finished",
      ])
  }

  @Test(
    "withLatestFrom(shared) subscribes to the shared stream first, and holds its latest element")
  func withLatestFromOfSharedStream_countsSubscription() {
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
    #expect(counts("share()", in: recording) == ["0: 1", "3: 2"])
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
  func secondInput_isCounted(operation: String, expected: [String]) {
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
    #expect(counts("share()", in: recording) == expected)
  }

  @Test("a subscriber that leaves by prefix or first is counted down when it leaves (Combine)")
  func earlyLeaver_lowersCount() {
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
      counts("share()", in: recording) == ["0: 1", "0: 2", "0: 3", "1: 2", "1: 1", "3: 2"])
  }

  @Test("a subscriber that leaves by take is counted down when it leaves (RxSwift)")
  func take_lowersCount() {
    let recording = recording(
      """
      dialect rxswift
      let h = hot("-1-2-3-4-")
      let s = h.share()
      let a = s.take(until: hot("----x")).subscribe()
      let b = s.take(1).subscribe()
      let c = s.subscribe()
      """)
    #expect(counts("share()", in: recording) == ["0: 1", "0: 2", "0: 3", "1: 2", "4: 1"])
  }

  @Test("subscribers that wait for the next connection are counted when they subscribe")
  func waitingSubscriber_isCountedAtSubscription() {
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
      counts("publish()", in: recording).filter { !$0.hasPrefix("0") } == ["3: 1", "4: 2"])
  }

  @Test("a subscription in a closure to a shared stream counts, though its lane has another source")
  func subscriptionInClosure_isCounted() {
    let recording = recording(
      """
      let s = PassthroughSubject()
      let m = s.share()
      let t = PassthroughSubject()
      let p = t.share().catch { _ in m }.sink()
      s: ----1-2
      t: -a-#
      """)
    #expect(
      recording.stages.indices.filter { recording.stages[$0].name == "share()" }.count == 2)
    #expect(
      story("subscriber of share()", in: recording)
        == ["3 subscribed", "3 requested all", "4 1", "6 2"])
  }
}

@Suite("Memory begins when a value is stored")
struct StoredValueTests {
  @Test("replay(2) keeps values before there is a subscriber")
  func replay_holdsFromStorage() {
    let script = """
      dialect rxswift
      let s = PublishSubject()
      let live = s.replay(2)
      let late = live.subscribe()
      s: -1-2---3
      live: ^
      late: -----^
      expect live.held == [2, 3]
      """
    #expect(failures(script) == [])
    #expect(
      holds("replay(2)", in: recording(script))
        == ["1: holds 1", "3: holds 2", "7: 1 replaced", "7: holds 3"])
  }

  @Test("multicast with a ReplaySubject keeps values before there is a subscriber (Combine)")
  func multicast_holdsFromStorage() {
    let recording = recording(
      """
      let s = PassthroughSubject()
      let live = s.multicast { ReplaySubject(1) }
      let late = live.sink()
      s: -1-2---3
      live: ^
      late: -----^
      """)
    #expect(
      holds("multicast", in: recording).prefix(3)
        == ["1: holds 1", "3: 1 replaced", "3: holds 2"])
  }

  @Test("concat() queues the inner streams that wait, and drops none")
  func concat_queuesInnerStreams() {
    let script = """
      dialect rxswift
      let q = PublishSubject()
      let a = q.map { cold("---(v|)", v: $0) }.concat().subscribe()
      q: -12
      expect a.events == [(4, 1), (7, 2)]
      """
    #expect(failures(script) == [])
    let recording = recording(script)
    #expect(recording.stages.contains { $0.name == "concat" && $0.kind == .box })
    #expect(
      !recording.events.contains {
        if case .dropped = $0.mark { true } else { false }
      })
  }
}

@Suite("Streams that are values")
struct StreamValueTests {
  @Test("a named subject is shown with its name, another publisher with its text")
  func streamValue_isShownWithName() {
    let recording = recording(
      """
      let a = PassthroughSubject()
      let b = PassthroughSubject()
      let outer = PassthroughSubject()
      let all = outer.flatMap { $0 }.sink()
      at 0 {
        outer.send(a)
        outer.send(b)
        outer.send(Just(3))
      }
      """)
    let values = story("outer", in: recording)
    for value in ["0 a", "0 b", "0 Just(3)"] {
      #expect(values.contains(value), "\(values)")
    }
  }
}

@Suite("Connections by hand")
struct ConnectionControlTests {
  @Test(
    "connect() and a cancel of the connection are recorded; a cancel after the end is not",
    arguments: [
      ("s: -1-2---3", ["0: connect()", "5: cancel()"]), ("s: -1-|", ["0: connect()"]),
    ])
  func cancelOfConnection_isRecorded(row: String, expected: [String]) {
    let recording = recording(
      """
      let s = PassthroughSubject()
      let live = s.multicast { PassthroughSubject() }
      let a = live.sink()
      \(row)
      live: ^----!
      """)
    let controls = recording.events.compactMap { event -> String? in
      guard case .control(let label) = event.mark else { return nil }
      return "\(event.time.nanoseconds / recording.frame.nanoseconds): \(recording.text(label))"
    }
    #expect(controls == expected)
  }
}

@Suite("Memory of RxSwift's operators")
struct RxOperatorMemoryTests {
  @Test("buffer holds its elements until the time is over or the array is full")
  func buffer_holdsElements() {
    let recording = recording(
      """
      dialect rxswift
      let q = PublishSubject()
      let b = q.buffer(timeSpan: 10, count: 3, scheduler: MainScheduler.instance).subscribe()
      q: -12---3-4
      until 25
      """)
    #expect(
      holds("buffer", in: recording) == [
        "1: holds 1", "2: holds 2", "6: holds 3", "6: 1 left", "6: 2 left", "6: 3 left",
        "8: holds 4", "16: 4 left",
      ])
    #expect(
      story("b", in: recording).filter { $0.contains("[") } == ["6 [1, 2, 3]", "16 [4]"])
  }

  @Test("takeLast holds the latest elements until the source completes")
  func takeLast_holdsElements() {
    let recording = recording(
      """
      dialect rxswift
      let q = PublishSubject()
      let b = q.takeLast(2).subscribe()
      q: -1-2-3|
      """)
    #expect(
      holds("takeLast(2)", in: recording) == [
        "1: holds 1", "3: holds 2", "5: holds 3", "5: 1 replaced", "6: 2 left", "6: 3 left",
      ])
  }
}

@Suite("Replays that operators pass on")
struct RelayedReplayTests {
  @Test(
    "the value of a subject that an operator subscribes to later is a replay",
    arguments: [
      "t.append(s)", "s.prepend(t)", "Publishers.Concatenate(prefix: t, suffix: s)",
      "t.merge(with: s)",
    ])
  func secondInput_isReplayed(operation: String) {
    let script = """
      let s = CurrentValueSubject(7)
      let t = PassthroughSubject()
      let p = \(operation).sink()
      t: -a|
      expect p.replayed == [7]
      """
    #expect(failures(script) == [])
  }

  @Test("a value combined of replays is not a replay")
  func combinedValue_isNotReplayed() {
    let script = """
      let s = CurrentValueSubject(7)
      let t = CurrentValueSubject(8)
      let p = s.combineLatest(t).map { $0 + $1 }.sink()
      expect p.replayed == []
      expect p.values == [15]
      """
    #expect(failures(script) == [])
  }
}

@Suite("The immediate scheduler")
struct ImmediateSchedulerTests {
  @Test("runs a delayed job at once")
  func delay_doesNotWait() {
    let script = """
      let s = PassthroughSubject()
      let hop = s.receive(on: ImmediateScheduler.shared).sink()
      let later = s.delay(for: 3, scheduler: ImmediateScheduler.shared).sink()
      s: -1-2
      expect hop.events == [(1, 1), (3, 2)]
      expect later.events == [(1, 1), (3, 2)]
      """
    #expect(failures(script) == [])
  }
}

@Suite("Rows of sources")
struct SourceRowTests {
  @Test("the row of a subject shows what the subject sends, not what operators make of it")
  func subjectRow_showsSentElements() {
    let diagram = Diagram(
      recording(
        """
        let taps = PassthroughSubject()
        let shared = taps.map { $0 * 3 }.filter { $0 % 2 == 0 }.scan(0, +).map { "n\\($0)" }.share()
        let A = shared.sink()
        taps: -1-2-3-4
        """))
    #expect(diagram.rows.map(\.name) == ["taps", "map · … · map", "share()", "A"])
    let sent = diagram.glyphs.filter { $0.site.row == 0 && $0.kind == .value }.map(\.text)
    #expect(sent == ["1", "2", "3", "4"])
  }
}
