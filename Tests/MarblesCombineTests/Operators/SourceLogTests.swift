import MarblesCombine
import Testing

@Suite struct SourceLogTests {
  private let log = Log()

  @Test("a sequence serves a request made inside a delivery after that delivery")
  func aSequenceServesARequestMadeInsideADeliveryAfterThatDelivery() {
    let a = LoggingSubscriber<Int, Never>("A", log, demand: .max(1))
    a.onValue = { [unowned a] _ in
      a.request(.max(1))
      return .none
    }
    (1...4).publisher.spy("up", log).subscribe(a)
    log.expect(
      """
      up subscribed
      A subscription
      A request max(1)
      up request max(1)
      up emits 1
      A value 1
      A request max(1)
      up request max(1)
      up emits 2
      A value 2
      A request max(1)
      up request max(1)
      up emits 3
      A value 3
      A request max(1)
      up request max(1)
      up emits 4
      A value 4
      A request max(1)
      up request max(1)
      up finished
      A finished
      """)
  }

  @Test("a sequence stops when it is cancelled inside a delivery")
  func aSequenceStopsWhenItIsCancelledInsideADelivery() {
    let a = LoggingSubscriber<Int, Never>("A", log)
    a.onValue = { [unowned a] value in
      if value == 2 { a.cancel() }
      return .none
    }
    [1, 2, 3].publisher.spy("up", log).subscribe(a)
    log.expect(
      """
      up subscribed
      A subscription
      A request unlimited
      up request unlimited
      up emits 1
      A value 1
      up emits 2
      A value 2
      A cancel
      up cancelled
      """)
  }

  @Test(
    "a future starts when it is created, and sends the same element to early and late subscribers")
  func aFutureStartsWhenItIsCreatedAndSendsTheSameElementToEarlyAndLateSubscribers() {
    let future = Future<Int, Never> { promise in
      log.write("future closure runs")
      promise(.success(7))
      promise(.success(8))
    }
    log.step("A")
    future.attach("A", log)
    log.step("B")
    let b = future.attach("B", log, demand: nil)
    b.request(.max(1))
    log.expect(
      """
      future closure runs
      -- A
      A subscription
      A request unlimited
      A value 7
      A finished
      -- B
      B subscription
      B request max(1)
      B value 7
      B finished
      """)
  }

  @Test(
    "a future that is fulfilled later sends to waiting subscribers, not to those that cancelled")
  func aFutureThatIsFulfilledLaterSendsToWaitingSubscribersNotToThoseThatCancelled() {
    var keep: ((Result<Int, Boom>) -> Void)?
    let future = Future<Int, Boom> { keep = $0 }
    let a = future.attach("A", log)
    future.attach("B", log)
    a.cancel()
    keep?(.failure(Boom()))
    #expect(log.lines.suffix(2) == ["A cancel", "B failure(boom)"])
  }

  @Test("Empty, Fail and an empty sequence complete without demand; Just waits")
  func emptyFailAndAnEmptySequenceCompleteWithoutDemandJustWaits() {
    Empty<Int, Never>().attach("empty", log, demand: nil)
    Empty<Int, Never>(completeImmediately: false).attach("never", log, demand: nil)
    Fail<Int, Boom>(error: Boom()).attach("fail", log, demand: nil)
    [Int]().publisher.attach("sequence", log, demand: nil)
    Just(1).attach("just", log, demand: nil)
    Int?.none.publisher.attach("nil", log, demand: nil)
    Result<Int, Boom>.failure(Boom()).publisher.attach("result", log, demand: nil)
    log.expect(
      """
      empty subscription
      empty finished
      never subscription
      fail subscription
      fail failure(boom)
      sequence subscription
      sequence finished
      just subscription
      nil subscription
      nil finished
      result subscription
      result failure(boom)
      """)
  }

  @Test("a record sends its elements, then its completion")
  func aRecordSendsItsElementsThenItsCompletion() {
    let record = Record<Int, Boom> { recording in
      recording.receive(1)
      recording.receive(2)
      recording.receive(completion: .failure(Boom()))
    }
    let a = record.attach("A", log, demand: .max(1))
    a.request(.max(1))
    log.expect(
      """
      A subscription
      A request max(1)
      A value 1
      A request max(1)
      A value 2
      A failure(boom)
      """)
  }

  @Test("a long sequence that is requested one by one needs no deep stack")
  func aLongSequenceThatIsRequestedOneByOneNeedsNoDeepStack() {
    let a = LoggingSubscriber<Int, Never>("A", log, demand: .max(1))
    a.onValue = { [unowned a] _ in
      a.subscription?.request(.max(1))
      return .none
    }
    (1...100_000).publisher.subscribe(a)
    #expect(a.values.count == 100_000)
  }

  @Test("subscriptions describe themselves as Combine's do")
  func subscriptionsDescribeThemselvesAsCombinesDo() {
    func description<P: Publisher>(_ publisher: P) -> String {
      var text = ""
      let subscriber = LoggingSubscriber<P.Output, P.Failure>("", Log(), demand: nil)
      subscriber.onSubscription = { text = "\($0)" }
      publisher.subscribe(subscriber)
      return text
    }
    let subject = PassthroughSubject<Int, Never>()
    #expect(description(subject) == "PassthroughSubject")
    #expect(description(CurrentValueSubject<Int, Never>(0)) == "CurrentValueSubject")
    #expect(description(subject.map { $0 }) == "PassthroughSubject")
    #expect(description(subject.filter { _ in true }) == "PassthroughSubject")
    #expect(description(subject.removeDuplicates()) == "RemoveDuplicates")
    #expect(description(subject.share()) == "Multicast")
    #expect(description(Just(1)) == "Just")
    #expect(description([1, 2].publisher) == "[1, 2]")
    #expect(description(Empty<Int, Never>()) == "Empty")
    #expect(description(subject.print("", to: Silent())) == "Print")
  }

  private struct Silent: TextOutputStream {
    mutating func write(_ string: String) {}
  }

  @Test("a request for nothing stops the program in subjects, Just and Future, as in Combine")
  func aRequestForNothingStopsTheProgramInSubjectsJustAndFutureAsInCombine() async {
    await #expect(processExitsWith: .failure) {
      PassthroughSubject<Int, Never>().attach("A", Log(), demand: Subscribers.Demand.none)
    }
    await #expect(processExitsWith: .failure) {
      ReplayingSubject<Int, Never>(capacity: 1)
        .attach("A", Log(), demand: Subscribers.Demand.none)
    }
    await #expect(processExitsWith: .failure) {
      Just(1).attach("A", Log(), demand: Subscribers.Demand.none)
    }
    await #expect(processExitsWith: .failure) {
      Future<Int, Never> { _ in }.attach("A", Log(), demand: Subscribers.Demand.none)
    }
  }

  @Test("negative demand stops the program, as in Combine")
  func negativeDemandStopsTheProgramAsInCombine() async {
    await #expect(processExitsWith: .failure) {
      let number = Int("-1") ?? 0
      _ = Subscribers.Demand.max(number)
    }
    await #expect(processExitsWith: .failure) {
      let (three, five) = (Subscribers.Demand.max(3), Subscribers.Demand.max(5))
      _ = three - five
    }
  }
}
