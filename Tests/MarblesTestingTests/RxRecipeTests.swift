import MarblesCombine
import MarblesRx
import MarblesTesting
import Testing

private struct NotFound: Error {}

// Recipe: a view model in RxSwift
final class RxSearchViewModel {
  let query = PublishRelay<String>()
  let results: Observable<String>

  init(scheduler: any SchedulerType, search: @escaping (String) -> Observable<String>) {
    results =
      query
      .debounce(.milliseconds(300), scheduler: scheduler)
      .distinctUntilChanged()
      .flatMapLatest { text in search(text).catchAndReturn("no results") }
      .share(replay: 1)
  }
}
// End

// Recipe: its test
@Test func searchReplaysTheLatestResultToALateSubscriber() throws {
  let scheduler = TestScheduler(initialClock: 0, resolution: 0.1)
  let texts = scheduler.createHotObservable([
    .next(1, "s"), .next(3, "swift"), .next(10, "swifft"),
  ])
  let found = scheduler.createColdObservable([.next(2, "42 results"), .completed(3)])
  let failed: TestableObservable<String> = scheduler.createColdObservable([.error(2, NotFound())])

  let viewModel = RxSearchViewModel(scheduler: scheduler) { text in
    (text == "swifft" ? failed : found).asObservable()
  }
  let bag = DisposeBag()
  texts.bind(to: viewModel.query).disposed(by: bag)
  try scheduler.subscribe(viewModel.results, as: "first")
  try scheduler.subscribe(viewModel.results, as: "late", "---------^")
  try scheduler.run()

  let recording = scheduler.recorder.recording(title: "Search")
  let results = ["a": "42 results", "b": "no results"]
  expectMarbles(
    recording, lane: "first", "--------a------b", values: results, allowing: .openSubscriptions)
  expectMarbles(
    recording, lane: "late", "---------a-----b", values: results, allowing: .openSubscriptions)
}
// End
