import MarblesRx
import Testing

/// What dies may call back into what held it: that must not find a lock taken. These tests hang if
/// it does.
@Suite("Objects that have a last word")
struct LastWordTests {
  private let log = Log()

  @Test("a relay may drop an object that listens to it")
  func screen() {
    let relay = BehaviorRelay<Screen?>(value: nil)
    relay.accept(Screen(relay, log))
    relay.accept(nil)
    // The last one was on its way when the screen left.
    #expect(log.lines == ["hears nothing", "hears a screen", "hears nothing"])
    relay.accept(nil)
    #expect(log.lines.count == 3)
  }

  @Test("a replay subject may drop a value that sends into it", arguments: 1...3)
  func replay(size: Int) {
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

  @Test("a replay subject keeps the order when its memory goes round", arguments: 0...7)
  func order(count: Int) {
    let subject = ReplaySubject<Int>.create(bufferSize: 3)
    for value in 0..<count { subject.onNext(value) }
    var values: [Int] = []
    _ = subject.subscribe(onNext: { values.append($0) })
    #expect(values == Array((0..<count).suffix(3)))
  }

  @Test("an async subject may drop a value that sends into it")
  func asyncSubject() {
    let subject = AsyncSubject<LastWord?>()
    subject.onNext(
      LastWord { [log] in
        log("gone")
        subject.onNext(nil)
      })
    subject.onNext(nil)
    #expect(log.lines == ["gone"])
  }

  @Test("a subscription may own what subscribes to the same subject")
  func subscribes() {
    let subject = PublishSubject<Int>()
    let subscription = owning(LastWord { [log] in subject.logged("B", log) }, subject)
    subscription.dispose()
    subject.onNext(1)
    #expect(log.lines == ["B next 1"])
  }

  @Test("a subscription may own what leaves the same subject")
  func disposes() {
    let subject = PublishSubject<Int>()
    let other = subject.logged("A", log)
    let subscription = owning(LastWord { other.dispose() }, subject)
    subscription.dispose()
    subject.onNext(1)
    #expect(log.lines == ["A disposed"])
    #expect(!subject.hasObservers)
  }

  @Test("a subject that is disposed may drop what asks it")
  func disposedSubject() {
    let subject = BehaviorSubject(value: 0)
    _ = owning(LastWord { [log] in log("disposed: \(subject.isDisposed)") }, subject)
    subject.dispose()
    #expect(log.lines == ["disposed: true"])
  }

  @Test("a relay does not keep its first value")
  func firstValue() {
    let relay = BehaviorRelay(value: LastWord { [log] in log("gone") })
    relay.accept(LastWord {})
    #expect(log.lines == ["gone"])
    withExtendedLifetime(relay) {}
  }

  @available(*, deprecated, message: "tells of a deprecated type")
  @Test("a Variable does not keep its first value")
  func firstValueOfVariable() {
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
