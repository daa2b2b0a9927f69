import Marbles
import MarblesCombine
import MarblesRx

/// The surroundings of an operator in a contract test: sources that are driven by hand, time, and
/// the resources that must be released.
final class ContractWorld {
  let scheduler = TestScheduler()
  var random: SeededGenerator
  /// The resources of each subscription to a source.
  private(set) var resources: [Resource] = []
  private var sources: [any PlayedSource] = []
  /// Whether nothing happens any more that the test did not ask for.
  var isClosing = false

  init(_ seed: Int) {
    random = SeededGenerator(seed: UInt64(truncatingIfNeeded: seed) &* 0x2545_F491_4F6C_DD1D)
  }

  final class Resource: Disposable {
    private(set) var disposals = 0
    let name: String

    init(_ name: String) { self.name = name }

    func dispose() { disposals += 1 }
  }

  func roll(_ bound: Int) -> Int { Int(random.next() % UInt64(bound)) }

  func resource(_ name: String) -> Resource {
    let resource = Resource(name)
    resources.append(resource)
    return resource
  }

  func source<Element>(_ name: String, _ make: @escaping (Int) -> Element) -> Observable<Element> {
    let source = Source(name, self, make)
    sources.append(source)
    return source.observable
  }

  /// Plays one of the sources.
  func send(_ number: Int, value: Int) {
    if sources.indices.contains(number) { sources[number].send(value) }
  }

  func end(_ number: Int, failing: Bool) {
    if sources.indices.contains(number) { sources[number].end(failing: failing) }
  }

  func endAll() {
    // A retry subscribes to a source again, so it is ended again.
    for _ in 0..<6 { for source in sources { source.end(failing: false) } }
  }

  /// The first of the sources: what keeps it keeps an operator.
  var firstSource: AnyObject? { sources.first }

  func forget() {
    for source in sources { source.forget() }
    sources = []
  }
}

private protocol PlayedSource: AnyObject {
  func send(_ value: Int)
  func end(failing: Bool)
  func forget()
}

/// A source that breaks the contract: it continues to send after its completion and after a
/// disposal.
private final class Source<Element>: PlayedSource {
  private let name: String
  private let world: ContractWorld
  private let make: (Int) -> Element
  private var observers: [AnyObserver<Element>] = []

  init(_ name: String, _ world: ContractWorld, _ make: @escaping (Int) -> Element) {
    self.name = name
    self.world = world
    self.make = make
  }

  var observable: Observable<Element> {
    .create { [self] observer in
      observers.append(observer)
      let resource = world.resource(name)
      // Some of what it has, it has at once.
      if world.roll(5) == 0 { observer.onNext(make(0)) }
      if world.roll(25) == 0 { observer.onCompleted() }
      return resource
    }
  }

  func send(_ value: Int) { for observer in observers { observer.onNext(make(value)) } }

  func end(failing: Bool) {
    for observer in observers {
      if failing { observer.onError(Boom()) } else { observer.onCompleted() }
    }
  }

  func forget() { observers = [] }
}
