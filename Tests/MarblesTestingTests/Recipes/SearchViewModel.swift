import MarblesCombine

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
