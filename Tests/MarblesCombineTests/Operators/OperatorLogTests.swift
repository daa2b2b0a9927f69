import Marbles
import MarblesCombine
import Testing

@Suite struct OperatorLogTests {
  let log = Log()

  @Test("catch requests unserved demand of the other publisher")
  func catchRequestsUnservedDemandOfTheOtherPublisher() {
    let feed = Feed<Int, Boom>("F", log)
    let a = LoggingSubscriber<Int, Never>("A", log, demand: .max(2))
    a.onValue = { [unowned a] value in
      if value == 7 { a.request(.max(5)) }
      return .none
    }
    feed.catch { _ in [7, 8].publisher.spy("alt", log) }.subscribe(a)
    feed.emit(1)
    feed.fail(Boom())
    log.expect(
      """
      F subscribed
      A subscription
      A request max(2)
      F request max(2)
      F emits 1
      A value 1
      F failure(boom)
      alt subscribed
      alt request max(1)
      alt emits 7
      A value 7
      A request max(5)
      alt request max(5)
      alt emits 8
      A value 8
      alt finished
      A finished
      """)
  }

  @Test("retry subscribes again with the unserved demand, then passes the failure on")
  func retrySubscribesAgainWithTheUnservedDemandThenPassesTheFailureOn() {
    let feed = Feed<Int, Boom>("F", log)
    feed.retry(1).attach("A", log, demand: .max(3))
    feed.emit(1)
    feed.fail(Boom())
    feed.emit(2)
    feed.fail(Boom())
    log.expect(
      """
      F subscribed
      A subscription
      A request max(3)
      F request max(3)
      F emits 1
      A value 1
      F failure(boom)
      F subscribed
      F request max(2)
      F emits 2
      A value 2
      F failure(boom)
      A failure(boom)
      """)
  }

  @Test("many retries of a publisher that fails synchronously need no deep stack")
  func manyRetriesOfAPublisherThatFailsSynchronouslyNeedNoDeepStack() {
    var attempts = 0
    Deferred { () -> Fail<Int, Boom> in
      attempts += 1
      return Fail(error: Boom())
    }.retry(100_000).attach("A", log)
    #expect(attempts == 100_001)
    #expect(log.lines.last == "A failure(boom)")
  }

  @Test("prepend subscribes to upstream after its elements; append sends its elements last")
  func prependSubscribesToUpstreamAfterItsElementsAppendSendsItsElementsLast() {
    let feed = Feed<Int, Boom>("F", log)
    feed.prepend(0).append(9).attach("A", log)
    feed.emit(1)
    feed.finish()
    log.expect(
      """
      A subscription
      A request unlimited
      A value 0
      F subscribed
      F request unlimited
      F emits 1
      A value 1
      F finished
      A value 9
      A finished
      """)
  }

  @Test("handleEvents calls its closures before it passes signals on")
  func handleEventsCallsItsClosuresBeforeItPassesSignalsOn() {
    Just(1).handleEvents(
      receiveSubscription: { _ in log.write("HE receiveSubscription") },
      receiveOutput: { log.write("HE receiveOutput \($0)") },
      receiveCompletion: { log.write("HE receiveCompletion \(text($0))") },
      receiveCancel: { log.write("HE receiveCancel") },
      receiveRequest: { log.write("HE receiveRequest \($0)") }
    ).attach("A", log)
    log.expect(
      """
      HE receiveSubscription
      A subscription
      A request unlimited
      HE receiveRequest unlimited
      HE receiveOutput 1
      A value 1
      HE receiveCompletion finished
      A finished
      """)
  }

  @Test(
    "collect(2) requests two elements per array; a subject drops further ones")
  func collect2RequestsTwoElementsPerArrayASubjectDropsFurtherOnes() {
    let subject = PassthroughSubject<Int, Never>()
    let a = subject.spy("up", log).collect(2).attach("A", log, demand: .max(1))
    for value in 1...3 {
      log.step("send \(value)")
      subject.send(value)
    }
    a.request(.max(1))
    for value in 4...6 {
      log.step("send \(value)")
      subject.send(value)
    }
    log.step("finish")
    subject.send(completion: .finished)
    log.expect(
      """
      up subscribed
      A subscription
      A request max(1)
      up request max(2)
      -- send 1
      up emits 1
      -- send 2
      up emits 2
      A value [1, 2]
      -- send 3
      A request max(1)
      up request max(2)
      -- send 4
      up emits 4
      -- send 5
      up emits 5
      A value [4, 5]
      -- send 6
      -- finish
      up finished
      A finished
      """)
  }

  @Test("a failure discards a partial array; a finish delivers it")
  func aFailureDiscardsAPartialArrayAFinishDeliversIt() {
    let feed = Feed<Int, Boom>("F", log)
    feed.collect(3).attach("A", log)
    feed.emit(1)
    feed.emit(2)
    feed.fail(Boom())
    log.expect(
      """
      F subscribed
      A subscription
      A request unlimited
      F request unlimited
      F emits 1
      F emits 2
      F failure(boom)
      A failure(boom)
      """)
    let b = (1...5).publisher.collect(3).attach("B", log)
    #expect(b.values == [[1, 2, 3], [4, 5]])
  }

