import MarblesCombine
import Testing

@Suite struct SubjectLogTests {
  private let log = Log()

  // MARK: Order

  @Test("subscribers are always served in the order of subscription")
  func subscribersAreAlwaysServedInTheOrderOfSubscription() {
    let subject = PassthroughSubject<Int, Never>()
    let names = ["A", "B", "C", "D"]
    let subscribers = names.map { subject.attach($0, log) }
    log.removeAll()
    subject.send(1)
    subscribers[1].cancel()
    subject.attach("E", log)
    subject.send(2)
    log.expect(
      """
      A value 1
      B value 1
      C value 1
      D value 1
      B cancel
      E subscription
      E request unlimited
      A value 2
      C value 2
      D value 2
      E value 2
      """)
  }

  // MARK: PassthroughSubject

  @Test("demand returned for an element counts; elements without demand are dropped")
  func demandReturnedForAnElementCountsElementsWithoutDemandAreDropped() {
    let subject = PassthroughSubject<Int, Never>()
    subject.attach("A", log, demand: .max(1)) { $0 < 3 ? .max(1) : .none }
    for value in 1...5 {
      log.step("send \(value)")
      subject.send(value)
    }
    log.expect(
      """
      A subscription
      A request max(1)
      -- send 1
      A value 1
      A returns max(1)
      -- send 2
      A value 2
      A returns max(1)
      -- send 3
      A value 3
      -- send 4
      -- send 5
      """)
  }

  @Test("a request during a delivery counts for the next element")
  func aRequestDuringADeliveryCountsForTheNextElement() {
    let subject = PassthroughSubject<Int, Never>()
    let a = LoggingSubscriber<Int, Never>("A", log, demand: .max(1))
    a.onValue = { [unowned a] value in
      if value == 1 { a.request(.max(1)) }
      return .none
    }
    subject.subscribe(a)
    for value in 1...3 {
      log.step("send \(value)")
      subject.send(value)
    }
    log.expect(
      """
      A subscription
      A request max(1)
      -- send 1
      A value 1
      A request max(1)
      -- send 2
      A value 2
      -- send 3
      """)
  }

  @Test("elements sent after the completion are ignored, and the completion needs no demand")
  func elementsSentAfterTheCompletionAreIgnoredAndTheCompletionNeedsNoDemand() {
    let subject = PassthroughSubject<Int, Never>()
    subject.send(completion: .finished)
    subject.send(9)
    subject.send(completion: .finished)
    subject.attach("A", log, demand: nil)
    log.expect(
      """
      A subscription
      A finished
      """)
  }

  @Test(
    "the upstream of a subject is requested unlimited demand at the first request of a subscriber")
  func theUpstreamOfASubjectIsRequestedUnlimitedDemandAtTheFirstRequestOfASubscriber() {
    let subject = PassthroughSubject<Int, Never>()
    let handle = [1, 2, 3].publisher.spy("up", log).subscribe(subject)
    log.step("A subscribes")
    let a = subject.attach("A", log, demand: nil)
    a.request(.max(1))
    log.expect(
      """
      up subscribed
      -- A subscribes
      A subscription
      A request max(1)
      up request unlimited
      up emits 1
      A value 1
      up emits 2
      up emits 3
      up finished
      A finished
      """)
    _ = handle
  }

  @Test("filter requests one more element for each that it drops")
  func filterRequestsOneMoreElementForEachThatItDrops() {
    let subject = PassthroughSubject<Int, Never>()
    subject.spy("up", log).filter { $0 % 2 == 0 }.map { $0 * 10 }
      .attach("A", log, demand: .max(2))
    for value in 1...6 {
      log.step("send \(value)")
      subject.send(value)
    }
    log.expect(
      """
      up subscribed
      A subscription
      A request max(2)
      up request max(2)
      -- send 1
      up emits 1
      up gets back max(1)
      -- send 2
      up emits 2
      A value 20
      -- send 3
      up emits 3
      up gets back max(1)
      -- send 4
      up emits 4
      A value 40
      -- send 5
      -- send 6
      """)
  }

