import Marbles
import MarblesScript
import Testing

/// Scripts whose pictures once showed something untrue.
@Suite("Untrue recordings that were found")
struct FoundLieTests {
  private func recording(_ script: String) -> Recording {
    let recording = Simulation(script: "until 60\n" + script, file: "found.txt").run().recording
    #expect(TruthChecker.lies(in: recording) == [])
    let diagram = Diagram(recording)
    #expect(PictureRules.lies(Replay(recording), diagram) == [])
    #expect(TotalRules.lies(Replay(recording), diagram) == [])
    return recording
  }

  /// The number of missed values of each lane with the given name.
  private func missed(_ name: String, _ recording: Recording) -> [Int] {
    recording.lanes.filter { $0.name == name }.map(\.missed.count)
  }

  @Test("a late subscriber also misses the values that a share received as replays and passed on")
  func aLateSubscriberAlsoMissesTheValuesThatAShareReceivedAsReplaysAndPassedOn() {
    let recording = recording(
      """
      let s = CurrentValueSubject(0)
      let shared = s.share()
      let a, b = shared.sink()
      a: ^
      b: --^
      s: -1-2
      """)
    #expect(missed("b", recording) == [2])
  }

  @Test("an input misses what was sent before it, although one before it has left the same source")
  func anInputMissesWhatWasSentBeforeItAlthoughOneBeforeItHasLeftTheSameSource() {
    let recording = recording(
      """
      let r = BehaviorRelay(value: 0)
      let a = r.first(where: { $0 > 4 }).zip(r).sink()
      a: -----^
      r: -1-8
      """)
    #expect(missed("r #2", recording) == [1])
  }

  @Test("a replay that a filter drops is not missed")
  func aReplayThatAFilterDropsIsNotMissed() {
    let recording = recording(
      """
      let s = ReplaySubject(capacity: 2)
      let a = s.filter { $0 > 3 }.sink()
      a: ----^
      s: 123-5
      """)
    #expect(missed("a", recording) == [1])
  }

  @Test("a value that waits for a slow subscriber is held for it and replayed from there")
  func aValueThatWaitsForASlowSubscriberIsHeldForItAndReplayedFromThere() {
    let recording = recording(
      """
      let s = PassthroughSubject()
      let shared = s.shareReplay(1)
      let slow = shared.sink(demand: 1)
      slow: ^-----+2
      s: -1-2-3
      """)
    let replays = recording.events.compactMap { event -> String? in
      guard case .replayed(let label, let held?) = event.mark,
        case .held(let kept) = recording[held].mark
      else { return nil }
      return "\(recording.text(label)) of \(recording.text(kept))"
    }
    #expect(replays == ["2 of 2", "3 of 3"])
  }

  @Test("a relay without a memory holds the values that wait for a later request")
  func aRelayWithoutAMemoryHoldsTheValuesThatWaitForALaterRequest() {
    let recording = recording(
      """
      let r = PublishRelay()
      let slow = r.sink(demand: 0)
      slow: ^---+1
      r: -7
      """)
    #expect(recording.events.contains { $0.mark == .held(Recording.Label(index: 0)) })
  }

