import MarblesRx
import Testing

/// A deinitializer can call back into the object that held it. A lock that is held meanwhile makes
/// these tests hang.
@Suite("Objects that call back when they are released")
struct LastWordTests {
  private let log = Log()

  @Test("a relay can release an object that is subscribed to it")
  func aRelayCanReleaseAnObjectThatIsSubscribedToIt() {
    let relay = BehaviorRelay<Screen?>(value: nil)
    relay.accept(Screen(relay, log))
    relay.accept(nil)
    // The last one was on its way when the screen left.
    #expect(log.lines == ["hears nothing", "hears a screen", "hears nothing"])
    relay.accept(nil)
    #expect(log.lines.count == 3)
  }

  @Test("a replay subject can release an element that sends into it", arguments: 1...3)
  func aReplaySubjectCanReleaseAnElementThatSendsIntoIt(size: Int) {
    let subject = ReplaySubject<LastWord?>.create(bufferSize: size)
    _ = subject.subscribe(onNext: { [log] value in log(value.map { _ in "value" } ?? "nothing") })
    subject.onNext(
      LastWord { [log] in
        log("gone")
        subject.onNext(nil)
      })
    for _ in 1...size { subject.onNext(nil) }
    let before = Array(repeating: "nothing", count: size - 1)
    #expect(log.lines == ["value"] + before + ["gone", "nothing", "nothing"])
  }

  @Test("a replay subject keeps the order when its ring buffer wraps around", arguments: 0...7)
  func aReplaySubjectKeepsTheOrderWhenItsRingBufferWrapsAround(count: Int) {
    let subject = ReplaySubject<Int>.create(bufferSize: 3)
    for value in 0..<count { subject.onNext(value) }
    var values: [Int] = []
    _ = subject.subscribe(onNext: { values.append($0) })
    #expect(values == Array((0..<count).suffix(3)))
  }

  @Test("an async subject can release an element that sends into it")
  func anAsyncSubjectCanReleaseAnElementThatSendsIntoIt() {
    let subject = AsyncSubject<LastWord?>()
    subject.onNext(
      LastWord { [log] in
        log("gone")
        subject.onNext(nil)
      })
    subject.onNext(nil)
    #expect(log.lines == ["gone"])
  }

  @Test("a subscription can own an object that subscribes to the same subject")
  func aSubscriptionCanOwnAnObjectThatSubscribesToTheSameSubject() {
    let subject = PublishSubject<Int>()
    let subscription = owning(LastWord { [log] in subject.logged("B", log) }, subject)
    subscription.dispose()
    subject.onNext(1)
    #expect(log.lines == ["B next 1"])
  }

  @Test("a subscription can own an object that disposes another subscription of the same subject")
  func aSubscriptionCanOwnAnObjectThatDisposesAnotherSubscriptionOfTheSameSubject() {
    let subject = PublishSubject<Int>()
    let other = subject.logged("A", log)
    let subscription = owning(LastWord { other.dispose() }, subject)
    subscription.dispose()
    subject.onNext(1)
    #expect(log.lines == ["A disposed"])
    #expect(!subject.hasObservers)
  }

  @Test("a disposed subject can release an object that reads it")
  func aDisposedSubjectCanReleaseAnObjectThatReadsIt() {
    let subject = BehaviorSubject(value: 0)
    _ = owning(LastWord { [log] in log("disposed: \(subject.isDisposed)") }, subject)
    subject.dispose()
    #expect(log.lines == ["disposed: true"])
  }

  @Test("a relay releases its first element")
  func aRelayReleasesItsFirstElement() {
    let relay = BehaviorRelay(value: LastWord { [log] in log("gone") })
    relay.accept(LastWord {})
    #expect(log.lines == ["gone"])
    withExtendedLifetime(relay) {}
  }

  @available(*, deprecated, message: "uses a deprecated type")
  @Test("a Variable releases its first element")
  func aVariableReleasesItsFirstElement() {
    let variable = Variable(LastWord { [log] in log("gone") })
    variable.value = LastWord {}
    #expect(log.lines == ["gone"])
    withExtendedLifetime(variable) {}
  }

  /// A subscription whose closure keeps an object.
  private func owning(_ object: LastWord, _ source: Observable<Int>) -> any Disposable {
    source.subscribe(onNext: { _ in withExtendedLifetime(object) {} })
  }
}

/// Runs a closure when it goes away.
private final class LastWord {
  private let say: () -> Void

  init(_ say: @escaping () -> Void) { self.say = say }

  deinit { say() }
}

/// Listens to the relay that keeps it.
private final class Screen {
  private let bag = DisposeBag()

  init(_ relay: BehaviorRelay<Screen?>, _ log: Log) {
    relay.subscribe(onNext: { screen in
      log(screen.map { _ in "hears a screen" } ?? "hears nothing")
    }).disposed(by: bag)
  }
}
