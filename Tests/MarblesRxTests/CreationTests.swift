import MarblesRx
import Testing

@Suite("Rx creation and inspection")
struct CreationTests {
  private let log = Log()

  @Test("generate emits states while the condition holds")
  func generateEmitsStatesWhileTheConditionHolds() {
    _ = Observable.generate(initialState: 1, condition: { $0 < 9 }, iterate: { $0 * 2 })
      .logged("A", log)
    #expect(
      log.lines == ["A next 1", "A next 2", "A next 4", "A next 8", "A completed", "A disposed"])
  }

  @Test("generate fails if a closure throws")
  func generateFailsIfAClosureThrows() {
    _ = Observable.generate(
      initialState: 1, condition: { _ in true },
      iterate: { value in
        if value == 2 { throw Boom() }
        return value + 1
      }
    ).logged("A", log)
    #expect(log.lines == ["A next 1", "A next 2", "A error(boom)", "A disposed"])
  }

  @Test("repeatElement emits until it is disposed")
  func repeatElementEmitsUntilItIsDisposed() {
    _ = Observable.repeatElement(7).take(3).logged("A", log)
    #expect(
      log.lines == ["A next 7", "A next 7", "A next 7", "A completed", "A disposed"])
  }

  @Test("using disposes the resource after the end")
  func usingDisposesTheResourceAfterTheEnd() {
    _ = Observable.using(
      { [log] in
        log("create")
        return ResourceBox(log)
      }, observableFactory: { _ in Observable.just(1) }
    ).logged("A", log)
    #expect(log.lines == ["create", "A next 1", "A completed", "A disposed", "release"])
  }

  @Test("using disposes the resource if the observable can't be created")
  func usingDisposesTheResourceIfTheObservableCantBeCreated() {
    _ = Observable<Int>.using(
      { ResourceBox(log) }, observableFactory: { _ in throw Boom() }
    ).logged("A", log)
    #expect(log.lines == ["A error(boom)", "A disposed", "release"])
  }

  @Test("from(optional:scheduler:) emits on the scheduler")
  func fromOptionalSchedulerEmitsOnTheScheduler() {
    let scheduler = TestScheduler(initialClock: 0)
    let some = scheduler.start { Observable.from(optional: 1, scheduler: scheduler) }
    #expect(some.events == [.next(201, 1), .completed(202)])
    let other = TestScheduler(initialClock: 0)
    let none = other.start { Observable<Int>.from(optional: nil, scheduler: other) }
    #expect(none.events == [.completed(201)])
  }

  @Test("single fails without an element and with two elements")
  func singleFailsWithoutAnElementAndWithTwoElements() {
    _ = Observable.just(1).single().logged("one", log)
    _ = Observable<Int>.empty().single().logged("none", log)
    _ = Observable.of(1, 2).single().logged("two", log)
    _ = Observable.of(1, 2, 3).single { $0 == 2 }.logged("matching", log)
    #expect(
      log.lines == [
        "one next 1", "one completed", "one disposed",
        "none error(Sequence doesn't contain any elements.)", "none disposed",
        "two next 1", "two error(Sequence contains more than one element.)", "two disposed",
        "matching next 2", "matching completed", "matching disposed",
      ])
  }

  @Test("reduce transforms the last state")
  func reduceTransformsTheLastState() {
    _ = Observable.of(1, 2, 3).reduce(0, accumulator: +, mapResult: { "sum \($0)" })
      .logged("A", log)
    #expect(log.lines == ["A next sum 6", "A completed", "A disposed"])
  }

  @Test("withUnretained completes when the object no longer exists")
  func withUnretainedCompletesWhenTheObjectNoLongerExists() {
    final class Owner { let name = "owner" }
    let source = PublishSubject<Int>()
    var owner: Owner? = Owner()
    _ = source.withUnretained(owner ?? Owner()) { "\($0.name) \($1)" }.logged("A", log)
    source.onNext(1)
    owner = nil
    source.onNext(2)
    #expect(log.lines == ["A next owner 1", "A completed", "A disposed"])
    #expect(owner == nil && !source.hasObservers)
  }

  @Test("withUnretained passes other errors on")
  func withUnretainedPassesOtherErrorsOn() {
    final class Owner {}
    let owner = Owner()
    _ = Observable<Int>.error(Boom()).withUnretained(owner).map { $1 }.logged("A", log)
    withExtendedLifetime(owner) {}
    #expect(log.lines == ["A error(boom)", "A disposed"])
  }

  @Test("values of an observable are read in a loop")
  func valuesOfAnObservableAreReadInALoop() async throws {
    var read: [Int] = []
    for try await value in Observable.of(1, 2, 3).values { read.append(value) }
    #expect(read == [1, 2, 3])
    await #expect(throws: Boom.self) {
      for try await _ in Observable<Int>.error(Boom()).values {}
    }
  }

  @Test("an asynchronous sequence is an observable")
  func anAsynchronousSequenceIsAnObservable() async throws {
    let sequence = AsyncStream<Int> { continuation in
      for value in 1...3 { continuation.yield(value) }
      continuation.finish()
    }
    let all = try await sequence.asObservable().toArray().value
    #expect(all == [1, 2, 3])
  }

  /// A resource that logs its disposal.
  private final class ResourceBox: Disposable {
    private let log: Log
    init(_ log: Log) { self.log = log }
    func dispose() { log("release") }
  }
}