  @Test("first(where:) cancels upstream before it delivers")
  func firstWhereCancelsUpstreamBeforeItDelivers() {
    let feed = Feed<Int, Boom>("F", log)
    feed.share().first { $0 > 1 }.attach("A", log)
    for value in 1...3 { feed.emit(value) }
    log.expect(
      """
      A subscription
      A request unlimited
      F subscribed
      F request unlimited
      F emits 1
      F emits 2
      F cancelled
      A value 2
      A finished
      F emits 3
      """)
  }

  @Test("a reduction requests unlimited demand, and its result waits for demand")
  func aReductionRequestsUnlimitedDemandAndItsResultWaitsForDemand() {
    let a = [1, 2, 3].publisher.spy("up", log).reduce(0, +).attach("A", log, demand: nil)
    a.request(.max(1))
    log.expect(
      """
      up subscribed
      A subscription
      up request unlimited
      up emits 1
      up emits 2
      up emits 3
      up finished
      A request max(1)
      A value 6
      A finished
      """)
  }

  @Test("dropFirst(2) requests two more elements once")
  func dropFirst2RequestsTwoMoreElementsOnce() {
    let a = (1...9).publisher.spy("up", log).dropFirst(2).attach("A", log, demand: .max(1))
    a.request(.max(1))
    log.expect(
      """
      A subscription
      A request max(1)
      up subscribed
      up request max(3)
      up emits 1
      up emits 2
      up emits 3
      A value 3
      A request max(1)
      up request max(1)
      up emits 4
      A value 4
      """)
  }

  @Test("prefix finishes with its last element; prefix(0) does not subscribe")
  func prefixFinishesWithItsLastElementPrefix0DoesNotSubscribe() {
    let feed = Feed<Int, Boom>("F", log)
    feed.prefix(2).attach("A", log)
    feed.emit(1)
    feed.emit(2)
    feed.prefix(0).attach("B", log)
    log.expect(
      """
      F subscribed
      A subscription
      A request unlimited
      F request unlimited
      F emits 1
      A value 1
      F emits 2
      A value 2
      F cancelled
      A finished
      B subscription
      B request unlimited
      B finished
      """)
  }

  @Test("an error thrown by a closure becomes the failure, and upstream is cancelled")
  func anErrorThrownByAClosureBecomesTheFailureAndUpstreamIsCancelled() {
    let feed = Feed<Int, Never>("F", log)
    feed.tryMap { value -> Int in
      if value == 2 { throw Boom() }
      return value * 10
    }.attach("A", log)
    feed.emit(1)
    feed.emit(2)
    log.expect(
      """
      F subscribed
      A subscription
      A request unlimited
      F request unlimited
      F emits 1
      A value 10
      F emits 2
      F cancelled
      A failure(boom)
      """)
  }

  @Test("print writes all signals in Combine's words")
  func printWritesAllSignalsInCombinesWords() {
    let lines = Lines()
    let handle = [1, 2].publisher.print("numbers", to: lines).prefix(1).sink { _ in }
    #expect(
      lines.text == """
        numbers: receive subscription: ([1, 2])
        numbers: request unlimited
        numbers: receive value: (1)
        numbers: receive cancel

        """)
    _ = handle
  }

  private final class Lines: TextOutputStream {
    var text = ""
    func write(_ string: String) { text += string }
  }

  @Test("demand adds up, saturates at unlimited, and compares like numbers")
  func demandAddsUpSaturatesAtUnlimitedAndComparesLikeNumbers() {
    typealias Demand = Subscribers.Demand
    #expect(Demand.max(3) + .max(5) == .max(8))
    #expect(Demand.max(5) - .max(3) == .max(2))
    #expect(Demand.max(3) * 2 == .max(6))
    #expect(Demand.unlimited + .max(3) == .unlimited)
    #expect(Demand.unlimited - .max(3) == .unlimited)
    #expect(Demand.max(3) - .unlimited == Demand.none)
    #expect(Demand.unlimited - .unlimited == .unlimited)
    #expect(Demand.unlimited * 0 == .unlimited)
    #expect(Demand.max(.max) + 1 == .unlimited)
    #expect(Demand.max(.max) * 2 == .unlimited)
    #expect(Demand.none == .max(0))
    #expect(Demand.max(3) < .unlimited)
    #expect(Demand.max(.max) < .unlimited)
    #expect(Demand.unlimited <= .unlimited)
    #expect(!(Demand.unlimited < .unlimited))
    #expect(Demand.unlimited > Int.max)
    #expect(Demand.max(3).max == 3)
    #expect(Demand.unlimited.max == nil)
    #expect("\(Demand.max(3)) \(Demand.unlimited) \(Demand.none)" == "max(3) unlimited max(0)")
  }

  @Test("operators with a closure that can throw pass a request for nothing to upstream")
  func operatorsWithAClosureThatCanThrowPassARequestForNothingToUpstream() {
    typealias Source = Feed<Int, Boom>
    let operators: [(Source) -> AnyPublisher<Int, any Error>] = [
      { $0.tryMap { $0 }.eraseToAnyPublisher() },
      { $0.tryFilter { $0 > 0 }.eraseToAnyPublisher() },
      { $0.tryCompactMap { $0 }.eraseToAnyPublisher() },
      { $0.tryScan(0) { $0 + $1 }.eraseToAnyPublisher() },
    ]
    for operation in operators {
      log.removeAll()
      operation(Source("F", log)).attach("A", log, demand: Subscribers.Demand.none)
      #expect(log.lines.last == "F request max(0)")
    }
  }
}
