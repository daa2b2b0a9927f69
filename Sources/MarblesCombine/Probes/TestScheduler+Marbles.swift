import Marbles

/// A marble string that cannot be played.
public struct MarbleError: Error, Hashable, CustomStringConvertible {
  /// The description of the error.
  public let description: String
}

extension TestScheduler {
  // MARK: Sources

  /// Returns a publisher that plays a marble string to each subscriber, from its subscription on.
  ///
  /// - `values`: The elements for the marbles.
  /// - Throws: If the string cannot be read, fails, or contains a marble without a value.
  public func cold<Output>(_ marbles: String, values: [Character: Output]) throws
    -> ColdMarbles<Output, Never>
  {
    try ColdMarbles(signals(marbles, values: values, failure: nil), on: self)
  }

  /// Returns a publisher that plays a marble string to each subscriber; `#` sends the given failure.
  public func cold<Output, Failure: Error>(
    _ marbles: String, values: [Character: Output], failure: Failure
  ) throws -> ColdMarbles<Output, Failure> {
    try ColdMarbles(signals(marbles, values: values, failure: failure), on: self)
  }

  /// Returns a publisher that plays a marble string to each subscriber, each marble as a string.
  public func cold(_ marbles: String) throws -> ColdMarbles<String, Never> {
    try ColdMarbles(signals(marbles, values: nil, failure: nil), on: self)
  }

  /// Returns a named subject that plays a marble string once, from frame 0.
  ///
  ///     let taps = try scheduler.hot("taps", "-a-b|", values: ["a": 1, "b": 2])
  ///
  /// It is a stage of the picture. At one instant, jobs run in the order in which they were set up:
  /// to receive a marble of a frame, subscribe in an earlier frame, or before the source is
  /// created.
  public func hot<Output>(_ name: String, _ marbles: String, values: [Character: Output]) throws
    -> RecordedSubject<PassthroughSubject<Output, Never>>
  {
    try play(signals(marbles, isHot: true, values: values, failure: nil), name)
  }

  /// Like `hot(_:_:values:)`; `#` sends the given failure.
  public func hot<Output, Failure: Error>(
    _ name: String, _ marbles: String, values: [Character: Output], failure: Failure
  ) throws -> RecordedSubject<PassthroughSubject<Output, Failure>> {
    try play(signals(marbles, isHot: true, values: values, failure: failure), name)
  }

  /// Like `hot(_:_:values:)`; each marble is sent as a string.
  public func hot(_ name: String, _ marbles: String) throws
    -> RecordedSubject<PassthroughSubject<String, Never>>
  {
    try play(signals(marbles, isHot: true, values: nil, failure: nil), name)
  }

  private func play<Output, Failure: Error>(
    _ signals: [(time: VirtualTime, signal: ColdMarbles<Output, Failure>.Signal)], _ name: String
  ) -> RecordedSubject<PassthroughSubject<Output, Failure>> {
    let subject = recorder.subject(name, PassthroughSubject<Output, Failure>())
    for (time, signal) in signals where time >= .zero {
      schedule(after: time) {
        switch signal {
        case .value(let value): subject.send(value)
        case .end(let completion): subject.send(completion: completion)
        }
      }
    }
    return subject
  }

  private func signals<Output, Failure: Error>(
    _ marbles: String, isHot: Bool = false, values: [Character: Output]?, failure: Failure?
  ) throws -> [(time: VirtualTime, signal: ColdMarbles<Output, Failure>.Signal)] {
    let string = MarbleString(marbles, frameLength: frame)
    return try string.notifications(hot: isHot).get().compactMap { event in
      switch event.mark {
      case .value(let text):
        guard let value = values?[Character(text)] ?? (values == nil ? text as? Output : nil) else {
          throw MarbleError(description: "the marble '\(text)' of \"\(marbles)\" has no value")
        }
        return (event.time, .value(value))
      case .finished: return (event.time, .end(.finished))
      case .failed:
        guard let failure else {
          throw MarbleError(description: "\"\(marbles)\" fails, but no failure is given")
        }
        return (event.time, .end(.failure(failure)))
      case .subscribe, .cancel, .request, .delayNext: return nil
      }
    }
  }

  // MARK: Stages and subscribers

  /// Records an operator that many subscribers share, like the recorder's `hub`.
  public func hub<Upstream: Publisher, Result: Publisher>(
    _ name: String, detail: String = "", _ upstream: Upstream,
    _ transform: (InputProbe<Upstream>) -> Result
  ) -> OutputProbe<Result> {
    recorder.hub(name, detail: detail, upstream, transform)
  }

  /// Records a subscriber that subscribes, cancels and requests elements as a row of marbles
  /// defines.
  ///
  ///     try scheduler.subscribe(shared, as: "A", "--^---!")
  ///
  /// `^` subscribes (again, after a cancel), `!` cancels, `+3` requests three more elements.
  ///
  /// - `demand`: The demand that is requested at each subscription.
  /// - Throws: If the row cannot be read.
  @discardableResult
  public func subscribe<P: Publisher>(
    _ publisher: P, as name: String, _ row: String = "^", demand: Subscribers.Demand = .unlimited
  ) throws -> RecordedSink<P.Output, P.Failure> {
    let events = try MarbleString(row, frameLength: frame).row(requests: true).get()
    guard events.allSatisfy({ $0.mark.isSubscribers }) else {
      throw MarbleError(description: "\"\(row)\" has marks that a subscriber cannot make")
    }
    let lane = recorder.lane(name)
    let sink = RecordedSink<P.Output, P.Failure>(lane, demand: demand) { subscriber in
      InputProbe(publisher) { lane }.receive(subscriber: subscriber)
    }
    for event in events {
      schedule(after: event.time) {
        switch event.mark {
        case .subscribe: sink.subscribe()
        case .cancel: sink.cancel()
        case .request(let count): sink.request(count.map { .max($0) } ?? .unlimited)
        case .value, .finished, .failed, .delayNext: break
        }
      }
    }
    return sink
  }

  /// The recording so far.
  public func recording(title: String = "", showsDurations: Bool = false) -> Recording {
    recorder.recording(title: title, frame: frame, showsDurations: showsDurations)
  }
}

extension MarbleString.Mark {
  /// Whether it is something that a subscriber does.
  fileprivate var isSubscribers: Bool {
    switch self {
    case .subscribe, .cancel, .request: true
    case .value, .finished, .failed, .delayNext: false
    }
  }
}
