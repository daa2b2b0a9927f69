import Marbles

/// Shares one request among all who load, keeps its success, and forgets its failure.
///
///     request:        ---a|             ---b|
///     load 1  ^       ---a|
///     load 2        ^ -a|      (kept)
///     invalidate()          ^
///     load 3                   ^        ---b|
///
/// Who loads while a request is in flight shares it; who loads after a success gets what is kept;
/// who loads after a failure makes a new request. If everybody leaves while a request is in flight,
/// it is cancelled, and the next one who loads starts it again.
///
/// With a time to live, a success older than that is not served any longer: the next load makes
/// one new request, which all share who come meanwhile. With `staleWhileRevalidate` they get the
/// old answer at once instead, while the new request runs for those who come after it. A failure
/// of the new request leaves the cache empty either way: what could not be confirmed is not kept.
///
/// Not thread-safe: one thread, or the main actor, uses it.
public final class ResponseCache<Output, Failure: Error> {
  private struct Entry {
    let number: Int
    let publisher: AnyPublisher<Output, Failure>
    /// Whether it is too old by now; nil as long as the request has not succeeded.
    var isExpired: (() -> Bool)?
  }

  private let makeRequest: () -> AnyPublisher<Output, Failure>
  /// Starts a clock, and says whether it has run out.
  private let startAging: () -> () -> Bool
  private let servesStale: Bool
  private var current: Entry?
  /// The new request for an answer that is still served.
  private var refresh: (entry: Entry, subscription: AnyCancellable)?
  /// Its last refresh: cancelled before it has seen its own end, it would count as one who left.
  private var finishedRefresh: AnyCancellable?
  private var nextNumber = 0
  private var observer: Observer?

  /// A cache that keeps a success until ``invalidate()``.
  public init(_ makeRequest: @escaping () -> AnyPublisher<Output, Failure>) {
    self.makeRequest = makeRequest
    startAging = { { false } }
    servesStale = false
  }

  /// A cache that keeps a success for a time.
  public init<S: Scheduler>(
    timeToLive: S.SchedulerTimeType.Stride, scheduler: S, staleWhileRevalidate: Bool = false,
    _ makeRequest: @escaping () -> AnyPublisher<Output, Failure>
  ) {
    self.makeRequest = makeRequest
    startAging = {
      let start = scheduler.now
      return { start.distance(to: scheduler.now) > timeToLive }
    }
    servesStale = staleWhileRevalidate
  }

  /// What is kept, or the request in flight, or a new request.
  public func response() -> AnyPublisher<Output, Failure> {
    let publisher = entry().publisher
    return observer?.response(publisher) ?? publisher
  }

  /// Forgets what is kept: the next load makes a new request.
  ///
  /// Who shares a request in flight still gets its answer.
  public func invalidate() {
    refresh = nil
    forget()
  }

  private func entry() -> Entry {
    guard let kept = current else { return replace() }
    guard kept.isExpired?() == true else { return kept }
    guard servesStale else { return replace() }
    if refresh == nil { startRefresh() }
    // A refresh that ended at once has replaced or emptied what was kept.
    return kept
  }

  private func replace() -> Entry {
    forget()
    let entry = makeEntry()
    current = entry
    return entry
  }

  private func forget() {
    guard current != nil else { return }
    current = nil
    observer?.forgotten()
  }

  private func startRefresh() {
    let entry = makeEntry()
    let placeholder = AnyCancellable {}
    refresh = (entry, placeholder)
    let subscription = entry.publisher.sink(receiveCompletion: { _ in }, receiveValue: { _ in })
    if refresh?.entry.number == entry.number { refresh?.subscription = subscription }
  }

  private func makeEntry() -> Entry {
    let number = nextNumber
    nextNumber += 1
    let request = makeRequest()
    let publisher = (observer?.request(request) ?? request)
      .handleEvents(
        receiveOutput: { [weak self] in self?.received($0, number) },
        receiveCompletion: { [weak self] in self?.ended($0, number) }
      )
      .shareReplay()
    return Entry(number: number, publisher: publisher.eraseToAnyPublisher(), isExpired: nil)
  }

  private func received(_ value: Output, _ number: Int) {
    if current?.number == number { observer?.kept(value) }
    if refresh?.entry.number == number { refreshed.append(value) }
  }

  /// What a refresh has brought so far.
  private var refreshed: [Output] = []

  private func ended(_ completion: Subscribers.Completion<Failure>, _ number: Int) {
    let isRefresh = refresh?.entry.number == number
    guard isRefresh || current?.number == number else { return }
    let values = refreshed
    refreshed = []
    if case .failure = completion {
      if isRefresh { refresh = nil }
      return forget()
    }
    if isRefresh, let (entry, subscription) = refresh {
      forget()
      current = entry
      finishedRefresh = subscription
      refresh = nil
      for value in values { observer?.kept(value) }
    }
    current?.isExpired = startAging()
  }

  // MARK: Recording

  /// What a recording wants to know.
  package struct Observer {
    package var request: (AnyPublisher<Output, Failure>) -> AnyPublisher<Output, Failure>
    package var response: (AnyPublisher<Output, Failure>) -> AnyPublisher<Output, Failure>
    package var kept: (Output) -> Void
    package var forgotten: () -> Void

    package init(
      request: @escaping (AnyPublisher<Output, Failure>) -> AnyPublisher<Output, Failure>,
      response: @escaping (AnyPublisher<Output, Failure>) -> AnyPublisher<Output, Failure>,
      kept: @escaping (Output) -> Void, forgotten: @escaping () -> Void
    ) {
      self.request = request
      self.response = response
      self.kept = kept
      self.forgotten = forgotten
    }
  }

  package func observe(_ observer: Observer) { self.observer = observer }
}
