import Marbles
import Testing

@Suite struct NamingTests {
  private func lanes(_ recording: Recording) -> [String] {
    recording.lanes.map { $0.detail.isEmpty ? $0.name : "\($0.name) (\($0.detail))" }
  }

  @Test("a source without a name is named as it is written, with a number if there are several")
  func aSourceWithoutANameIsNamedAsItIsWrittenWithANumberIfThereAreSeveral() {
    let deferred = recording(
      """
      let response = PassthroughSubject()
      let shared = Deferred { response }.share()
      let A, B = shared.sink()
      A: ^-!
      B: ----^
      """)
    #expect(lanes(deferred) == ["A", "B", "Deferred #1", "Deferred #2"])
    #expect(deferred.stages.map(\.name) == ["response", "shared"])
    let named = recording(
      """
      let numbers = cold("-1|")
      let A = numbers.share().sink()
      """)
    #expect(lanes(named) == ["A", "numbers"])
    let once = recording("let A = Just(3).share().sink()")
    #expect(lanes(once) == ["A", "Just(3)"])
  }

  @Test("a number of seconds is shown as a duration")
  func aNumberOfSecondsIsShownAsADuration() {
    let recording = recording(
      """
      let taps = PassthroughSubject()
      let A = taps.delay(for: 0.5, scheduler: RunLoop.main).sink()
      let B = taps.delay(for: 2).sink()
      """)
    #expect(
      recording.stages.map(\.name) == ["taps", "delay(for: 500ms)", "delay(for: 2)"])
  }

  @Test("a stage has the name of its stream, and its operator on the second line")
  func aStageHasTheNameOfItsStreamAndItsOperatorOnTheSecondLine() {
    let recording = recording(
      """
      let taps = PassthroughSubject()
      let shared = taps.share()
      let alias = shared
      let delayed = shared.buffer(size: 2, prefetch: .byRequest, whenFull: .dropOldest)
      let mapped = taps.delay(for: 2).map { $0 }
      let A = alias.sink()
      let B = delayed.sink()
      let C = mapped.sink()
      """)
    let stages = recording.stages.map { "\($0.name): \($0.detail)" }
    #expect(
      stages == [
        "taps: PassthroughSubject", "shared: share()", "delayed: buffer, 2 places, drops oldest",
        "delay(for: 2): ",
      ])
  }

  @Test("a duration of Dispatch is shown in its short form")
  func aDurationOfDispatchIsShownInItsShortForm() {
    let recording = recording(
      """
      let n = PassthroughSubject()
      let a = n.debounce(for: .milliseconds(5), scheduler: RunLoop.main).sink()
      let b = n.collect(.byTime(RunLoop.main, .seconds(2))).sink()
      """)
    #expect(
      recording.stages.map(\.name) == ["n", "debounce(for: 5ms)", "collect(.byTime(2s))"])
  }

  @Test("the name of a lane contains its operators, and recorded(_:) names lanes, stages and sinks")
  func theNameOfALaneContainsItsOperatorsAndRecordedNamesLanesStagesAndSinks() {
    let recording = recording(
      """
      let numbers = PassthroughSubject()
      let shared = numbers.share().recorded("hub")
      let pairs = shared.map { $0 }.recorded("left").zip(shared.filter { _ in true }).sink()
      let other = shared.map { $0 }.filter { _ in true }.sink().recorded("view A")
      """)
    #expect(recording.stages.map(\.name) == ["numbers", "hub", "zip"])
    #expect(lanes(recording).contains("view A (map.filter)"))
    #expect(lanes(recording).contains("left (map)"))
    #expect(lanes(recording).contains("shared.filter"))
  }

  @Test("the name of a stage contains its arguments if they are short")
  func theNameOfAStageContainsItsArgumentsIfTheyAreShort() {
    let recording = recording(
      """
      let n = PassthroughSubject()
      let a = n.debounce(for: 5).sink()
      let b = n.buffer(size: 2, prefetch: .byRequest, whenFull: .dropOldest).sink()
      let c = n.receive(on: DispatchQueue.main).sink()
      """)
    #expect(
      recording.stages.map(\.name) == ["n", "debounce(for: 5)", "buffer", "receive(on: main)"])
  }

  @Test("the name of a queue is its expression if it is short")
  func theNameOfAQueueIsItsExpressionIfItIsShort() {
    let recording = recording(
      """
      let n = PassthroughSubject()
      let pool = Queue(latencies: [6, 1])
      let a = n.receive(on: pool).receive(on: DispatchQueue.global(qos: .background)).sink()
      let b = n.receive(on: RunLoop.main).receive(on: ImmediateScheduler.shared).sink()
      """)
    #expect(
      recording.stages.map(\.name) == [
        "n", "receive(on: pool)", "receive(on: global())", "receive(on: main)", "receive",
      ])
  }

  @Test("the main queue of RxSwift is called main")
  func theMainQueueOfRxSwiftIsCalledMain() {
    let recording = recording(
      """
      dialect rxswift
      let n = PublishSubject()
      let a = n.observe(on: MainScheduler.instance).subscribe()
      """)
    #expect(recording.stages.map(\.name) == ["n", "observe(on: main)"])
  }

  @Test("an inner stream has the name of the element that created it")
  func anInnerStreamHasTheNameOfTheElementThatCreatedIt() {
    let recording = recording(
      """
      let urls = ["/a", "/b"].publisher
      let all = urls.flatMap { cold("-(r|)", r: $0 + ".png") }.sink()
      """)
    #expect(
      recording.lanes.filter { $0.role == .inner }.map(\.name) == ["/a", "/b"])
  }

  @Test("an operator that stores elements per subscriber has a stage for each open subscription")
  func anOperatorThatStoresElementsPerSubscriberHasAStageForEachOpenSubscription() {
    let recording = recording(
      """
      let n = PassthroughSubject()
      let late = n.delay(for: 2)
      let A, B, C = late.sink()
      A: ^-!
      B: ^---
      C: ---^
      n: -1-2
      """)
    #expect(recording.stages.map(\.name) == ["n", "late", "late #2"])
  }
}
