import Marbles

extension Publisher {
  /// Records the signals that pass here, as a lane with the given name.
  ///
  ///     let handle = shared.recorded("A", by: recorder).sink { … }
  ///
  /// At the end of a chain, the lane is a subscriber of the picture; inside a chain, it is the
  /// source of the operators that follow. A second subscription at the same time is a lane of its
  /// own, with a number; one that follows a cancel or a completion continues the same lane.
  ///
  /// Demand, elements, completions and cancels pass unchanged.
  public func recorded(_ name: String, by recorder: Recorder) -> InputProbe<Self> {
    InputProbe(self, isSource: true) { recorder.laneForResubscription(name) }
  }
}

extension Recorder {
  /// Records an operator that many subscribers share, such as `share` or `multicast`.
  ///
  ///     let shared = recorder.hub("share()", request) { $0.share() }
  ///
  /// Its subscriptions to upstream are lanes with the name of the recorded subject or operator before it, or
  /// "upstream #1", "upstream #2" and so on. The number
  /// of subscribers, and the start and the end of the work, are derived from them, whatever the
  /// operator is. A subscriber that is not recorded itself becomes a lane "subscriber 1".
  ///
  /// - Parameter detail: The text of the band beside its name: the subject inside.
  public func hub<Upstream: Publisher, Result: Publisher>(
    _ name: String, detail: String = "", _ upstream: Upstream,
    _ transform: (InputProbe<Upstream>) -> Result
  ) -> OutputProbe<Result> {
    stage(name, kind: .hub, detail: detail, upstream, transform: transform)
  }

  /// Records an operator that stores elements, or that many subscribers share, as a band.
  ///
  ///     let pairs = recorder.stage("zip", kind: .memory, left, right) { $0.zip($1) }
  public func stage<each Upstream: Publisher, Result: Publisher>(
    _ name: String, kind: Recording.Stage.Kind, detail: String = "",
    _ upstream: repeat each Upstream,
    transform: (repeat InputProbe<each Upstream>) -> Result
  ) -> OutputProbe<Result> {
    let names = StageLanes(stage(name, kind: kind, detail: detail))
    return names.output(transform(repeat names.input(each upstream)))
  }

  /// Records an operator that runs inner streams: `flatMap`, `switchToLatest`, ….
  ///
  ///     let images = recorder.box("flatMap", urls) { urls, inner in
  ///       urls.flatMap { inner.lane("\($0)", download($0)) }
  ///     }
  public func box<Upstream: Publisher, Result: Publisher>(
    _ name: String, detail: String = "", _ upstream: Upstream,
    _ transform: (InputProbe<Upstream>, InnerLanes) -> Result
  ) -> OutputProbe<Result> {
    let stage = stage(name, kind: .box, detail: detail)
    let names = StageLanes(stage)
    return names.output(transform(names.input(upstream), InnerLanes(stage)))
  }
}

/// Makes the lanes of a box's inner streams.
public struct InnerLanes: Sendable {
  private let stage: RecordedStage

  init(_ stage: RecordedStage) { self.stage = stage }

  /// Records an inner stream, as a lane with a name in the box.
  public func lane<P: Publisher>(_ name: String, _ publisher: P) -> InputProbe<P> {
    InputProbe(publisher) { [stage] in
      stage.recorder.lane(name, role: .inner, target: stage)
    }
  }
}

/// Numbers the lanes around a stage.
struct StageLanes {
  private let stage: RecordedStage
  private let upstreams = Locked(0)
  private let subscribers = Locked(0)

  init(_ stage: RecordedStage) { self.stage = stage }

  func input<P: Publisher>(_ publisher: P) -> InputProbe<P> {
    InputProbe(publisher) { [stage, upstreams] in
      stage.recorder.laneNamedAfterSource("upstream #\(Self.next(upstreams))", target: stage)
    }
  }

  func output<P: Publisher>(_ publisher: P) -> OutputProbe<P> {
    OutputProbe(publisher, of: stage) { [stage, subscribers] in
      stage.recorder.lane("subscriber \(Self.next(subscribers))")
    }
  }

  private static func next(_ counter: Locked<Int>) -> Int {
    counter.withLock { count in
      count += 1
      return count
    }
  }
}
