import Marbles
import MarblesCombine

extension Run {
  /// Makes a subject or relay; nil if the word is none.
  func makeSubject(_ call: WordCall) -> ScriptSubject? {
    guard let channel = channel(call) else { return nil }
    let typeName = String(call.name.split(separator: ".").first ?? "")
    let name = pendingName.flatMap { $0.expression == call.span ? $0.name : nil }
    let subject = ScriptSubject(
      typeName, isRelay: channel.isRelay, name: name, channel: channel.channel, at: call.span,
      in: self)
    if name != nil { _ = subject.site }
    return subject
  }

  private func channel(_ call: WordCall) -> (channel: SubjectChannel, isRelay: Bool)? {
    let first = call.arguments[0] ?? .void
    switch call.name {
    case "PassthroughSubject":
      return (SubjectChannel(PassthroughSubject<ScriptValue, ScriptError>()), false)
    case "Subject" where plan.dialect != .rxswift:
      return (SubjectChannel(PassthroughSubject<ScriptValue, ScriptError>()), false)
    case "CurrentValueSubject":
      return (SubjectChannel(current: CurrentValueSubject<ScriptValue, ScriptError>(first)), false)
    case "ReplaySubject" where call.signature == 0:
      return (
        SubjectChannel(
          replay: ReplaySubject<ScriptValue, ScriptError>(capacity: first.integer ?? 0)),
        false
      )
    default:
      return rxChannel(call)
    }
  }
}

extension SubjectChannel {
  init(_ subject: some Subject<ScriptValue, ScriptError>) {
    publisher = subject.eraseToAnyPublisher()
    bare = subject
    send = { subject.send($0) }
    finish = { subject.send(completion: .finished) }
    fail = { subject.send(completion: .failure($0)) }
  }

  init(current subject: CurrentValueSubject<ScriptValue, ScriptError>) {
    self.init(subject)
    current = { subject.value }
    assign = { subject.value = $0 }
    report = { subject.report(to: $0) }
  }

  init(replay subject: ReplaySubject<ScriptValue, ScriptError>) {
    self.init(subject)
    report = { subject.report(to: $0) }
  }
}
