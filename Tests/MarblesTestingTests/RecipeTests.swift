import Foundation
import MarblesCombine
import MarblesTesting
import Testing

private struct NotFound: Error {}

// Recipe: a view model in Combine
final class SearchViewModel<Queue: Scheduler> {
  struct Output {
    let results: AnyPublisher<String, Never>
    let isLoading: AnyPublisher<Bool, Never>
  }

  private let queue: Queue
  private let search: (String) -> AnyPublisher<String, any Error>

  init(queue: Queue, search: @escaping (String) -> AnyPublisher<String, any Error>) {
    self.queue = queue
    self.search = search
  }

  func transform(_ query: some Publisher<String, Never>) -> Output {
    let isLoading = CurrentValueSubject<Bool, Never>(false)
    let results =
      query
      .debounce(for: .milliseconds(300), scheduler: queue)
      .removeDuplicates()
      .handleEvents(receiveOutput: { _ in isLoading.send(true) })
      .map { [search] text in search(text).catch { _ in Just("no results") } }
      .switchToLatest()
      .handleEvents(receiveOutput: { _ in isLoading.send(false) })
    return Output(
      results: results.eraseToAnyPublisher(),
      isLoading: isLoading.removeDuplicates().eraseToAnyPublisher())
  }
}
// End

// Recipe: its test
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
// End

@Suite("The recipes") struct RecipePageTests {
  private func text(_ path: String) throws -> String {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    return try String(contentsOf: root.appending(path: path), encoding: .utf8)
  }

  @Test("docs/recipes.md shows the code of the tests word for word")
  func docsRecipesMdShowsTheCodeOfTheTestsWordForWord() throws {
    let page = try text("docs/recipes.md")
    let sources =
      try text("Tests/MarblesTestingTests/RecipeTests.swift")
      + text("Tests/MarblesTestingTests/RxRecipeTests.swift")
    let recipes = sources.components(separatedBy: "\n// Recipe: ").dropFirst()
    #expect(recipes.count == page.components(separatedBy: "```swift\n").count - 1)
    for recipe in recipes {
      let code = recipe.drop { $0 != "\n" }.dropFirst()
      let end = try #require(code.firstRange(of: "// End\n"))
      #expect(
        page.contains("```swift\n\(code[..<end.lowerBound])```"), "\(recipe.prefix { $0 != "\n" })")
    }
  }

  @Test("docs/recipes.md shows the picture of each script in examples/recipes")
  func docsRecipesMdShowsThePictureOfEachScriptInExamplesRecipes() throws {
    let page = try text("docs/recipes.md")
    let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "examples/recipes")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    let scripts = names.filter { $0.hasSuffix(".txt") }
    #expect(scripts.count >= 10)
    for name in scripts {
      #expect(page.contains("<!-- marbles: ../examples/recipes/\(name) "), "\(name)")
    }
  }
}
