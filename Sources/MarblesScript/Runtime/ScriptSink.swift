import Marbles
import MarblesCombine

/// The actions of a sink.
struct SinkSpecification {
  var demand = Subscribers.Demand.unlimited
  var onValue: ((ScriptValue) -> Void)?
  var onFinish: (() -> Void)?
  var onFailure: ((ScriptError) -> Void)?
  /// Called after the completion or a cancel.
  var onDisposed: (() -> Void)?
  /// The stage into which the sink leads.
  var target: RecordedStage?
}

/// A sink or a binding. It has one lane for all its subscriptions.
final class ScriptSink: CancellableObject {
  let name: String
  let span: SourceRange
  let lane: RecordedLane
  /// The stages in its chain, which are the same at each evaluation.
  var sites: [SourceRange: StageSite] = [:]
  private unowned let runtime: ScriptRuntime
  private var subscriber: EndSubscriber?
  /// The initial demand that a row adds.
  private var extraDemand = Subscribers.Demand.none

  init(_ name: String, at span: SourceRange, in runtime: ScriptRuntime) {
    self.name = name
    self.span = span
    self.runtime = runtime
    lane = runtime.recorder.lane(name)
    runtime.register(self)
  }

  var typeName: String { "Sink" }
  var kind: ValueKind { .sink }
  var isOpen: Bool { subscriber?.isOpen ?? false }

  func rename(_ name: String) { lane.rename(name) }

  func attach(to stream: ScriptStream, _ specification: SinkSpecification) {
    let origin = StreamProvenance(of: stream)
    lane.describe(origin.detail)
    if let target = specification.target { lane.feed(target) }
    var specification = specification
    specification.demand += extraDemand
    extraDemand = .none
    let subscriber = EndSubscriber(specification)
    self.subscriber = subscriber
    InputProbe(stream.publisher) { [lane] in lane }.receive(subscriber: subscriber)
  }

  func cancel() {
    guard !runtime.recorder.isStopped else { return }
    subscriber?.cancel()
  }

  /// Cancels at the end of the run.
  func leave() {
    subscriber?.cancel()
    subscriber = nil
  }

  func request(_ demand: Subscribers.Demand) {
    guard demand > .none, !runtime.recorder.isStopped else { return }
    subscriber?.request(demand)
  }

  /// Adds demand that is written in the same group as the subscription.
  func requestAtStart(_ demand: Subscribers.Demand) { extraDemand += demand }
}

/// Requests its initial demand, and passes events to the actions of the sink.
final class EndSubscriber: Subscriber, EarlyCanceller {
  typealias Input = ScriptValue
  typealias Failure = ScriptError

  private enum State {
    case waiting
    case open(any Subscription)
    case closed
  }

  private var state = State.waiting
  private let specification: SinkSpecification
  var cancelEarly: (() -> Void)?

  init(_ specification: SinkSpecification) { self.specification = specification }

  var isOpen: Bool { if case .closed = state { false } else { true } }

  func receive(subscription: any Subscription) {
    guard case .waiting = state else { return subscription.cancel() }
    state = .open(subscription)
    if specification.demand > .none { subscription.request(specification.demand) }
  }

  func receive(_ input: ScriptValue) -> Subscribers.Demand {
    guard isOpen else { return .none }
    specification.onValue?(input)
    return .none
  }

  func receive(completion: Subscribers.Completion<ScriptError>) {
    guard isOpen else { return }
    state = .closed
    switch completion {
    case .finished: specification.onFinish?()
    case .failure(let error): specification.onFailure?(error)
    }
    specification.onDisposed?()
  }

  func request(_ demand: Subscribers.Demand) {
    if case .open(let subscription) = state { subscription.request(demand) }
  }

  func cancel() {
    let old = state
    state = .closed
    switch old {
    case .waiting: cancelEarly?()
    case .open(let subscription): subscription.cancel()
    case .closed: return
    }
    specification.onDisposed?()
  }
}
