import Marbles
import MarblesCombine

struct MeasuredFailure: Error {}

extension OperatorMeasurement {
  typealias Source<Failure: Error> = PassthroughSubject<Int, Failure>

  /// A pipeline behind a subject that can fail.
  @inline(__always)
  private static func values<P: Publisher>(
    _ name: String, _ goal: OperatorGoal = OperatorGoals.passing,
    _ pipeline: @escaping (Source<MeasuredFailure>) -> P
  ) -> OperatorMeasurement {
    OperatorMeasurement(name, goal) { feed($0, pipeline) }
  }

  /// A pipeline behind a subject that cannot fail.
  @inline(__always)
  private static func safeValues<P: Publisher>(
    _ name: String, _ goal: OperatorGoal = OperatorGoals.passing,
    _ pipeline: @escaping (Source<Never>) -> P
  ) -> OperatorMeasurement {
    OperatorMeasurement(name, goal) { feed($0, pipeline) }
  }

  @inline(__always)
  private static func feed<Failure: Error, P: Publisher>(
    _ size: Int, _ pipeline: (Source<Failure>) -> P
  ) -> () -> Int {
    let source = Source<Failure>()
    let arrivals = Arrivals()
    let sink = pipeline(source).sink(
      receiveCompletion: { _ in }, receiveValue: { _ in arrivals.count &+= 1 })
    return {
      for value in 0..<size { source.send(value) }
      use((sink, arrivals))
      return size
    }
  }

  // Operators that end a stream get arguments with which they do not.

  static var combinePassing: [OperatorMeasurement] {
    [
      safeValues("PassthroughSubject, sink") { $0 },
      values("Deferred, sink") { source in Deferred { source } },
      values("map") { $0.map { $0 &+ 1 } },
      values("map(keyPath)", OperatorGoals.unspecialized) { $0.map(\.magnitude) },
      values("tryMap") { $0.tryMap { $0 &+ 1 } },
      values("filter") { $0.filter { $0 >= 0 } },
      values("filter, none passes") { $0.filter { $0 < 0 } },
      values("filter(try)") { $0.tryFilter { $0 >= 0 } },
      values("compactMap") { $0.compactMap { Optional($0) } },
      values("compactMap(try)") { $0.tryCompactMap { Optional($0) } },
      values("scan") { $0.scan(0) { $0 &+ $1 } },
      values("scan(try)") { $0.tryScan(0) { $0 &+ $1 } },
      values("replaceNil after map") { $0.map { Optional($0) }.replaceNil(with: 0) },
      values("removeDuplicates") { $0.removeDuplicates() },
      values("removeDuplicates(try)") { $0.tryRemoveDuplicates { $0 == $1 } },
      values("dropFirst") { $0.dropFirst() },
      values("drop(while:)") { $0.drop { $0 < 1 } },
      values("drop(while: try)") { $0.tryDrop { $0 < 1 } },
      values("drop(untilOutputFrom:)") {
        $0.drop(untilOutputFrom: Just(0).setFailureType(to: MeasuredFailure.self))
      },
      values("prefix") { $0.prefix(.max) },
      values("prefix(while:)") { $0.prefix { $0 >= 0 } },
      values("prefix(while: try)") { $0.tryPrefix { $0 >= 0 } },
      values("prefix(untilOutputFrom:)") { $0.prefix(untilOutputFrom: Source<Never>()) },
      values("output(in:)") { $0.output(in: 1..<Int.max) },
      values("ignoreOutput") { $0.ignoreOutput() },
      values("handleEvents") { $0.handleEvents(receiveOutput: { _ in }) },
      values("print", OperatorGoals.unspecialized) { $0.print(to: Discarding()) },
      values("measureInterval") { $0.measureInterval(using: ImmediateScheduler.shared) },
      values("append") { $0.append(1) },
      values("prepend") { $0.prepend(1) },
      values("buffer", OperatorGoals.result) {
        $0.buffer(size: 16, prefetch: .keepFull, whenFull: .dropNewest)
      },
      values("eraseToAnyPublisher") { $0.eraseToAnyPublisher() },
      values(
        "map, removeDuplicates, dropFirst, compactMap, prefix, handleEvents", OperatorGoals.chain
      ) {
        $0.map { $0 &+ 1 }.removeDuplicates().dropFirst().compactMap { Optional($0) }
          .prefix(.max).handleEvents(receiveOutput: { _ in })
      },
      values("map, filter, scan, each erased", OperatorGoals.erasedChain) {
        $0.map { $0 &+ 1 }.eraseToAnyPublisher()
          .filter { $0 >= 0 }.eraseToAnyPublisher()
          .scan(0) { $0 &+ $1 }.eraseToAnyPublisher()
      },
    ]
  }

