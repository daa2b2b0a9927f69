import MarblesRx
import Testing

@Suite("Rx subjects")
struct SubjectTests {
  /// A is there from the start until the fourth value, B comes after the third, C after the end.
  private func history<Subject: SubjectType & ObserverType>(_ subject: Subject) -> String
  where Subject.Element == Int {
    let log = Log()
    let a = subject.logged("A", log)
    for value in 1...3 { subject.onNext(value) }
    log.step("B") { subject.logged("B", log) }
    log.step("4") { subject.onNext(4) }
    log.step("A leaves") { a.dispose() }
    log.step("5") { subject.onNext(5) }
    log.step("end") { subject.onCompleted() }
    log.step("C") { subject.logged("C", log) }
    subject.onNext(6)
    return log.text
  }

  @Test("a PublishSubject sends later elements, and the end to late observers")
  func aPublishSubjectSendsLaterElementsAndTheEndToLateObservers() {
    #expect(
      history(PublishSubject<Int>()) == """
        A next 1
        A next 2
        A next 3
        -- B
        -- 4
        A next 4
        B next 4
        -- A leaves
        A disposed
        -- 5
        B next 5
        -- end
        B completed
        B disposed
        -- C
        C completed
        C disposed
        """)
  }

  @Test(
    "a BehaviorSubject sends its latest element to new observers, and the end only after the end")
  func aBehaviorSubjectSendsItsLatestElementToNewObserversAndTheEndOnlyAfterTheEnd() {
    #expect(
      history(BehaviorSubject(value: 0)) == """
        A next 0
        A next 1
        A next 2
        A next 3
        -- B
        B next 3
        -- 4
        A next 4
        B next 4
        -- A leaves
        A disposed
        -- 5
        B next 5
        -- end
        B completed
        B disposed
        -- C
        C completed
        C disposed
        """)
  }

  @Test(
    "a ReplaySubject replays its last elements, also after the end",
    arguments: [
      (0, [], []), (1, ["B next 3"], ["C next 5"]),
      (2, ["B next 2", "B next 3"], ["C next 4", "C next 5"]),
      (
        nil, ["B next 1", "B next 2", "B next 3"],
        ["C next 1", "C next 2", "C next 3", "C next 4", "C next 5"]
      ),
    ] as [(Int?, [String], [String])])
  func aReplaySubjectReplaysItsLastElementsAlsoAfterTheEnd(
    size: Int?, forB: [String], forC: [String]
  ) {
    let subject: ReplaySubject<Int> =
      size.map { .create(bufferSize: $0) } ?? .createUnbounded()
    let expected =
      ["A next 1", "A next 2", "A next 3", "-- B"] + forB
      + ["-- 4", "A next 4", "B next 4", "-- A leaves", "A disposed", "-- 5", "B next 5"]
      + ["-- end", "B completed", "B disposed", "-- C"] + forC + ["C completed", "C disposed"]
    #expect(history(subject) == expected.joined(separator: "\n"))
  }

  @Test("an AsyncSubject sends its last element at the completion and to late observers")
  func anAsyncSubjectSendsItsLastElementAtTheCompletionAndToLateObservers() {
    #expect(
      history(AsyncSubject<Int>()) == """
        -- B
        -- 4
        -- A leaves
        A disposed
        -- 5
        -- end
        B next 5
        B completed
        B disposed
        -- C
        C next 5
        C completed
        C disposed
        """)
  }

  @Test("value() returns the latest element after a completion and throws after an error")
  func valueReturnsTheLatestElementAfterACompletionAndThrowsAfterAnError() throws {
    let completed = BehaviorSubject(value: 0)
    #expect(try completed.value() == 0)
    completed.onNext(1)
    #expect(try completed.value() == 1)
    completed.onCompleted()
    #expect(try completed.value() == 1)

    let failed = BehaviorSubject(value: 0)
    failed.onError(Boom())
    #expect(throws: Boom.self) { try failed.value() }

    let disposed = BehaviorSubject(value: 0)
    disposed.dispose()
    let error = #expect(throws: RxError.self) { try disposed.value() }
    #expect(
      error?.description
        == "Object `MarblesRx.BehaviorSubject<Swift.Int>` was already disposed.")
  }

  @Test("a disposed subject notifies no observer, and fails for late observers")
  func aDisposedSubjectNotifiesNoObserverAndFailsForLateObservers() {
    let log = Log()
    let subject = PublishSubject<Int>()
    subject.logged("A", log)
    subject.dispose()
    log.step("disposed") { subject.logged("B", log) }
    subject.onNext(1)
    let behavior = BehaviorSubject(value: 0)
    behavior.logged("A2", log)
    behavior.dispose()
    behavior.logged("B2", log)
    behavior.onNext(1)
    #expect(
      log.text == """
        -- disposed
        B error(Object `MarblesRx.PublishSubject<Swift.Int>` was already disposed.)
        B disposed
        A2 next 0
        B2 error(Object `MarblesRx.BehaviorSubject<Swift.Int>` was already disposed.)
        B2 disposed
        """)
  }

  @Test("a subject completes when its source completes")
  func aSubjectCompletesWhenItsSourceCompletes() {
    let log = Log()
    let subject = PublishSubject<Int>()
    subject.logged("A", log)
    _ = Observable.of(1, 2).subscribe(subject)
    subject.onNext(3)
    #expect(
      log.text == """
        A next 1
        A next 2
        A completed
        A disposed
        """)
  }

  @Test("an error without a handler does not affect other observers")
  func anErrorWithoutAHandlerDoesNotAffectOtherObservers() {
    let log = Log()
    let subject = PublishSubject<Int>()
    let a = subject.subscribe(onNext: { log("A next \($0)") })
    subject.onNext(1)
    subject.onError(Boom())
    subject.logged("B", log)
    a.dispose()
    #expect(log.lines == ["A next 1", "B error(boom)", "B disposed"])
  }

  @Test(
    "an AsyncSubject completes an observer that subscribes during the delivery before the others")
  func anAsyncSubjectCompletesAnObserverThatSubscribesDuringTheDeliveryBeforeTheOthers() {
    let log = Log()
    let subject = AsyncSubject<Int>()
    subject.logged("outer", log) { _ in subject.logged("inner", log) }
    subject.onNext(1)
    subject.onCompleted()
    #expect(
      log.lines == [
        "outer next 1", "inner next 1", "inner completed", "inner disposed", "outer completed",
        "outer disposed",
      ])
  }
}
