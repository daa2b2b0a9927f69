import Marbles
import MarblesCombine
import Testing

/// Combine's operators in time, compared with plain models of their rules on random signals.
///
/// A source that sends at the time of a timer comes first, because its jobs were scheduled first.
@Suite("Combine operators in time and their models")
struct TimeModelTests {
  /// Compares an operator with its model in 400 scenarios, with spans of one to eight frames.
  private func compare(
    _ name: String, _ model: (Timeline, Int) -> [Signal],
    _ pipeline: (PassthroughSubject<Int, Boom>, VirtualDuration, TestScheduler)
      -> AnyPublisher<Int, Boom>,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    for seed in Scenarios.seeds(of: 400) {
      var random = SeededGenerator(seed: UInt64(seed))
      let timeline = Timeline.random(&random)
      let span = 1 + random.upTo(8)
      let scheduler = TestScheduler()
      let source = PassthroughSubject<Int, Boom>()
      for signal in timeline.signals {
        scheduler.schedule(after: .zero + .frame * Int64(signal.time)) { signal.send(to: source) }
      }
      var received: [Signal] = []
      func now() -> Int { Int((scheduler.now - .zero).nanoseconds / scheduler.frame.nanoseconds) }
      let sink = pipeline(source, .frame * Int64(span), scheduler).sink(
        receiveCompletion: { received.append(Signal(now(), .completion($0))) },
        receiveValue: { received.append(Signal(now(), .value($0))) })
      try scheduler.run(until: .zero + .frame * 100)
      withExtendedLifetime(sink) {}
      let expected = model(timeline, span)
      guard received != expected else { continue }
      Issue.record(
        """
        \(name), seed \(seed), span \(span): \(timeline.signals)
        expected \(expected)
        received \(received)
        """, sourceLocation: sourceLocation)
      return
    }
  }

  @Test("debounce") func debounce() throws {
    try compare("debounce", { $0.debounced($1) }) {
      $0.debounce(for: $1, scheduler: $2).eraseToAnyPublisher()
    }
  }

  @Test("throttle", arguments: [true, false]) func throttle(latest: Bool) throws {
    try compare("throttle", { $0.throttled($1, latest: latest) }) {
      $0.throttle(for: $1, scheduler: $2, latest: latest).eraseToAnyPublisher()
    }
  }

  @Test("delay") func delay() throws {
    try compare("delay", { timeline, span in timeline.signals.map { $0.later(span) } }) {
      $0.delay(for: $1, scheduler: $2).eraseToAnyPublisher()
    }
  }

  @Test("timeout") func timeout() throws {
    try compare("timeout", { $0.timedOut($1) }) {
      $0.timeout($1, scheduler: $2).eraseToAnyPublisher()
    }
  }

  @Test("measureInterval") func measureInterval() throws {
    try compare("measureInterval", { timeline, _ in timeline.intervals() }) {
      source, _, scheduler in
      source.measureInterval(using: scheduler)
        .map { Int($0.nanoseconds / scheduler.frame.nanoseconds) }.eraseToAnyPublisher()
    }
  }
}

private struct Signal: Equatable, CustomStringConvertible {
  enum Content: Equatable {
    case value(Int)
    case completion(Subscribers.Completion<Boom>)
  }

  let time: Int
  let content: Content

  init(_ time: Int, _ content: Content) {
    self.time = time
    self.content = content
  }

  var value: Int? { if case .value(let value) = content { value } else { nil } }

  var description: String {
    switch content {
    case .value(let value): "\(value)@\(time)"
    case .completion(let completion): "\(text(completion))@\(time)"
    }
  }

  func later(_ span: Int) -> Signal { Signal(time + span, content) }

  func send(to subject: PassthroughSubject<Int, Boom>) {
    switch content {
    case .value(let value): subject.send(value)
    case .completion(let completion): subject.send(completion: completion)
    }
  }
}

/// The signals of a source, and the models. The subscription is made at 0.
private struct Timeline {
  var signals: [Signal]

  static func random(_ random: inout SeededGenerator) -> Timeline {
    var time = 1
    var signals: [Signal] = []
    for number in 0..<random.upTo(9) {
      time += random.upTo(7)
      signals.append(Signal(time, .value(number)))
    }
    time += random.upTo(9)
    switch random.upTo(3) {
    case 0: signals.append(Signal(time, .completion(.finished)))
    case 1: signals.append(Signal(time, .completion(.failure(Boom()))))
    default: break
    }
    return Timeline(signals: signals)
  }

  /// An element that waits at the completion is dropped.
  func debounced(_ span: Int) -> [Signal] {
    signals.enumerated().compactMap { index, signal in
      guard signal.value != nil else { return signal }
      let next = signals.dropFirst(index + 1).first
      return (next?.time ?? .max) > signal.time + span ? signal.later(span) : nil
    }
  }

  /// Each element waits for the end of the interval, which is the present time for the first one.
  func throttled(_ span: Int, latest: Bool) -> [Signal] {
    var result: [Signal] = []
    var last: Int?
    var waiting: (value: Int, due: Int)?
    func flush(before time: Int) {
      guard let (value, due) = waiting, due < time else { return }
      result.append(Signal(due, .value(value)))
      (last, waiting) = (due, nil)
    }
    for signal in signals {
      flush(before: signal.time)
      if let value = signal.value {
        let due = waiting?.due ?? max(signal.time, last.map { $0 + span } ?? signal.time)
        if waiting == nil || latest { waiting = (value, due) }
      } else {
        let end = waiting?.due ?? signal.time
        flush(before: .max)
        return result + [Signal(end, signal.content)]
      }
    }
    flush(before: .max)
    return result
  }

  func timedOut(_ span: Int) -> [Signal] {
    var deadline = span
    var result: [Signal] = []
    for signal in signals {
      if signal.time > deadline { break }
      result.append(signal)
      if signal.value == nil { return result }
      deadline = signal.time + span
    }
    return result + [Signal(deadline, .completion(.finished))]
  }

  func intervals() -> [Signal] {
    var last = 0
    return signals.map { signal in
      guard signal.value != nil else { return signal }
      defer { last = signal.time }
      return Signal(signal.time, .value(signal.time - last))
    }
  }
}
