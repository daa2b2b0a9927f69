import MarblesCombine
import Testing

@Suite struct MulticastLogTests {
  private let log = Log()

  @Test("connecting twice subscribes to upstream twice, and every element arrives twice")
  func connectingTwiceSubscribesToUpstreamTwiceAndEveryElementArrivesTwice() {
    let feed = Feed<Int, Boom>("F", log)
    let multicast = feed.multicast { PassthroughSubject<Int, Boom>() }
    multicast.attach("A", log)
    log.step("connect #1")
    let first = multicast.connect()
    log.step("connect #2")
    let second = multicast.connect()
    feed.emit(1)
    log.step("cancel #1")
    first.cancel()
    feed.emit(2)
    second.cancel()
    log.expect(
      """
      A subscription
      A request unlimited
      -- connect #1
      F subscribed
      F request unlimited
      -- connect #2
      F subscribed
      F request unlimited
      F emits 1
      A value 1
      A value 1
      -- cancel #1
      F cancelled
      F emits 2
      A value 2
      F cancelled
      """)
  }

  @Test("a connection whose cancellable is released is cancelled at once")
  func aConnectionWhoseCancellableIsReleasedIsCancelledAtOnce() {
    let feed = Feed<Int, Boom>("F", log)
    let multicast = feed.multicast { PassthroughSubject<Int, Boom>() }
    multicast.attach("A", log)
    _ = multicast.connect()
    log.step("connection discarded")
    feed.emit(1)
    log.expect(
      """
      A subscription
      A request unlimited
      F subscribed
      F request unlimited
      F cancelled
      -- connection discarded
      F emits 1
      """)
  }

  @Test("the subject is created once, at the first subscription, and survives reconnections")
  func theSubjectIsCreatedOnceAtTheFirstSubscriptionAndSurvivesReconnections() {
    let feed = Feed<Int, Boom>("F", log)
    var calls = 0
    let multicast = feed.multicast { () -> PassthroughSubject<Int, Boom> in
      calls += 1
      log.write("factory call \(calls)")
      return PassthroughSubject()
    }
    log.step("A attaches")
    let a = multicast.attach("A", log, demand: nil)
    log.step("B attaches")
    multicast.attach("B", log, demand: nil)
    log.step("connect")
    multicast.connect().cancel()
    log.step("reconnect")
    let connection = multicast.connect()
    feed.finish()
    log.step("C attaches")
    multicast.attach("C", log)
    log.expect(
      """
      -- A attaches
      factory call 1
      A subscription
      -- B attaches
      B subscription
      -- connect
      F subscribed
      F cancelled
      -- reconnect
      F subscribed
      F finished
      A finished
      B finished
      -- C attaches
      C subscription
      C request unlimited
      C finished
      """)
    withExtendedLifetime((a, connection)) {}
  }

  @Test(
    "a bounded first request requests unlimited demand of upstream; excess elements are dropped")
  func aBoundedFirstRequestRequestsUnlimitedDemandOfUpstreamExcessElementsAreDropped() {
    let multicast = [1, 2].publisher.spy("up", log).multicast { PassthroughSubject<Int, Never>() }
    let a = multicast.attach("A", log, demand: nil)
    log.step("connect")
    let connection = multicast.connect()
    a.request(.max(1))
    log.expect(
      """
      A subscription
      -- connect
      up subscribed
      A request max(1)
      up request unlimited
      up emits 1
      A value 1
      up emits 2
      up finished
      A finished
      """)
    withExtendedLifetime(connection) {}
  }

  @Test(
    "multicast of a current-value subject sends its first value, and the current one to late subscribers"
  )
  func multicastOfACurrentValueSubjectSendsItsFirstValueAndTheCurrentOneToLate() {
    let feed = Feed<Int, Boom>("F", log)
    let latest = feed.multicast { CurrentValueSubject<Int, Boom>(0) }.autoconnect()
    latest.attach("A", log)
    feed.emit(21)
    latest.attach("B", log)
    feed.emit(22)
    feed.finish()
    latest.attach("C", log)
    log.expect(
      """
      A subscription
      A request unlimited
      A value 0
      F subscribed
      F request unlimited
      F emits 21
      A value 21
      B subscription
      B request unlimited
      B value 21
      F emits 22
      A value 22
      B value 22
      F finished
      A finished
      B finished
      C subscription
      C request unlimited
      C finished
      """)
  }

