import Marbles
import MarblesCombine
import MarblesRx
import MarblesScript
import MarblesTestSupport
import Testing

/// Rules for each Rx operator: elements, then at most one completion or error; nothing after it or
/// after a disposal; each resource is released once.
@Suite("The contract of Rx operators")
struct CatalogueContractTests {
  private static let seeds = Scenarios.seeds(of: 40)

  @Test("every operator of the catalogue keeps it", arguments: CatalogueCase.all)
  func everyOperatorOfTheCatalogueKeepsIt(tested: CatalogueCase) throws {
    for seed in Self.seeds {
      try play("\(tested.testDescription), seed \(seed)", seed) { world, observer in
        let (observable, connect) = try tested.build(in: world)
        observer.subscribe(to: observable)
        return connect?()
      }
    }
  }

  @Test("and every operator as code calls it", arguments: OperatorSamples.everything.indices)
  func andEveryOperatorAsCodeCallsIt(number: Int) throws {
    let (name, apply) = OperatorSamples.everything[number]
    for seed in Self.seeds {
      try play("\(name), seed \(seed)", seed) { world, observer in
        observer.subscribe(to: apply(world.source("source") { $0 }, world.scheduler))
        return nil
      }
    }
  }

  @Test("every operator of RxSwift in the catalogue is among them")
  func everyOperatorOfRxSwiftInTheCatalogueIsAmongThem() {
    // On the main queue; those of the catalogue are in virtual time.
    let onMain: Set<Substring> = ["asDriver", "asSignal"]
    // Deprecated spellings of operators that are sampled.
    let former: Set<Substring> = ["catchErrorJustReturn", "takeUntil"]
    let sampled = Set(OperatorSamples.everything.map { $0.name.prefix { $0.isLetter } })
    let missing = Set(OperatorTable.rxSwift.map { $0.name[...] }).subtracting(sampled)
      .subtracting(onMain).subtracting(former)
    #expect(missing == [], "add them to OperatorSamples")
  }

  private func play(
    _ name: String, _ seed: Int,
    _ start: (ContractWorld, ContractObserver) throws -> (any Cancellable)?
  ) throws {
    weak var alive: ContractObserver?
    weak var leaked: ContractWorld.Resource?
    weak var source: AnyObject?
    try {
      let world = ContractWorld(seed)
      let observer = ContractObserver()
      alive = observer
      var inside = 0
      observer.onValue = {
        guard inside < 3, !world.isClosing else { return }
        inside += 1
        defer { inside -= 1 }
        Self.react(world, observer)
      }
      let connection = try start(world, observer)
      leaked = world.resources.first
      source = world.firstSource
      for _ in 0..<25 { try Self.act(world, observer) }
      world.isClosing = true
      world.endAll()
      try world.scheduler.run(until: world.scheduler.now + .frame * 40)
      world.endAll()
      observer.dispose()
      connection?.cancel()
      world.endAll()
      try world.scheduler.run(until: world.scheduler.now + .frame * 40)
      #expect(observer.violations == [], "\(name)")
      #expect(observer.disposals == 1, "\(name)")
      for resource in world.resources {
        #expect(resource.disposals == 1, "\(name): \(resource.name)")
      }
      observer.forget()
      world.forget()
    }()
    #expect(alive == nil, "\(name): the observer is kept alive")
    #expect(source == nil, "\(name): the operator is kept alive")
    #expect(leaked == nil, "\(name): the subscription to the source is kept alive")
  }

  private static func react(_ world: ContractWorld, _ observer: ContractObserver) {
    switch world.roll(16) {
    case 0, 1: world.send(0, value: 7)
    case 2: world.send(1 + world.roll(3), value: 8)
    case 3 where world.roll(3) == 0: observer.dispose()
    case 4 where world.roll(3) == 0: world.end(0, failing: false)
    case 5 where world.roll(3) == 0: world.end(0, failing: true)
    case 6 where world.roll(2) == 0: world.end(1, failing: world.roll(2) == 0)
    default: break
    }
  }

  private static func act(_ world: ContractWorld, _ observer: ContractObserver) throws {
    switch world.roll(16) {
    case 0...5: world.send(0, value: world.roll(10))
    case 6...8: world.send(1 + world.roll(3), value: world.roll(10))
    case 9...12: try world.scheduler.run(until: world.scheduler.now + .frame * Int64(world.roll(4)))
    case 13 where world.roll(5) == 0: world.end(0, failing: world.roll(2) == 0)
    case 14 where world.roll(3) == 0: world.end(1 + world.roll(3), failing: world.roll(2) == 0)
    case 15 where world.roll(6) == 0: observer.dispose()
    default: break
    }
  }
}
