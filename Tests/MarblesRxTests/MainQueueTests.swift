import Dispatch
import Marbles
import MarblesCombine
import MarblesRx
import Testing

private enum BasketAction: Sendable {
  case add(Int)
  case removeItem(Int)

  func apply(to items: inout [Int]) {
    switch self {
    case .add(let item): items.append(item)
    case .removeItem(let item):
      if let index = items.firstIndex(of: item) { items.remove(at: index) }
    }
  }
}

/// A basket with one writer: actions go through a serial queue into a fold.
private final class Basket: Sendable {
  let actions = PublishRelay<BasketAction>()
  let items = BehaviorRelay<[Int]>(value: [])
  /// The actions in the order in which they were folded, noted on the queue that folds them.
  let processed = Locked<[BasketAction]>([])
  private let bag = DisposeBag()
  private let prices: [Int: Int]

  init(prices: [Int: Int]) {
    self.prices = prices
    actions.observe(on: SerialDispatchQueueScheduler(qos: .userInitiated))
      .do(onNext: { [processed] action in processed.withLock { $0.append(action) } })
      .scan(into: [Int]()) { items, action in action.apply(to: &items) }
      .bind(to: items)
      .disposed(by: bag)
  }

  func total(of items: [Int]) -> Int { items.reduce(0) { $0 + (prices[$1] ?? 0) } }

  var totals: Driver<Int> { items.asDriver().map { self.total(of: $0) } }
}

// One after the other: what waits for the main queue makes others wait.
@Suite("Drivers on the main queue", .serialized)
struct MainQueueTests {
  @Test("a driver delivers at once on the main queue")
  @MainActor func aDriverDeliversAtOnceOnTheMainQueue() {
    let count = BehaviorRelay(value: 0)
    let increment = PublishRelay<Void>()
    let reset = PublishRelay<Void>()
    let bag = DisposeBag()
    increment.withLatestFrom(count).map { $0 + 1 }.bind(to: count).disposed(by: bag)
    reset.map { 0 }.bind(to: count).disposed(by: bag)
    var titles: [String] = []
    count.asDriver().map { "Tapped \($0) times" }.drive(onNext: { titles.append($0) })
      .disposed(by: bag)
    increment.accept(())
    increment.accept(())
    reset.accept(())
    #expect(titles == ["Tapped 0 times", "Tapped 1 times", "Tapped 2 times", "Tapped 0 times"])
  }

  @Test(
    "ten thousand actions of eight threads through one serial queue have the result of a sequential run"
  )
  @MainActor
  func tenThousandActionsOfEightThreadsThroughOneSerialQueueHaveTheResultOfASequentialRun()
    async throws
  {
    let basket = Basket(prices: Dictionary(uniqueKeysWithValues: (0..<50).map { ($0, $0 + 1) }))
    let latest = Locked(-1)
    let bag = DisposeBag()
    basket.totals.drive(onNext: { total in latest.withLock { $0 = total } }).disposed(by: bag)
    DispatchQueue.concurrentPerform(iterations: 8) { thread in
      var random = UInt64(thread) &* 0x9E37_79B9_7F4A_7C15 &+ 1
      for _ in 0..<1250 {
        random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        let item = Int(random >> 33) % 50
        basket.actions.accept((random >> 60) < 9 ? .add(item) : .removeItem(item))
      }
    }
    try await until { basket.processed.withLock { $0.count } == 10_000 }
    let expected = basket.processed.withLock { $0 }.reduce(into: [Int]()) { items, action in
      action.apply(to: &items)
    }
    try await until { basket.items.value == expected }
    #expect(basket.items.value == expected)
    #expect(!expected.isEmpty)
    let total = basket.total(of: expected)
    try await until { latest.withLock { $0 } == total }
    #expect(latest.withLock { $0 } == total)
  }

  @Test("a driver delivers at once inside the delivery of another driver")
  @MainActor func aDriverDeliversAtOnceInsideTheDeliveryOfAnotherDriver() {
    let relay = BehaviorRelay(value: "initial")
    var seen: [String] = []
    let bag = DisposeBag()
    relay.asDriver().drive(onNext: { seen.append($0) }).disposed(by: bag)
    Observable.just("first").asDriver(onErrorJustReturn: "").drive(relay).disposed(by: bag)
    #expect(seen == ["initial", "first"])

    var latest: Int?
    BehaviorSubject(value: 1).asDriver(onErrorJustReturn: 0)
      .flatMapLatest { Observable.just($0 * 2).asDriver(onErrorJustReturn: -1) }
      .drive(onNext: { latest = $0 }).disposed(by: bag)
    #expect(latest == 2)
  }

  @Test("a re-entrant send through a driver is delivered in the next turn of the main queue")
  @MainActor func aReEntrantSendThroughADriverIsDeliveredInTheNextTurnOfTheMainQueue() async throws
  {
    let relay = BehaviorRelay(value: 0)
    let lines = Locked<[String]>([])
    let bag = DisposeBag()
    relay.asDriver().drive(onNext: { value in
      lines.withLock { $0.append("a\(value)") }
      if value == 1 { relay.accept(2) }
    }).disposed(by: bag)
    relay.asDriver().drive(onNext: { value in lines.withLock { $0.append("b\(value)") } })
      .disposed(by: bag)
    relay.accept(1)
    #expect(lines.withLock { $0 } == ["a0", "b0", "a1", "b2", "b1"])
    try await until { lines.withLock { $0.count } == 6 }
    #expect(lines.withLock { $0 } == ["a0", "b0", "a1", "b2", "b1", "a2"])
  }

  @Test("events observed on the main scheduler keep their order with other work of the queue")
  @MainActor func eventsObservedOnTheMainSchedulerKeepTheirOrderWithOtherWorkOfTheQueue()
    async throws
  {
    let lines = Locked<[String]>([])
    let (a, b) = (PublishSubject<Int>(), PublishSubject<Int>())
    let bag = DisposeBag()
    let scheduler = MainScheduler()
    // An action that runs makes the following ones wait for the queue.
    _ = scheduler.schedule(()) {
      a.observe(on: scheduler).subscribe(onNext: { value in
        lines.withLock { $0.append("a\(value)") }
      }).disposed(by: bag)
      b.observe(on: scheduler).subscribe(onNext: { value in
        lines.withLock { $0.append("b\(value)") }
      }).disposed(by: bag)
      a.onNext(1)
      a.onNext(2)
      b.onNext(1)
      b.onNext(2)
      _ = scheduler.schedule(()) {
        lines.withLock { $0.append("action") }
        return Disposables.create()
      }
      DispatchQueue.main.async { lines.withLock { $0.append("block") } }
      return Disposables.create()
    }
    #expect(lines.withLock { $0.isEmpty })
    try await until { lines.withLock { $0.count } == 6 }
    #expect(lines.withLock { $0 } == ["a1", "a2", "b1", "b2", "action", "block"])
  }

  @Test("reading and accepting on many threads never corrupts a relay")
  func readingAndAcceptingOnManyThreadsNeverCorruptsARelay() {
    let items = BehaviorRelay<[Int]>(value: [])
    DispatchQueue.concurrentPerform(iterations: 8) { thread in
      for index in 0..<200 { items.accept(items.value + [thread * 200 + index]) }
    }
    #expect(items.value.count <= 1600)
    #expect(Set(items.value).count == items.value.count)
  }
}
