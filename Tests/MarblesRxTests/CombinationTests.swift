import MarblesRx
import Testing

/// The expected values were printed by RxSwift 6.10.
@Suite("Rx combination")
struct CombinationTests {
  private let log = Log()

  @Test("combineLatest of an empty collection emits the result of an empty array")
  func combineLatestOfAnEmptyCollectionEmitsTheResultOfAnEmptyArray() {
    _ = Observable<Int>.combineLatest([Observable<Int>]()) { $0.count }.logged("A", log)
    #expect(log.lines == ["A next 0", "A completed", "A disposed"])
  }

  @Test("zip of an empty collection completes")
  func zipOfAnEmptyCollectionCompletes() {
    _ = Observable<Int>.zip([Observable<Int>]()) { $0.count }.logged("A", log)
    #expect(log.lines == ["A completed", "A disposed"])
  }

  @Test("zip of a collection completes at an element that can't be combined any more")
  func zipOfACollectionCompletesAtAnElementThatCantBeCombinedAnyMore() {
    let (a, b) = (PublishSubject<Int>(), PublishSubject<Int>())
    _ = Observable.zip([a, b]) { $0.reduce(0, +) }.logged("A", log)
    a.onNext(1)
    b.onNext(2)
    log.step("a completes") { a.onCompleted() }
    log.step("b 3") { b.onNext(3) }
    #expect(
      log.lines == ["A next 3", "-- a completes", "-- b 3", "A completed", "A disposed"])
  }

  @Test("zip of two observables waits for the completion of both")
  func zipOfTwoObservablesWaitsForTheCompletionOfBoth() {
    let (a, b) = (PublishSubject<Int>(), PublishSubject<Int>())
    _ = Observable.zip(a, b) { $0 + $1 }.logged("A", log)
    a.onNext(1)
    b.onNext(2)
    a.onCompleted()
    b.onNext(3)
    log.step("b completes") { b.onCompleted() }
    #expect(log.lines == ["A next 3", "-- b completes", "A completed", "A disposed"])
  }

  @Test("combineLatest and zip of a collection emit arrays")
  func combineLatestAndZipOfACollectionEmitArrays() {
    let (a, b) = (PublishSubject<Int>(), PublishSubject<Int>())
    let combined: Observable<[Int]> = Observable.combineLatest([a, b])
    let zipped: Observable<[Int]> = Observable.zip([a, b])
    _ = combined.logged("latest", log)
    _ = zipped.logged("zip", log)
    a.onNext(1)
    b.onNext(2)
    a.onNext(3)
    #expect(log.lines == ["latest next [1, 2]", "zip next [1, 2]", "latest next [3, 2]"])
  }

  @Test("combineLatest and zip dispose a failed source before they pass the error on")
  func combineLatestAndZipDisposeAFailedSourceBeforeTheyPassTheErrorOn() {
    for combine in [
      { (a: Observable<Int>, b: Observable<Int>) in Observable.zip(a, b) { $0 + $1 } },
      { (a: Observable<Int>, b: Observable<Int>) in Observable.combineLatest(a, b) { $0 + $1 } },
    ] {
      let log = Log()
      let failing = PublishSubject<Int>()
      let other = PublishSubject<Int>()
      _ = combine(other.spied("a", log), failing.spied("b", log)).logged("A", log)
      failing.onError(Boom())
      #expect(
        log.lines == [
          "a subscribed", "b subscribed", "b error(boom)", "b disposed", "A error(boom)",
          "A disposed", "a disposed",
        ])
    }
  }

  @Test("amb follows the observable that sends first and disposes the other one")
  func ambFollowsTheObservableThatSendsFirstAndDisposesTheOtherOne() {
    let (a, b) = (PublishSubject<Int>(), PublishSubject<Int>())
    _ = a.spied("a", log).amb(b.spied("b", log)).logged("A", log)
    b.onNext(1)
    a.onNext(2)
    b.onNext(3)
    b.onCompleted()
    #expect(
      log.lines == [
        "a subscribed", "b subscribed", "b emits 1", "a disposed", "A next 1", "b emits 3",
        "A next 3", "b completed", "A completed", "A disposed", "b disposed",
      ])
  }

  @Test("amb of a sequence follows the first of several observables")
  func ambOfASequenceFollowsTheFirstOfSeveralObservables() {
    let subjects = (0..<3).map { _ in PublishSubject<Int>() }
    _ = Observable.amb(subjects.map { $0.asObservable() }).logged("A", log)
    subjects[2].onNext(1)
    subjects[0].onNext(2)
    subjects[1].onError(Boom())
    #expect(log.lines == ["A next 1"])
    #expect(subjects.map(\.hasObservers) == [false, false, true])
    subjects[2].onError(Boom())
    #expect(log.lines == ["A next 1", "A error(boom)", "A disposed"])
  }

  @Test("an error wins the race of amb")
  func anErrorWinsTheRaceOfAmb() {
    let (a, b) = (PublishSubject<Int>(), PublishSubject<Int>())
    _ = a.amb(b).logged("A", log)
    b.onError(Boom())
    #expect(log.lines == ["A error(boom)", "A disposed"])
    #expect(!a.hasObservers)
  }

  @Test("groupBy emits a group before its first element")
  func groupByEmitsAGroupBeforeItsFirstElement() {
    let source = PublishSubject<Int>()
    _ = source.groupBy { $0 % 2 }.subscribe(
      onNext: { [log] group in
        log("group \(group.key)")
        _ = group.logged("\(group.key)", log)
      }, onCompleted: { [log] in log("completed") })
    for value in 1...3 { source.onNext(value) }
    source.onCompleted()
    #expect(
      log.lines == [
        "group 1", "1 next 1", "group 0", "0 next 2", "1 next 3", "1 completed", "1 disposed",
        "0 completed", "0 disposed", "completed",
      ])
  }

  @Test("groupBy keeps the source subscribed until all groups are disposed")
  func groupByKeepsTheSourceSubscribedUntilAllGroupsAreDisposed() {
    let source = PublishSubject<Int>()
    var inner: (any Disposable)?
    let outer = source.groupBy { $0 }.subscribe(onNext: { [log] group in
      inner = group.logged("\(group.key)", log)
    })
    source.onNext(1)
    outer.dispose()
    source.onNext(1)
    #expect(source.hasObservers)
    inner?.dispose()
    #expect(!source.hasObservers)
    #expect(log.lines == ["1 next 1", "1 next 1", "1 disposed"])
  }

  @Test("an error of the key selector ends groupBy and its groups")
  func anErrorOfTheKeySelectorEndsGroupByAndItsGroups() {
    let source = PublishSubject<Int>()
    _ = source.groupBy { value -> Int in
      if value == 2 { throw Boom() }
      return value
    }.subscribe(
      onNext: { [log] group in _ = group.logged("\(group.key)", log) },
      onError: { [log] in log("error(\($0))") })
    source.onNext(1)
    source.onNext(2)
    #expect(log.lines == ["1 next 1", "1 error(boom)", "1 disposed", "error(boom)"])
    #expect(!source.hasObservers)
  }
}
