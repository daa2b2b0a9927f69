import Marbles
import MarblesCombine
import MarblesRx

extension Run {
  /// RxSwift's subjects and relays, and those of RxJS, which behave alike; nil if the word is none.
  func rxChannel(_ call: WordCall) -> (channel: SubjectChannel, isRelay: Bool)? {
    let first = call.arguments[0] ?? .void
    switch call.name {
    case "PublishSubject", "Subject":
      return (SubjectChannel(observable: PublishSubject<ScriptValue>()), false)
    case "BehaviorSubject":
      let subject = BehaviorSubject(value: first)
      var channel = SubjectChannel(observable: subject)
      channel.current = { try subject.value() }
      return (channel, false)
    case "AsyncSubject": return (SubjectChannel(observable: AsyncSubject<ScriptValue>()), false)
    case "ReplaySubject", "ReplaySubject.create":
      let subject = MarblesRx.ReplaySubject<ScriptValue>.create(bufferSize: first.integer ?? .max)
      return (SubjectChannel(observable: subject), false)
    case "ReplaySubject.createUnbounded":
      return (
        SubjectChannel(observable: MarblesRx.ReplaySubject<ScriptValue>.createUnbounded()), false
      )
    case "PublishRelay": return (SubjectChannel(relay: PublishRelay<ScriptValue>()), true)
    case "BehaviorRelay": return (SubjectChannel(current: BehaviorRelay(value: first)), true)
    case "ReplayRelay.create":
      return (
        SubjectChannel(relay: ReplayRelay<ScriptValue>.create(bufferSize: first.integer ?? 0)), true
      )
    case "ReplayRelay.createUnbound":
      return (SubjectChannel(relay: ReplayRelay<ScriptValue>.createUnbound()), true)
    case "Variable":
      let subject = BehaviorSubject(value: first)
      var channel = SubjectChannel(observable: subject)
      channel.current = { try subject.value() }
      channel.assign = { subject.onNext($0) }
      return (channel, true)
    default: return nil
    }
  }
}

extension SubjectChannel {
  fileprivate init<S: SubjectType<ScriptValue> & ObserverType>(observable subject: S)
  where S.Element == ScriptValue {
    let memory = subject as? any HoldReporting
    let adapter = RxSubjectAdapter(subject.scripted.publisher) { subject.on($0) }
    adapter.memory = { memory?.report(to: $0) }
    adapter.forget = { memory?.forgetReport() }
    self.init(adapter)
    report = adapter.memory
  }

  fileprivate init(relay: some Relay<ScriptValue>) {
    let adapter = RxSubjectAdapter(relay.scripted.publisher) { event in
      if case .next(let value) = event { relay.accept(value) }
    }
    adapter.memory = { relay.report(to: $0) }
    self.init(adapter)
    report = adapter.memory
  }

  fileprivate init(current relay: BehaviorRelay<ScriptValue>) {
    self.init(relay: relay)
    current = { relay.value }
  }
}

/// One of RxSwift's subjects where one of Combine's is wanted.
private final class RxSubjectAdapter: Subject, HoldReporting {
  typealias Output = ScriptValue
  typealias Failure = ScriptError

  /// Shows what is kept in a stage of the picture.
  var memory: (RecordedStage) -> Void = { _ in }
  var forget: () -> Void = {}

  private let publisher: AnyPublisher<ScriptValue, ScriptError>
  private let handle: (Event<ScriptValue>) -> Void

  init(
    _ publisher: AnyPublisher<ScriptValue, ScriptError>,
    _ handle: @escaping (Event<ScriptValue>) -> Void
  ) {
    self.publisher = publisher
    self.handle = handle
  }

  func report(to stage: RecordedStage) { memory(stage) }
  func forgetReport() { forget() }

  func send(_ value: ScriptValue) { handle(.next(value)) }

  func send(completion: Subscribers.Completion<ScriptError>) {
    switch completion {
    case .finished: handle(.completed)
    case .failure(let error): handle(.error(error))
    }
  }

  func send(subscription: any MarblesCombine.Subscription) { subscription.request(.unlimited) }

  func receive<S: Subscriber>(subscriber: S)
  where S.Input == ScriptValue, S.Failure == ScriptError {
    publisher.receive(subscriber: subscriber)
  }
}
