import MarblesRx
import MarblesTestSupport
import Testing

/// Random nested merges of synchronous sequences and of subjects, compared with a plain model.
@Suite("Nested merges of synchronous sequences")
struct NestedMergeTests {
  @Test("the order of elements is that of a model", arguments: 0..<4)
  func theOrderOfElementsIsThatOfAModel(block: Int) {
    for seed in Scenarios.seeds(block, of: 4_000, blocks: 4) {
      var random = SeededGenerator(seed: UInt64(seed))
      var generator = Generator(random: random)
      let pipeline = generator.pipeline(depth: 3)
      let order = (0..<generator.subjects).map { $0 }.shuffled(using: &random)
      let subjects = order.map { _ in PublishSubject<Pipeline.Element>() }
      var received: [String] = []
      _ = pipeline.observable(subjects).subscribe(
        onNext: { received.append("\($0)") }, onCompleted: { received.append("completed") })
      for index in order {
        subjects[index].onNext(.number(-index))
        subjects[index].onCompleted()
      }
      let expected = Model().events(of: pipeline, order)
      #expect(received == expected, "seed \(seed): \(pipeline), subjects \(order)")
    }
  }

  @Test("a stream that waits is subscribed inside the completion before, behind waiting actions")
  func aStreamThatWaitsIsSubscribedInsideTheCompletionBeforeBehindWaitingActions() {
    // The first stream completes on no trampoline. The second one creates it, and the inner
    // sequences of its elements wait there when it completes and the third one is subscribed.
    let first = PublishSubject<Int>()
    var received: [Int] = []
    _ = Observable.of(first.asObservable(), .of(1, 2), .of(3, 4))
      .merge(maxConcurrent: 1)
      .flatMap { Observable.of($0, $0 * 10, $0 * 100, $0 * 1000) }
      .subscribe(onNext: { received.append($0) })
    first.onCompleted()
    #expect(received == [1, 10, 2, 100, 20, 1000, 200, 3, 2000, 30, 4, 300, 40, 3000, 400, 4000])
  }

  @Test("many streams that complete during their subscription do not grow the stack")
  func manyStreamsThatCompleteDuringTheirSubscriptionDoNotGrowTheStack() {
    let first = PublishSubject<Int>()
    let sources = (0..<100_000).map { $0 == 0 ? first.asObservable() : .just($0) }
    var count = 0
    var isCompleted = false
    _ = Observable.from(sources).concat()
      .subscribe(onNext: { _ in count += 1 }, onCompleted: { isCompleted = true })
    first.onCompleted()
    #expect(count == 99_999)
    #expect(isCompleted)
  }
}

/// A pipeline whose elements are numbers or pipelines.
private indirect enum Pipeline: CustomStringConvertible {
  case of([Element])
  case just(Element)
  /// A subject, which sends its negative number and completes after the subscription.
  case subject(Int)
  /// Merges the elements that are pipelines, of all or of a limited number at a time.
  case merge(Pipeline, limit: Int?)
  case flatMapFirst(Pipeline)

  enum Element: CustomStringConvertible {
    case number(Int)
    case pipeline(Pipeline)

    /// The element as an inner stream.
    var inner: Pipeline {
      switch self {
      case .number: .just(self)
      case .pipeline(let pipeline): pipeline
      }
    }

    var description: String {
      switch self {
      case .number(let number): "\(number)"
      case .pipeline(let pipeline): "\(pipeline)"
      }
    }
  }

  func observable(_ subjects: [PublishSubject<Element>]) -> Observable<Element> {
    switch self {
    case .of(let elements): .from(elements)
    case .just(let element): .just(element)
    case .subject(let index): subjects[index].asObservable()
    case .merge(let source, nil):
      source.observable(subjects).flatMap { $0.inner.observable(subjects) }
    case .merge(let source, let limit?):
      source.observable(subjects).map { $0.inner.observable(subjects) }
        .merge(maxConcurrent: limit)
    case .flatMapFirst(let source):
      source.observable(subjects).flatMapFirst { $0.inner.observable(subjects) }
    }
  }

  var description: String {
    switch self {
    case .of(let elements): "of(\(elements.map(\.description).joined(separator: ", ")))"
    case .just(let element): "just(\(element))"
    case .subject(let index): "subject \(index)"
    case .merge(let source, let limit): "\(source).merge(\(limit.map { "\($0)" } ?? ""))"
    case .flatMapFirst(let source): "\(source).flatMapFirst"
    }
  }
}

/// Generates random pipelines. Each subject occurs once.
private struct Generator {
  var random: SeededGenerator
  var subjects = 0

