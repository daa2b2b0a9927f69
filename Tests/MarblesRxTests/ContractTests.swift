import MarblesCombine
import MarblesRx
import Testing

@Suite("Contract of Rx operators")
struct ContractTests {
  enum Ending: CaseIterable { case completed, error, disposal }

  /// Runs a sample over a subject that sends three values, and ends it.
  private func run(_ sample: OperatorSamples.Sample, _ ending: Ending) -> (
    events: [String], open: Int, opened: Int, isHeld: Bool, isAlive: Bool
  ) {
    final class Token {}
    let scheduler = TestScheduler(initialClock: 0, simulateProcessingDelay: false)
    let subject = PublishSubject<Int>()
    var open = 0
    var opened = 0
    let source = subject.do(
      onSubscribe: {
        open += 1
        opened += 1
      }, onDispose: { open -= 1 })
    var events: [String] = []
    weak var alive: Token?
    var subscription: (any Disposable)?
    do {
      let token = Token()
      alive = token
      subscription = sample.apply(source, scheduler).subscribe { event in
        withExtendedLifetime(token) { events.append("\(event)") }
      }
    }
    scheduler.scheduleAt(10) { for value in 1...3 { subject.onNext(value) } }
    scheduler.scheduleAt(20) {
      switch ending {
      case .completed: subject.onCompleted()
      case .error: subject.onError(Boom())
      case .disposal: subscription?.dispose()
      }
    }
    scheduler.scheduleAt(30) { subject.onNext(4) }
    scheduler.advanceTo(2000)
    let isHeld = alive != nil
    subscription?.dispose()
    subscription = nil
    return (events, open, opened, isHeld, alive != nil)
  }

  @Test(
    "every operator sends one end and nothing after it, disposes the source and leaks nothing",
    arguments: Ending.allCases)
  func everyOperatorSendsOneEndAndNothingAfterItDisposesTheSourceAndLeaksNothing(ending: Ending) {
    for sample in OperatorSamples.all {
      let result = run(sample, ending)
      let ends = result.events.filter { !$0.hasPrefix("next") }
      switch ending {
      case .completed: #expect(ends == ["completed"], "\(sample.name)")
      case .error:
        let isTaken = sample.name == "element(at:)"
        #expect(ends == [isTaken ? "completed" : "error(boom)"], "\(sample.name)")
      case .disposal:
        let isTaken = sample.name == "element(at:)"
        #expect(ends == (isTaken ? ["completed"] : []), "\(sample.name)")
      }
      #expect(ends.isEmpty || result.events.last == ends.last, "\(sample.name)")
      #expect(result.open == 0, "\(sample.name) keeps its source")
      #expect(result.opened > 0, "\(sample.name)")
      #expect(
        ending == .disposal || !result.isHeld,
        "\(sample.name): the subscription keeps the subscriber after the end")
      #expect(!result.isAlive, "\(sample.name) leaks its subscriber")
    }
  }

  @Test(
    "a subscriber with limited demand receives the requested elements in order, and the end last")
  func aSubscriberWithLimitedDemandReceivesTheRequestedElementsInOrderAndTheEndLast() {
    for sample in OperatorSamples.all where !["sample"].contains(sample.name) {
      let scheduler = TestScheduler(initialClock: 0, simulateProcessingDelay: false)
      let subject = PublishSubject<Int>()
      var unbounded: [Int] = []
      _ = sample.apply(subject, scheduler).subscribe(onNext: { unbounded.append($0) })
      let bounded = Bounded()
      sample.apply(subject, scheduler).subscribe(bounded)
      scheduler.scheduleAt(10) { for value in 1...3 { subject.onNext(value) } }
      scheduler.scheduleAt(20) { subject.onCompleted() }
      scheduler.advanceTo(2000)
      #expect(bounded.values.isEmpty, "\(sample.name)")
      var asked = 0
      while !bounded.hasEnded, asked < 20 {
        bounded.subscription?.request(.max(1))
        asked += 1
        #expect(bounded.values.count <= asked, "\(sample.name)")
      }
      #expect(bounded.values == unbounded, "\(sample.name)")
      #expect(bounded.hasEnded, "\(sample.name)")
    }
  }
}

/// A subscriber that requests nothing by itself.
private final class Bounded: Subscriber {
  typealias Input = Int
  typealias Failure = any Error

  var values: [Int] = []
  var hasEnded = false
  var subscription: (any MarblesCombine.Subscription)?

  func receive(subscription: any MarblesCombine.Subscription) { self.subscription = subscription }

  func receive(_ input: Int) -> Subscribers.Demand {
    values.append(input)
    return .none
  }

  func receive(completion: Subscribers.Completion<any Error>) { hasEnded = true }
}
