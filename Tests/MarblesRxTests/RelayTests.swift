import Marbles
import MarblesCombine
import MarblesRx
import Testing

@Suite("Relays")
struct RelayTests {
  private let log = Log()

  @Test("a PublishRelay sends elements that are accepted after the subscription")
  func aPublishRelaySendsElementsThatAreAcceptedAfterTheSubscription() {
    let relay = PublishRelay<Int>()
    let a = relay.logged("A", log)
    relay.accept(1)
    log.step("B") { relay.logged("B", log) }
    relay.accept(2)
    a.dispose()
    relay.accept(3)
    #expect(
      log.lines == ["A next 1", "-- B", "A next 2", "B next 2", "A disposed", "B next 3"])
  }

  @Test("a ReplayRelay of 3 replays the last three elements")
  func aReplayRelayOf3ReplaysTheLastThreeElements() {
    let relay = ReplayRelay<String>.create(bufferSize: 3)
    for word in ["swift", "rx", "combine", "actors"] { relay.accept(word) }
    relay.logged("A", log)
    relay.accept("more")
    log.step("B") { relay.logged("B", log) }
    #expect(
      log.lines == [
        "A next rx", "A next combine", "A next actors", "A next more", "-- B", "B next combine",
        "B next actors", "B next more",
      ])
  }

  @Test("an unbounded ReplayRelay replays all elements")
  func anUnboundedReplayRelayReplaysAllElements() {
    let relay = ReplayRelay<Int>.createUnbound()
    for number in 1...100 { relay.accept(number) }
    var all: [Int] = []
    _ = relay.subscribe(onNext: { all.append($0) })
    #expect(all == Array(1...100))
  }

  @Test("a BehaviorRelay sends equal elements, distinctUntilChanged drops them")
  func aBehaviorRelaySendsEqualElementsDistinctUntilChangedDropsThem() {
    let relay = BehaviorRelay(value: 1)
    relay.logged("A", log)
    relay.distinctUntilChanged().logged("B", log)
    relay.accept(1)
    relay.accept(2)
    #expect(log.lines == ["A next 1", "B next 1", "A next 1", "A next 2", "B next 2"])
  }

  @Test("a completion ends the binding, not the relay")
  func aCompletionEndsTheBindingNotTheRelay() {
    let relay = PublishRelay<Int>()
    relay.logged("A", log)
    _ = Observable.of(1, 2).bind(to: relay)
    relay.accept(3)
    #expect(log.lines == ["A next 1", "A next 2", "A next 3"])
  }

  @Test("a disposed binding sends no further elements")
  func aDisposedBindingSendsNoFurtherElements() {
    let subject = PublishSubject<Int>()
    let relay = PublishRelay<Int>()
    relay.logged("A", log)
    let binding = subject.bind(to: relay)
    subject.onNext(1)
    binding.dispose()
    subject.onNext(2)
    #expect(log.lines == ["A next 1"])
  }

  @Test("an error that is replaced before the binding arrives as an element")
  func anErrorThatIsReplacedBeforeTheBindingArrivesAsAnElement() {
    let relay = PublishRelay<String>()
    relay.logged("A", log)
    _ = Observable<String>.error(Boom()).catch { .just("failed: \($0)") }.bind(to: relay)
    relay.accept("next")
    #expect(log.lines == ["A next failed: boom", "A next next"])
  }

  @Test("elements are wrapped for a relay of optionals")
  func elementsAreWrappedForARelayOfOptionals() {
    let values = PublishRelay<Int>()
    let latest = BehaviorRelay<Int?>(value: nil)
    latest.logged("B", log)
    _ = values.bind(to: latest)
    values.accept(1)
    values.accept(2)
    #expect(log.lines == ["B next nil", "B next Optional(1)", "B next Optional(2)"])
  }

  @Test("bind(to:) sends the elements of one source to two relays")
  func bindToSendsTheElementsOfOneSourceToTwoRelays() {
    let first = BehaviorRelay(value: 0)
    let second = BehaviorRelay(value: 0)
    first.logged("A", log)
    second.logged("B", log)
    _ = Observable.of(1, 2).bind(to: first, second)
    #expect(
      log.lines == ["A next 0", "B next 0", "A next 1", "B next 1", "A next 2", "B next 2"])
    #expect((first.value, second.value) == (2, 2))
  }

  @Test("a counter reads its relay by withLatestFrom and is bound back to it")
  func aCounterReadsItsRelayByWithLatestFromAndIsBoundBackToIt() {
    let increment = PublishRelay<Void>()
    let reset = PublishRelay<Void>()
    let count = BehaviorRelay(value: 0)
    _ = increment.withLatestFrom(count).map { $0 + 1 }.bind(to: count)
    _ = reset.map { 0 }.bind(to: count)
    count.logged("A", log)
    increment.accept(())
    increment.accept(())
    reset.accept(())
    #expect(log.lines == ["A next 0", "A next 1", "A next 2", "A next 0"])
  }

  @Test(
    "an error in a binding stops a recorded debug build and is a warning in a release build",
    arguments: [BuildKind.debug, .release])
  func anErrorInABindingStopsARecordedDebugBuildAndIsAWarningInAReleaseBuild(build: BuildKind) {
    let recorder = Recorder()
    let relay = BehaviorRelay(value: "start")
    relay.report(to: recorder.stage("status", kind: .relay))
    let message = "Binding error to behavior relay: boom"
    _ = Observable<String>.of("a").concat(Observable.error(Boom())).bind([relay], build: build)
    let recording = recorder.recording()
    #expect(relay.value == "a")
    switch build {
    case .debug: #expect(recording.ending == .fatal(message))
    case .release:
      relay.accept("b")
      #expect(relay.value == "b")
      let warnings = recording.events.compactMap { event -> String? in
        if case .warning(let label) = event.mark { recording.text(label) } else { nil }
      }
      #expect(warnings == [message])
    }
  }

  @Test("the message of a binding error names the kind of relay")
  func theMessageOfABindingErrorNamesTheKindOfRelay() {
    #expect(PublishRelay<Int>.kindName == "publish relay")
    #expect(BehaviorRelay<Int>.kindName == "behavior relay")
    #expect(ReplayRelay<Int>.kindName == "replay relay")
  }

  @Test("a relay reports stored elements and nested deliveries to its stage")
  func aRelayReportsStoredElementsAndNestedDeliveriesToItsStage() {
    let recorder = Recorder()
    let relay = BehaviorRelay(value: 0)
    relay.report(to: recorder.stage("relay", kind: .relay))
    _ = relay.subscribe(onNext: { if $0 == 1 { relay.accept(2) } })
    relay.accept(1)
    let recording = recorder.recording()
    let story = recording.events.map { event -> String in
      switch event.mark {
      case .held(let label): "held \(recording.text(label))"
      case .released(_, let fate): "\(fate)"
      case .delivering(let label): "delivering \(recording.text(label))"
      case .delivered: "delivered"
      case .warning: "warned"
      default: "?"
      }
    }
    #expect(
      story == [
        "held 0", "replaced", "held 1", "delivering 1", "replaced", "held 2", "warned",
        "delivering 2",
        "delivered", "delivered",
      ])
  }
}
