import MarblesRx
import Testing

@Suite("Inner streams that wait")
struct WaitingInnerStreamTests {
  private let log = Log()

  @Test("after an error the stream that waits is never subscribed to")
  func error() {
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

  @Test("after a dispose the stream that waits is never subscribed to")
  func dispose() {
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

  @Test("a value that is on its way when the subscriber leaves starts nothing")
  func valueAfterDispose() {
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

  @Test("a hundred thousand that wait follow each other without growing the stack")
  func many() {
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

  @Test("what comes while they follow each other takes its turn behind them")
  func turn() {
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
