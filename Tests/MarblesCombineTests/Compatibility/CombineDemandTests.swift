import MarblesCombine
import Testing

/// Demand, order and completions of operators, as Combine's own tests assert them.
@Suite struct CombineDemandTests {
  private let log = Log()

  @Test("dropFirst sends its subscription first, and requests what it skips at once")
  func dropFirstSendsItsSubscriptionFirstAndRequestsWhatItSkipsAtOnce() {
    let feed = Feed<Int, Boom>("F", log)
    let a = feed.dropFirst(2).attach("A", log, demand: nil)
    feed.emit(1)
    feed.emit(2)
    a.request(.max(1))
    feed.emit(3)
    log.expect(
      """
      A subscription
      F subscribed
      F request max(2)
      F emits 1
      F emits 2
      A request max(1)
      F request max(1)
      F emits 3
      A value 3
      """)
  }

  @Test("dropFirst adds demand that is requested before the upstream's subscription")
  func dropFirstAddsDemandThatIsRequestedBeforeTheUpstreamsSubscription() {
    let feed = Feed<Int, Boom>("F", log)
    feed.dropFirst(2).attach("A", log, demand: .max(3))
    log.expect(
      """
      A subscription
      A request max(3)
      F subscribed
      F request max(5)
      """)
  }

  @Test("dropFirst cancels an upstream whose subscription comes after the cancel")
  func dropFirstCancelsAnUpstreamWhoseSubscriptionComesAfterTheCancel() {
    let feed = Feed<Int, Boom>("F", log)
    let a = LoggingSubscriber<Int, Boom>("A", log, demand: nil)
    a.onSubscription = { $0.cancel() }
    feed.dropFirst(2).subscribe(a)
    log.expect(
      """
      A subscription
      F subscribed
      F cancelled
      """)
  }

  @Test("drop(untilOutputFrom:) finishes when the other publisher finishes without an element")
  func dropUntilOutputFromFinishesWhenTheOtherPublisherFinishesWithoutAnElement() {
    let feed = Feed<Int, Boom>("F", log)
    let other = Feed<Int, Boom>("other", log)
    feed.drop(untilOutputFrom: other).attach("A", log)
    other.finish()
    feed.emit(1)
    log.expect(
      """
      A subscription
      A request unlimited
      other subscribed
      other request max(1)
      F subscribed
      F request unlimited
      other finished
      F cancelled
      A finished
      F emits 1
      """)
  }

