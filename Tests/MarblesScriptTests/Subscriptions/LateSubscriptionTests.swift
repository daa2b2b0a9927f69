import Marbles
import Testing

@testable import MarblesScript

@Suite("Operators that subscribe later than their lane, or again")
struct LateSubscriptionTests {
  /// The number of open subscriptions to a stage after each frame.
  private func open(_ name: String, _ frames: Range<Int64>, in recording: Recording) -> [Int] {
    let index = RecordingIndex(recording)
    let stage = recording.stageIDs.first { recording[$0].name == name } ?? 0
    return frames.map { frame in
      let end = recording.frame.nanoseconds * frame
      let last = recording.eventIDs.last { recording[$0].time.nanoseconds <= end }
      return index.openEdges(outOf: .stage(stage), after: last ?? -1)
    }
  }

  @Test("a subscription that an operator delays opens later, and what was sent before is missed")
  func aSubscriptionThatAnOperatorDelaysOpensLaterAndWhatWasSentBeforeIsMissed() throws {
    let recording = recording(
      """
      dialect rxswift
      let s = PublishSubject()
      let m = s.share()
      let a = m.delaySubscription(.milliseconds(3), scheduler: MainScheduler.instance).subscribe()
      let b = m.subscribe()
      s: --1-2
      """)
    let a = try #require(recording.laneIDs.first { recording[$0].name == "a" })
    #expect(open("m", 0..<5, in: recording) == [1, 1, 1, 2, 2])
    #expect(recording[a].missed.count == 1)
    #expect(story("a", in: recording) == ["0 subscribed", "0 requested all", "3 joined", "4 2"])
  }

  @Test("an operator whose second input fails at once still subscribes to the first one")
  func anOperatorWhoseSecondInputFailsAtOnceStillSubscribesToTheFirstOne() {
    let recording = recording(
      """
      dialect rxswift
      let s = PublishSubject()
      let shared = s.share()
      let a = shared.withLatestFrom(Observable.error("e")).subscribe(onError: { _ in })
      """)
    #expect(
      story("a", in: recording) == [
        "0 subscribed", "0 requested all", "0 failed e", "0 joined", "0 left",
      ])
    #expect(counts("shared", in: recording) == ["0: 1", "0: 0"])
  }

  // The scheduled subscription still reaches the source, where it is cancelled.
  @Test("a cancel before the subscription arrives is recorded at once")
  func aCancelBeforeTheSubscriptionArrivesIsRecordedAtOnce() {
    let recording = recording(
      """
      let s = PassthroughSubject()
      let a = s.subscribe(on: RunLoop.main).sink()
      a: (^!)---^
      s: -----1--2
      """)
    #expect(
      story("a", in: recording) == [
        "0 subscribed", "0 cancelled", "0 joined", "0 left", "7 subscribed", "7 joined",
        "7 requested all", "8 2",
      ])
  }

  @Test("a lane whose operators continue after the end of a shared stream has left it")
  func aLaneWhoseOperatorsContinueAfterTheEndOfASharedStreamHasLeftIt() {
    let recording = recording(
      """
      let s = PassthroughSubject()
      let t = PassthroughSubject()
      let m = s.share()
      let a = t.flatMap { _ in m.append(cold("--5|")) }.sink()
      t: 1
      s: -1-|
      """)
    #expect(open("m", 0..<6, in: recording) == [1, 1, 1, 0, 0, 0])
    #expect(
      recording.events.filter { $0.mark == .left }.map { $0.time.nanoseconds / 1_000_000 } == [3])
  }

  @Test("each attempt of a closure to subscribe to a shared stream is open")
  func eachAttemptOfAClosureToSubscribeToASharedStreamIsOpen() {
    let recording = recording(
      """
      dialect rxswift
      let s = PublishSubject()
      let t = PublishSubject()
      let work = Observable.deferred { cold("--#") }
      let m = work.share()
      let a = t.flatMap { _ in m.retry(2) }.subscribe()
      t: 1
      """)
    #expect(counts("m", in: recording) == ["0: 1", "2: 1"])
    #expect(open("m", 0..<6, in: recording) == [1, 1, 1, 1, 0, 0])
    #expect(
      story("1", in: recording) == [
        "0 subscribed", "0 requested all", "2 left", "2 joined", "4 failed error",
      ])
  }
}
