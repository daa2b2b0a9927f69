import Marbles

extension Publisher {
  /// Records what goes through here, as a lane with a name.
  ///
  ///     let handle = shared.recorded("A", by: recorder).sink { … }
  ///
  /// Behind a chain, it is a subscriber in the picture; in the middle of one, what follows has it as
  /// its source. A second subscription at the same time is a lane of its own, with a number; one that
  /// comes after a cancel or an end goes on with the same lane.
  ///
  /// It changes nothing: demand, values, ends and cancels pass through.
  public func recorded(_ name: String, by recorder: Recorder) -> InputProbe<Self> {
    InputProbe(self, isSource: true) { recorder.laneForResubscription(name) }
  }
}

extension Recorder {
  /// Records an operator that many subscribers share: `share`, `multicast`, ….
  ///
  ///     let shared = recorder.hub("share()", request) { $0.share() }
  ///
  /// Its upstream subscriptions are the lanes "upstream #1", "upstream #2", …; how many subscribe, and
  /// when the work starts and stops, follows from them, whoever's the operator is. A subscriber that
  /// is not recorded itself becomes a lane "subscriber 1".
  ///
  /// - Parameter detail: what the band says beside its name: the subject inside.
  public func hub<Upstream: Publisher, Result: Publisher>(
    _ name: String, detail: String = "", _ upstream: Upstream,
    _ transform: (InputProbe<Upstream>) -> Result
  ) -> OutputProbe<Result> {
    stage(name, kind: .hub, detail: detail, upstream, transform: transform)
  }

  /// Records an operator that keeps values, or that many subscribers share, as a band.
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
      stage.recorder.lane("upstream #\(Self.next(upstreams))", target: stage)
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