  @Test(
    "multicast of a current-value subject and a synchronous upstream sends the first value, then all elements"
  )
  func multicastOfACurrentValueSubjectAndASynchronousUpstreamSendsTheFirstValueThenAll() {
    let latest = [1, 2, 3].publisher.spy("up", log)
      .multicast { CurrentValueSubject<Int, Never>(0) }.autoconnect()
    latest.attach("A", log)
    log.step("B attaches")
    latest.attach("B", log)
    log.expect(
      """
      A subscription
      A request unlimited
      A value 0
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
      -- B attaches
      B subscription
      B request unlimited
      B finished
      """)
  }

  @Test("makeConnectable lets all subscribers attach first")
  func makeConnectableLetsAllSubscribersAttachFirst() {
    let connectable = Just(1).spy("up", log).makeConnectable()
    connectable.attach("A", log)
    connectable.attach("B", log)
    log.step("connect")
    let connection = connectable.connect()
    connectable.attach("C", log)
    log.expect(
      """
      A subscription
      A request unlimited
      B subscription
      B request unlimited
      -- connect
      up subscribed
      up request unlimited
      up emits 1
      A value 1
      B value 1
      up finished
      A finished
      B finished
      C subscription
      C request unlimited
      C finished
      """)
    withExtendedLifetime(connection) {}
  }

  @Test(
    "a manual connection beside autoconnect's is a second one, and remains after all have cancelled"
  )
  func aManualConnectionBesideAutoconnectsIsASecondOneAndRemainsAfterAllHaveCancelled() {
    let feed = Feed<Int, Boom>("F", log)
    let multicast = feed.multicast { PassthroughSubject<Int, Boom>() }
    let a = multicast.autoconnect().attach("A", log)
    log.step("connect by hand")
    let connection = multicast.connect()
    feed.emit(1)
    a.cancel()
    feed.emit(2)
    connection.cancel()
    log.expect(
      """
      A subscription
      A request unlimited
      F subscribed
      F request unlimited
      -- connect by hand
      F subscribed
      F request unlimited
      F emits 1
      A value 1
      A value 1
      A cancel
      F cancelled
      F emits 2
      F cancelled
      """)
  }

  @Test("a cancel reaches upstream before the connection is cancelled")
  func aCancelReachesUpstreamBeforeTheConnectionIsCancelled() {
    let feed = Feed<Int, Boom>("F", log)
    let a = feed.multicast { PassthroughSubject<Int, Boom>() }.autoconnect().spy("mid", log)
      .attach("A", log)
    feed.emit(1)
    a.cancel()
    log.expect(
      """
      mid subscribed
      A subscription
      A request unlimited
      mid request unlimited
      F subscribed
      F request unlimited
      F emits 1
      mid emits 1
      A value 1
      A cancel
      mid cancelled
      F cancelled
      """)
  }

  @Test(
    "shareReplay sends a stale element first if all subscribers cancelled before the completion")
  func shareReplaySendsAStaleElementFirstIfAllSubscribersCancelledBeforeTheCompletion() {
    let feed = Feed<Int, Boom>("F", log)
    let replayed = feed.shareReplay(1)
    let a = replayed.attach("A", log)
    feed.emit(1)
    a.cancel()
    log.step("B")
    replayed.attach("B", log)
    feed.emit(2)
    log.expect(
      """
      A subscription
      A request unlimited
      F subscribed
      F request unlimited
      F emits 1
      A value 1
      A cancel
      F cancelled
      -- B
      B subscription
      B request unlimited
      B value 1
      F subscribed
      F request unlimited
      F emits 2
      B value 2
      """)
  }

  @Test(
    "shareReplay restarts the work without subscribers if bare subscriptions are cancelled after the completion"
  )
  func shareReplayRestartsTheWorkWithoutSubscribersIfBareSubscriptionsAreCancelledAfter() {
    var runs = 0
    let replayed = Deferred { () -> Just<Int> in
      runs += 1
      log.write("work run \(runs)")
      return Just(runs)
    }.spy("up", log).shareReplay(1)
    let a = replayed.attach("A", log)
    a.cancel()
    log.step("B")
    let b = replayed.attach("B", log)
    b.cancel()
    log.expect(
      """
      A subscription
      A request unlimited
      up subscribed
      work run 1
      up request unlimited
      up emits 1
      A value 1
      up finished
      A finished
      A cancel
      -- B
      B subscription
      B request unlimited
      B value 1
      B finished
      up subscribed
      work run 2
      up request unlimited
      up emits 2
      up finished
      B cancel
      """)
  }
}