  // MARK: CurrentValueSubject

  @Test("without demand the current value waits, and is delivered inside the next request")
  func withoutDemandTheCurrentValueWaitsAndIsDeliveredInsideTheNextRequest() {
    let subject = CurrentValueSubject<Int, Never>(0)
    let a = subject.attach("A", log, demand: .max(1))
    log.step("send 1")
    subject.send(1)
    log.step("send 2")
    subject.send(2)
    a.request(.max(1))
    log.step("send 3")
    subject.send(3)
    log.step("finish")
    subject.send(completion: .finished)
    log.expect(
      """
      A subscription
      A request max(1)
      A value 0
      -- send 1
      -- send 2
      A request max(1)
      A value 2
      -- send 3
      -- finish
      A finished
      """)
  }

  @Test("after the completion send has no effect, but the value can still be set")
  func afterTheCompletionSendHasNoEffectButTheValueCanStillBeSet() {
    let subject = CurrentValueSubject<Int, Never>(0)
    subject.send(1)
    subject.send(completion: .finished)
    subject.send(2)
    #expect(subject.value == 1)
    subject.value = 3
    #expect(subject.value == 3)
    subject.attach("A", log)
    log.expect(
      """
      A subscription
      A request unlimited
      A finished
      """)
  }

  @Test("equal values are sent, and setting the value sends it")
  func equalValuesAreSentAndSettingTheValueSendsIt() {
    let subject = CurrentValueSubject<Int, Never>(0)
    subject.attach("A", log)
    subject.send(0)
    subject.send(0)
    subject.value = 0
    log.expect(
      """
      A subscription
      A request unlimited
      A value 0
      A value 0
      A value 0
      A value 0
      """)
  }

  @Test("the current value is delivered inside the subscription's request")
  func theCurrentValueIsDeliveredInsideTheSubscriptionsRequest() {
    let subject = CurrentValueSubject<Int, Never>(7)
    log.step("before")
    subject.attach("A", log)
    log.step("after")
    log.expect(
      """
      -- before
      A subscription
      A request unlimited
      A value 7
      -- after
      """)
  }

  // MARK: ReplayingSubject

  @Test("elements without demand wait without bound, followed by the completion")
  func elementsWithoutDemandWaitWithoutBoundFollowedByTheCompletion() {
    let subject = ReplayingSubject<Int, Boom>(capacity: 2)
    for value in 1...3 { subject.send(value) }
    let a = subject.attach("A", log, demand: .max(1))
    subject.send(4)
    subject.send(completion: .failure(Boom()))
    log.step("more")
    a.request(.max(1))
    a.request(.unlimited)
    log.expect(
      """
      A subscription
      A request max(1)
      A value 2
      -- more
      A request max(1)
      A value 3
      A request unlimited
      A value 4
      A failure(boom)
      """)
  }

  @Test("a value sent while the old ones are replayed waits behind them")
  func aValueSentWhileTheOldOnesAreReplayedWaitsBehindThem() {
    let subject = ReplayingSubject<Int, Never>(capacity: 3)
    subject.send(1)
    subject.send(2)
    let a = subject.attach("A", log, demand: .unlimited) { value in
      if value == 1 { subject.send(3) }
      return .none
    }
    #expect(a.values == [1, 2, 3])
    subject.send(completion: .finished)
    subject.attach("B", log)
    #expect(
      log.lines.suffix(5) == [
        "B request unlimited", "B value 1", "B value 2", "B value 3", "B finished",
      ])
  }

  @Test("with a capacity of 0, or less, only the end is kept", arguments: [0, -1])
  func withACapacityOf0OrLessOnlyTheEndIsKept(_ capacity: Int) {
    let subject = ReplayingSubject<Int, Never>(capacity: capacity)
    subject.send(1)
    subject.send(completion: .finished)
    subject.attach("A", log)
    #expect(log.lines == ["A subscription", "A request unlimited", "A finished"])
  }
}
