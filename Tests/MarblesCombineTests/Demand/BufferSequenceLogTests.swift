import MarblesCombine
import Testing

/// `buffer` after sequences, which send all requested elements at once.
extension BufferLogTests {
  @Test("a sequence sends all at once to byRequest, and the newest go")
  func aSequenceSendsAllAtOnceToByRequestAndTheNewestGo() {
    let a = (1...6).publisher.setFailureType(to: Boom.self).spy("up", log)
      .buffer(size: 2, prefetch: .byRequest, whenFull: .dropNewest)
      .attach("A", log, demand: .max(1))
    log.step("later")
    a.request(.max(2))
    log.step("later")
    a.request(.unlimited)
    log.expect(
      """
      up subscribed
      up request unlimited
      up emits 1
      up emits 2
      up emits 3
      up emits 4
      up emits 5
      up emits 6
      up finished
      A subscription
      A request max(1)
      A value 1
      -- later
      A request max(2)
      A value 2
      A finished
      -- later
      A request unlimited
      """)
  }

  @Test("a sequence never overflows keepFull")
  func aSequenceNeverOverflowsKeepFull() {
    let a = (1...6).publisher.setFailureType(to: Full.self).spy("up", log)
      .buffer(size: 2, prefetch: .keepFull, whenFull: .customError { Full() })
      .attach("A", log, demand: .max(1))
    log.step("later")
    a.request(.max(2))
    log.step("later")
    a.request(.unlimited)
    log.expect(
      """
      up subscribed
      up request max(2)
      up emits 1
      up emits 2
      A subscription
      A request max(1)
      A value 1
      up request max(1)
      up emits 3
      -- later
      A request max(2)
      A value 2
      A value 3
      up request max(2)
      up emits 4
      up emits 5
      -- later
      A request unlimited
      A value 4
      A value 5
      up request max(2)
      up emits 6
      A value 6
      up gets back max(1)
      up finished
      A finished
      """)
  }

  @Test("a sequence behind keepFull loses nothing")
  func aSequenceBehindKeepFullLosesNothing() {
    let a = (1...6).publisher.setFailureType(to: Boom.self).spy("up", log)
      .buffer(size: 2, prefetch: .keepFull, whenFull: .dropOldest)
      .attach("A", log, demand: .max(1))
    log.step("later")
    a.request(.max(2))
    log.step("later")
    a.request(.unlimited)
    log.expect(
      """
      up subscribed
      up request max(2)
      up emits 1
      up emits 2
      A subscription
      A request max(1)
      A value 1
      up request max(1)
      up emits 3
      -- later
      A request max(2)
      A value 2
      A value 3
      up request max(2)
      up emits 4
      up emits 5
      -- later
      A request unlimited
      A value 4
      A value 5
      up request max(2)
      up emits 6
      A value 6
      up gets back max(1)
      up finished
      A finished
      """)
  }

  @Test("an unlimited subscriber comes after the overflow")
  func anUnlimitedSubscriberComesAfterTheOverflow() {
    (1...4).publisher.setFailureType(to: Full.self).spy("up", log)
      .buffer(size: 2, prefetch: .byRequest, whenFull: .customError { Full() })
      .attach("A", log)
    log.expect(
      """
      up subscribed
      up request unlimited
      up emits 1
      up emits 2
      up emits 3
      up cancelled
      A subscription
      A request unlimited
      A value 1
      A value 2
      A failure(full)
      """)
  }

  @Test("an unlimited subscriber gets the two last")
  func anUnlimitedSubscriberGetsTheTwoLast() {
    (1...4).publisher.setFailureType(to: Full.self).spy("up", log)
      .buffer(size: 2, prefetch: .byRequest, whenFull: .dropOldest)
      .attach("A", log)
    log.expect(
      """
      up subscribed
      up request unlimited
      up emits 1
      up emits 2
      up emits 3
      up emits 4
      up finished
      A subscription
      A request unlimited
      A value 3
      A value 4
      A finished
      """)
  }

  @Test("an unlimited subscriber gets all of keepFull")
  func anUnlimitedSubscriberGetsAllOfKeepFull() {
    (1...4).publisher.setFailureType(to: Full.self).spy("up", log)
      .buffer(size: 2, prefetch: .keepFull, whenFull: .dropNewest)
      .attach("A", log)
    log.expect(
      """
      up subscribed
      up request max(2)
      up emits 1
      up emits 2
      A subscription
      A request unlimited
      A value 1
      A value 2
      up request max(2)
      up emits 3
      A value 3
      up gets back max(1)
      up emits 4
      A value 4
      up gets back max(1)
      up finished
      A finished
      """)
  }
}
