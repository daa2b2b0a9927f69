import Marbles

/// A cache that shares one request among all callers, stores its success and discards its failure.
///
///     request:        ---a|             ---b|
///     load 1  ^       ---a|
///     load 2        ^ -a|      (stored)
///     invalidate()          ^
///     load 3                   ^        ---b|
///
/// A load during a request shares it; a load after a success receives the stored value; a load
/// after a failure makes a new request. If all subscribers cancel during a request, it is
/// cancelled, and the next load starts a new one.
///
/// With a time to live, an older success is not served: the next load makes one new request, which
/// later loads share. With `staleWhileRevalidate` these loads receive the old value at once, while
/// the new request, which the first of them starts, runs for later ones. A failure of the new
/// request empties the cache in both cases.
///
/// Not thread-safe: use it from one thread, or from the main actor.
public final class ResponseCache<Output, Failure: Error> {
  private struct Entry {
    let number: Int
    let publisher: AnyPublisher<Output, Failure>
    /// Whether it is too old by now; nil as long as the request has not succeeded.
    var isExpired: (() -> Bool)?
    /// Whether its age has been reported.
    var isReportedExpired = false
  }

  private let makeRequest: () -> AnyPublisher<Output, Failure>
  /// Starts a clock, and returns whether the time is over.
  private let startAging: () -> () -> Bool
  /// Calls a function when the time is over.
  private let afterLifetime: (@escaping () -> Void) -> Void
  private let servesStale: Bool
  private var current: Entry?
  /// The new request for an answer that is still served.
  private var refresh: (entry: Entry, subscription: AnyCancellable)?
  /// The latest refresh. If it were cancelled before its completion, it would count as a subscriber
  /// that cancels.
  private var finishedRefresh: AnyCancellable?
  private var nextNumber = 0
  private var observer: Observer?

  /// Creates a cache that stores a success until ``invalidate()``.
  public init(_ makeRequest: @escaping () -> AnyPublisher<Output, Failure>) {
    self.makeRequest = makeRequest
    startAging = { { false } }
    afterLifetime = { _ in }
    servesStale = false
  }

  /// Creates a cache that stores a success for the given time: at that age it has expired.
  public init<S: Scheduler>(
    timeToLive: S.SchedulerTimeType.Stride, scheduler: S, staleWhileRevalidate: Bool = false,
    _ makeRequest: @escaping () -> AnyPublisher<Output, Failure>
  ) {
    self.makeRequest = makeRequest
    startAging = {
      let start = scheduler.now
      return { start.distance(to: scheduler.now) >= timeToLive }
    }
    afterLifetime = { action in
      scheduler.schedule(after: scheduler.now.advanced(by: timeToLive), action)
    }
    servesStale = staleWhileRevalidate
  }

  /// Returns the stored value, the request in flight, or a new request.
  public func response() -> AnyPublisher<Output, Failure> {
    let publisher = entry()
    return observer?.response(publisher) ?? publisher
  }

  /// Removes the stored value: the next load makes a new request.
  ///
  /// Subscribers of a request in flight still receive its result.
  public func invalidate() {
    refresh = nil
    forget()
  }

  private func entry() -> AnyPublisher<Output, Failure> {
    guard let kept = current else { return replace() }
    guard kept.isExpired?() == true else { return kept.publisher }
    expire(kept.number)
    guard servesStale else { return replace() }
    let publisher = kept.publisher
    // The subscriber of the old value is the cause of the new request.
    return Deferred { [weak self] in
      self?.refresh(kept.number)
      // A refresh that completed synchronously has replaced or removed the value.
      return publisher
    }.eraseToAnyPublisher()
  }

  private func replace() -> AnyPublisher<Output, Failure> {
    forget()
    let entry = makeEntry()
    current = entry
    return entry.publisher
  }

  /// Reports, once, that the stored value has expired.
  private func expire(_ number: Int) {
    guard let kept = current, kept.number == number, !kept.isReportedExpired else { return }
    current?.isReportedExpired = true
    observer?.expired(servesStale)
  }

  private func forget() {
    guard current != nil else { return }
    current = nil
    observer?.forgotten()
  }

  /// Starts a new request for an expired value, unless one runs.
  private func refresh(_ number: Int) {
    guard current?.number == number, refresh == nil else { return }
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

  /// The result of a refresh so far.
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
      if values.isEmpty { forget() }
      current = entry
      finishedRefresh = subscription
      refresh = nil
      for value in values { observer?.kept(value) }
    }
    current?.isExpired = startAging()
    guard observer != nil, let kept = current?.number else { return }
    afterLifetime { [weak self] in self?.expire(kept) }
  }

  // MARK: Recording

  /// Reports of a cache to a recording.
  package struct Observer {
    package var request: (AnyPublisher<Output, Failure>) -> AnyPublisher<Output, Failure>
    package var response: (AnyPublisher<Output, Failure>) -> AnyPublisher<Output, Failure>
    package var kept: (Output) -> Void
    package var forgotten: () -> Void
    /// Called when the stored value has become too old, with whether it is still served.
    package var expired: (Bool) -> Void

    package init(
      request: @escaping (AnyPublisher<Output, Failure>) -> AnyPublisher<Output, Failure>,
      response: @escaping (AnyPublisher<Output, Failure>) -> AnyPublisher<Output, Failure>,
      kept: @escaping (Output) -> Void, forgotten: @escaping () -> Void,
      expired: @escaping (_ isServed: Bool) -> Void
    ) {
      self.request = request
      self.response = response
      self.kept = kept
      self.forgotten = forgotten
      self.expired = expired
    }
  }

  package func observe(_ observer: Observer) { self.observer = observer }
}