  @Test("drop(untilOutputFrom:) does not cancel the other publisher after its first element")
  func dropUntilOutputFromDoesNotCancelTheOtherPublisherAfterItsFirstElement() {
    let feed = Feed<Int, Boom>("F", log)
    let other = Feed<Int, Boom>("other", log)
    let a = feed.drop(untilOutputFrom: other).attach("A", log)
    other.emit(0)
    feed.emit(1)
    a.cancel()
    #expect(
      log.lines.suffix(5) == ["other emits 0", "F emits 1", "A value 1", "A cancel", "F cancelled"])
    #expect(other.cancellations == 0)
  }

  @Test("drop(untilOutputFrom:) and prefix(untilOutputFrom:) cancel upstream before the other")
  func dropUntilOutputFromAndPrefixUntilOutputFromCancelUpstreamBeforeTheOther() {
    let feed = Feed<Int, Boom>("F", log)
    let other = Feed<Int, Boom>("other", log)
    let a = feed.drop(untilOutputFrom: other).attach("A", log)
    let b = feed.prefix(untilOutputFrom: other).attach("B", log)
    log.removeAll()
    a.cancel()
    b.cancel()
    log.expect(
      """
      A cancel
      F cancelled
      other cancelled
      B cancel
      F cancelled
      other cancelled
      """)
  }

  @Test(
    "prefix(untilOutputFrom:) of a publisher that sends at once finishes after the subscription")
  func prefixUntilOutputFromOfAPublisherThatSendsAtOnceFinishesAfterTheSubscription() {
    let feed = Feed<Int, Never>("F", log)
    feed.prefix(untilOutputFrom: Just(1)).attach("A", log)
    log.expect(
      """
      F subscribed
      F cancelled
      A subscription
      A request unlimited
      A finished
      """)
  }

  @Test("max(by:) passes the best element first, and keeps the first of equal elements")
  func maxByPassesTheBestElementFirstAndKeepsTheFirstOfEqualElements() {
    var calls: [String] = []
    [2, 1, 4, 4].publisher.eraseToAnyPublisher()
      .max {
        calls.append("\($0) \($1)")
        return $0 < $1
      }.attach("A", log)
    #expect(calls == ["2 1", "2 4", "4 4"])
    for pair in [
      ["a1", "b1", "a0"].publisher.eraseToAnyPublisher().max { $0.last ?? " " < $1.last ?? " " }
        .eraseToAnyPublisher(),
      ["a1", "b1", "a0"].publisher.eraseToAnyPublisher().tryMax { $0.last ?? " " < $1.last ?? " " }
        .assertNoFailure().eraseToAnyPublisher(),
    ] {
      #expect(pair.attach("B", log).values == ["a1"])
    }
    let least = ["a1", "b0", "c0"].publisher.eraseToAnyPublisher()
      .min { $0.last ?? " " < $1.last ?? " " }
    #expect(least.attach("C", log).values == ["b0"])
  }

  @Test(
    "a finish without a result waits for a request",
    arguments: [
      "first", "first(where:)", "tryFirst", "last", "last(where:)", "tryLast", "max", "min",
      "tryMax", "tryMin",
    ])
  func aFinishWithoutAResultWaitsForARequest(_ name: String) throws {
    let s = Feed<Int, Boom>("F", log)
    let publisher: AnyPublisher<Int, any Error> =
      switch name {
      case "first": s.first().mapError { $0 }.eraseToAnyPublisher()
      case "first(where:)": s.first { $0 > 9 }.mapError { $0 }.eraseToAnyPublisher()
      case "tryFirst": s.tryFirst { $0 > 9 }.eraseToAnyPublisher()
      case "last": s.last().mapError { $0 }.eraseToAnyPublisher()
      case "last(where:)": s.last { $0 > 9 }.mapError { $0 }.eraseToAnyPublisher()
      case "tryLast": s.tryLast { $0 > 9 }.eraseToAnyPublisher()
      case "max": s.max().mapError { $0 }.eraseToAnyPublisher()
      case "min": s.min().mapError { $0 }.eraseToAnyPublisher()
      case "tryMax": s.tryMax { $0 < $1 }.eraseToAnyPublisher()
      default: s.tryMin { $0 < $1 }.eraseToAnyPublisher()
      }
    let a = publisher.attach("A", log, demand: nil)
    s.finish()
    #expect(log.lines.last == "F finished")
    a.request(.max(1))
    #expect(log.lines.suffix(2) == ["A request max(1)", "A finished"])
  }

  @Test("replaceEmpty requests everything at once and republishes elements without demand")
  func replaceEmptyRequestsEverythingAtOnceAndRepublishesElementsWithoutDemand() {
    let feed = Feed<Int, Boom>("F", log)
    let a = feed.replaceEmpty(with: 9).attach("A", log, demand: nil)
    feed.emit(1)
    feed.emit(2)
    feed.finish()
    a.request(.max(1))
    log.expect(
      """
      F subscribed
      A subscription
      F request unlimited
      F emits 1
      A value 1
      F emits 2
      A value 2
      F finished
      A finished
      A request max(1)
      """)
  }

  @Test("replaceEmpty keeps its element until it is requested")
  func replaceEmptyKeepsItsElementUntilItIsRequested() {
    let feed = Feed<Int, Boom>("F", log)
    let a = feed.replaceEmpty(with: 9).attach("A", log, demand: nil)
    feed.finish()
    #expect(log.lines.last == "F finished")
    a.request(.max(1))
    #expect(log.lines.suffix(2) == ["A value 9", "A finished"])
  }

  @Test("ignoreOutput requests everything, and passes requests on")
  func ignoreOutputRequestsEverythingAndPassesRequestsOn() {
    let feed = Feed<Int, Boom>("F", log)
    let a = feed.ignoreOutput().attach("A", log, demand: .max(42))
    feed.emit(1)
    a.request(.unlimited)
    feed.finish()
    log.expect(
      """
      F subscribed
      A subscription
      A request max(42)
      F request max(42)
      F request unlimited
      F emits 1
      A request unlimited
      F request unlimited
      F finished
      A finished
      """)
  }

  @Test("a sequence and a record ignore a request for nothing")
  func aSequenceAndARecordIgnoreARequestForNothing() {
    let a = [1, 2].publisher.attach("A", log, demand: Subscribers.Demand.none)
    let b = Record<Int, Boom>(output: [1], completion: .finished)
      .attach("B", log, demand: Subscribers.Demand.none)
    a.request(.max(1))
    b.request(.max(1))
    log.expect(
      """
      A subscription
      A request max(0)
      B subscription
      B request max(0)
      A request max(1)
      A value 1
      B request max(1)
      B value 1
      B finished
      """)
  }

  @Test("a request for nothing stops the program where Combine's operators stop it")
  func aRequestForNothingStopsTheProgramWhereCombinesOperatorsStopIt() async {
    await #expect(processExitsWith: .failure) {
      PassthroughSubject<Int, Never>().dropFirst()
        .attach("A", Log(), demand: Subscribers.Demand.none)
    }
    await #expect(processExitsWith: .failure) {
      PassthroughSubject<Int, Never>().drop { $0 > 0 }
        .attach("A", Log(), demand: Subscribers.Demand.none)
    }
    await #expect(processExitsWith: .failure) {
      PassthroughSubject<Int, Never>().collect(2)
        .attach("A", Log(), demand: Subscribers.Demand.none)
    }
    await #expect(processExitsWith: .failure) {
      PassthroughSubject<Int, Never>().flatMap { Just($0) }
        .attach("A", Log(), demand: Subscribers.Demand.none)
    }
    await #expect(processExitsWith: .failure) {
      PassthroughSubject<Int, Never>().zip(Empty<Int, Never>(completeImmediately: false))
        .attach("A", Log(), demand: Subscribers.Demand.none)
    }
    await #expect(processExitsWith: .failure) {
      PassthroughSubject<Int, Never>().replaceEmpty(with: 1)
        .attach("A", Log(), demand: Subscribers.Demand.none)
    }
  }

  @Test("retry with a negative number has no limit")
  func retryWithANegativeNumberHasNoLimit() {
    let feed = Feed<Int, Boom>("F", log)
    feed.retry(-1).attach("A", log)
    for _ in 1...3 { feed.fail(Boom()) }
    #expect(log.lines.filter { $0 == "F subscribed" }.count == 4)
    #expect(!log.lines.contains("A failure(boom)"))
  }

  @Test("a failing inner publisher of flatMap does not cancel the outer one")
  func aFailingInnerPublisherOfFlatMapDoesNotCancelTheOuterOne() {
    let feed = Feed<Int, Boom>("F", log)
    let inner = Feed<Int, Boom>("inner", log)
    feed.flatMap { _ in inner }.attach("A", log)
    feed.emit(1)
    inner.fail(Boom())
    feed.emit(2)
    #expect(
      log.lines.suffix(4) == [
        "inner request unlimited", "inner failure(boom)", "A failure(boom)", "F emits 2",
      ])
    #expect(feed.cancellations == 0)
  }

  @Test("zip cancels the side that fails, too")
  func zipCancelsTheSideThatFailsToo() {
    let feed = Feed<Int, Boom>("F", log, manners: .ignoresCancels)
    let other = Feed<Int, Boom>("other", log)
    feed.zip(other).attach("A", log)
    feed.fail(Boom())
    #expect(
      log.lines.suffix(4) == [
        "F failure(boom)", "A failure(boom)", "F cancelled", "other cancelled",
      ])
  }

  @Test("a cancel of a sink before its subscription came has no effect")
  func aCancelOfASinkBeforeItsSubscriptionCameHasNoEffect() throws {
    let scheduler = TestScheduler()
    var values: [Int] = []
    let a = [1, 2].publisher.subscribe(on: scheduler).sink { values.append($0) }
    a.cancel()
    try scheduler.run()
    #expect(values == [1, 2])
  }

  @Test(
    "operators without a subscription of their own pass repeated cancels and late requests on",
    arguments: [
      "map", "filter", "compactMap", "scan", "mapError", "setFailureType", "keyPath",
      "ignoreOutput", "assertNoFailure", "replaceNil",
    ])
  func operatorsWithoutASubscriptionOfTheirOwnPassRepeatedCancelsAndLateRequestsOn(_ name: String) {
    let f = Feed<Int, Never>("F", log)
    let failing = Feed<Int, Boom>("F", log)
    func attach<P: Publisher>(_ publisher: P) -> (cancel: () -> Void, request: () -> Void) {
      let a = publisher.attach("A", log, demand: nil)
      return ({ a.cancel() }, { a.request(.max(1)) })
    }
    let a =
      switch name {
      case "map": attach(f.map { $0 })
      case "filter": attach(f.filter { $0 > 0 })
      case "compactMap": attach(f.compactMap { $0 as Int? })
      case "scan": attach(f.scan(0, +))
      case "mapError": attach(failing.mapError { $0 })
      case "setFailureType": attach(f.setFailureType(to: Boom.self))
      case "keyPath": attach(f.map(\.magnitude))
      case "ignoreOutput": attach(f.ignoreOutput())
      case "assertNoFailure": attach(failing.assertNoFailure())
      default: attach(f.map { $0 as Int? }.replaceNil(with: 0))
      }
    log.removeAll()
    a.cancel()
    a.cancel()
    a.request()
    log.expect(
      """
      A cancel
      F cancelled
      A cancel
      F cancelled
      A request max(1)
      F request max(1)
      """)
  }

  @Test(
    "operators with a subscription of their own drop what comes after a cancel",
    arguments: [
      "tryMap", "tryScan", "removeDuplicates", "prefix(while:)", "drop(while:)", "tryFilter",
      "tryCompactMap", "prefix", "dropFirst",
    ])
  func operatorsWithASubscriptionOfTheirOwnDropWhatComesAfterACancel(_ name: String) {
    let f = Feed<Int, Boom>("F", log, manners: .ignoresCancels)
    func attach<P: Publisher>(_ publisher: P) -> () -> Void {
      let a = publisher.attach("A", log)
      return { a.cancel() }
    }
    let cancel =
      switch name {
      case "tryMap": attach(f.tryMap { $0 })
      case "tryScan": attach(f.tryScan(0, +))
      case "removeDuplicates": attach(f.removeDuplicates())
      case "prefix(while:)": attach(f.prefix { $0 > 0 })
      case "drop(while:)": attach(f.drop { $0 > 9 })
      case "tryFilter": attach(f.tryFilter { $0 > 0 })
      case "tryCompactMap": attach(f.tryCompactMap { $0 as Int? })
      case "prefix": attach(f.prefix(9))
      default: attach(f.dropFirst(1))
      }
    cancel()
    f.emit(1)
    f.emit(2)
    f.finish()
    #expect(
      log.lines.suffix(5) == ["A cancel", "F cancelled", "F emits 1", "F emits 2", "F finished"])
  }

  @Test("handleEvents does not report demand that is returned after a cancel")
  func handleEventsDoesNotReportDemandThatIsReturnedAfterACancel() {
    let feed = Feed<Int, Boom>("F", log)
    let a = LoggingSubscriber<Int, Boom>("A", log, demand: .max(1))
    a.onValue = { [unowned a] _ in
      a.cancel()
      return .max(1)
    }
    var requests: [Subscribers.Demand] = []
    feed.handleEvents(receiveRequest: { requests.append($0) }).subscribe(a)
    feed.emit(1)
    #expect(requests == [.max(1)])
  }

  @Test("print writes every cancel and request, each line in three parts")
  func printWritesEveryCancelAndRequestEachLineInThreeParts() {
    let lines = Parts()
    let feed = Feed<Int, Boom>("F", log)
    let a = feed.print("p", to: lines).attach("A", log, demand: nil)
    feed.finish()
    a.cancel()
    a.cancel()
    a.request(.max(2))
    let expected = [
      "p: receive subscription: (FeedSubscription<Int, Boom>)", "p: receive finished",
      "p: receive cancel", "p: receive cancel", "p: request max: (2)",
    ]
    #expect(lines.all.count == expected.count * 3)
    #expect(
      stride(from: 1, to: lines.all.count, by: 3).map { lines.all[$0] }.dropFirst()
        == expected.dropFirst())
    #expect(stride(from: 2, to: lines.all.count, by: 3).allSatisfy { lines.all[$0] == "\n" })
  }

  private final class Parts: TextOutputStream {
    var all: [String] = []
    func write(_ string: String) { all.append(string) }
  }
}
