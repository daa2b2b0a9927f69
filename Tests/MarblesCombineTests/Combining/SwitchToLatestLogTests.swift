import MarblesCombine
import Testing

/// `switchToLatest`, signal by signal.
@Suite struct SwitchToLatestLogTests {
  private let log = Log()
  private let outer = PassthroughSubject<Int, Boom>()
  private let inner = (0...1).map { _ in PassthroughSubject<Int, Boom>() }
  private let a: LoggingSubscriber<Int, Boom>

  init() {
    let (log, inner) = (log, inner)
    a = outer.spy("up", log).map { inner[$0].spy("in\($0)", log) }.switchToLatest()
      .attach("A", log)
  }

  @Test("switchToLatest waits for the next publisher after an inner finish")
  func switchToLatestWaitsForTheNextPublisherAfterAnInnerFinish() {
    outer.send(0)
    log.step("in0 finish")
    inner[0].send(completion: .finished)
    log.step("outer 1")
    outer.send(1)
    inner[1].send(5)
    inner[1].send(completion: .finished)
    log.step("outer finish")
    outer.send(completion: .finished)
    log.expect(
      """
      A subscription
      A request unlimited
      up subscribed
      up request unlimited
      up emits 0
      in0 subscribed
      in0 request unlimited
      -- in0 finish
      in0 finished
      -- outer 1
      up emits 1
      in1 subscribed
      in1 request unlimited
      in1 emits 5
      A value 5
      in1 finished
      -- outer finish
      up finished
      A finished
      """)
  }

  @Test("demand returned while the publisher changes is requested from the new one, once")
  func demandReturnedWhileThePublisherChangesIsRequestedFromTheNewOneOnce() {
    let log = Log()
    let outer = PassthroughSubject<Int, Never>()
    let inner = (0...1).map { _ in PassthroughSubject<Int, Never>() }
    outer.map { inner[$0].spy("in\($0)", log) }.switchToLatest()
      .attach("A", log, demand: .max(1)) { value in
        if value == 7 { outer.send(1) }
        return .max(1)
      }
    outer.send(0)
    log.step("in0 7")
    inner[0].send(7)
    log.step("in1 8")
    inner[1].send(8)
    log.step("in1 9")
    inner[1].send(9)
    log.expect(
      """
      A subscription
      A request max(1)
      in0 subscribed
      in0 request max(1)
      -- in0 7
      in0 emits 7
      A value 7
      in0 cancelled
      in1 subscribed
      A returns max(1)
      in1 request max(1)
      -- in1 8
      in1 emits 8
      A value 8
      A returns max(1)
      in1 gets back max(1)
      -- in1 9
      in1 emits 9
      A value 9
      A returns max(1)
      in1 gets back max(1)
      """)
  }

  @Test("a cancel cancels the inner publisher first")
  func aCancelCancelsTheInnerPublisherFirst() {
    outer.send(0)
    inner[0].send(1)
    a.cancel()
    log.expect(
      """
      A subscription
      A request unlimited
      up subscribed
      up request unlimited
      up emits 0
      in0 subscribed
      in0 request unlimited
      in0 emits 1
      A value 1
      A cancel
      in0 cancelled
      up cancelled
      """)
  }

  @Test("a new publisher cancels the previous one")
  func aNewPublisherCancelsThePreviousOne() {
    outer.send(0)
    inner[0].send(1)
    outer.send(1)
    inner[0].send(2)
    inner[1].send(3)
    log.expect(
      """
      A subscription
      A request unlimited
      up subscribed
      up request unlimited
      up emits 0
      in0 subscribed
      in0 request unlimited
      in0 emits 1
      A value 1
      up emits 1
      in0 cancelled
      in1 subscribed
      in1 request unlimited
      in1 emits 3
      A value 3
      """)
  }

  @Test("a failure of upstream or the inner publisher cancels the other")
  func aFailureOfUpstreamOrTheInnerPublisherCancelsTheOther() {
    outer.send(0)
    inner[0].send(completion: .failure(Boom()))
    log.expect(
      """
      A subscription
      A request unlimited
      up subscribed
      up request unlimited
      up emits 0
      in0 subscribed
      in0 request unlimited
      in0 failure(boom)
      up cancelled
      A failure(boom)
      """)
  }
}
