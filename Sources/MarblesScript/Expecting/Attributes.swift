import Marbles
import MarblesCombine

extension RecordedFacts {
  /// An attribute of a name, as the script's expectations see it; `nil` if the name has no current
  /// value.
  func attribute(_ attribute: Attribute, of subject: Subject) -> ScriptValue? {
    switch attribute {
    case .values: .array(notifications(of: subject).compactMap(\.value))
    case .times:
      .array(notifications(of: subject).filter { $0.value != nil }.map { frames($0.time) })
    case .completion: notifications(of: subject).last { $0.value == nil }?.end ?? .null
    case .events: .array(notifications(of: subject).map { .tuple([frames($0.time), $0.any]) })
    case .subscriptions: .int(subscriptions(of: subject))
    case .cancellations: .int(cancellations(of: subject))
    case .connections: .int(connections(of: subject))
    case .subscribers: .int(subscribers(of: subject))
    case .requested: requested(of: subject).map { .int($0) } ?? .member("unlimited", [])
    case .missed: .array(missed(of: subject))
    case .dropped: .array(dropped(of: subject))
    case .replayed: .array(replayed(of: subject))
    case .held: .array(held(of: subject))
    case .maxHeld: .int(maxHeld(of: subject))
    case .value: currentValue(of: subject)
    }
  }

  private func currentValue(of subject: Subject) -> ScriptValue? {
    guard case .subject(let subject) = subject else { return nil }
    return try? subject.channel.current?()
  }

  /// Whole frames are a number; between frames it is a duration.
  private func frames(_ time: VirtualTime) -> ScriptValue {
    let frame = max(recording.frame.nanoseconds, 1)
    let (number, rest) = time.nanoseconds.quotientAndRemainder(dividingBy: frame)
    return rest == 0 ? .int(Int(number)) : .duration(.nanoseconds(time.nanoseconds))
  }
}

extension RecordedFacts.Notification {
  var value: ScriptValue? { if case .value(let value) = kind { value } else { nil } }

  fileprivate var end: ScriptValue? {
    switch kind {
    case .value: nil
    case .finished: .member("finished", [])
    case .failed(let text): .member("failure", [.string(text)])
    }
  }

  fileprivate var any: ScriptValue { value ?? end ?? .void }

  var timed: TimedNotification {
    switch kind {
    case .value(let value): TimedNotification(.value(value.description), at: time)
    case .finished: TimedNotification(.finished, at: time)
    case .failed(let text): TimedNotification(.failed(text), at: time)
    }
  }
}
