import MarblesCombine
import Testing

/// Descriptions of subscriptions and subscribers.
@Suite struct CombineNameTests {
  private let subject = PassthroughSubject<Int, Boom>()

  /// The description of a publisher's subscription, and of the subscriber that it passes upstream.
  private func name<P: Publisher>(_ publisher: P) -> String {
    var text = ""
    let subscriber = LoggingSubscriber<P.Output, P.Failure>("", Log(), demand: nil)
    subscriber.onSubscription = { text = "\($0)" }
    publisher.subscribe(subscriber)
    return text
  }

  private func subscriberName<P: Publisher>(_ make: (Probe) -> P) -> String {
    let probe = Probe()
    make(probe).subscribe(LoggingSubscriber<P.Output, P.Failure>("", Log(), demand: nil))
    return probe.names.first ?? ""
  }

  private final class Probe: Publisher {
    typealias Output = Int
    typealias Failure = Boom
    var names: [String] = []

    func receive<S: Subscriber>(subscriber: S) where S.Input == Int, S.Failure == Boom {
      names.append(String(describing: subscriber))
    }
  }

  @Test("operators that pass upstream's subscription on have its name")
  func operatorsThatPassUpstreamsSubscriptionOnHaveItsName() {
    for text in [
      name(subject.map { $0 }), name(subject.filter { _ in true }),
      name(subject.compactMap { $0 }), name(subject.ignoreOutput()),
      name(subject.assertNoFailure()), name(subject.map(\.magnitude)), name(subject.scan(0, +)),
    ] {
      #expect(text == "PassthroughSubject")
    }
  }

  @Test("other subscriptions have Combine's names")
  func otherSubscriptionsHaveCombinesNames() {
    #expect(name(subject.first { $0 > 0 }) == "TryFirst")
    let handler: (Boom) throws -> Just<Int> = { throw $0 }
    #expect(name(subject.tryCatch(handler)) == "TryCatch")
    #expect(name(Result<Int, Boom>.success(1).publisher) == "Once")
    #expect(name(Just(1).setFailureType(to: Boom.self)) == "Once")
    #expect(name(Record<Int, Boom>(output: [1, 2], completion: .failure(Boom()))) == "[1, 2]")
  }

  @Test("the subscription of a sequence or record has another name after its end")
  func theSubscriptionOfASequenceOrRecordHasAnotherNameAfterItsEnd() {
    let a = [1, 2].publisher.attach("A", Log())
    #expect(a.subscription.map { "\($0)" } == "Sequence")
    let b = Record<Int, Boom>(output: [1], completion: .finished).attach("B", Log())
    #expect(b.subscription.map { "\($0)" } == "Cancelled Events")
  }

  @Test("a subject receives a subscription called Subject")
  func aSubjectReceivesASubscriptionCalledSubject() {
    let spy = SubscriptionSpy()
    _ = subject.subscribe(spy)
    #expect(spy.names == ["Subject"])
  }

  private final class SubscriptionSpy: Subject {
    typealias Output = Int
    typealias Failure = Boom
    var names: [String] = []

    func send(_ value: Int) {}
    func send(completion: Subscribers.Completion<Boom>) {}
    func send(subscription: any Subscription) { names.append("\(subscription)") }
    func receive<S: Subscriber>(subscriber: S) where S.Input == Int, S.Failure == Boom {}
  }

  @Test("upstream receives a subscriber with the operator's name")
  func upstreamReceivesASubscriberWithTheOperatorsName() {
    #expect(subscriberName { $0.map { $0 } } == "Map")
    #expect(subscriberName { $0.scan(0, +) } == "Scan")
    #expect(subscriberName { $0.mapError { $0 } } == "MapError")
    #expect(subscriberName { $0.retry(1) } == "Retry")
    #expect(subscriberName { $0.catch { _ in Just(1) } } == "Catch")
    #expect(subscriberName { $0.append(1) } == "Concatenate")
  }

  @Test("the identifier of an object is its address")
  func theIdentifierOfAnObjectIsItsAddress() {
    let object = Probe()
    let address = UInt(bitPattern: ObjectIdentifier(object))
    #expect(CombineIdentifier(object).description == "0x" + String(address, radix: 16))
  }
}
