import Testing

@testable import MarblesScript

@Suite("Swift pasted into a script") struct PastedSwiftTests {
  @Test("pipelines written for Combine and RxSwift are accepted", arguments: pipelines)
  func pipelinesWrittenForCombineAndRxSwiftAreAccepted(text: String) {
    #expect(!parse(text).contains("invalid"))
  }

  private static let pipelines = [
    """
    var requests = 0
    let answers = PassthroughSubject<Int, Never>()
    let request = Deferred { () -> PassthroughSubject<Int, Never> in
        requests += 1                    // a request is sent here
        return answers
    }
    .handleEvents(receiveCancel: { cancellations += 1 })
    .share()
    var log: [String] = []
    let handle = request.sink(receiveCompletion: { _ in log.append("end") },
                              receiveValue: { log.append("\\($0)") })
    answers.send(completion: .finished)
    assert(requests == 1 && log == ["end"])
    """,
    """
    let level = meter
        .multicast { CurrentValueSubject<Double, Never>(0.0) }
        .autoconnect()
    var gauge: AnyCancellable? = level.sink { _ in }
    gauge = nil
    _ = (gauge, level)
    withExtendedLifetime((gauge,
                          level)) {}
    """,
    """
    let broken = replayed.sink(
        receiveCompletion: { if case .failure = $0 { log.append("failed") } },
        receiveValue: { _ in })
    source.send(completion: .failure(.offline))
    """,
    """
    let cache = ResponseCache<String, LoadError> {
        Deferred { () -> AnyPublisher<String, LoadError> in
            attempts += 1
            return failsNext
                ? Fail(error: .timeout).eraseToAnyPublisher()
                : Just("page").setFailureType(to: LoadError.self).eraseToAnyPublisher()
        }
        .eraseToAnyPublisher()
    }
    """,
    """
    let cached = makeRequest()
        .handleEvents(receiveCompletion: { [weak self] completion in
            if case .failure = completion { self?.current = nil }   // forget it
        })
        .shareReplay()
        .eraseToAnyPublisher()
    """,
    """
    ticks
        .buffer(size: 10, prefetch: .byRequest, whenFull: .dropNewest)
        .flatMap(maxPublishers: .max(2)) { id in load(id) }   // two at a time
        .sink { show($0) }
        .store(in: &cancellables)
    """,
    """
    let taps = PublishRelay<Void>()          // events
    let name = BehaviorRelay<String?>(value: nil)
    let history = ReplayRelay<[Int]>.create(bufferSize: 2)
    taps.accept(())
    for query in ["a", "b"] { history.accept(query) }
    let subscription = name.subscribe(
        onNext: { seen.append($0) },
        onCompleted: { seen.append("|") }
    )
    """,
    """
    let binding = Observable<String>.error(TestError.boom)
        .catch { error in .just("failed: \\(error)") }
        .bind(to: name)
    """,
    """
    actions
        .observe(on: SerialDispatchQueueScheduler(qos: .userInitiated))
        .scan(into: [Int]()) { items, action in
            switch action {
            case .add(let item): items.append(item)
            case .removeAll: items.removeAll()
            }
        }
        .bind(to: items)
        .disposed(by: bag)
    """,
    """
    DispatchQueue.concurrentPerform(iterations: 8) { thread in
        for index in 0..<1_000 { items.accept(items.value + [thread * 1_000 + index]) }
    }
    """,
    """
    let title = count.asDriver().map { "Tapped \\($0) times" }
    let drive = title.drive(onNext: { titles.append($0) })
    plus.withLatestFrom(count).map { $0 + 1 }.bind(to: count).disposed(by: bag)
    """,
    """
    let batches = clicks
      .collect(.byTime(RunLoop.main, .milliseconds(30)))
      .throttle(for: 0.5, scheduler: DispatchQueue.main, latest: true)
      .map(\\.count)
      .tryMap { n -> Int in
        guard n > 0 else { throw Problem.empty }
        return n
      }
      .catch { _ in Just(-1) }
      .assign(to: &published)
    """,
  ]

  @Test("the range of a statement contains all of its lines")
  func theRangeOfAStatementContainsAllOfItsLines() {
    let text = "let a = b\n  .map { $0 }\nlet c = a"
    let source = SourceText(name: "s", text: text)
    let spans = Script.parse(source).script.statements.map { source.text(of: $0.span) }
    #expect(spans == ["let a = b\n  .map { $0 }", "let c = a"])
  }
}
