import MarblesRx
import Testing

@Suite("Infallible")
struct InfallibleTests {
  private let log = Log()

  private func observe<Element>(_ name: String, _ infallible: Infallible<Element>) {
    _ = infallible.subscribe(
      onNext: { [log] in log("\(name) next \($0)") },
      onCompleted: { [log] in log("\(name) completed") },
      onDisposed: { [log] in log("\(name) disposed") })
  }

  @Test("asInfallible replaces an error")
  func asInfallibleReplacesAnError() {
    let failing = Observable<Int>.just(1).concat(Observable.error(Boom()))
    observe("just", failing.asInfallible(onErrorJustReturn: 9))
    observe("fallback", failing.asInfallible(onErrorFallbackTo: .of(7, 8)))
    observe("recover", failing.asInfallible { _ in .empty() })
    #expect(
      log.lines == [
        "just next 1", "just next 9", "just completed", "just disposed", "fallback next 1",
        "fallback next 7", "fallback next 8", "fallback completed", "fallback disposed",
        "recover next 1", "recover completed", "recover disposed",
      ])
  }

  @Test("an infallible that is created ignores elements after the completion")
  func anInfallibleThatIsCreatedIgnoresElementsAfterTheCompletion() {
    observe(
      "A",
      Infallible<Int>.create { observer in
        observer(.next(1))
        observer(.completed)
        observer(.next(2))
        return Disposables.create()
      })
    #expect(log.lines == ["A next 1", "A completed", "A disposed"])
  }

  @Test("operators of infallibles are infallible")
  func operatorsOfInfalliblesAreInfallible() {
    let numbers = Infallible.of(1, 2, 3, 3)
    let result: Infallible<Int> = numbers.distinctUntilChanged().filter { $0 > 1 }
      .map { $0 * 10 }.startWith(0).scan(0) { $0 + $1 }.take(3)
    observe("A", result)
    #expect(
      log.lines == ["A next 0", "A next 20", "A next 50", "A completed", "A disposed"])
  }

  @Test("combinations of infallibles are infallible")
  func combinationsOfInfalliblesAreInfallible() {
    let (a, b) = (BehaviorRelay(value: 1), BehaviorRelay(value: "a"))
    let latest: Infallible<String> = .combineLatest(a.asInfallible(), b.asInfallible()) {
      "\($0)\($1)"
    }
    observe("latest", latest)
    observe("zip", .zip(Infallible.of(1, 2), Infallible.of("x", "y")) { "\($0)\($1)" })
    observe("merge", .merge(Infallible.just(1), .just(2)))
    observe("concat", .concat(Infallible.just(1), .just(2)))
    a.accept(2)
    #expect(
      log.lines == [
        "latest next 1a", "zip next 1x", "zip next 2y", "zip completed", "zip disposed",
        "merge next 1", "merge next 2", "merge completed", "merge disposed", "concat next 1",
        "concat next 2", "concat completed", "concat disposed", "latest next 2a",
      ])
  }

  @Test("flatMapLatest of infallibles switches")
  func flatMapLatestOfInfalliblesSwitches() {
    let source = PublishRelay<Int>()
    let inner = [PublishRelay<String>(), PublishRelay<String>()]
    observe("A", source.asInfallible().flatMapLatest { inner[$0].asInfallible() })
    source.accept(0)
    inner[0].accept("a")
    source.accept(1)
    inner[0].accept("b")
    inner[1].accept("c")
    #expect(log.lines == ["A next a", "A next c"])
  }

  @Test("bind sends elements to a relay")
  func bindSendsElementsToARelay() {
    let relay = BehaviorRelay(value: 0)
    _ = Infallible.of(1, 2).bind(to: relay)
    #expect(relay.value == 2)
  }

  @Test("an infallible is read in a loop that can't throw")
  func anInfallibleIsReadInALoopThatCantThrow() async {
    var read: [Int] = []
    for await value in Infallible.of(1, 2).values { read.append(value) }
    #expect(read == [1, 2])
  }
}
