import MarblesRx
import Testing

@Suite("refCount while a connection ends")
struct RefCountTests {
  private let log = Log()

  @Test("a subscription during the disposal of an ended source starts the next connection")
  func aSubscriptionDuringTheDisposalOfAnEndedSourceStartsTheNextConnection() {
    let shares: [(Observable<Int>) -> Observable<Int>] = [
      { $0.publish().refCount() }, { $0.share(replay: 2) },
    ]
    for share in shares {
      let log = Log()
      let first = PublishSubject<Int>()
      let second = PublishSubject<Int>()
      var sources = [first, second]
      var shared: Observable<Int>?
      let source = Observable<Int>.deferred { sources.removeFirst() }
        .do(onDispose: { if sources.count == 1 { shared?.logged("B", log) } })
      shared = share(source)
      shared?.logged("A", log)
      first.onCompleted()
      #expect(log.lines == ["A completed", "A disposed"])
      second.onNext(1)
      second.onCompleted()
      #expect(log.lines.dropFirst(2) == ["B next 1", "B completed", "B disposed"])
    }
  }

  @Test("a subscription that was made while the connection ended is counted for the next one")
  func aSubscriptionThatWasMadeWhileTheConnectionEndedIsCountedForTheNextOne() {
    let first = PublishSubject<Int>()
    let second = PublishSubject<Int>()
    let own = SerialDisposable()
    var sources = [first, second]
    var shared: Observable<Int>?
    let source = Observable<Int>.deferred { sources.removeFirst() }
      .do(onDispose: { [log] in
        if sources.count == 1, let shared { own.disposable = shared.logged("B", log) }
      })
    shared = source.publish().refCount()
    shared?.logged("A", log)
    first.onCompleted()
    #expect(second.hasObservers)
    own.dispose()
    #expect(!second.hasObservers)
    #expect(log.lines == ["A completed", "A disposed", "B disposed"])
  }
}
