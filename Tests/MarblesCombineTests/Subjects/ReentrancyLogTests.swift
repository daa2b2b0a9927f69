import MarblesCombine
import Testing

@Suite struct ReentrancyLogTests {
  private let log = Log()

  @Test("an element sent during a delivery is delivered at once, inside it")
  func anElementSentDuringADeliveryIsDeliveredAtOnceInsideIt() {
    let subject = PassthroughSubject<Int, Never>()
    subject.attach("A", log) { value in
      if value == 1 {
        log.write("A sends 2")
        subject.send(2)
        log.write("A back from send 2")
      }
      return .none
    }
    log.step("send 1")
    subject.send(1)
    log.expect(
      """
      A subscription
      A request unlimited
      -- send 1
      A value 1
      A sends 2
      A value 2
      A back from send 2
      """)
  }

  @Test("the second subscriber receives the newer element first, and ends with the stale one")
  func theSecondSubscriberReceivesTheNewerElementFirstAndEndsWithTheStaleOne() {
    let subject = CurrentValueSubject<Int, Never>(0)
    subject.attach("A", log) { value in
      log.write("A sees .value=\(subject.value)")
      if value == 1 {
        subject.send(2)
        log.write("A done with 1")
      }
      return .none
    }
    subject.attach("B", log) { _ in
      log.write("B sees .value=\(subject.value)")
      return .none
    }
    log.removeAll()
    log.step("send 1")
    subject.send(1)
    log.step("final .value=\(subject.value)")
    log.expect(
      """
      -- send 1
      A value 1
      A sees .value=1
      A value 2
      A sees .value=2
      B value 2
      B sees .value=2
      A done with 1
      B value 1
      B sees .value=2
      -- final .value=2
      """)
  }

  @Test("demand is added when the delivery returns, so a nested element is dropped with max(1)")
  func demandIsAddedWhenTheDeliveryReturnsSoANestedElementIsDroppedWithMax1() {
    let subject = PassthroughSubject<Int, Never>()
    subject.attach("A", log, demand: .max(1)) { value in
      if value == 1 {
        log.write("A sends 2")
        subject.send(2)
        log.write("A done with 1")
      }
      return .max(1)
    }
    log.step("send 1")
    subject.send(1)
    log.step("send 3")
    subject.send(3)
    log.expect(
      """
      A subscription
      A request max(1)
      -- send 1
      A value 1
      A sends 2
      A done with 1
      A returns max(1)
      -- send 3
      A value 3
      A returns max(1)
      """)
  }

  @Test(
    "a subscriber added during a delivery of a current value receives it by its own request, once")
  func aSubscriberAddedDuringADeliveryOfACurrentValueReceivesItByItsOwnRequestOnce() {
    let subject = CurrentValueSubject<Int, Never>(0)
    subject.attach("A", log) { value in
      if value == 1 { subject.attach("C", log) }
      return .none
    }
    log.step("send 1")
    subject.send(1)
    log.step("send 2")
    subject.send(2)
    log.expect(
      """
      A subscription
      A request unlimited
      A value 0
      -- send 1
      A value 1
      C subscription
      C request unlimited
      C value 1
      -- send 2
      A value 2
      C value 2
      """)
  }

  @Test("a subscriber that cancels during a delivery receives nothing more, whatever it returns")
  func aSubscriberThatCancelsDuringADeliveryReceivesNothingMoreWhateverItReturns() {
    let subject = PassthroughSubject<Int, Never>()
    let a = LoggingSubscriber<Int, Never>("A", log)
    a.onValue = { [unowned a] _ in
      a.cancel()
      return .max(1)
    }
    subject.subscribe(a)
    log.step("send 1")
    subject.send(1)
    log.step("send 2")
    subject.send(2)
    log.expect(
      """
      A subscription
      A request unlimited
      -- send 1
      A value 1
      A cancel
      A returns max(1)
      -- send 2
      """)
  }

  @Test("an element sent while an operator delivers its last element is dropped")
  func anElementSentWhileAnOperatorDeliversItsLastElementIsDropped() {
    typealias Subject = PassthroughSubject<Int, Never>
    let operators: [(Subject) -> AnyPublisher<Int, Never>] = [
      { $0.prefix(1).eraseToAnyPublisher() }, { $0.first().eraseToAnyPublisher() },
      { $0.first { $0 > 0 }.eraseToAnyPublisher() }, { $0.output(at: 0).eraseToAnyPublisher() },
      { $0.output(in: 0...0).eraseToAnyPublisher() },
      { $0.tryFirst { $0 > 0 }.assertNoFailure().eraseToAnyPublisher() },
    ]
    for (index, operation) in operators.enumerated() {
      let subject = Subject()
      let subscriber = operation(subject).attach("A", log) { value in
        if value < 5 { subject.send(value + 1) }
        return .none
      }
      subject.send(1)
      #expect(subscriber.values == [1], "operator \(index)")
    }
  }

  @Test("a subscriber that is cancelled during a delivery to another does not receive that element")
  func aSubscriberThatIsCancelledDuringADeliveryToAnotherDoesNotReceiveThatElement() {
    let subject = PassthroughSubject<Int, Never>()
    var b: LoggingSubscriber<Int, Never>?
    subject.attach("A", log) { _ in
      b?.cancel()
      return .none
    }
    b = subject.attach("B", log)
    subject.send(1)
    #expect(b?.values == [])
  }

  @Test(
    "a completion during a delivery replaces the element for subscribers that have not received it")
  func aCompletionDuringADeliveryReplacesTheElementForSubscribersThatHaveNotReceivedIt() {
    let subject = PassthroughSubject<Int, Never>()
    subject.attach("A", log) { _ in
      subject.send(completion: .finished)
      return .none
    }
    subject.attach("B", log)
    log.removeAll()
    subject.send(1)
    log.expect(
      """
      A value 1
      A finished
      B finished
      """)
  }

  @Test("during a completion, sending has no effect, and a new subscriber receives the completion")
  func duringACompletionSendingHasNoEffectAndANewSubscriberReceivesTheCompletion() {
    let subject = PassthroughSubject<Int, Never>()
    let a = subject.attach("A", log)
    a.onCompletion = { _ in
      subject.send(9)
      subject.attach("C", log)
    }
    log.step("finish")
    subject.send(completion: .finished)
    log.expect(
      """
      A subscription
      A request unlimited
      -- finish
      A finished
      C subscription
      C request unlimited
      C finished
      """)
  }

  @Test("scan continues from the nested element")
  func scanContinuesFromTheNestedElement() {
    let subject = PassthroughSubject<Int, Never>()
    subject.scan(0) { $0 + $1 }.attach("A", log) { value in
      if value == 1 {
        subject.send(10)
        log.write("A done with 1")
      }
      return .none
    }
    log.step("send 1")
    subject.send(1)
    log.step("send 100")
    subject.send(100)
    log.expect(
      """
      A subscription
      A request unlimited
      -- send 1
      A value 1
      A value 11
      A done with 1
      -- send 100
      A value 111
      """)
  }
}
