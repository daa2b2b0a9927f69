import MarblesRx
import Testing

@Suite("RxSwift's share(replay:scope:)")
struct ShareTests {
  private let log = Log()

  // MARK: A subscriber after the last one

  private func hot(_ replay: Int, _ scope: SubjectLifetimeScope) -> [String] {
    let subject = PublishSubject<Int>()
    let shared = subject.spied("up", log).share(replay: replay, scope: scope)
    let a = shared.logged("A", log)
    for value in 1...3 { subject.onNext(value) }
    let b = shared.logged("B", log)
    subject.onNext(4)
    a.dispose()
    b.dispose()
    subject.onNext(5)
    log.step("C") { shared.logged("C", log) }
    subject.onNext(6)
    return log.lines
  }

  private let beforeB = [
    "up subscribed", "up emits 1", "A next 1", "up emits 2", "A next 2", "up emits 3", "A next 3",
  ]
  private let fromFourOn = [
    "up emits 4", "A next 4", "B next 4", "A disposed", "up disposed", "B disposed", "-- C",
  ]

  @Test(
    "share in the scope forever replays stored elements and then subscribes to the source again",
    arguments: [
      (0, [], []), (1, ["B next 3"], ["C next 4"]),
      (2, ["B next 2", "B next 3"], ["C next 3", "C next 4"]),
    ] as [(Int, [String], [String])])
  func shareInTheScopeForeverReplaysStoredElementsAndThenSubscribesToTheSourceAgain(
    replay: Int, forB: [String], forC: [String]
  ) {
    #expect(
      hot(replay, .forever)
        == beforeB + forB + fromFourOn + forC + ["up subscribed", "up emits 6", "C next 6"])
  }

  @Test(
    "share in the scope whileConnected stores nothing after the last disposal",
    arguments: [(0, []), (1, ["B next 3"]), (2, ["B next 2", "B next 3"])]
      as [(Int, [String])])
  func shareInTheScopeWhileConnectedStoresNothingAfterTheLastDisposal(replay: Int, forB: [String]) {
    #expect(
      hot(replay, .whileConnected)
        == beforeB + forB + fromFourOn + ["up subscribed", "up emits 6", "C next 6"])
  }

  // MARK: After the end

  /// A gets 1 and 2, then the end; B comes, then 3 on the newest subject of the source.
  private func afterEnd(
    _ replay: Int, _ scope: SubjectLifetimeScope, _ end: Event<Int>
  ) -> [String] {
    var newest = PublishSubject<Int>()
    var runs = 0
    let source = Observable<Int>.deferred { [log] in
      runs += 1
      log("run \(runs)")
      newest = PublishSubject()
      return newest
    }
    let shared = source.spied("up", log).share(replay: replay, scope: scope)
    shared.logged("A", log)
    newest.onNext(1)
    newest.onNext(2)
    log.step("end") { newest.on(end) }
    log.step("B") { shared.logged("B", log) }
    newest.onNext(3)
    return log.lines
  }

  private let beforeEnd = [
    "up subscribed", "run 1", "up emits 1", "A next 1", "up emits 2", "A next 2", "-- end",
  ]

  @Test(
    "share in the scope forever replays stored elements and the end after the completion",
    arguments: [(0, []), (1, ["B next 2"]), (2, ["B next 1", "B next 2"])] as [(Int, [String])])
  func shareInTheScopeForeverReplaysStoredElementsAndTheEndAfterTheCompletion(
    replay: Int, forB: [String]
  ) {
    #expect(
      afterEnd(replay, .forever, .completed)
        == beforeEnd + ["up completed", "up disposed", "A completed", "A disposed", "-- B"] + forB
        + ["B completed", "B disposed"])
  }

  @Test(
    "share in the scope whileConnected subscribes to the source again after an error",
    arguments: [
      (0, ["A error(boom)", "A disposed", "up disposed"]),
      (1, ["A error(boom)", "A disposed", "up disposed"]),
      (2, ["up disposed", "A error(boom)", "A disposed"]),
    ] as [(Int, [String])])
  func shareInTheScopeWhileConnectedSubscribesToTheSourceAgainAfterAnError(
    replay: Int, end: [String]
  ) {
    #expect(
      afterEnd(replay, .whileConnected, .error(Boom()))
        == beforeEnd + ["up error(boom)"] + end
        + ["-- B", "up subscribed", "run 2", "up emits 3", "B next 3"])
  }

  @Test("share in the scope forever replays the elements of a synchronous source", arguments: 0...2)
  func shareInTheScopeForeverReplaysTheElementsOfASynchronousSource(replay: Int) {
    var runs = 0
    let source = Observable<Int>.deferred { [log] in
      runs += 1
      log("run \(runs)")
      return .of(1, 2, 3)
    }
    let shared = source.spied("up", log).share(replay: replay, scope: .forever)
    shared.logged("A", log)
    log.step("B") { shared.logged("B", log) }
    let replayed = [1, 2, 3].suffix(replay).map { "B next \($0)" }
    #expect(
      log.lines == [
        "up subscribed", "run 1", "up emits 1", "A next 1", "up emits 2", "A next 2",
        "up emits 3", "A next 3", "up completed", "up disposed", "A completed", "A disposed",
        "-- B",
      ] + replayed + ["B completed", "B disposed"])
  }

  @Test("retry below share subscribes to the source again", arguments: 0...2)
  func retryBelowShareSubscribesToTheSourceAgain(replay: Int) {
    var runs = 0
    let source = Observable<Int>.deferred { [log] in
      runs += 1
      log("run \(runs)")
      return runs == 1 ? Observable.just(1).concat(Observable.error(Boom())) : .just(42)
    }
    source.spied("up", log).share(replay: replay).retry(2).logged("A", log)
    #expect(
      log.text == """
        up subscribed
        run 1
        up emits 1
        A next 1
        up error(boom)
        up disposed
        up subscribed
        run 2
        up emits 42
        A next 42
        up completed
        A completed
        A disposed
        up disposed
        """)
  }

  @Test("catch below share replaces the error for its own observer only")
  func catchBelowShareReplacesTheErrorForItsOwnObserverOnly() {
    let subject = PublishSubject<Int>()
    let shared = subject.spied("up", log).share()
    shared.catch { _ in .just(99) }.logged("A", log)
    shared.logged("B", log)
    subject.onNext(1)
    log.step("fail") { subject.onError(Boom()) }
    #expect(
      log.text == """
        up subscribed
        up emits 1
        A next 1
        B next 1
        -- fail
        up error(boom)
        A next 99
        A completed
        A disposed
        B error(boom)
        B disposed
        up disposed
        """)
  }

  @Test(
    "a subscription during the completion of share subscribes to the source again", arguments: 0...1
  )
  func aSubscriptionDuringTheCompletionOfShareSubscribesToTheSourceAgain(replay: Int) {
    let shared = Observable.of(1).spied("up", log).share(replay: replay)
    _ = shared.subscribe(
      onNext: { [log] in log("A next \($0)") },
      onCompleted: { [log] in
        log("A completed")
        shared.logged("B", log)
      }, onDisposed: { [log] in log("A disposed") })
    #expect(
      log.text == """
        up subscribed
        up emits 1
        A next 1
        up completed
        A completed
        up subscribed
        A disposed
        up disposed
        up emits 1
        B next 1
        up completed
        B completed
        B disposed
        up disposed
        """)
  }

  @Test("take below share disposes the source while it is sending")
  func takeBelowShareDisposesTheSourceWhileItIsSending() {
    Observable.of(1, 2, 3).spied("up", log).share().take(2).logged("A", log)
    #expect(
      log.lines == [
        "up subscribed", "up emits 1", "A next 1", "up emits 2", "A next 2", "A completed",
        "A disposed", "up disposed",
      ])
  }

  @Test("take below share does not affect another observer")
  func takeBelowShareDoesNotAffectAnotherObserver() {
    let subject = PublishSubject<Int>()
    let shared = subject.spied("up", log).share()
    shared.take(1).logged("A", log)
    let b = shared.logged("B", log)
    subject.onNext(1)
    log.step("2") { subject.onNext(2) }
    b.dispose()
    #expect(
      log.lines == [
        "up subscribed", "up emits 1", "A next 1", "A completed", "A disposed", "B next 1",
        "-- 2", "up emits 2", "B next 2", "up disposed", "B disposed",
      ])
  }
}
