import Marbles
import MarblesCombine

/// `cold("-a-b|")` and `hot("-a-b|")`.
extension Run {
  func marbles(_ name: String, _ arguments: CallArguments, at span: Span) throws(ScriptError)
    -> ScriptValue
  {
    guard case .string(let text) = arguments.value(0) else {
      throw mistake(.wrongType("a string of marbles", arguments.value(0) ?? .void), at: span)
    }
    var own: [String: ScriptValue] = [:]
    for item in arguments.items.dropFirst() {
      guard let label = item.label else {
        throw mistake(
          RunError("this value needs the marble that it stands for as label"), at: item.span)
      }
      own[label] = item.value
    }
    let string = MarbleString(text, dialect: plan.grammar, frameLength: plan.frame)
    let reading = string.notifications(hot: name == "hot")
    if let problem = reading.errors.first {
      throw mistake(
        RunError(problem.message, hint: problem.hint), at: arguments.items[0].span)
    }
    var events: [MarbleSource.Event] = []
    for event in reading.value {
      if let signal = try signal(of: event.mark, own, at: span) {
        events.append(MarbleSource.Event(time: event.time, signal: signal))
      }
    }
    if name == "cold" {
      return .stream(guarded(ScriptStream(MarbleSource(events, on: scheduler)), at: span))
    }
    return .object(hot(events, at: span))
  }

  private func signal(of mark: MarbleString.Mark, _ own: [String: ScriptValue], at span: Span)
    throws(ScriptError) -> MarbleSource.Signal?
  {
    switch mark {
    case .value(let key):
      if let value = own[key] { return .value(value) }
      return .value(try markValue(key))
    case .finished, .cancel: return .finished
    case .failed:
      if let error = own["#"] { return .failed(Self.failure(error)) }
      return .failed(try markFailure())
    case .subscribe, .request, .delayNext: return nil
    }
  }

  /// One run, from frame 0, for whoever listens.
  private func hot(_ events: [MarbleSource.Event], at span: Span) -> ScriptSubject {
    let name = pendingName.flatMap { $0.expression == span ? $0.name : nil }
    let channel = SubjectChannel(PassthroughSubject<ScriptValue, ScriptError>())
    let subject = ScriptSubject(
      "hot", isRelay: false, name: name, channel: channel, at: span, in: self)
    subject.prepareInput()
    for event in events where event.time >= .zero {
      recorder.withCause(-1) {
        scheduler.schedule(after: event.time) {
          switch event.signal {
          case .value(let value): subject.send(value)
          case .finished: subject.finish()
          case .failed(let error): subject.fail(error)
          }
        }
      }
    }
    return subject
  }

  /// What a character of marbles stands for.
  func markValue(_ key: String) throws(ScriptError) -> ScriptValue {
    if let known = markValues[key] { return known }
    var value = ScriptValue.string(key)
    if let expression = plan.values[key] {
      value = try evaluate(expression, in: global)
    } else if let number = Int(key), key.allSatisfy({ $0.isASCII }) {
      value = .int(number)
    }
    markValues[key] = value
    return value
  }

  /// What `#` stands for.
  func markFailure() throws(ScriptError) -> ScriptError {
    guard plan.values["#"] != nil else { return ScriptError("error") }
    return Self.failure(try markValue("#"))
  }
}

/// A fresh run of marbles for each subscriber, from the time of its subscription.
///
/// Every event is a job of its frame, also of frame 0. What a subscriber has not asked for is lost
/// to it, as from everything that cannot wait.
struct MarbleSource: Publisher {
  typealias Output = ScriptValue
  typealias Failure = ScriptError

  enum Signal {
    case value(ScriptValue)
    case finished
    case failed(ScriptError)
  }

  struct Event {
    var time: VirtualTime
    var signal: Signal
  }

  private let events: [Event]
  private let scheduler: TestScheduler

  init(_ events: [Event], on scheduler: TestScheduler) {
    self.events = events
    self.scheduler = scheduler
  }

  func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    let conduit = Conduit(subscriber)
    subscriber.receive(subscription: conduit)
    conduit.start(events, on: scheduler)
  }

  private final class Conduit<Downstream: Subscriber>: Subscription, CustomStringConvertible
  where Downstream.Input == ScriptValue, Downstream.Failure == ScriptError {
    private var downstream: Downstream?
    private var demand = Subscribers.Demand.none
    private var jobs: [any Cancellable] = []

    init(_ downstream: Downstream) { self.downstream = downstream }

    var description: String { "Cold" }

    func start(_ events: [Event], on scheduler: TestScheduler) {
      guard downstream != nil else { return }
      let start = scheduler.now
      jobs = events.map { event in
        scheduler.scheduleOnce(after: start + (event.time - .zero)) { [self] in
          deliver(event.signal)
        }
      }
    }

    private func deliver(_ signal: Signal) {
      guard let downstream else { return }
      switch signal {
      case .value(let value):
        guard demand > .none else {
          downstream.recordedLane?.dropped(value, .noDemand)
          return
        }
        demand -= 1
        demand += downstream.receive(value)
      case .finished:
        cancel()
        downstream.receive(completion: .finished)
      case .failed(let error):
        cancel()
        downstream.receive(completion: .failure(error))
      }
    }

    func request(_ demand: Subscribers.Demand) { self.demand += demand }

    func cancel() {
      downstream = nil
      let old = jobs
      jobs = []
      for job in old { job.cancel() }
    }
  }
}
