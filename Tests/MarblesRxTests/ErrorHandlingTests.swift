import MarblesRx
import Testing

/// The expected values were printed by RxSwift 6.10.
@Suite("Rx error handling")
struct ErrorHandlingTests {
  private let log = Log()

  /// A source whose subscriptions, events and disposals are logged.
  private func attempts(_ make: @escaping (Int) -> Observable<Int>) -> Observable<Int> {
    var count = 0
    return Observable.deferred { [log] in
      count += 1
      let number = count
      return make(number).do(
        onSubscribe: { log("subscribe \(number)") }, onDispose: { log("dispose \(number)") })
    }
  }

  @Test("retry(when:) ignores a trigger that completes while the source runs")
  func retryWhenIgnoresATriggerThatCompletesWhileTheSourceRuns() {
    let source = PublishSubject<Int>()
    let trigger = PublishSubject<Void>()
    _ = source.retry(when: { (_: Observable<any Error>) in trigger }).logged("A", log)
    source.onNext(1)
    trigger.onCompleted()
    source.onNext(2)
    source.onCompleted()
    #expect(log.lines == ["A next 1", "A next 2", "A completed", "A disposed"])
  }

  @Test("retry(when:) ignores a trigger that fails while the source runs")
  func retryWhenIgnoresATriggerThatFailsWhileTheSourceRuns() {
    let source = PublishSubject<Int>()
    let trigger = PublishSubject<Void>()
    _ = source.retry(when: { (_: Observable<any Error>) in trigger }).logged("A", log)
    source.onNext(1)
    trigger.onError(Boom())
    source.onNext(2)
    source.onCompleted()
    #expect(log.lines == ["A next 1", "A next 2", "A completed", "A disposed"])
  }

  @Test("retry(when:) does not subscribe again when the trigger emits while the source runs")
  func retryWhenDoesNotSubscribeAgainWhenTheTriggerEmitsWhileTheSourceRuns() {
    let trigger = PublishSubject<Void>()
    let source = attempts { _ in .never() }
    let subscription = source.retry(when: { (_: Observable<any Error>) in trigger }).subscribe()
    trigger.onNext(())
    trigger.onNext(())
    #expect(log.lines == ["subscribe 1"])
    subscription.dispose()
    #expect(log.lines == ["subscribe 1", "dispose 1"])
  }

  /// Sources for consecutive subscriptions, which the test ends. Their subscriptions and disposals are
  /// logged.
  private func subjects(_ count: Int) -> (all: [PublishSubject<Int>], source: Observable<Int>) {
    let all = (0..<count).map { _ in PublishSubject<Int>() }
    return (all, attempts { all[$0 - 1].asObservable() })
  }