  mutating func pipeline(depth: Int) -> Pipeline {
    switch random.upTo(depth > 0 ? 8 : 4) {
    case 0: return .just(element(depth: depth))
    case 1, 2: return .of((0..<random.upTo(4)).map { _ in element(depth: depth) })
    case 3:
      subjects += 1
      return .subject(subjects - 1)
    case 4: return .merge(pipeline(depth: depth - 1), limit: nil)
    case 5: return .flatMapFirst(pipeline(depth: depth - 1))
    default: return .merge(pipeline(depth: depth), limit: 1 + random.upTo(2))
    }
  }

  private mutating func element(depth: Int) -> Pipeline.Element {
    depth > 0 && random.chance(70)
      ? .pipeline(pipeline(depth: depth - 1)) : .number(random.upTo(1_000))
  }
}

/// The rules of RxSwift: a sequence sends each element in an action of the trampoline, the outermost
/// subscription creates the trampoline, and a merge subscribes to a stream that waits when another
/// one completes.
private final class Model {
  private typealias Next = (Pipeline.Element) -> Void
  /// The actions that wait; `nil` if there is no trampoline.
  private var actions: [() -> Void]?
  /// The subscribers of subjects, which have not completed.
  private var subscribers: [Int: [(next: Next, completed: () -> Void)]] = [:]

  /// - Parameter order: The order in which the subjects send and complete.
  func events(of pipeline: Pipeline, _ order: [Int]) -> [String] {
    var events: [String] = []
    for index in order { subscribers[index] = [] }
    subscribe(pipeline, { events.append("\($0)") }, { events.append("completed") })
    for index in order {
      let present = subscribers.removeValue(forKey: index) ?? []
      for subscriber in present { subscriber.next(.number(-index)) }
      for subscriber in present { subscriber.completed() }
    }
    return events
  }

  /// Runs the outermost action, and then those that wait; any other one waits or, for a
  /// subscription, runs at once.
  private func run(isSubscription: Bool, _ action: @escaping () -> Void) {
    guard actions == nil else {
      return isSubscription ? action() : actions?.append(action) ?? ()
    }
    actions = []
    action()
    while actions?.isEmpty == false { actions?.removeFirst()() }
    actions = nil
  }

  private func subscribe(
    _ pipeline: Pipeline, _ next: @escaping Next, _ completed: @escaping () -> Void
  ) {
    switch pipeline {
    case .just(let element):
      next(element)
      completed()
    case .subject(let index):
      guard subscribers[index] != nil else { return completed() }
      subscribers[index]?.append((next, completed))
    case .of(let elements):
      run(isSubscription: true) { [self] in send(elements[...], next, completed) }
    case .merge(let source, nil):
      run(isSubscription: true) { [self] in
        merge(source, isWanted: { _ in true }, next, completed)
      }
    case .flatMapFirst(let source):
      run(isSubscription: true) { [self] in merge(source, isWanted: { $0 == 0 }, next, completed) }
    case .merge(let source, let limit?):
      run(isSubscription: true) { [self] in merge(source, limit: limit, next, completed) }
    }
  }

  private func send(
    _ elements: ArraySlice<Pipeline.Element>, _ next: @escaping Next,
    _ completed: @escaping () -> Void
  ) {
    run(isSubscription: false) { [self] in
      guard let first = elements.first else { return completed() }
      next(first)
      send(elements.dropFirst(), next, completed)
    }
  }

  private func merge(
    _ source: Pipeline, isWanted: @escaping (Int) -> Bool, _ next: @escaping Next,
    _ completed: @escaping () -> Void
  ) {
    var (active, hasEnded) = (0, false)
    subscribe(source) { [self] element in
      guard isWanted(active) else { return }
      active += 1
      subscribe(element.inner, next) {
        active -= 1
        if hasEnded, active == 0 { completed() }
      }
    } _: {
      hasEnded = true
      if active == 0 { completed() }
    }
  }

  private func merge(
    _ source: Pipeline, limit: Int, _ next: @escaping Next, _ completed: @escaping () -> Void
  ) {
    var (active, hasEnded, waiting) = (0, false, [Pipeline]())
    func start(_ pipeline: Pipeline) {
      subscribe(pipeline, next) {
        if !waiting.isEmpty { return start(waiting.removeFirst()) }
        active -= 1
        if hasEnded, active == 0 { completed() }
      }
    }
    subscribe(source) { element in
      guard active < limit else { return waiting.append(element.inner) }
      active += 1
      start(element.inner)
    } _: {
      hasEnded = true
      if active == 0 { completed() }
    }
  }
}