  @Test("the memory of a connection ends with the connection")
  func theMemoryOfAConnectionEndsWithTheConnection() {
    let recording = recording(
      """
      dialect rxswift
      let s = PublishSubject()
      let shared = s.take(1).replay(2).refCount()
      let a, b = shared.subscribe()
      a: ^
      b: ---^
      s: -1---2
      """)
    #expect(
      recording.events.count {
        if case .released(_, .forgotten) = $0.mark { true } else { false }
      } == 2)
  }

  @Test("a subscriber that continues after the end of a shared stream is not counted")
  func aSubscriberThatContinuesAfterTheEndOfASharedStreamIsNotCounted() {
    let recording = recording(
      """
      dialect rxswift
      let work = cold("-1|")
      let shared = work.share()
      let a = shared.concat(cold("----2|")).subscribe()
      let b = shared.subscribe()
      b: ---^
      """)
    let counts = recording.events.compactMap { event -> Int? in
      if case .count(let count) = event.mark { count } else { nil }
    }
    #expect(counts == [1, 1])
  }

  @Test("a subscription that an operator ends at once is counted up and down")
  func aSubscriptionThatAnOperatorEndsAtOnceIsCountedUpAndDown() {
    let recording = recording(
      """
      dialect rxswift
      let r = ReplayRelay.create(bufferSize: 2)
      let shared = r.observe(on: MainScheduler.instance).share()
      let a = shared.take(until: r).subscribe()
      a: --^
      r: 1
      """)
    let counts = recording.events.compactMap { event -> Int? in
      if case .count(let count) = event.mark { count } else { nil }
    }
    #expect(counts == [1, 0])
  }

  @Test("a value that passes timeout late is not dropped")
  func aValueThatPassesTimeoutLateIsNotDropped() {
    let recording = recording(
      """
      let s = ReplaySubject(capacity: 2)
      let a = s.timeout(.milliseconds(4), scheduler: RunLoop.main).share().sink()
      a: --^
      s: 12
      """)
    #expect(
      !recording.events.contains { if case .dropped = $0.mark { true } else { false } })
  }

  @Test("replayed values count as sent into a memory")
  func replayedValuesCountAsSentIntoAMemory() {
    let recording = recording(
      """
      let s = CurrentValueSubject(0)
      let a = s.delay(for: .milliseconds(2), scheduler: RunLoop.main).sink()
      s: -1-2
      """)
    #expect(Diagram(recording).summary.contains("3 sent, 3 delivered"))
  }

  @Test("a sink that subscribes again uses its own buffer, not that of another sink")
  func aSinkThatSubscribesAgainUsesItsOwnBufferNotThatOfAnotherSink() {
    let recording = recording(
      """
      let s = PassthroughSubject()
      let buffered = s.buffer(size: 1, prefetch: .byRequest, whenFull: .dropOldest)
      let a = buffered.sink()
      let b = buffered.sink(demand: 0)
      a: ----^
      b: ^-!-^-----+1
      s: -8----8-8
      """)
    let sources = recording.lanes.filter { $0.name == "a" || $0.name == "b" }.map(\.source)
    #expect(Set(sources).count == 2)
  }

  @Test("a replay of an appended stream comes from its own source, not from that of the first")
  func aReplayOfAnAppendedStreamComesFromItsOwnSourceNotFromThatOfTheFirst() {
    let recording = recording(
      """
      let first = hot("-1|")
      let second = ReplaySubject(capacity: 2)
      let a = first.append(second).sink()
      a: -----^
      second: -7-8
      """)
    let lanes = recording.events.compactMap { event -> String? in
      guard case (.lane(let lane), .replayed) = (event.place, event.mark) else { return nil }
      return recording[lane].name
    }
    #expect(lanes == ["second", "a", "second", "a"])
    #expect(missed("a", recording) == [0])
  }

  @Test("a value that a merge of relays passes on comes from the merge, not from the first relay")
  func aValueThatAMergeOfRelaysPassesOnComesFromTheMergeNotFromTheFirstRelay() {
    let recording = recording(
      """
      dialect rxswift
      let r = PublishRelay()
      let s = BehaviorRelay(value: 0)
      let a = Observable.merge(r, s).subscribe()
      let b = Observable.concat(s.take(1), r).subscribe()
      a: --^
      r: -6-9
      s: -8---7
      """)
    let source = recording.lanes.first { $0.name == "a" }?.source
    #expect(source == recording.stageIDs.first { recording[$0].name == "merge" }.map { .stage($0) })
  }

  @Test("a subject passed to share of RxJS shows the values that it holds and replays")
  func aSubjectPassedToShareOfRxJSShowsTheValuesThatItHoldsAndReplays() {
    let recording = recording(
      """
      dialect rxjs
      let s = Subject()
      let p = s.startWith(6).share(connector: { ReplaySubject(2) })
      let a, b = p.subscribe()
      b: -----^
      s: ---1
      """)
    #expect(missed("b", recording) == [0])
    let replays = recording.events.count { if case .replayed = $0.mark { true } else { false } }
    #expect(replays == 2)
  }

  @Test("a value sent by a subscriber that left and subscribed again is missed like any other")
  func aValueSentByASubscriberThatLeftAndSubscribedAgainIsMissedLikeAnyOther() {
    let recording = recording(
      """
      dialect rxswift
      let s = PublishSubject()
      let t = PublishSubject()
      let a = s.subscribe()
      let b = t.subscribe(onNext: { v in s.onNext(v) })
      a: ---------^
      b: ^--!--^
      t: -1-----2
      """)
    #expect(missed("a", recording) == [2])
  }

  @Test("a subject passed to multicast holds its values in the band of multicast")
  func aSubjectPassedToMulticastHoldsItsValuesInTheBandOfMulticast() {
    let recording = recording(
      """
      let s = PassthroughSubject()
      let p = s.multicast(subject: CurrentValueSubject(0)).autoconnect()
      let a, b = p.sink()
      b: ---^
      s: -1
      """)
    let replays = recording.events.count { if case .replayed = $0.mark { true } else { false } }
    #expect(replays == 2)
    #expect(recording.stages.map(\.kind) == [.subject, .hub])
  }

  @Test(
    "a named subject that is passed to multicast replays in both bands",
    arguments: [
      "let r = ReplaySubject(capacity: 2)\nlet p = s.multicast(subject: r).autoconnect()",
      "dialect rxswift\nlet r = ReplaySubject.create(bufferSize: 2)\n"
        + "let p = s.multicast(r).refCount()",
    ])
  func aNamedSubjectThatIsPassedToMulticastReplaysInBothBands(lines: String) {
    let recording = recording(
      lines.replacing("let r", with: "let s = PassthroughSubject()\nlet r")
        + "\nlet a, b = p.sink()\nlet c = r.sink()\nb: -----^\nc: -----^\ns: 1-2-3")
    #expect(missed("b", recording) == [1])
    for lane in recording.laneIDs where ["b", "c"].contains(recording[lane].name) {
      let replayed = recording.events.compactMap { event -> Recording.Label? in
        guard event.place == .lane(lane), case .replayed(let label, _) = event.mark else {
          return nil
        }
        return label
      }
      #expect(replayed.map(recording.text) == ["2", "3"])
    }
    #expect(TruthChecker.lies(in: recording) == [])
  }

  @Test("a subject that was given to multicast keeps its values between two connections")
  func aSubjectThatWasGivenToMulticastKeepsItsValuesBetweenTwoConnections() {
    let recording = recording(
      """
      dialect rxswift
      let s = PublishSubject()
      let m = s.multicast(BehaviorSubject(value: 2)).refCount()
      let a = m.subscribe()
      a: ^--!--^
      s: -1
      """)
    let replays = recording.events.compactMap { event -> String? in
      if case .replayed(let label, _) = event.mark { recording.text(label) } else { nil }
    }
    #expect(replays == ["2", "1"])
    #expect(
      !recording.events.contains {
        if case .released(_, .forgotten) = $0.mark { true } else { false }
      })
  }
}
