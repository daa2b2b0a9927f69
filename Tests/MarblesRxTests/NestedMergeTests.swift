import MarblesRx
import MarblesTestSupport
import Testing

/// Random nested merges of synchronous sequences, compared with a plain model.
@Suite("Nested merges of synchronous sequences")
struct NestedMergeTests {
  @Test("the order of elements is that of a model", arguments: 0..<4)
  func theOrderOfElementsIsThatOfAModel(block: Int) {
    for seed in Scenarios.seeds(block, of: 4_000, blocks: 4) {
      var random = SeededGenerator(seed: UInt64(seed))
      let pipeline = Pipeline.random(depth: 3, &random)
      var received: [String] = []
      _ = pipeline.observable.subscribe(
        onNext: { received.append("\($0)") }, onCompleted: { received.append("completed") })
      #expect(received == Model().events(of: pipeline), "seed \(seed): \(pipeline)")
    }
  }
}

/// A pipeline whose elements are numbers or pipelines.
private indirect enum Pipeline: CustomStringConvertible {
  case of([Element])
  case just(Element)
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

  static func random(depth: Int, _ random: inout SeededGenerator) -> Pipeline {
    func element() -> Element {
      depth > 0 && random.chance(70)
        ? .pipeline(.random(depth: depth - 1, &random)) : .number(random.upTo(1_000))
    }
    switch random.upTo(depth > 0 ? 6 : 3) {
    case 0: return .just(element())
    case 1, 2: return .of((0..<random.upTo(4)).map { _ in element() })
    case 3: return .merge(.random(depth: depth - 1, &random), limit: nil)
    case 4: return .flatMapFirst(.random(depth: depth - 1, &random))
    default: return .merge(.random(depth: depth, &random), limit: 1 + random.upTo(2))
    }
  }

  var observable: Observable<Element> {
    switch self {
    case .of(let elements): .from(elements)
    case .just(let element): .just(element)
    case .merge(let source, nil): source.observable.flatMap { $0.inner.observable }
    case .merge(let source, let limit?):
      source.observable.map { $0.inner.observable }.merge(maxConcurrent: limit)
    case .flatMapFirst(let source): source.observable.flatMapFirst { $0.inner.observable }
    }
  }

  var description: String {
    switch self {
    case .of(let elements): "of(\(elements.map(\.description).joined(separator: ", ")))"
    case .just(let element): "just(\(element))"
    case .merge(let source, let limit): "\(source).merge(\(limit.map { "\($0)" } ?? ""))"
    case .flatMapFirst(let source): "\(source).flatMapFirst"
    }
  }
}

/// A sequence of several elements sends each of them in an action of the
/// trampoline, and a merge subscribes to a stream that waits when another one completes.
private final class Model {
  private typealias Next = (Pipeline.Element) -> Void
  private var actions: [() -> Void] = []

  func events(of pipeline: Pipeline) -> [String] {
    var events: [String] = []
    subscribe(pipeline, { events.append("\($0)") }, { events.append("completed") })
    while !actions.isEmpty { actions.removeFirst()() }
    return events
  }

  private func subscribe(
    _ pipeline: Pipeline, _ next: @escaping Next, _ completed: @escaping () -> Void
  ) {
    switch pipeline {
    case .just(let element):
      next(element)
      completed()
    case .of(let elements): send(elements[...], next, completed)
    case .merge(let source, nil):
      merge(source, isWanted: { _ in true }, next, completed)
    case .flatMapFirst(let source):
      merge(source, isWanted: { $0 == 0 }, next, completed)
    case .merge(let source, let limit?):
      merge(source, limit: limit, next, completed)
    }
  }

  private func send(
    _ elements: ArraySlice<Pipeline.Element>, _ next: @escaping Next,
    _ completed: @escaping () -> Void
  ) {
    actions.append { [self] in
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
