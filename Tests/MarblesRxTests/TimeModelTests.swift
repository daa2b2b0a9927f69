import MarblesRx
import MarblesTestSupport
import Testing

/// RxSwift's operators in time, compared with plain models of their rules on random events.
///
/// A source that sends at the time of a timer comes first, because its events were scheduled first.
@Suite("Rx operators in time and their models")
struct TimeModelTests {
  private typealias Source = Observable<Int>

  /// Compares an operator with its model in 400 scenarios, with spans of one to eight ticks.
  private func compare<Output: Equatable>(
    _ name: String, _ model: (Timeline, Int) -> [Recorded<Event<Output>>],
    _ pipeline: @escaping (Source, RxTimeInterval, TestScheduler) -> Observable<Output>,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    for seed in Scenarios.seeds(of: 400) {
      var random = SeededGenerator(seed: UInt64(seed))
      let timeline = Timeline.random(&random)
      let span = 1 + random.upTo(8)
      let scheduler = TestScheduler(initialClock: 0)
      let source = scheduler.createHotObservable(timeline.events).asObservable()
      let observer = scheduler.start(disposed: Timeline.disposed) {
        pipeline(source, .seconds(span), scheduler)
      }
      let expected = model(timeline, span)
      guard observer.events != expected else { continue }
      Issue.record(
        """
        \(name), seed \(seed), span \(span): \(timeline.events)
        expected \(expected)
        received \(observer.events)
        """, sourceLocation: sourceLocation)
      return
    }
  }

  @Test("debounce") func debounce() {
    compare("debounce", { $0.debounced($1) }) { $0.debounce($1, scheduler: $2) }
  }

  @Test("throttle", arguments: [true, false]) func throttle(latest: Bool) {
    compare("throttle", { $0.throttled($1, latest: latest) }) {
      $0.throttle($1, latest: latest, scheduler: $2)
    }
  }

  @Test("delay") func delay() {
    compare("delay", { $0.delayed($1) }) { $0.delay($1, scheduler: $2) }
  }

  @Test("timeout") func timeout() {
    compare("timeout", { $0.timedOut($1) }) { $0.timeout($1, scheduler: $2) }
    compare(
      "timeout(other:)",
      { timeline, span in
        timeline.timedOut(span).flatMap { event in
          event.value == .error(RxError.timeout)
            ? [.next(event.time, -1), .completed(event.time)] : [event]
        }
      }
    ) { $0.timeout($1, other: Observable.just(-1), scheduler: $2) }
  }

  @Test("buffer, and window as arrays", arguments: 1...3) func bufferAndWindowAsArrays(count: Int) {
    compare("buffer", { $0.buffered($1, count) }) {
      $0.buffer(timeSpan: $1, count: count, scheduler: $2)
    }
    compare("window", { $0.buffered($1, count) }) {
      $0.window(timeSpan: $1, count: count, scheduler: $2).flatMap { $0.toArray() }
    }
  }

  @Test("take(for:), skip and delaySubscription") func takeForSkipAndDelaySubscription() {
    compare("take(for:)", { $0.taken($1) }) { $0.take(for: $1, scheduler: $2) }
    compare("skip", { $0.skipped($1, skipsEnds: false) }) { $0.skip($1, scheduler: $2) }
    compare("delaySubscription", { $0.skipped($1, skipsEnds: true) }) {
      $0.delaySubscription($1, scheduler: $2)
    }
  }

  @Test("sample") func sample() {
    compare("sample", { $0.sampled($1) }) { source, span, scheduler in
      source.sample(Observable<Int>.interval(span, scheduler: scheduler))
    }
  }
}

/// The events of a source, and the models. The subscription is made at 200 and disposed at 260.
private struct Timeline {
  static let subscribed = 200
  static let disposed = 260

  var events: [Recorded<Event<Int>>]

  static func random(_ random: inout SeededGenerator) -> Timeline {
    var time = subscribed + 1
    var events: [Recorded<Event<Int>>] = []
    for number in 0..<random.upTo(9) {
      time += random.upTo(7)
      events.append(.next(time, number))
    }
    time += random.upTo(9)
    switch random.upTo(3) {
    case 0: events.append(.completed(time))
    case 1: events.append(.error(time, Boom()))
    default: break
    }
    return Timeline(events: events)
  }

