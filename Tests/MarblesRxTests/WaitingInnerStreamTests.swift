import MarblesRx
import Testing

@Suite("Inner streams that wait")
struct WaitingInnerStreamTests {
  private let log = Log()

  @Test("an inner observable that waits is not subscribed after an error")
  func anInnerObservableThatWaitsIsNotSubscribedAfterAnError() {
    let source = PublishSubject<Observable<Int>>()
    let first = PublishSubject<Int>()
    // It is served before the inner subscription, to which the completion is on its way then.
    _ = first.subscribe(onCompleted: { source.onError(Boom()) })
    source.concat().logged("A", log)
    source.onNext(first)
    source.onNext(Observable.just(2).spied("second", log))
    first.onCompleted()
    #expect(log.lines == ["A error(boom)", "A disposed"])
  }

  @Test("an inner observable that waits is not subscribed after a disposal")
  func anInnerObservableThatWaitsIsNotSubscribedAfterADisposal() {
    let source = PublishSubject<Observable<Int>>()
    let first = PublishSubject<Int>()
    let own = SerialDisposable()
    _ = first.subscribe(onCompleted: { own.dispose() })
    own.disposable = source.concat().logged("A", log)
    source.onNext(first)
    source.onNext(Observable.just(2).spied("second", log))
    first.onCompleted()
    #expect(log.lines == ["A disposed"])
  }

  @Test("an element in flight at the disposal starts no inner observable")
  func anElementInFlightAtTheDisposalStartsNoInnerObservable() {
    let source = PublishSubject<Int>()
    let own = SerialDisposable()
    _ = source.subscribe(onNext: { _ in own.dispose() })
    own.disposable = source.flatMap { [log] value -> Observable<Int> in
      log("runs \(value)")
      return Observable.just(value)
    }.logged("A", log)
    source.onNext(1)
    #expect(log.lines == ["A disposed"])
  }

  @Test("a hundred thousand waiting inner observables do not grow the stack")
  func aHundredThousandWaitingInnerObservablesDoNotGrowTheStack() {
    let source = PublishSubject<Int>()
    let first = PublishSubject<Int>()
    var values: [Int] = []
    var hasEnded = false
    _ = source.concatMap { value -> Observable<Int> in
      value == 0 ? first.asObservable() : Observable.just(value)
    }.subscribe(onNext: { values.append($0) }, onCompleted: { hasEnded = true })
    for value in 0...100_000 { source.onNext(value) }
    source.onCompleted()
    #expect(values.isEmpty)
    first.onCompleted()
    let isInOrder = values == Array(1...100_000)
    #expect(isInOrder, "\(values.count) values")
    #expect(hasEnded)
  }

  @Test("an inner observable that arrives while waiting ones run is queued after them")
  func anInnerObservableThatArrivesWhileWaitingOnesRunIsQueuedAfterThem() {
    let source = PublishSubject<Int>()
    let first = PublishSubject<Int>()
    _ = source.concatMap { value -> Observable<Int> in
      guard value > 0 else { return first.asObservable() }
      return Observable.just(value).do(onDispose: { if value == 1 { source.onNext(3) } })
    }.logged("A", log)
    for value in 0...2 { source.onNext(value) }
    first.onCompleted()
    #expect(log.lines == ["A next 1", "A next 2", "A next 3"])
    source.onCompleted()
    #expect(log.lines.suffix(2) == ["A completed", "A disposed"])
  }
}