  static var combineErrors: [OperatorMeasurement] {
    [
      values("mapError") { $0.mapError { $0 } },
      safeValues("setFailureType") { $0.setFailureType(to: MeasuredFailure.self) },
      values("assertNoFailure") { $0.assertNoFailure() },
      values("replaceEmpty") { $0.replaceEmpty(with: 0) },
      values("replaceError") { $0.replaceError(with: 0) },
      values("catch") { $0.catch { _ in Just(0) } },
      values("tryCatch") { $0.tryCatch { _ in Just(0).setFailureType(to: MeasuredFailure.self) } },
      values("retry") { $0.retry(1) },
    ]
  }

  static var combineResults: [OperatorMeasurement] {
    let goal = OperatorGoals.result
    return [
      values("allSatisfy", goal) { $0.allSatisfy { $0 >= 0 } },
      values("collect", goal) { $0.collect() },
      values("collect(4)", goal) { $0.collect(4) },
      values("contains", goal) { $0.contains(-1) },
      values("count", goal) { $0.count() },
      values("first(where:)", goal) { $0.first { $0 < 0 } },
      values("last", goal) { $0.last() },
      values("last(where:)", goal) { $0.last { $0 >= 0 } },
      values("max", goal) { $0.max() },
      values("min", goal) { $0.min() },
      values("reduce", goal) { $0.reduce(0) { $0 &+ $1 } },
      values("reduce(try)", goal) { $0.tryReduce(0) { $0 &+ $1 } },
      values("receive(on:)", goal) { $0.receive(on: ImmediateScheduler.shared) },
      values("subscribe(on:)", goal) { $0.subscribe(on: ImmediateScheduler.shared) },
    ]
  }

  /// Reports nothing.
  private struct Discarding: TextOutputStream, Sendable {
    mutating func write(_ text: String) {}
  }
}

// MARK: Operators that use a scheduler

extension OperatorMeasurement {
  static var combineTimed: [OperatorMeasurement] {
    [
      timed("delay") { $0.delay(for: .milliseconds(1), scheduler: $1) },
      timed("debounce") { $0.debounce(for: .milliseconds(1), scheduler: $1) },
      timed("throttle") { $0.throttle(for: .milliseconds(1), scheduler: $1, latest: true) },
      timed("timeout") { $0.timeout(.seconds(3_600), scheduler: $1) },
      timed("collect(.byTime)") { $0.collect(.byTime($1, .milliseconds(1))) },
    ]
  }

  /// Sends all values at one instant, then runs the scheduler.
  @inline(__always)
  private static func timed<P: Publisher>(
    _ name: String, _ pipeline: @escaping (Source<Never>, TestScheduler) -> P
  ) -> OperatorMeasurement {
    OperatorMeasurement(name, OperatorGoals.timed) { size in
      let source = Source<Never>()
      let scheduler = TestScheduler(limits: RunLimits(jobsPerInstant: .max, jobs: .max))
      let arrivals = Arrivals()
      let sink = pipeline(source, scheduler).sink(
        receiveCompletion: { _ in }, receiveValue: { _ in arrivals.count &+= 1 })
      return {
        for value in 0..<size { source.send(value) }
        try? scheduler.run()
        use((sink, arrivals))
        return size
      }
    }
  }
}
