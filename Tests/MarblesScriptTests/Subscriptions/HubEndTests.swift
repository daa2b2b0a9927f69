import Marbles
import MarblesCombine
import Testing

@testable import MarblesScript

@Suite("A shared stream ends when it sends its end")
struct HubEndTests {
  private struct Trouble: Error, CustomStringConvertible {
    let description = "trouble"
  }

  /// The ends and connections of the stage with the given name: `3: ended`.
  private func life(_ name: String, in recording: Recording) -> [String] {
    recording.events.compactMap { event in
      guard case .stage(let stage) = event.place, recording[stage].name == name else { return nil }
      let time = event.time.nanoseconds / recording.frame.nanoseconds
      switch event.mark {
      case .ended(nil): return "\(time): ended"
      case .ended(let error?): return "\(time): failed \(recording.text(error))"
      case .connected: return "\(time): connected"
      case .disconnected: return "\(time): disconnected"
      default: return nil
      }
    }
  }

  @Test("a driver whose source fails completes after the element that replaces the failure")
  func aDriverWhoseSourceFailsCompletesAfterTheElementThatReplacesTheFailure() {
    let script = """
      dialect rxswift
      let api = PublishSubject()
      let title = api.asDriver(onErrorJustReturn: -1)
      let a, b = title.drive()
      b: --^
      api: -1-#
      expect a: -1-(x|)
      expect b: --1(x|)
      where x = -1
      """
    #expect(failures(script) == [])
    let recording = recording(script)
    #expect(
      life("title", in: recording) == ["0: connected", "3: ended", "3: disconnected"])
    #expect(counts("title", in: recording) == ["0: 1", "2: 2"])
    #expect(story("a", in: recording).suffix(2) == ["3 -1", "3 finished"])
  }

  @Test("the element that replaces the failure of a driver has that failure as its cause")
  func theElementThatReplacesTheFailureOfADriverHasThatFailureAsItsCause() throws {
    let recording = recording(
      """
      dialect rxswift
      let api = PublishSubject()
      let title = api.asDriver(onErrorJustReturn: -1)
      let a = title.drive()
      api: -1-#
      """)
    let element = try #require(
      recording.eventIDs.first { id in
        guard case .value(let label) = recording[id].mark else { return false }
        return recording.text(label) == "-1"
      })
    var causes: [Recording.Mark] = []
    var next = recording[element].cause
    while let cause = next {
      causes.append(recording[cause].mark)
      next = recording[cause].cause
    }
    #expect(causes.contains { if case .failed = $0 { true } else { false } })
  }

  @Test("a driver that continues with another one when its source fails has not ended")
  func aDriverThatContinuesWithAnotherOneWhenItsSourceFailsHasNotEnded() {
    let script = """
      dialect rxswift
      let api = PublishSubject()
      let saved = BehaviorRelay(value: 7)
      let title = api.asDriver(onErrorDriveWith: saved.asDriver())
      let a, b, c = title.drive()
      b: -----^--!
      c: ------^
      api: -1-#
      saved: -------8
      """
    let recording = recording(script)
    #expect(
      !life("title", in: recording).contains { $0.contains("ended") || $0.contains("failed") })
    #expect(counts("title", in: recording) == ["0: 1", "5: 2", "6: 3", "8: 2"])
    #expect(story("c", in: recording).suffix(2) == ["6 replayed 7", "7 8"])
  }

  @Test(
    "a shared stream that subscribes again inside itself when its upstream ends stays connected")
  func aSharedStreamThatSubscribesAgainInsideItselfWhenItsUpstreamEndsStaysConnected() throws {
    let scheduler = TestScheduler()
    let work = try scheduler.cold("-1#", values: ["1": 1], failure: Trouble())
    let shared = scheduler.hub("share()", work) { $0.retry(1).share() }
    let a = try scheduler.subscribe(shared, as: "a")
    try scheduler.subscribe(shared, as: "b", "---^")
    try scheduler.run()
    #expect(a.values == [1, 1])
    let recording = scheduler.recording()
    #expect(
      life("share()", in: recording)
        == ["0: connected", "4: failed trouble", "4: disconnected"])
    #expect(counts("share()", in: recording) == ["0: 1", "3: 2"])
  }

  @Test("a shared stream with two upstreams ends with the second of them")
  func aSharedStreamWithTwoUpstreamsEndsWithTheSecondOfThem() throws {
    let scheduler = TestScheduler()
    let left = try scheduler.hot("left", "-1|", values: ["1": 1])
    let right = try scheduler.hot("right", "---2|", values: ["2": 2])
    let both = scheduler.recorder.stage("both", kind: .hub, left, right) {
      $0.merge(with: $1).share()
    }
    let a = try scheduler.subscribe(both, as: "a")
    try scheduler.run()
    #expect(a.values == [1, 2])
    #expect(
      life("both", in: scheduler.recording())
        == ["0: connected", "4: ended", "4: disconnected"])
  }

  @Test("a connected stream without subscribers ends with its upstream")
  func aConnectedStreamWithoutSubscribersEndsWithItsUpstream() {
    let recording = recording(
      """
      let s = PassthroughSubject()
      let live = s.multicast { PassthroughSubject() }
      let a = live.sink()
      live: ^
      a: ----^
      s: -1|
      """)
    #expect(
      life("live", in: recording) == ["0: connected", "2: ended", "2: disconnected"])
    #expect(story("a", in: recording).last == "4 finished")
  }
}
