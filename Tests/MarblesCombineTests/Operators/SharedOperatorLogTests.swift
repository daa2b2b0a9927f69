import Marbles
import MarblesCombine
import Testing

/// Operators above, below and behind a share.
extension OperatorLogTests {
  @Test(
    "retry before share makes the second attempt for all subscribers, which share the completion")
  func retryBeforeShareMakesTheSecondAttemptForAllSubscribersWhichShareTheCompletion() {
    var attempts = 0
    let work = Deferred { () -> AnyPublisher<Int, Boom> in
      attempts += 1
      log.write("work attempt \(attempts)")
      return attempts == 1
        ? Fail(error: Boom()).eraseToAnyPublisher()
        : Just(42).setFailureType(to: Boom.self).eraseToAnyPublisher()
    }
    let shared = work.spy("up", log).retry(2).share()
    shared.attach("A", log)
    shared.attach("B", log)
    log.expect(
      """
      A subscription
      A request unlimited
      up subscribed
      work attempt 1
      up request unlimited
      up failure(boom)
      up subscribed
      work attempt 2
      up request unlimited
      up emits 42
      A value 42
      up finished
      A finished
      B subscription
      B request unlimited
      B finished
      """)
  }

  @Test("catch after share affects only its own subscriber")
  func catchAfterShareAffectsOnlyItsOwnSubscriber() {
    let feed = Feed<Int, Boom>("F", log)
    let shared = feed.share()
    shared.catch { _ in Just(99) }.attach("A", log)
    shared.attach("B", log)
    feed.emit(1)
    feed.fail(Boom())
    log.expect(
      """
      A subscription
      A request unlimited
      F subscribed
      F request unlimited
      B subscription
      B request unlimited
      F emits 1
      A value 1
      B value 1
      F failure(boom)
      A value 99
      A finished
      B failure(boom)
      """)
  }

  @Test("zip of a synchronous publisher pairs elements if it is connectable")
  func zipOfASynchronousPublisherPairsElementsIfItIsConnectable() {
    let numbers = [1, 2, 3].publisher.spy("up", log).makeConnectable()
    numbers.zip(numbers).attach("A", log)
    let connection = numbers.connect()
    log.expect(
      """
      A subscription
      A request unlimited
      up subscribed
      up request unlimited
      up emits 1
      A value (1, 1)
      up emits 2
      A value (2, 2)
      up emits 3
      A value (3, 3)
      up finished
      A finished
      """)
    withExtendedLifetime(connection) {}
  }

  @Test(
    "a late subscriber of a delayed share receives elements that leave the delay after its subscription"
  )
  func aLateSubscriberOfADelayedShareReceivesElementsThatLeaveTheDelayAfterIts() throws {
    let scheduler = TestScheduler()
    let log = Log(scheduler)
    let feed = Feed<Int, Never>("F", log)
    let shared = feed.delay(for: .milliseconds(5), scheduler: scheduler).share()
    func at(_ frame: Int64, _ action: @escaping () -> Void) {
      scheduler.schedule(after: VirtualTime.zero + VirtualDuration.frame * frame, action)
    }
    at(0) { shared.attach("A", log) }
    at(1) { feed.emit(1) }
    at(3) { feed.emit(2) }
    at(4) { feed.finish() }
    at(7) { shared.attach("B", log) }
    try scheduler.run()
    log.expect(
      """
      @0 A subscription
      @0 A request unlimited
      @0 F subscribed
      @0 F request unlimited
      @1 F emits 1
      @3 F emits 2
      @4 F finished
      @6 A value 1
      @7 B subscription
      @7 B request unlimited
      @8 A value 2
      @8 B value 2
      @9 A finished
      @9 B finished
      """)
  }
}
