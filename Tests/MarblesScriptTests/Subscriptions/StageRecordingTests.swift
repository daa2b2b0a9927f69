import Marbles
import Testing

@testable import MarblesScript

@Suite("Memory begins when a value is stored")
struct StoredValueTests {
  @Test("RxSwift's debounce swallows an element that another one follows in time")
  func rxSwiftsDebounceSwallowsAnElementThatAnotherOneFollowsInTime() {
    let recording = recording(
      """
      dialect rxswift
      let s = PublishSubject<String>()
      let a = s.debounce(.milliseconds(2), scheduler: MainScheduler.instance).subscribe()
      a: ^
      s: -ab---c
      """)
    let released = recording.events.compactMap { event -> String? in
      guard case .released(_, let fate) = event.mark else { return nil }
      return "\(event.time.nanoseconds / recording.frame.nanoseconds) \(fate)"
    }
    #expect(released == ["2 swallowed", "4 left", "8 left"])
  }

  @Test(
    "the results of a box are the elements of its inner streams, not those of operators after it",
    arguments: [
      ("append(9)", "1 value, 1 inner stream, 2 results"),
      ("prepend(9)", "1 value, 1 inner stream, 2 results"),
      ("reduce(0, +)", "1 value, 1 inner stream, 2 results"),
      ("filter { $0 > 1 }", "1 value, 1 inner stream, 2 results"),
    ])
  func theResultsOfABoxAreTheElementsOfItsInnerStreamsNotThoseOfOperatorsAfterIt(
    operators: String, summary: String
  ) {
    let recording = recording(
      """
      let a = PassthroughSubject<Int, Never>()
      let b = a.flatMap { [$0, $0 + 1].publisher }.\(operators).sink()
      a: -1|
      """)
    #expect(Diagram(recording).summary == summary)
  }

  @Test("replay(2) keeps values before there is a subscriber")
  func replay2KeepsValuesBeforeThereIsASubscriber() {
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
      holds("live", in: recording(script))
        == ["1: holds 1", "3: holds 2", "7: 1 replaced", "7: holds 3"])
  }

  @Test("multicast with a ReplaySubject keeps values before there is a subscriber (Combine)")
  func multicastWithAReplaySubjectKeepsValuesBeforeThereIsASubscriberCombine() {
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
      holds("live", in: recording).prefix(3)
        == ["1: holds 1", "3: 1 replaced", "3: holds 2"])
  }

  @Test("an AsyncSubject holds its latest element from the time when it is sent (RxSwift)")
  func anAsyncSubjectHoldsItsLatestElementFromTheTimeWhenItIsSentRxSwift() {
    let recording = recording(
      """
      dialect rxswift
      let s = AsyncSubject()
      let t = PublishSubject()
      let a = s.subscribe()
      let b = t.subscribe(onNext: { s.onNext($0) }, onCompleted: { s.onCompleted() })
      let late = s.subscribe()
      t: -1-2-|
      late: ------^
      """)
    #expect(holds("s", in: recording) == ["1: holds 1", "3: 1 replaced", "3: holds 2"])
    #expect(story("a", in: recording).suffix(2) == ["5 2", "5 finished"])
    // Its own completion is the cause of the element.
    let a = recording.laneIDs.first { recording[$0].name == "a" }
    let element = recording.events.first { event in
      if case .value = event.mark { event.place == a.map { .lane($0) } } else { false }
    }
    #expect(element?.cause.map { recording[$0].mark } == .ended(nil))
    #expect(story("late", in: recording).contains("6 replayed 2"))
  }

  @Test(
    "no subscriber misses what an AsyncSubject was sent before its completion",
    arguments: [
      "let p = s", "let p = t.multicast(AsyncSubject()).refCount()",
      "let p = t.multicast(makeSubject: { AsyncSubject() }).refCount()",
    ])
  func noSubscriberMissesWhatAnAsyncSubjectWasSentBeforeItsCompletion(line: String) {
    let recording = recording(
      """
      dialect rxswift
      let t = PublishSubject()
      let s = AsyncSubject()
      let bound = t.subscribe(s)
      \(line)
      let a, b, c = p.subscribe()
      b: --^
      c: ------^
      t: -1-2-|
      """)
    #expect(story("b", in: recording).suffix(2) == ["5 2", "5 finished"])
    for lane in recording.lanes where ["a", "b", "c"].contains(lane.name) {
      #expect(lane.missed == [], "\(lane.name)")
    }
  }

  @Test("concat() queues the inner streams that wait, and drops none")
  func concatQueuesTheInnerStreamsThatWaitAndDropsNone() {
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
  func aNamedSubjectIsShownWithItsNameAnotherPublisherWithItsText() {
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
  func connectAndACancelOfTheConnectionAreRecordedACancelAfterTheEndIsNot(
    row: String, expected: [String]
  ) {
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
  func bufferHoldsItsElementsUntilTheTimeIsOverOrTheArrayIsFull() {
    let recording = recording(
      """
      dialect rxswift
      let q = PublishSubject()
      let b = q.buffer(timeSpan: .milliseconds(10), count: 3, scheduler: MainScheduler.instance).subscribe()
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
  func takeLastHoldsTheLatestElementsUntilTheSourceCompletes() {
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
  func theValueOfASubjectThatAnOperatorSubscribesToLaterIsAReplay(operation: String) {
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
  func aValueCombinedOfReplaysIsNotAReplay() {
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
  @Test("the immediate scheduler runs a delayed job at once")
  func theImmediateSchedulerRunsADelayedJobAtOnce() {
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
