import Dispatch
import MarblesCombine
import MarblesRx
import Testing

/// A sequence without end holds the thread that subscribes to it, inside an operator: only another
/// thread gets it out.
@Suite("Endless Rx sequences on threads")
struct EndlessThreadTests {
  struct Case: CustomTestStringConvertible, @unchecked Sendable {
    let testDescription: String
    let make: (Observable<Int>) -> Observable<Int>

    init(_ name: String, _ make: @escaping (Observable<Int>) -> Observable<Int>) {
      testDescription = name
      self.make = make
    }
  }

  private struct Failed: Error {}

  static let cases = [
    Case("map") { $0.map { $0 } },
    Case("merge") { Observable.merge($0, .empty()) },
    Case("merge, second") { Observable.merge(.never(), $0) },
    Case("merge(maxConcurrent:)") { Observable.just($0).merge(maxConcurrent: 1) },
    Case("flatMap") { numbers in Observable.just(0).flatMap { _ in numbers } },
    Case("flatMapFirst") { numbers in Observable.just(0).flatMapFirst { _ in numbers } },
    Case("flatMapLatest") { numbers in Observable.just(0).flatMapLatest { _ in numbers } },
    Case("concatMap") { numbers in Observable.just(0).concatMap { _ in numbers } },
    Case("concat") { Observable.just(0).concat($0) },
    Case("startWith") { $0.startWith(0) },
    Case("combineLatest") { Observable.combineLatest($0, Observable.just(0)) { $0 &+ $1 } },
    Case("combineLatest, second") {
      Observable.combineLatest(Observable.just(0), $0) { $0 &+ $1 }
    },
    Case("zip") { Observable.zip($0, Observable<Int>.never()) { $0 &+ $1 } },
    Case("withLatestFrom") { $0.withLatestFrom(Observable.just(0)) },
    Case("catch") { numbers in Observable<Int>.error(Failed()).catch { _ in numbers } },
    Case("share()") { $0.share() },
    Case("share(replay:)") { $0.share(replay: 1) },
    Case("share(replay:scope:)") { $0.share(replay: 1, scope: .forever) },
    Case("take(until:)") { $0.take(until: Observable<Int>.never()) },
    Case("skip(until:)") { $0.skip(until: Observable.just(0)) },
  ]

  @Test("disposing on another thread ends an endless sequence", arguments: cases)
  func disposingOnAnotherThreadEndsAnEndlessSequence(_ this: Case) {
    let isRunning = DispatchSemaphore(value: 0)
    let isOver = DispatchSemaphore(value: 0)
    let stop = PublishSubject<Int>()
    let boundary = Boundary(subject: stop)
    DispatchQueue(label: this.testDescription).async {
      let numbers = Observable.from(0...Int.max).map { number in
        if number == 1_000 { isRunning.signal() }
        return number
      }
      _ = this.make(numbers).take(until: boundary.subject).subscribe()
      isOver.signal()
    }
    isRunning.wait()
    stop.onNext(0)
    #expect(isOver.wait(timeout: .now() + 20) == .success)
  }

  /// Subjects may be used by several threads.
  private struct Boundary: @unchecked Sendable {
    let subject: PublishSubject<Int>
  }
}
