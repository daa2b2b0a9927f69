import Marbles

/// A subject that is a stage of the picture.
///
///     let response = recorder.subject("response", PassthroughSubject<String, Never>())
///
/// An element that is sent from outside is on a lane of its own; one that is sent during a delivery
/// is a mark on the lane of that delivery. A publisher that is subscribed to the subject is a lane
/// that leads into it. Everything else is done by the subject itself.
///
/// Thread-safe if the subject is.
public final class RecordedSubject<Base: Subject>: Subject {
  public typealias Output = Base.Output
  public typealias Failure = Base.Failure

  /// The subject itself; what is sent to it directly has no lane.
  public let base: Base
  /// The stage of the subject.
  public let stage: RecordedStage
  private let input: RecordedLane

  init(_ name: String, _ base: Base, kind: Recording.Stage.Kind, recorder: Recorder) {
    self.base = base
    let type = String(describing: Base.self).prefix { $0 != "<" }
    stage = recorder.stage(name, kind: kind, detail: String(type))
    input = recorder.lane(name, role: .input, target: stage)
  }

  /// Sends an element to all subscribers.
  public func send(_ value: Output) {
    if let lane = stage.recorder.currentLane {
      lane.sent(value, to: stage) { base.send(value) }
    } else {
      input.value(value) { base.send(value) }
    }
  }

  /// Completes the subject and all subscribers.
  public func send(completion: Subscribers.Completion<Failure>) {
    guard stage.recorder.currentLane == nil else {
      return stage.ended(completion.failureText) { base.send(completion: completion) }
    }
    switch completion {
    case .finished: input.finished { base.send(completion: completion) }
    case .failure(let error): input.failed(error) { base.send(completion: completion) }
    }
  }

  /// Connects the subject to an upstream.
  public func send(subscription: any Subscription) { base.send(subscription: subscription) }

  public func receive<S: Subscriber>(subscriber: S)
  where S.Input == Output, S.Failure == Failure {
    StageLanes(stage).output(base).receive(subscriber: subscriber)
  }
}

extension Subscribers.Completion {
  fileprivate var failureText: String? {
    if case .failure(let error) = self { String(describing: error) } else { nil }
  }
}

/// A subject with a current value.
public protocol ValueSubject<Output, Failure>: Subject {
  /// The current value.
  var value: Output { get set }
}

extension CurrentValueSubject: ValueSubject {}

extension RecordedSubject where Base: ValueSubject {
  /// The current value. Setting it sends it; reading it during a delivery is recorded.
  public var value: Output {
    get {
      let value = base.value
      stage.recorder.currentLane?.read(value, from: stage)
      return value
    }
    set {
      if let lane = stage.recorder.currentLane {
        lane.sent(newValue, to: stage) { base.value = newValue }
      } else {
        input.value(newValue) { base.value = newValue }
      }
    }
  }
}

extension Publisher {
  /// Subscribes a recorded subject, as a lane that leads into it.
  public func subscribe<Base: Subject>(_ subject: RecordedSubject<Base>) -> AnyCancellable
  where Base.Output == Output, Base.Failure == Failure {
    StageLanes(subject.stage).input(self).subscribe(subject.base)
  }
}

extension Recorder {
  /// Makes a subject a stage of the picture.
  public func subject<Base: Subject>(_ name: String, _ base: Base) -> RecordedSubject<Base> {
    let recorded = RecordedSubject(name, base, kind: .subject, recorder: self)
    (base as? any HoldReporting)?.report(to: recorded.stage)
    return recorded
  }
}
