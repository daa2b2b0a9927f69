import Marbles

/// Where a stage is left: the lane that is being subscribed gets the stage as its source.
package struct OutputProbe<Upstream: Publisher>: Publisher {
  package typealias Output = Upstream.Output
  package typealias Failure = Upstream.Failure

  private let upstream: Upstream
  private let stage: RecordedStage

  package init(_ upstream: Upstream, of stage: RecordedStage) {
    self.upstream = upstream
    self.stage = stage
  }

  package func receive<S: Subscriber>(subscriber: S)
  where S.Input == Output, S.Failure == Failure {
    _ = stage.recorder.claimLane(from: .stage(stage.stageID))
    upstream.receive(subscriber: subscriber)
  }
}

/// A publisher that only has a say in a lane without being its source, such as the one of
/// `withLatestFrom`: what it comes from does not claim the lane that is being subscribed.
package struct SideInput<Upstream: Publisher>: Publisher {
  package typealias Output = Upstream.Output
  package typealias Failure = Upstream.Failure

  private let upstream: Upstream
  private let recorder: Recorder

  package init(_ upstream: Upstream, recorder: Recorder) {
    self.upstream = upstream
    self.recorder = recorder
  }

  package func receive<S: Subscriber>(subscriber: S)
  where S.Input == Output, S.Failure == Failure {
    recorder.unattended { upstream.receive(subscriber: subscriber) }
  }
}
