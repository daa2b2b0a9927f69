import MarblesCombine
import MarblesRx
import Testing

@Suite("Inner streams in Rx")
struct InnerStreamTests {
  /// Three values; each starts a stream of a, b and c that ends after 120.
  private func run(
    _ pipeline: @escaping (Observable<Observable<String>>) -> Observable<String>
  ) -> [String] {
    var log: [String] = []
    let run = TimedRun<Int>([
      .next(210, 1), .next(250, 2), .next(290, 3), .completed(300),
    ])
    let scheduler = run.scheduler
    let result = run.result { source in
      pipeline(
        source.map { number in
          scheduler.createColdObservable([
            .next(10, "\(number)a"), .next(50, "\(number)b"), .next(110, "\(number)c"),
            .completed(120),
          ]).do(
            onSubscribe: { log.append("\(number) from \(scheduler.clock)") },
            onDispose: { log.append("\(number) to \(scheduler.clock)") })
        })
    }
    return [result] + log
  }

  @Test("flatMap runs all inner observables at the same time")
  func flatMapRunsAllInnerObservablesAtTheSameTime() {
    #expect(
      run { $0.flatMap { $0 } } == [
        "next(1a)@220 next(1b)@260 next(2a)@260 next(2b)@300 next(3a)@300 next(1c)@320 "
          + "next(3b)@340 next(2c)@360 next(3c)@400 completed@410, source [200..300]",
        "1 from 210", "2 from 250", "3 from 290", "1 to 330", "2 to 370", "3 to 410",
      ])
  }

  @Test("flatMapLatest disposes the previous inner observable before it subscribes to the next one")
  func flatMapLatestDisposesThePreviousInnerObservableBeforeItSubscribesToTheNextOne() {
    #expect(
      run { $0.flatMapLatest { $0 } } == [
        "next(1a)@220 next(2a)@260 next(3a)@300 next(3b)@340 next(3c)@400 completed@410, "
          + "source [200..300]",
        "1 from 210", "1 to 250", "2 from 250", "2 to 290", "3 from 290", "3 to 410",
      ])
  }

  @Test("merge(maxConcurrent: 2) subscribes to the third inner observable when one has completed")
  func mergeMaxConcurrent2SubscribesToTheThirdInnerObservableWhenOneHasCompleted() {
    #expect(
      run { $0.merge(maxConcurrent: 2) } == [
        "next(1a)@220 next(1b)@260 next(2a)@260 next(2b)@300 next(1c)@320 next(3a)@340 "
          + "next(2c)@360 next(3b)@380 next(3c)@440 completed@450, source [200..300]",
        "1 from 210", "2 from 250", "1 to 330", "3 from 330", "2 to 370", "3 to 450",
      ])
  }

  @Test("flatMapFirst drops elements while an inner observable runs")
  func flatMapFirstDropsElementsWhileAnInnerObservableRuns() {
    #expect(
      run { $0.flatMapFirst { $0 } } == [
        "next(1a)@220 next(1b)@260 next(1c)@320 completed@330, source [200..300]",
        "1 from 210", "1 to 330",
      ])
  }

  @Test("concatMap runs inner observables one after another")
  func concatMapRunsInnerObservablesOneAfterAnother() {
    #expect(
      run { $0.concatMap { $0 } } == [
        "next(1a)@220 next(1b)@260 next(1c)@320 next(2a)@340 next(2b)@380 next(2c)@440 "
          + "next(3a)@460 next(3b)@500 next(3c)@560 completed@570, source [200..300]",
        "1 from 210", "1 to 330", "2 from 330", "2 to 450", "3 from 450", "3 to 570",
      ])
  }
}
