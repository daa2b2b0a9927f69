import Marbles
import MarblesCombine
import MarblesTestSupport
import Testing

/// The contract of publishers, for each operator and at random.
@Suite struct PublisherContractTests {
  private static var names: [String] { cases.map(\.description) }
  private static var cases: [ContractCase] {
    ContractCase.timed + ContractCase.combining + ContractCase.plain + ContractCase.sharing
  }
  private static func named(_ name: String) throws -> ContractCase {
    try #require(cases.first { $0.description == name })
  }

  /// Performs random actions: elements from upstream, requests from downstream, and time steps.
  private func play(_ tested: ContractCase, seed: Int, politely: Bool) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let scheduler = TestScheduler()
    let upstream = RawUpstream()
    upstream.heedsCancels = tested.kind == .trusting || tested.kind == .transparent
    let countsDemand = (politely && tested.kind != .unrequested) || tested.kind == .counting
    let subscriber = ContractSubscriber(countsDemand: countsDemand)
    var inside = 0
    var script: [String] = []
    subscriber.onValue = { subscriber in
      guard inside < 5 else { return .none }
      inside += 1
      defer { inside -= 1 }
      switch random.next() % 12 {
      case 0: return .max(1)
      case 1: subscriber.request(.max(1))
      case 2: upstream.emit(7, politely: politely)
      case 3 where random.next() % 4 == 0: subscriber.cancel()
      case 4 where random.next() % 4 == 0: upstream.end(.finished)
      default: break
      }
      return .none
    }
    tested.build(upstream, scheduler).subscribe(subscriber)
    if !politely {
      upstream.emit(-1, politely: false)
      upstream.end(.finished)
    }
    upstream.isOver = false
    upstream.open()
    for _ in 0..<30 {
      switch random.next() % 14 {
      case 0...4:
        script.append("emit")
        upstream.emit(Int(random.next() % 10), politely: politely)
      case 5...7:
        script.append("request")
        subscriber.request(.max(Int(random.next() % 3) + 1))
      case 8: subscriber.request(random.next() % 4 == 0 ? .unlimited : .max(1))
      case 9, 10:
        script.append("wait")
        try scheduler.run(until: scheduler.now + .frame * Int64(random.next() % 4))
      case 11 where random.next() % 4 == 0:
        if !politely || !upstream.isOver { upstream.end(.finished) }
      case 12 where random.next() % 6 == 0:
        if !politely || !upstream.isOver { upstream.end(.failure(Boom())) }
      case 13 where random.next() % 6 == 0:
        subscriber.cancel()
      default: break
      }
    }
    try scheduler.run()
    #expect(subscriber.violations == [], "\(tested), seed \(seed): \(script)")
    if tested.kind != .transparent {
      #expect(upstream.cancellations <= 1, "\(tested), seed \(seed): cancelled more than once")
    }
  }

  @Test(
    "a subscriber receives one subscription, then requested elements, then at most one completion",
    arguments: names)
  func aSubscriberReceivesOneSubscriptionThenRequestedElementsThenAtMostOneCompletion(
    _ name: String
  ) throws {
    let tested = try Self.named(name)
    for seed in Scenarios.seeds(of: 120) { try play(tested, seed: seed, politely: true) }
  }

  @Test(
    "a subscriber receives valid signals although upstream sends too early, too much and too late",
    arguments: names)
  func aSubscriberReceivesValidSignalsAlthoughUpstreamSendsTooEarlyTooMuchAndTooLate(_ name: String)
    throws
  {
    let tested = try Self.named(name)
    for seed in Scenarios.seeds(of: 120) { try play(tested, seed: seed, politely: false) }
  }

  @Test("a second subscription is cancelled", arguments: names)
  func aSecondSubscriptionIsCancelled(_ name: String) throws {
    let upstream = RawUpstream()
    let subscriber = ContractSubscriber()
    try Self.named(name).build(upstream, TestScheduler()).subscribe(subscriber)
    let first = upstream.open()
    let second = upstream.open()
    #expect(!first.isCancelled)
    #expect(second.isCancelled)
    #expect(subscriber.violations == [])
  }

  /// In the contract cases, `map` follows and would cancel it as well.
  @Test("ignoreOutput cancels a second subscription itself")
  func ignoreOutputCancelsASecondSubscriptionItself() {
    let upstream = RawUpstream()
    let log = Log()
    upstream.ignoreOutput().attach("A", log, demand: nil)
    _ = upstream.open()
    #expect(upstream.open().isCancelled)
    #expect(log.lines == ["A subscription"])
  }

  @Test("an upstream subscription that arrives after a cancel is cancelled", arguments: names)
  func anUpstreamSubscriptionThatArrivesAfterACancelIsCancelled(_ name: String) throws {
    let upstream = RawUpstream()
    let subscriber = ContractSubscriber()
    try Self.named(name).build(upstream, TestScheduler()).subscribe(subscriber)
    guard subscriber.subscription != nil else { return }
    subscriber.cancel()
    #expect(upstream.open().isCancelled)
    #expect(subscriber.violations == [])
  }

  private enum Way: CaseIterable { case finish, failure, cancel, cancelInValue }

  @Test("nothing is retained after a finish, a failure or a cancel", arguments: names)
  func nothingIsRetainedAfterAFinishAFailureOrACancel(_ name: String) throws {
    for way in Way.allCases {
      weak var subscriber: ContractSubscriber?
      weak var subscription: RawUpstream.RawSubscription?
      weak var link: AnyObject?
      try {
        let scheduler = TestScheduler()
        let upstream = RawUpstream()
        let mine = ContractSubscriber()
        subscriber = mine
        try Self.named(name).build(upstream, scheduler).subscribe(mine)
        subscription = upstream.open()
        link = mine.subscription as AnyObject
        mine.request(.max(20))
        for value in 1...5 {
          upstream.emit(value)
          try scheduler.run(until: scheduler.now + .frame)
        }
        switch way {
        case .finish: upstream.end(.finished)
        case .failure:
          upstream.end(.failure(Boom()))
          // A second attempt fails again.
          if upstream.subscribers.count > 1 {
            upstream.open()
            upstream.end(.failure(Boom()))
          }
        case .cancel: mine.cancel()
        case .cancelInValue:
          mine.onValue = {
            $0.cancel()
            return .none
          }
          for value in 1...3 { upstream.emit(value) }
          try scheduler.run(until: scheduler.now + .frame * 5)
          mine.cancel()
        }
        mine.request(.max(20))
        try scheduler.run()
        upstream.forget()
      }()
      #expect(subscriber == nil, "\(name): the subscriber, after \(way)")
      #expect(subscription == nil, "\(name): the subscription, after \(way)")
      #expect(link == nil, "\(name): the link, after \(way)")
    }
  }
}