  func debounced(_ span: Int) -> [Recorded<Event<Int>>] {
    var result: [Recorded<Event<Int>>] = []
    for (index, event) in events.enumerated() {
      guard let element = event.value.element else {
        result.append(event)
        continue
      }
      let due = event.time + span
      let next = events.dropFirst(index + 1).first
      if let next, next.time <= due {
        if next.value.isCompleted { result.append(.next(next.time, element)) }
      } else {
        result.append(.next(due, element))
      }
    }
    return result
  }

  func throttled(_ span: Int, latest: Bool) -> [Recorded<Event<Int>>] {
    var result: [Recorded<Event<Int>>] = []
    var last: Int?
    var waiting: Int?
    func flush(before time: Int) {
      guard let due = last.map({ $0 + span }), due < time, let element = waiting else { return }
      result.append(.next(due, element))
      (last, waiting) = (due, nil)
    }
    for event in events {
      flush(before: event.time)
      switch event.value {
      case .next(let element):
        if let present = last, event.time < present + span {
          if latest { waiting = element }
        } else {
          result.append(.next(event.time, element))
          (last, waiting) = (event.time, nil)
        }
      case .error: return result + [event]
      case .completed:
        let end = waiting == nil ? event.time : (last ?? event.time) + span
        flush(before: .max)
        return result + [.completed(end)]
      }
    }
    flush(before: .max)
    return result
  }

  /// Events that are due at the same time follow one another in steps of a tick.
  func delayed(_ span: Int) -> [Recorded<Event<Int>>] {
    var result: [Recorded<Event<Int>>] = []
    for event in events {
      if case .error = event.value {
        return result.filter { $0.time < event.time } + [event]
      }
      let time = max(event.time + span, (result.last?.time ?? 0) + 1)
      result.append(Recorded(time: time, value: event.value))
    }
    return result
  }

  func timedOut(_ span: Int) -> [Recorded<Event<Int>>] {
    var result: [Recorded<Event<Int>>] = []
    var deadline = Self.subscribed + span
    for event in events where !result.contains(where: { $0.value.isStopEvent }) {
      if event.time > deadline { break }
      result.append(event)
      deadline = event.time + span
    }
    if result.last?.value.isStopEvent == true { return result }
    return result + [.error(deadline, RxError.timeout)]
  }

  func buffered(_ span: Int, _ count: Int) -> [Recorded<Event<[Int]>>] {
    var result: [Recorded<Event<[Int]>>] = []
    var elements: [Int] = []
    var end = Self.subscribed + span
    func flush(at time: Int) {
      result.append(.next(time, elements))
      elements = []
      end = time + span
    }
    for event in events {
      while end < event.time { flush(at: end) }
      switch event.value {
      case .next(let element):
        elements.append(element)
        if elements.count == count { flush(at: event.time) }
      case .error(let error): return result + [.error(event.time, error)]
      case .completed:
        flush(at: event.time)
        return result + [.completed(event.time)]
      }
    }
    while end < Self.disposed { flush(at: end) }
    return result
  }

  func taken(_ span: Int) -> [Recorded<Event<Int>>] {
    let result = events.filter { $0.time <= Self.subscribed + span }
    if result.last?.value.isStopEvent == true { return result }
    return result + [.completed(Self.subscribed + span)]
  }

  func skipped(_ span: Int, skipsEnds: Bool) -> [Recorded<Event<Int>>] {
    events.filter { event in
      event.time > Self.subscribed + span || event.value.isStopEvent && !skipsEnds
    }
  }

  func sampled(_ span: Int) -> [Recorded<Event<Int>>] {
    var result: [Recorded<Event<Int>>] = []
    var (latest, hasEnded, next) = (Int?.none, false, events[...])
    for time in stride(from: Self.subscribed + span, to: Self.disposed, by: span) {
      while let event = next.first, event.time <= time {
        next.removeFirst()
        switch event.value {
        case .next(let element): latest = element
        case .error: return result + [event]
        case .completed: hasEnded = true
        }
      }
      if let element = latest { result.append(.next(time, element)) }
      latest = nil
      if hasEnded { return result + [.completed(time)] }
    }
    return result
  }
}
