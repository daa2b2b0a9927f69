import MarblesRx
import Testing

@Suite("Connectable observables")
struct ConnectTests {
  private let log = Log()

  @Test("publish() lets observers that subscribe after the end wait for the next connection")
  func publishLetsObserversThatSubscribeAfterTheEndWaitForTheNextConnection() {
    let published = Observable.of(1, 2).spied("up", log).publish()
    published.logged("A", log)
    published.logged("B", log)
    log.step("connect") { _ = published.connect() }
    log.step("C") { published.logged("C", log) }
    #expect(
      log.text == """
        -- connect
        up subscribed
        up emits 1
        A next 1
        B next 1
        up emits 2
        A next 2
        B next 2
        up completed
        A completed
        A disposed
        B completed
        B disposed
        up disposed
        -- C
        """)
  }

  @Test("connect() twice is one connection")
  func connectTwiceIsOneConnection() {
    let subject = PublishSubject<Int>()
    let published = subject.spied("up", log).publish()
    published.logged("A", log)
    _ = published.connect()
    _ = published.connect()
    subject.onNext(1)
    #expect(log.lines == ["up subscribed", "up emits 1", "A next 1"])
  }

  @Test("disposing the connection of publish() leaves its observers without further events")
  func disposingTheConnectionOfPublishLeavesItsObserversWithoutFurtherEvents() {
    let subject = PublishSubject<Int>()
    let published = subject.spied("up", log).publish()
    published.logged("A", log)
    let connection = published.connect()
    log.step("1") { subject.onNext(1) }
    log.step("disconnect") { connection.dispose() }
    log.step("2") { subject.onNext(2) }
    published.logged("B", log)
    log.step("reconnect") { _ = published.connect() }
    log.step("3") { subject.onNext(3) }
    #expect(
      log.text == """
        up subscribed
        -- 1
        up emits 1
        A next 1
        -- disconnect
        up disposed
        -- 2
        -- reconnect
        up subscribed
        -- 3
        up emits 3
        B next 3
        """)
  }

  @Test("connect() after the end subscribes to the source again")
  func connectAfterTheEndSubscribesToTheSourceAgain() {
    let published = Observable.of(1, 2).spied("up", log).publish()
    published.logged("A", log)
    _ = published.connect()
    log.step("B") { published.logged("B", log) }
    log.step("connect") { _ = published.connect() }
    #expect(
      log.text == """
        up subscribed
        up emits 1
        A next 1
        up emits 2
        A next 2
        up completed
        A completed
        A disposed
        up disposed
        -- B
        -- connect
        up subscribed
        up emits 1
        B next 1
        up emits 2
        B next 2
        up completed
        B completed
        B disposed
        up disposed
        """)
  }

  @Test("replayAll() replays the elements of the present connection only")
  func replayAllReplaysTheElementsOfThePresentConnectionOnly() {
    let subject = PublishSubject<Int>()
    let replayed = subject.spied("up", log).replayAll()
    let connection = replayed.connect()
    for value in 1...3 { subject.onNext(value) }
    log.step("A") { replayed.logged("A", log) }
    log.step("disconnect") { connection.dispose() }
    log.step("B") { replayed.logged("B", log) }
    log.step("reconnect") { _ = replayed.connect() }
    subject.onNext(4)
    #expect(
      log.text == """
        up subscribed
        up emits 1
        up emits 2
        up emits 3
        -- A
        A next 1
        A next 2
        A next 3
        -- disconnect
        up disposed
        -- B
        -- reconnect
        up subscribed
        up emits 4
        B next 4
        """)
  }

  @Test("replay(2) replays nothing between the end and the next connection")
  func replay2ReplaysNothingBetweenTheEndAndTheNextConnection() {
    let subject = PublishSubject<Int>()
    let replayed = subject.replay(2)
    _ = replayed.connect()
    subject.onNext(1)
    subject.onCompleted()
    replayed.logged("A", log)
    #expect(log.lines.isEmpty)
    _ = replayed.connect()
    #expect(log.lines == ["A completed", "A disposed"])
  }

  @Test("refCount() counts a subscription once that is disposed twice")
  func refCountCountsASubscriptionOnceThatIsDisposedTwice() {
    let subject = PublishSubject<Int>()
    let counted = subject.spied("up", log).publish().refCount()
    let a = counted.logged("A", log)
    let b = counted.logged("B", log)
    a.dispose()
    a.dispose()
    subject.onNext(1)
    b.dispose()
    #expect(
      log.lines == [
        "up subscribed", "A disposed", "up emits 1", "B next 1", "up disposed", "B disposed",
      ])
  }

  @Test("multicast(_:) replays the latest element of the previous connection")
  func multicastReplaysTheLatestElementOfThePreviousConnection() {
    let subject = PublishSubject<Int>()
    let counted = subject.spied("up", log).multicast(BehaviorSubject(value: 0)).refCount()
    let a = counted.logged("A", log)
    subject.onNext(21)
    a.dispose()
    log.step("B") { counted.logged("B", log) }
    subject.onNext(22)
    #expect(
      log.text == """
        A next 0
        up subscribed
        up emits 21
        A next 21
        up disposed
        A disposed
        -- B
        B next 21
        up subscribed
        up emits 22
        B next 22
        """)
  }

  @Test("disposing a subscription does not end the connection")
  func disposingASubscriptionDoesNotEndTheConnection() {
    let subject = PublishSubject<Int>()
    let published = subject.spied("up", log).publish()
    let a = published.logged("A", log)
    _ = published.connect()
    a.dispose()
    subject.onNext(1)
    published.logged("B", log)
    subject.onNext(2)
    #expect(
      log.lines == ["up subscribed", "A disposed", "up emits 1", "up emits 2", "B next 2"])
  }

  @Test("an error disposes the connection before observers receive it")
  func anErrorDisposesTheConnectionBeforeObserversReceiveIt() {
    let subject = PublishSubject<Int>()
    let published = subject.spied("up", log).publish()
    published.logged("A", log)
    _ = published.connect()
    subject.onNext(1)
    log.step("fail") { subject.onError(Boom()) }
    published.logged("B", log)
    log.step("connect") { _ = published.connect() }
    #expect(
      log.text == """
        up subscribed
        up emits 1
        A next 1
        -- fail
        up error(boom)
        up disposed
        A error(boom)
        A disposed
        -- connect
        up subscribed
        up error(boom)
        B error(boom)
        B disposed
        up disposed
        """)
  }

  @Test("multicast(makeSubject:) creates one subject per connection")
  func multicastMakeSubjectCreatesOneSubjectPerConnection() {
    var made = 0
    let subject = PublishSubject<Int>()
    let multicast = subject.multicast(makeSubject: { () -> PublishSubject<Int> in
      made += 1
      return PublishSubject()
    })
    _ = multicast.subscribe(onNext: { _ in })
    _ = multicast.subscribe(onNext: { _ in })
    let connection = multicast.connect()
    #expect(made == 1)
    connection.dispose()
    _ = multicast.connect()
    #expect(made == 2)
  }
}
