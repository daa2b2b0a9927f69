import MarblesCombine
import Testing

/// `share()`, signal by signal, as measured on implementations that are tested against
/// Apple's; where those leave the order of subscribers open, ours is the order of subscription.
@Suite struct ShareLogTests {
  private let log = Log()

  @Test("a late subscriber misses earlier elements; one after the completion receives only that")
  func aLateSubscriberMissesEarlierElementsOneAfterTheCompletionReceivesOnlyThat() {
    let subject = PassthroughSubject<String, Never>()
    let shared = subject.spy("up", log).share()
    shared.attach("A", log)
    log.step("send p")
    subject.send("p")
    shared.attach("B", log)
    log.step("send q")
    subject.send("q")
    log.step("finish")
    subject.send(completion: .finished)
    shared.attach("C", log)
    log.expect(
      """
      A subscription
      A request unlimited
      up subscribed
      up request unlimited
      -- send p
      up emits p
      A value p
      B subscription
      B request unlimited
      -- send q
      up emits q
      A value q
      B value q
      -- finish
      up finished
      A finished
      B finished
      C subscription
      C request unlimited
      C finished
      """)
  }

  /// Subscribes `A`, which cancels at its first element.
  private func attachCancelling(to shared: some Publisher<Int, Never>) {
    let a = LoggingSubscriber<Int, Never>("A", log)
    a.onValue = { [weak a] _ in
      a?.cancel()
      return .none
    }
    shared.subscribe(a)
  }

  @Test("share() cancels the connection if its only subscriber cancels while it connects")
  func shareCancelsTheConnectionIfItsOnlySubscriberCancelsWhileItConnects() {
    let subject = PassthroughSubject<Int, Never>()
    let shared = subject.prepend(1).spy("up", log).share()
    attachCancelling(to: shared)
    log.step("send 2")
    subject.send(2)
    log.expect(
      """
      A subscription
      A request unlimited
      up subscribed
      up request unlimited
      up emits 1
      A value 1
      A cancel
      up cancelled
      -- send 2
      """)
  }

  @Test("share() connects again for a subscriber that comes after a cancel while connecting")
  func shareConnectsAgainForASubscriberThatComesAfterACancelWhileConnecting() {
    let subject = PassthroughSubject<Int, Never>()
    let shared = subject.prepend(1).spy("up", log).share()
    attachCancelling(to: shared)
    log.removeAll()
    let b = shared.attach("B", log)
    subject.send(2)
    b.cancel()
    log.expect(
      """
      B subscription
      B request unlimited
      up subscribed
      up request unlimited
      up emits 1
      B value 1
      up emits 2
      B value 2
      B cancel
      up cancelled
      """)
  }

  @Test("a synchronous upstream completes before the second subscriber")
  func aSynchronousUpstreamCompletesBeforeTheSecondSubscriber() {
    let shared = [1, 2, 3].publisher.spy("up", log).share()
    shared.attach("A", log)
    log.step("A attached")
    shared.attach("B", log)
    log.expect(
      """
      A subscription
      A request unlimited
      up subscribed
      up request unlimited
      up emits 1
      A value 1
      up emits 2
      A value 2
      up emits 3
      A value 3
      up finished
      A finished
      -- A attached
      B subscription
      B request unlimited
      B finished
      """)
  }

  @Test("without demand upstream is subscribed but not requested; the first request starts it")
  func withoutDemandUpstreamIsSubscribedButNotRequestedTheFirstRequestStartsIt() {
    let shared = [1, 2, 3].publisher.spy("up", log).share()
    let a = shared.attach("A", log, demand: nil)
    log.step("A attached")
    shared.attach("B", log)
    log.step("B attached")
    a.request(.max(5))
    log.expect(
      """
      A subscription
      up subscribed
      -- A attached
      B subscription
      B request unlimited
      up request unlimited
      up emits 1
      B value 1
      up emits 2
      B value 2
      up emits 3
      B value 3
      up finished
      A finished
      B finished
      -- B attached
      A request max(5)
      """)
  }

  @Test("the last cancel cancels the work, and the next subscriber restarts it")
  func theLastCancelCancelsTheWorkAndTheNextSubscriberRestartsIt() {
    let subject = PassthroughSubject<Int, Never>()
    let shared = subject.spy("up", log).share()
    let a = shared.attach("A", log)
    let b = shared.attach("B", log)
    a.cancel()
    b.cancel()
    log.step("send 1")
    subject.send(1)
    shared.attach("C", log)
    log.step("send 2")
    subject.send(2)
    log.expect(
      """
      A subscription
      A request unlimited
      up subscribed
      up request unlimited
      B subscription
      B request unlimited
      A cancel
      B cancel
      up cancelled
      -- send 1
      C subscription
      C request unlimited
      up subscribed
      up request unlimited
      -- send 2
      up emits 2
      C value 2
      """)
  }

