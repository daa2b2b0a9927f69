import MarblesCombine
import MarblesRx
import Testing

@Suite("Driver and Signal")
struct TraitTests {
  private let scheduler = TestScheduler(initialClock: 0)
  private let log = Log()

  private func at(_ tick: Int, _ action: @escaping () -> Void) {
    scheduler.scheduleAt(tick, action: action)
  }

  private func note(_ text: String) { log("@\(scheduler.clock) \(text)") }

  @Test("a signal shares one subscription and does not replay")
  func aSignalSharesOneSubscriptionAndDoesNotReplay() {
    let relay = PublishRelay<Int>()
    let signal = relay.asSignal(on: scheduler).map { value -> Int in
      note("work \(value)")
      return value * 10
    }
    _ = signal.emit(onNext: { note("A next \($0)") })
    at(10) { relay.accept(1) }
    at(20) { _ = signal.emit(onNext: { note("B next \($0)") }) }
    at(30) { relay.accept(2) }
    scheduler.start()
    #expect(
      log.lines == ["@11 work 1", "@11 A next 10", "@31 work 2", "@31 A next 20", "@31 B next 20"])
  }

  @Test("a driver replays the last mapped element without mapping again")
  func aDriverReplaysTheLastMappedElementWithoutMappingAgain() {
    let relay = BehaviorRelay(value: 0)
    let driver = relay.asDriver(on: scheduler).map { value -> Int in
      note("work \(value)")
      return value * 10
    }
    _ = driver.drive(onNext: { note("A next \($0)") })
    at(10) { relay.accept(1) }
    at(20) { _ = driver.drive(onNext: { note("B next \($0)") }) }
    at(30) { relay.accept(2) }
    scheduler.start()
    #expect(
      log.lines == [
        "@1 work 0", "@1 A next 0", "@11 work 1", "@11 A next 10", "@20 B next 10",
        "@31 work 2", "@31 A next 20", "@31 B next 20",
      ])
  }

  @Test(
    "a driver emits the replacement and completes after an error, and the next drive subscribes again"
  )
  func aDriverEmitsTheReplacementAndCompletesAfterAnErrorAndTheNextDriveSubscribesAgain() {
    var runs = 0
    let source = Observable<Int>.deferred {
      runs += 1
      return runs == 1 ? .error(Boom()) : .just(7)
    }
    let driver = source.asDriver(on: scheduler, onErrorJustReturn: -1)
    _ = driver.drive(onNext: { note("A next \($0)") }, onCompleted: { note("A completed") })
    at(10) {
      _ = driver.drive(onNext: { note("B next \($0)") }, onCompleted: { note("B completed") })
    }
    scheduler.start()
    #expect(
      log.lines == ["@1 A next -1", "@1 A completed", "@11 B next 7", "@12 B completed"])
  }
}
