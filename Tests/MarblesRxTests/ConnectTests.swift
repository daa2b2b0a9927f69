import MarblesRx
import Testing

@Suite("Connectable observables")
struct ConnectTests {
  private let log = Log()

  @Test("publish() attaches first and connects then; who comes after the end waits for the next")
  func publish() {
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

  @Test("connecting twice is one connection")
  func twice() {
    let subject = PublishSubject<Int>()
    let published = subject.spied("up", log).publish()
    published.logged("A", log)
    _ = published.connect()
    _ = published.connect()
    subject.onNext(1)
    #expect(log.lines == ["up subscribed", "up emits 1", "A next 1"])
  }

  @Test("disposing the connection of publish() orphans who is there; who comes gets the next")
  func reconnect() {
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

  @Test("a second connect after the end runs the work again")
  func afterCompletion() {
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

  @Test("replayAll() replays within a connection and forgets with it")
  func replayAll() {
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

  @Test("replay(2) after the end gives nothing until the next connect")
  func replayAfterEnd() {
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

  @Test("a subscription that is disposed twice counts once")
  func doubleDispose() {
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

  @Test("multicast(subject) keeps the subject: who comes after a restart gets the stale value")
  func multicastBehavior() {
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

  @Test("a subscriber that leaves does not end the connection")
  func subscriberLeaves() {
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

  @Test("an error ends the connection, which is left before the error is told")
  func error() {
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

  @Test("the factory of multicast runs once a connection")
  func factory() {
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