  @Test("a sink that is cancelled after the completion is not counted, so nothing restarts")
  func aSinkThatIsCancelledAfterTheCompletionIsNotCountedSoNothingRestarts() {
    let subject = PassthroughSubject<Int, Never>()
    let shared = subject.spy("up", log).share()
    func sink(_ name: String) -> AnyCancellable {
      shared.sink(receiveCompletion: { _ in log.write("\(name) finished") }, receiveValue: { _ in })
    }
    let a = sink("A")
    log.step("finish")
    subject.send(completion: .finished)
    a.cancel()
    log.step("A cancelled after the end")
    let b = sink("B")
    log.expect(
      """
      up subscribed
      up request unlimited
      -- finish
      up finished
      A finished
      -- A cancelled after the end
      B finished
      """)
    b.cancel()
  }

  @Test("bare subscriptions that are cancelled after a failure are counted, so the work restarts")
  func bareSubscriptionsThatAreCancelledAfterAFailureAreCountedSoTheWorkRestarts() {
    let feed = Feed<Int, Boom>("F", log)
    let shared = feed.share()
    let a = shared.attach("A", log)
    feed.emit(1)
    feed.fail(Boom())
    let b = shared.attach("B", log)
    a.cancel()
    b.cancel()
    log.step("C subscribes")
    shared.attach("C", log)
    log.expect(
      """
      A subscription
      A request unlimited
      F subscribed
      F request unlimited
      F emits 1
      A value 1
      F failure(boom)
      A failure(boom)
      B subscription
      B request unlimited
      B failure(boom)
      A cancel
      B cancel
      -- C subscribes
      C subscription
      C request unlimited
      C failure(boom)
      F subscribed
      F request unlimited
      """)
  }

  @Test("a subscription that is cancelled twice is counted twice")
  func aSubscriptionThatIsCancelledTwiceIsCountedTwice() {
    let feed = Feed<Int, Boom>("F", log)
    let shared = feed.share()
    let a = shared.attach("A", log)
    let b = shared.attach("B", log)
    a.cancel()
    a.cancel()
    feed.emit(1)
    b.cancel()
    log.expect(
      """
      A subscription
      A request unlimited
      F subscribed
      F request unlimited
      B subscription
      B request unlimited
      A cancel
      A cancel
      F cancelled
      F emits 1
      B cancel
      """)
  }

  @Test("a subscriber that is added during a delivery does not receive that element")
  func aSubscriberThatIsAddedDuringADeliveryDoesNotReceiveThatElement() {
    let feed = Feed<Int, Boom>("F", log)
    let shared = feed.share()
    shared.attach("A", log) { value in
      if value == 1 { shared.attach("B", log) }
      return .none
    }
    feed.emit(1)
    feed.emit(2)
    log.expect(
      """
      A subscription
      A request unlimited
      F subscribed
      F request unlimited
      F emits 1
      A value 1
      B subscription
      B request unlimited
      F emits 2
      A value 2
      B value 2
      """)
  }

  @Test("a share of a share is cancelled from downstream to upstream")
  func aShareOfAShareIsCancelledFromDownstreamToUpstream() {
    let feed = Feed<Int, Boom>("F", log)
    let outer = feed.share().map { $0 * 10 }.share()
    let a = outer.attach("A", log)
    let b = outer.attach("B", log)
    feed.emit(1)
    a.cancel()
    b.cancel()
    log.expect(
      """
      A subscription
      A request unlimited
      F subscribed
      F request unlimited
      B subscription
      B request unlimited
      F emits 1
      A value 10
      B value 10
      A cancel
      B cancel
      F cancelled
      """)
  }

  @Test("a subscription inside another one's subscription connects by itself")
  func aSubscriptionInsideAnotherOnesSubscriptionConnectsByItself() {
    let feed = Feed<Int, Boom>("F", log)
    let shared = feed.share()
    let a = LoggingSubscriber<Int, Boom>("A", log, demand: nil)
    var b: LoggingSubscriber<Int, Boom>?
    a.onSubscription = { subscription in
      b = shared.attach("B", log)
      subscription.request(.unlimited)
    }
    shared.subscribe(a)
    log.expect(
      """
      A subscription
      B subscription
      B request unlimited
      F subscribed
      F request unlimited
      F subscribed
      F request unlimited
      F cancelled
      """)
    feed.emit(1)
    #expect(a.values == [1])
    #expect(b?.values == [1])
  }

  @Test("shareReplay can be defined in an extension of Publisher with ReplaySubject")
  func shareReplayCanBeDefinedInAnExtensionOfPublisherWithReplaySubject() {
    let subject = PassthroughSubject<Int, Never>()
    let replayed = subject.replayed(1)
    var (early, late): ([Int], [Int]) = ([], [])
    let first = replayed.sink { early.append($0) }
    subject.send(1)
    subject.send(2)
    let second = replayed.sink { late.append($0) }
    subject.send(3)
    withExtendedLifetime((first, second)) {}
    #expect(early == [1, 2, 3])
    #expect(late == [2, 3])
  }
}

extension Publisher {
  fileprivate func replayed(_ count: Int)
    -> Publishers.Autoconnect<Publishers.Multicast<Self, ReplaySubject<Output, Failure>>>
  {
    multicast { ReplaySubject(capacity: count) }.autoconnect()
  }
}
