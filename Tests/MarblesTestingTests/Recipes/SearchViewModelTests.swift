import MarblesCombine
import MarblesTesting
import Testing

struct NotFound: Error {}

@Test func searchWaitsForAPauseAndReportsFailuresAsElements() throws {
  let scheduler = TestScheduler(frame: .milliseconds(100))
  let texts = ["a": "s", "b": "swift", "c": "swifft"] as [Character: String]
  let query = try scheduler.hot("query", "-a-b------c", values: texts)
  let found = try scheduler.cold(
    "--r|", values: ["r": "42 results"], failure: NotFound() as any Error)
  let failed = try scheduler.cold("--#", values: ["r": ""], failure: NotFound() as any Error)

  let viewModel = SearchViewModel(queue: scheduler) { text in
    (text == "swifft" ? failed : found).eraseToAnyPublisher()
  }
  let output = viewModel.transform(query)
  try scheduler.subscribe(output.results, as: "results")
  try scheduler.subscribe(output.isLoading, as: "isLoading")
  try scheduler.run()

  let recording = scheduler.recorder.recording(title: "Search")
  expectMarbles(
    recording, lane: "results", "--------a------b",
    values: ["a": "42 results", "b": "no results"], allowing: .openSubscriptions)
  expectMarbles(
    recording, lane: "isLoading", "f-----t-f----t-f",
    values: ["f": "false", "t": "true"], allowing: .openSubscriptions)
}
