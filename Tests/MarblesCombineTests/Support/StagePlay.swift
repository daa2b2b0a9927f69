import Marbles
import MarblesCombine

/// Records one stage with its inputs and its output, as a script does.
final class StagePlay {
  let scheduler: TestScheduler
  let stage: RecordedStage
  private var ends: [AnyObject] = []

  init(
    _ name: String, _ kind: Recording.Stage.Kind = .memory,
    scheduler: TestScheduler = TestScheduler()
  ) {
    self.scheduler = scheduler
    stage = scheduler.recorder.stage(name, kind: kind)
  }

  var recording: Recording { scheduler.recorder.recording() }

  func at(_ frame: Int, _ action: @escaping () -> Void) {
    scheduler.schedule(after: .zero + .frame * Int64(frame), action)
  }

  /// Sends one character of the string a frame; `-` is nothing, `|` the finish, `#` the failure.
  func play(_ marbles: String, into subject: PassthroughSubject<String, Boom>) {
    for (frame, character) in marbles.enumerated() {
      switch character {
      case "-": break
      case "|": at(frame) { subject.send(completion: .finished) }
      case "#": at(frame) { subject.send(completion: .failure(Boom())) }
      default: at(frame) { subject.send(String(character)) }
      }
    }
  }

  /// A lane that leads into the stage.
  func input<P: Publisher>(_ upstream: P, _ name: String) -> InputProbe<P> {
    let lane = scheduler.recorder.lane(name, target: stage)
    return InputProbe(upstream) { lane }
  }

  /// A stream that runs inside the stage.
  func inner<P: Publisher>(_ upstream: P, _ name: String) -> InputProbe<P> {
    InputProbe(upstream) { [scheduler, stage] in
      scheduler.recorder.lane(name, role: .inner, target: stage)
    }
  }

  /// Subscribes to what leaves the stage.
  @discardableResult
  func output<P: Publisher>(
    _ upstream: P, _ name: String, demand: Subscribers.Demand? = .unlimited
  ) -> LoggingSubscriber<P.Output, P.Failure> {
    let lane = scheduler.recorder.lane(name)
    let subscriber = InputProbe(OutputProbe(upstream, of: stage)) { lane }
      .attach(name, Log(), demand: demand)
    ends.append(subscriber)
    return subscriber
  }

  /// The events, one line each: `@3 buffer held 2`, `@4 slow value 2`.
  func story() throws -> String {
    try scheduler.run()
    return recording.story.joined(separator: "\n")
  }
}

extension Recording {
  /// The events, one line each, without requests and subscriptions.
  var story: [String] {
    events.compactMap { event in
      let name =
        switch event.place {
        case .lane(let lane): self[lane].name
        case .stage(let stage): self[stage].name
        }
      return sentence(event.mark).map { "@\(event.time.nanoseconds / 1_000_000) \(name) \($0)" }
    }
  }

  private func sentence(_ mark: Mark) -> String? {
    switch mark {
    case .value(let label): "value \(text(label))"
    case .finished: "finished"
    case .failed(let label): "failed \(text(label))"
    case .cancelled: "cancelled"
    case .left: "left"
    case .dropped(let label, let reason): "dropped \(text(label)) (\(reason))"
    case .held(let label): "held \(text(label))"
    case .released(let held, let fate):
      if case .held(let label) = self[held].mark {
        "released \(text(label)) (\(fate))"
      } else {
        nil
      }
    default: nil
    }
  }
}
