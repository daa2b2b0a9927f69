import Marbles
import Testing

@testable import MarblesScript

@Suite("Futures in recordings")
struct FutureRecordingTests {
  @Test("a future works once, before it has a subscriber, and replays its result")
  func aFutureWorksOnceBeforeItHasASubscriberAndReplaysItsResult() {
    let script = """
      let request = Future<Int, Never> { promise in
        DispatchQueue.main.asyncAfter(deadline: .now() + .milliseconds(2)) {
          promise(.success(7))
          promise(.success(8))
        }
      }
      let a, b = request.sink()
      a: -^
      b: ---^
      expect a: --(7|)
      expect b: ---(7|)
      expect a.replayed == []
      expect b.replayed == [7]
      """
    let recording = recording(script)
    #expect(failures(script) == [])
    #expect(recording.stages.map { "\($0.name) (\($0.detail))" } == ["request (Future)"])
    #expect(story("promise", in: recording) == ["0 subscribed", "2 7", "2 finished"])
    #expect(holds("request", in: recording) == ["2: holds 7"])
    #expect(Diagram(recording).summary == "1 upstream subscription, 2 subscribers")
  }

  @Test("a future that fails sends the failure to all subscribers, and keeps nothing")
  func aFutureThatFailsSendsTheFailureToAllSubscribersAndKeepsNothing() {
    let script = """
      let request = Future { promise in promise(.failure("error")) }
      let a, b = request.sink()
      b: ---^
      expect a: #
      expect b: ---#
      """
    #expect(failures(script) == [])
    #expect(story("promise", in: recording(script)) == ["0 subscribed", "0 failed error"])
    #expect(holds("request", in: recording(script)) == [])
  }

  @Test("a future that an operator creates is an inner stream")
  func aFutureThatAnOperatorCreatesIsAnInnerStream() {
    let recording = recording(
      """
      let taps = PassthroughSubject<Int, Never>()
      let a = taps.flatMap { tap in Future { promise in promise(.success(tap)) } }.sink()
      taps: 1-2
      """)
    #expect(recording.stages.map(\.name) == ["taps", "flatMap"])
    #expect(recording.lanes.filter { $0.role == .inner }.map(\.name) == ["1", "2"])
  }
}
