import MarblesCombine
import Testing

/// Requests, stored and dropped elements of `buffer`, signal by signal.
@Suite struct BufferLogTests {
  let log = Log()

  struct Full: Error, CustomStringConvertible {
    var description: String { "full" }
  }

  @Test("a failure discards what is kept, and needs no demand")
  func aFailureDiscardsWhatIsKeptAndNeedsNoDemand() {
    let feed = Feed<Int, Boom>("F", log)
    let a = feed.buffer(size: 3, prefetch: .keepFull, whenFull: .dropNewest)
      .attach("A", log, demand: nil)
    feed.emit(1)
    feed.emit(2)
    feed.fail(Boom())
    a.request(.max(5))
    log.expect(
      """
      F subscribed
      F request max(3)
      A subscription
      F emits 1
      F emits 2
      F failure(boom)
      A failure(boom)
      A request max(5)
      """)
  }

  @Test("a full buffer with customError cancels upstream at once, and fails at the next request")
  func aFullBufferWithCustomErrorCancelsUpstreamAtOnceAndFailsAtTheNextRequest() {
    let feed = Feed<Int, Full>("F", log)
    let a = feed.buffer(size: 2, prefetch: .byRequest, whenFull: .customError { Full() })
      .attach("A", log, demand: .max(1))
    for value in 1...5 { feed.emit(value) }
    a.request(.max(2))
    feed.emit(6)
    feed.finish()
    a.request(.max(10))
    log.expect(
      """
      F subscribed
      F request unlimited
      A subscription
      A request max(1)
      F emits 1
      A value 1
      F emits 2
      F emits 3
      F emits 4
      F cancelled
      F emits 5
      A request max(2)
      A value 2
      A value 3
      A failure(full)
      F emits 6
      F finished
      A request max(10)
      """)
  }

  @Test("when full the oldest goes")
  func whenFullTheOldestGoes() {
    let feed = Feed<Int, Boom>("F", log)
    let a = feed.buffer(size: 2, prefetch: .byRequest, whenFull: .dropOldest)
      .attach("A", log, demand: .max(1))
    for value in 1...5 { feed.emit(value) }
    a.request(.max(2))
    feed.emit(6)
    feed.finish()
    a.request(.max(10))
    log.expect(
      """
      F subscribed
      F request unlimited
      A subscription
      A request max(1)
      F emits 1
      A value 1
      F emits 2
      F emits 3
      F emits 4
      F emits 5
      A request max(2)
      A value 4
      A value 5
      F emits 6
      F finished
      A request max(10)
      A value 6
      A finished
      """)
  }

  @Test("keepFull requests its size, then one more for each element that leaves")
  func keepFullRequestsItsSizeThenOneMoreForEachElementThatLeaves() {
    let feed = Feed<Int, Boom>("F", log)
    let a = feed.buffer(size: 2, prefetch: .keepFull, whenFull: .dropNewest)
      .attach("A", log, demand: .max(1))
    for value in 1...5 { feed.emit(value) }
    a.request(.max(2))
    feed.emit(6)
    feed.finish()
    a.request(.max(10))
    log.expect(
      """
      F subscribed
      F request max(2)
      A subscription
      A request max(1)
      F emits 1
      A value 1
      F gets back max(1)
      F emits 2
      F emits 3
      F emits 4
      F emits 5
      A request max(2)
      A value 2
      A value 3
      F request max(2)
      F emits 6
      F finished
      A request max(10)
      A value 6
      A finished
      F request max(1)
      """)
  }

  @Test("a finish waits until nothing is kept and there is demand left")
  func aFinishWaitsUntilNothingIsKeptAndThereIsDemandLeft() {
    let feed = Feed<Int, Boom>("F", log)
    let a = feed.buffer(size: 3, prefetch: .byRequest, whenFull: .dropNewest)
      .attach("A", log, demand: nil)
    feed.emit(1)
    feed.emit(2)
    feed.finish()
    for _ in 1...3 { a.request(.max(1)) }
    log.expect(
      """
      F subscribed
      F request unlimited
      A subscription
      F emits 1
      F emits 2
      F finished
      A request max(1)
      A value 1
      A request max(1)
      A value 2
      A request max(1)
      A finished
      """)
  }

  @Test("behind a subject, byRequest, the newest goes")
  func behindASubjectByRequestTheNewestGoes() {
    let subject = PassthroughSubject<Int, Boom>()
    let a = subject.spy("up", log).buffer(size: 2, prefetch: .byRequest, whenFull: .dropNewest)
      .attach("A", log, demand: nil)
    func send(_ value: Int) {
      log.step("send \(value)")
      subject.send(value)
    }
    for value in 1...4 { send(value) }
    a.request(.max(1))
    send(5)
    a.request(.max(3))
    send(6)
    log.step("finish")
    subject.send(completion: .finished)
    log.expect(
      """
      up subscribed
      up request unlimited
      A subscription
      -- send 1
      up emits 1
      -- send 2
      up emits 2
      -- send 3
      up emits 3
      -- send 4
      up emits 4
      A request max(1)
      A value 1
      -- send 5
      up emits 5
      A request max(3)
      A value 2
      A value 5
      -- send 6
      up emits 6
      A value 6
      -- finish
      up finished
      """)
  }

  @Test(
    "behind a subject, keepFull never overflows: the subject drops",
    arguments: ["customError", "dropNewest", "dropOldest"])
  func behindASubjectKeepFullNeverOverflowsTheSubjectDrops(whenFull: String) {
    let strategy: Publishers.BufferingStrategy<Full> =
      switch whenFull {
      case "dropNewest": .dropNewest
      case "dropOldest": .dropOldest
      default: .customError { Full() }
      }
    let subject = PassthroughSubject<Int, Full>()
    let a = subject.spy("up", log).buffer(size: 2, prefetch: .keepFull, whenFull: strategy)
      .attach("A", log, demand: nil)
    func send(_ value: Int) {
      log.step("send \(value)")
      subject.send(value)
    }
    for value in 1...4 { send(value) }
    a.request(.max(1))
    send(5)
    a.request(.max(3))
    send(6)
    log.step("finish")
    subject.send(completion: .finished)
    log.expect(
      """
      up subscribed
      up request max(2)
      A subscription
      -- send 1
      up emits 1
      -- send 2
      up emits 2
      -- send 3
      -- send 4
      A request max(1)
      A value 1
      up request max(1)
      -- send 5
      up emits 5
      A request max(3)
      A value 2
      A value 5
      up request max(2)
      -- send 6
      up emits 6
      A value 6
      up gets back max(1)
      -- finish
      up finished
      """)
  }
}
