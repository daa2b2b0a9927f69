import MarblesCombine
import MarblesRx
import Testing

@Suite("Synchronous sequences in Rx")
struct TrampolineTests {
  private let log = Log()

  @Test("a nested synchronous sequence alternates with the outer one")
  func aNestedSynchronousSequenceAlternatesWithTheOuterOne() {
    var count = 0
    Observable.of(1, 2, 3).logged("outer", log) { value in
      count += 1
      Observable.of(value * 10, value * 10 + 1).logged("in\(count)", self.log)
    }
    #expect(
      log.text == """
        outer next 1
        in1 next 10
        outer next 2
        in1 next 11
        in2 next 20
        outer next 3
        in1 completed
        in1 disposed
        in2 next 21
        in3 next 30
        outer completed
        outer disposed
        in2 completed
        in2 disposed
        in3 next 31
        in3 completed
        in3 disposed
        """)
  }

  private func three(_ value: Int) -> Observable<Int> {
    .of(value * 10, value * 10 + 1, value * 10 + 2)
  }

  @Test("flatMap of synchronous sequences interleaves their elements")
  func flatMapOfSynchronousSequencesInterleavesTheirElements() {
    Observable.of(1, 2, 3).flatMap(three).logged("A", log)
    let values = [10, 11, 20, 12, 21, 30, 22, 31, 32]
    #expect(log.lines == values.map { "A next \($0)" } + ["A completed", "A disposed"])
  }

  @Test("concatMap of synchronous sequences emits one after another")
  func concatMapOfSynchronousSequencesEmitsOneAfterAnother() {
    Observable.of(1, 2, 3).concatMap { Observable.of($0 * 10, $0 * 10 + 1) }.logged("A", log)
    let values = [10, 11, 20, 21, 30, 31]
    #expect(log.lines == values.map { "A next \($0)" } + ["A completed", "A disposed"])
  }

  @Test("flatMapLatest of synchronous sequences emits one element of each but the last")
  func flatMapLatestOfSynchronousSequencesEmitsOneElementOfEachButTheLast() {
    Observable.of(1, 2, 3).flatMapLatest { Observable.of($0 * 10, $0 * 10 + 1) }
      .logged("A", log)
    let values = [10, 20, 30, 31]
    #expect(log.lines == values.map { "A next \($0)" } + ["A completed", "A disposed"])
  }

  @Test("combineLatest, zip and merge alternate between two synchronous sequences")
  func combineLatestZipAndMergeAlternateBetweenTwoSynchronousSequences() {
    let a = Observable.of(1, 2, 3)
    let b = Observable.of(10, 20, 30)
    Observable.combineLatest(a, b).logged("combineLatest", log)
    Observable.zip(a, b).map { "\($0)" }.take(2).logged("zip", log)
    Observable.merge(a, b).logged("merge", log)
    #expect(
      log.text == """
        combineLatest next (1, 10)
        combineLatest next (2, 10)
        combineLatest next (2, 20)
        combineLatest next (3, 20)
        combineLatest next (3, 30)
        combineLatest completed
        combineLatest disposed
        zip next (1, 10)
        zip next (2, 20)
        zip completed
        zip disposed
        merge next 1
        merge next 10
        merge next 2
        merge next 20
        merge next 3
        merge next 30
        merge completed
        merge disposed
        """)
  }

  @Test("a shared synchronous sequence reaches both branches of a diamond")
  func aSharedSynchronousSequenceReachesBothBranchesOfADiamond() {
    let shared = Observable.of(1, 2, 3).spied("up", log).share()
    Observable.combineLatest(shared, shared).logged("A", log)
    #expect(
      log.text == """
        up subscribed
        up emits 1
        A next (1, 1)
        up emits 2
        A next (2, 1)
        A next (2, 2)
        up emits 3
        A next (3, 2)
        A next (3, 3)
        up completed
        A completed
        A disposed
        up disposed
        """)
  }

  @Test("isScheduleRequired is true after the outermost subscription has returned")
  func isScheduleRequiredIsTrueAfterTheOutermostSubscriptionHasReturned() {
    #expect(CurrentThreadScheduler.isScheduleRequired)
    _ = Observable.of(1).subscribe(onNext: { _ in
      #expect(!CurrentThreadScheduler.isScheduleRequired)
    })
    #expect(CurrentThreadScheduler.isScheduleRequired)
  }

  @Test("a hundred thousand synchronous elements do not grow the stack")
  func aHundredThousandSynchronousElementsDoNotGrowTheStack() {
    var sum = 0
    _ = Observable.from(Array(repeating: 1, count: 100_000)).subscribe(onNext: { sum += $0 })
    #expect(sum == 100_000)
    let parts = (0..<20_000).map { _ in Observable.just(1) }
    _ = Observable.concat(parts).subscribe(onNext: { sum += $0 })
    #expect(sum == 120_000)
  }
}
