import MarblesCombine
import Testing

/// Requests, stored elements and completions of `flatMap`, signal by signal.
@Suite struct FlatMapLogTests {
  private let log = Log()

  @Test("a cancel stops the inner publishers in order, then upstream")
  func aCancelStopsTheInnerPublishersInOrderThenUpstream() {
    let outer = PassthroughSubject<Int, Boom>()
    let inner = (0...1).map { _ in PassthroughSubject<Int, Boom>() }
    let a = outer.spy("up", log).flatMap { inner[$0].spy("in\($0)", log) }.attach("A", log)
    outer.send(0)
    outer.send(1)
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
      up emits 1
      in1 subscribed
      in1 request unlimited
      A cancel
      in0 cancelled
      in1 cancelled
      up cancelled
      """)
  }

  @Test("a source that ignores demand runs all inner publishers, whatever maxPublishers is")
  func aSourceThatIgnoresDemandRunsAllInnerPublishersWhateverMaxPublishersIs() {
    let feed = Feed<Int, Boom>("F", log)
    let inner = (0...2).map { _ in PassthroughSubject<Int, Boom>() }
    feed.flatMap(maxPublishers: .max(1)) { inner[$0].spy("in\($0)", log) }
      .attach("A", log)
    for index in 0...2 { feed.emit(index) }
    for index in 0...2 { inner[index].send(index * 10) }
    inner[0].send(completion: .finished)
    log.expect(
      """
      A subscription
      A request unlimited
      F subscribed
      F request max(1)
      F emits 0
      in0 subscribed
      in0 request unlimited
      F emits 1
      in1 subscribed
      in1 request unlimited
      F emits 2
      in2 subscribed
      in2 request unlimited
      in0 emits 0
      A value 0
      in1 emits 10
      A value 10
      in2 emits 20
      A value 20
      in0 finished
      F request max(1)
      """)
  }

  @Test("flatMap without a limit does not request again")
  func flatMapWithoutALimitDoesNotRequestAgain() {
    let feed = Feed<Int, Boom>("F", log)
    let inner = (0...2).map { _ in PassthroughSubject<Int, Boom>() }
    feed.flatMap(maxPublishers: .unlimited) { inner[$0].spy("in\($0)", log) }
      .attach("A", log)
    for index in 0...2 { feed.emit(index) }
    for index in 0...2 { inner[index].send(index * 10) }
    inner[0].send(completion: .finished)
    log.expect(
      """
      A subscription
      A request unlimited
      F subscribed
      F request unlimited
      F emits 0
      in0 subscribed
      in0 request unlimited
      F emits 1
      in1 subscribed
      in1 request unlimited
      F emits 2
      in2 subscribed
      in2 request unlimited
      in0 emits 0
      A value 0
      in1 emits 10
      A value 10
      in2 emits 20
      A value 20
      in0 finished
      """)
  }

  @Test("a failure of upstream cancels the inner publishers first")
  func aFailureOfUpstreamCancelsTheInnerPublishersFirst() {
    let outer = PassthroughSubject<Int, Boom>()
    let inner = PassthroughSubject<Int, Boom>()
    outer.spy("up", log).flatMap { _ in inner.spy("in", log) }.attach("A", log)
    outer.send(0)
    inner.send(1)
    log.step("outer fails")
    outer.send(completion: .failure(Boom()))
    log.expect(
      """
      A subscription
      A request unlimited
      up subscribed
      up request unlimited
      up emits 0
      in subscribed
      in request unlimited
      in emits 1
      A value 1
      -- outer fails
      up failure(boom)
      in cancelled
      A failure(boom)
      """)
  }

  @Test("flatMap of one publisher at a time serves bounded demand")
  func flatMapOfOnePublisherAtATimeServesBoundedDemand() {
    let a = [10, 20, 30].publisher.spy("up", log)
      .flatMap(maxPublishers: .max(1)) { start in
        [start + 1, start + 2].publisher.spy("in\(start)", log)
      }
      .attach("A", log, demand: .max(1))
    log.step("later")
    a.request(.max(2))
    log.step("later")
    a.request(.unlimited)
    log.expect(
      """
      A subscription
      A request max(1)
      up subscribed
      up request max(1)
      up emits 10
      in10 subscribed
      in10 request max(1)
      in10 emits 11
      A value 11
      in10 gets back max(1)
      in10 emits 12
      in10 finished
      up request max(1)
      up emits 20
      in20 subscribed
      in20 request max(1)
      in20 emits 21
      -- later
      A request max(2)
      A value 12
      A value 21
      in20 request max(1)
      in20 emits 22
      in20 finished
      up request max(1)
      up emits 30
      in30 subscribed
      in30 request max(1)
      in30 emits 31
      up finished
      -- later
      A request unlimited
      A value 22
      A value 31
      in30 request unlimited
      in30 emits 32
      A value 32
      in30 finished
      A finished
      """)
  }

  @Test("flatMap of two publishers at a time serves bounded demand")
  func flatMapOfTwoPublishersAtATimeServesBoundedDemand() {
    let a = [10, 20, 30].publisher.spy("up", log)
      .flatMap(maxPublishers: .max(2)) { start in
        [start + 1, start + 2].publisher.spy("in\(start)", log)
      }
      .attach("A", log, demand: .max(1))
    log.step("later")
    a.request(.max(2))
    log.step("later")
    a.request(.unlimited)
    log.expect(
      """
      A subscription
      A request max(1)
      up subscribed
      up request max(2)
      up emits 10
      in10 subscribed
      in10 request max(1)
      in10 emits 11
      A value 11
      in10 gets back max(1)
      in10 emits 12
      in10 finished
      up request max(1)
      up emits 20
      in20 subscribed
      in20 request max(1)
      in20 emits 21
      up emits 30
      in30 subscribed
      in30 request max(1)
      in30 emits 31
      up finished
      -- later
      A request max(2)
      A value 12
      A value 21
      in20 request max(1)
      in20 emits 22
      in20 finished
      -- later
      A request unlimited
      A value 31
      A value 22
      in30 request unlimited
      in30 emits 32
      A value 32
      in30 finished
      A finished
      """)
  }

  @Test("flatMap without a limit serves bounded demand")
  func flatMapWithoutALimitServesBoundedDemand() {
    let a = [10, 20, 30].publisher.spy("up", log)
      .flatMap(maxPublishers: .unlimited) { start in
        [start + 1, start + 2].publisher.spy("in\(start)", log)
      }
      .attach("A", log, demand: .max(1))
    log.step("later")
    a.request(.max(2))
    log.step("later")
    a.request(.unlimited)
    log.expect(
      """
      A subscription
      A request max(1)
      up subscribed
      up request unlimited
      up emits 10
      in10 subscribed
      in10 request max(1)
      in10 emits 11
      A value 11
      in10 gets back max(1)
      in10 emits 12
      in10 finished
      up emits 20
      in20 subscribed
      in20 request max(1)
      in20 emits 21
      up emits 30
      in30 subscribed
      in30 request max(1)
      in30 emits 31
      up finished
      -- later
      A request max(2)
      A value 12
      A value 21
      in20 request max(1)
      in20 emits 22
      in20 finished
      -- later
      A request unlimited
      A value 31
      A value 22
      in30 request unlimited
      in30 emits 32
      A value 32
      in30 finished
      A finished
      """)
  }

  @Test("a subject drops elements that flatMap has not requested")
  func aSubjectDropsElementsThatFlatMapHasNotRequested() {
    let outer = PassthroughSubject<Int, Boom>()
    let inner = (0...2).map { _ in PassthroughSubject<Int, Boom>() }
    outer.spy("up", log).flatMap(maxPublishers: .max(2)) { inner[$0].spy("in\($0)", log) }
      .attach("A", log)
    func outerSends(_ index: Int) {
      log.step("outer send \(index)")
      outer.send(index)
    }
    func innerSends(_ index: Int, _ value: Int) {
      log.step("inner \(index) send")
      inner[index].send(value)
    }
    func innerFinishes(_ index: Int) {
      log.step("inner \(index) finish")
      inner[index].send(completion: .finished)
    }
    for index in 0...2 { outerSends(index) }
    for index in 0...2 { innerSends(index, index * 10) }
    innerFinishes(0)
    outerSends(1)
    innerSends(1, 11)
    log.step("outer finish")
    outer.send(completion: .finished)
    innerFinishes(1)
    innerFinishes(2)
    log.expect(
      """
      A subscription
      A request unlimited
      up subscribed
      up request max(2)
      -- outer send 0
      up emits 0
      in0 subscribed
      in0 request unlimited
      -- outer send 1
      up emits 1
      in1 subscribed
      in1 request unlimited
      -- outer send 2
      -- inner 0 send
      in0 emits 0
      A value 0
      -- inner 1 send
      in1 emits 10
      A value 10
      -- inner 2 send
      -- inner 0 finish
      in0 finished
      up request max(1)
      -- outer send 1
      up emits 1
      in1 subscribed
      in1 request unlimited
      -- inner 1 send
      in1 emits 11
      A value 11
      in1 emits 11
      A value 11
      -- outer finish
      up finished
      -- inner 1 finish
      in1 finished
      in1 finished
      A finished
      -- inner 2 finish
      """)
  }
}
