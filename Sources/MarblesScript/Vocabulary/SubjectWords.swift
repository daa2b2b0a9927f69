import Marbles
import MarblesCombine
import MarblesRx

/// Words for subjects and relays.
extension Word {
  private static let any = Signature(.required(nil, .any))

  static let subjects: [Word] = [
    Word(
      "PassthroughSubject", .subject, "A subject of Combine", example: "PassthroughSubject()"
    ) { $0.subject(SubjectChannel(PassthroughSubject<ScriptValue, ScriptError>())) },
    Word(
      "CurrentValueSubject", .subject, takes: [any], "A subject of Combine with a current value",
      example: "CurrentValueSubject(0)"
    ) { call in
      call.subject(
        SubjectChannel(current: CurrentValueSubject<ScriptValue, ScriptError>(call[0] ?? .void)))
    },
    Word(
      "Published", .subject,
      takes: [any, Signature()],
      "The subject of a property with `@Published`, which sends before the property changes",
      example: "Published(0)"
    ) { call in
      let subject = CurrentValueSubject<ScriptValue, ScriptError>(call[0] ?? .null)
      let property = PublishedProperty(subject, isUninitialized: call.signature == 1)
      var channel = SubjectChannel(current: subject)
      channel.property = property
      channel.send = property.set
      channel.assign = property.set
      return call.subject(channel)
    },
    Word(
      "ReplaySubject", .subject,
      takes: [Signature(.required("capacity", .int)), Signature(.optional(nil, .int))],
      "A subject that replays its last values; of RxJS without the label",
      example: "ReplaySubject(capacity: 2)"
    ) { $0.signature == 0 ? $0.replayingSubject : $0.rxReplaySubject },
    Word(
      "ReplayingSubject", .subject, takes: [Signature(.required("capacity", .int))],
      "The name of `ReplaySubject(capacity:)` in MarblesCombine",
      example: "ReplayingSubject(capacity: 2)"
    ) { $0.replayingSubject },
    Word(
      "ReplaySubject.create", .subject, takes: [Signature(.required("bufferSize", .int))],
      "A subject of RxSwift that replays its last values",
      example: "ReplaySubject.create(bufferSize: 2)"
    ) { $0.rxReplaySubject },
    Word(
      "ReplaySubject.createUnbounded", .subject,
      "A subject of RxSwift that replays all of its values",
      example: "ReplaySubject.createUnbounded()"
    ) { call in
      call.subject(
        SubjectChannel(observable: MarblesRx.ReplaySubject<ScriptValue>.createUnbounded()))
    },
    Word("PublishSubject", .subject, "A subject of RxSwift", example: "PublishSubject()") {
      $0.subject(SubjectChannel(observable: PublishSubject<ScriptValue>()))
    },
    Word(
      "BehaviorSubject", .subject, takes: [Signature(.required("value", .any)), any],
      "A subject of RxSwift or RxJS with a current value", example: "BehaviorSubject(value: 0)"
    ) { call in
      let subject = BehaviorSubject(value: call[0] ?? .void)
      var channel = SubjectChannel(observable: subject)
      channel.current = { try subject.value() }
      return call.subject(channel)
    },
    Word(
      "AsyncSubject", .subject, "A subject of RxSwift that sends its last value when it completes",
      example: "AsyncSubject()"
    ) { $0.subject(SubjectChannel(observable: AsyncSubject<ScriptValue>())) },
    Word("Subject", .subject, "A subject of RxJS", example: "Subject()") { call in
      call.context.rules.dialect == .rxswift
        ? call.subject(SubjectChannel(observable: PublishSubject<ScriptValue>()))
        : call.subject(SubjectChannel(PassthroughSubject<ScriptValue, ScriptError>()))
    },
  ]

  static let relays: [Word] = [
    Word("PublishRelay", .relay, "A relay of RxRelay", example: "PublishRelay()") {
      $0.relay(SubjectChannel(relay: PublishRelay<ScriptValue>()))
    },
    Word(
      "BehaviorRelay", .relay, takes: [Signature(.required("value", .any))],
      "A relay of RxRelay with a current value", example: "BehaviorRelay(value: 0)"
    ) { $0.relay(SubjectChannel(current: BehaviorRelay(value: $0[0] ?? .void))) },
    Word(
      "ReplayRelay.create", .relay, takes: [Signature(.required("bufferSize", .int))],
      "A relay of RxRelay that replays its last values",
      example: "ReplayRelay.create(bufferSize: 2)"
    ) { call in
      call.relay(
        SubjectChannel(
          relay: ReplayRelay<ScriptValue>.create(bufferSize: call.arguments.int(0) ?? 0)))
    },
    Word(
      "ReplayRelay.createUnbound", .relay, "A relay of RxRelay that replays all of its values",
      example: "ReplayRelay.createUnbound()"
    ) { $0.relay(SubjectChannel(relay: ReplayRelay<ScriptValue>.createUnbound())) },
    Word(
      "Variable", .relay, takes: [any],
      "The relay of older RxSwift, with a value that can be assigned",
      example: "Variable(0)"
    ) { call in
      let subject = BehaviorSubject(value: call[0] ?? .void)
      var channel = SubjectChannel(observable: subject)
      channel.current = { try subject.value() }
      channel.assign = { subject.onNext($0) }
      return call.relay(channel)
    },
  ]
}

extension WordCall {
  fileprivate var replayingSubject: ScriptValue {
    let capacity = arguments.int(0) ?? 0
    return subject(
      SubjectChannel(replay: ReplayingSubject<ScriptValue, ScriptError>(capacity: capacity)))
  }

  fileprivate var rxReplaySubject: ScriptValue {
    let size = arguments.int(0) ?? .max
    return subject(
      SubjectChannel(observable: MarblesRx.ReplaySubject<ScriptValue>.create(bufferSize: size)))
  }

  fileprivate func subject(_ channel: SubjectChannel) -> ScriptValue { object(channel, false) }

  func relay(_ channel: SubjectChannel) -> ScriptValue { object(channel, true) }

  private func object(_ channel: SubjectChannel, _ isRelay: Bool) -> ScriptValue {
    let typeName = String(name.split(separator: ".").first ?? "")
    let subject = ScriptSubject(
      typeName, isRelay: isRelay, name: bindingName, channel: channel, at: span, in: context.runtime
    )
    if bindingName != nil { _ = subject.site }
    return .object(subject)
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

  init(replay subject: ReplayingSubject<ScriptValue, ScriptError>) {
    self.init(subject)
    report = { subject.report(to: $0) }
  }

  fileprivate init<S: SubjectType<ScriptValue> & ObserverType>(observable subject: S)
  where S.Element == ScriptValue {
    let memory = subject as? any HoldReporting
    let adapter = RxSubjectAdapter(subject.scripted.publisher) { subject.on($0) }
    adapter.memory = { memory?.report(to: $0) }
    adapter.forget = { memory?.forgetReport() }
    self.init(adapter)
    report = adapter.memory
  }

  init(relay: some Relay<ScriptValue>) {
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

/// A subject of RxSwift as one of Combine.
private final class RxSubjectAdapter: Subject, HoldReporting {
  typealias Output = ScriptValue
  typealias Failure = ScriptError

  /// Reports the values that the subject holds to its stage.
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