  @Test("retry(when:) disposes the failed source, then notifies the handler, then subscribes")
  func retryWhenDisposesTheFailedSourceThenNotifiesTheHandlerThenSubscribes() {
    let (all, source) = subjects(2)
    _ = source.retry(when: { [log] (errors: Observable<any Error>) in
      errors.do(onNext: { _ in log("handler") })
    }).logged("A", log)
    all[0].onError(Boom())
    all[1].onNext(7)
    all[1].onCompleted()
    #expect(
      log.lines == [
        "subscribe 1", "dispose 1", "handler", "subscribe 2", "A next 7", "A completed",
        "A disposed", "dispose 2",
      ])
  }

  @Test("retry(when:) disposes a failed source before the trigger emits")
  func retryWhenDisposesAFailedSourceBeforeTheTriggerEmits() {
    let run = TimedRun<Int>([.next(210, 1), .error(220, Boom()), .next(230, 2), .completed(240)])
    #expect(
      run.result { $0.retry(when: { (_: Observable<any Error>) in Observable<Int>.never() }) }
        == "next(1)@210, source [200..220]")
  }

  @Test("retry(when:) with a typed error passes other errors on")
  func retryWhenWithATypedErrorPassesOtherErrorsOn() {
    struct Other: Error {}
    let typed: (Observable<Boom>) -> Observable<Boom> = { $0 }
    let (all, source) = subjects(2)
    _ = source.retry(when: typed).logged("A", log)
    all[0].onError(Boom())
    all[1].onError(Other())
    #expect(
      log.lines == [
        "subscribe 1", "dispose 1", "subscribe 2", "A error(Other())", "A disposed", "dispose 2",
      ])
  }

  @Test("retry(2) passes the last error on before it disposes the source")
  func retry2PassesTheLastErrorOnBeforeItDisposesTheSource() {
    let (all, source) = subjects(2)
    _ = source.retry(2).logged("A", log)
    all[0].onError(Boom())
    all[1].onError(Boom())
    #expect(
      log.lines == [
        "subscribe 1", "dispose 1", "subscribe 2", "A error(boom)", "A disposed", "dispose 2",
      ])
  }

  @Test("catch subscribes to the next observable before it disposes the failed one")
  func catchSubscribesToTheNextObservableBeforeItDisposesTheFailedOne() {
    let source = PublishSubject<Int>()
    let hot = source.do(
      onSubscribe: { [log] in log("connect") }, onDispose: { [log] in log("disconnect") }
    ).share()
    _ = hot.map { value -> Int in
      if value == 2 { throw Boom() }
      return value
    }.catch { _ in hot }.subscribe(onNext: { [log] in log("\($0)") })
    source.onNext(1)
    source.onNext(2)
    source.onNext(3)
    source.onCompleted()
    #expect(log.lines == ["connect", "1", "3", "disconnect"])
  }

  @Test("ifEmpty(switchTo:) subscribes to the other observable before it disposes the source")
  func ifEmptySwitchToSubscribesToTheOtherObservableBeforeItDisposesTheSource() {
    let source = PublishSubject<Int>()
    let stop = PublishSubject<Void>()
    let hot = source.do(
      onSubscribe: { [log] in log("connect") }, onDispose: { [log] in log("disconnect") }
    ).share(replay: 1)
    _ = hot.filter { $0 > 9 }.take(until: stop).ifEmpty(switchTo: hot)
      .subscribe(onNext: { [log] in log("\($0)") })
    source.onNext(1)
    stop.onNext(())
    source.onNext(3)
    source.onCompleted()
    #expect(log.lines == ["connect", "1", "3", "disconnect"])
  }

  @Test("catch(sequence:) subscribes to the next observable after each error")
  func catchSequenceSubscribesToTheNextObservableAfterEachError() {
    let sources: [Observable<Int>] = [
      .concat(.just(1), .error(Boom())), .concat(.just(2), .error(Boom())), .of(3), .of(4),
    ]
    _ = Observable.catch(sequence: sources).logged("A", log)
    #expect(log.lines == ["A next 1", "A next 2", "A next 3", "A completed", "A disposed"])
  }

  @Test("catch(sequence:) fails with the last error if all observables fail")
  func catchSequenceFailsWithTheLastErrorIfAllObservablesFail() {
    let sources: [Observable<Int>] = [
      .error(Boom(description: "one")), .error(Boom(description: "two")),
    ]
    _ = Observable.catch(sequence: sources).logged("A", log)
    #expect(log.lines == ["A error(two)", "A disposed"])
  }

  @Test("merge does not subscribe to observables that follow a failed one")
  func mergeDoesNotSubscribeToObservablesThatFollowAFailedOne() {
    _ = Observable.merge(.error(Boom()), attempts { _ in .just(1) }).logged("A", log)
    #expect(log.lines == ["A error(boom)", "A disposed"])
  }

  @Test("concat, flatMap and concatMap pass the completion on before they dispose the source")
  func concatFlatMapAndConcatMapPassTheCompletionOnBeforeTheyDisposeTheSource() {
    func order(_ pipeline: (Observable<Int>) -> Observable<Int>) -> [String] {
      let log = Log()
      let source = PublishSubject<Int>()
      // A pass that does not dispose its own subscription at the end, unlike an operator.
      let spied = Observable<Int>.create { observer in
        let subscription = source.subscribe(observer)
        return Disposables.create {
          log("dispose")
          subscription.dispose()
        }
      }
      _ = pipeline(spied.asObservable()).subscribe(onCompleted: { log("completed") })
      source.onCompleted()
      return log.lines
    }
    #expect(order { $0.flatMap { Observable.just($0) } } == ["completed", "dispose"])
    #expect(order { $0.concatMap { Observable.just($0) } } == ["completed", "dispose"])
    #expect(order { Observable.concat($0) } == ["completed", "dispose"])
    #expect(order { $0.catchAndReturn(1) } == ["completed", "dispose"])
  }
}
