import Marbles
import MarblesCombine

/// What an end does with what it receives.
struct SinkSpecification {
  var demand = Subscribers.Demand.unlimited
  var onValue: ((ScriptValue) -> Void)?
  var onFinish: (() -> Void)?
  var onFailure: ((ScriptError) -> Void)?
  /// After the end or a cancel.
  var onDisposed: (() -> Void)?
  /// The stage into which the end leads.
  var target: RecordedStage?
}

/// An end of a pipeline: a sink, a binding. It has one lane, however often it subscribes.
final class ScriptSink: CancellableObject {
  let name: String
  let span: SourceRange
  let lane: RecordedLane
  /// The stages in its own chain, which are the same each time it is evaluated.
  var sites: [SourceRange: StageSite] = [:]
  private unowned let runtime: ScriptRuntime
  private var subscriber: EndSubscriber?
  /// What is asked for once there is a subscription.
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

  /// Cancels when the run is over.
  func leave() {
    subscriber?.cancel()
    subscriber = nil
  }

  func request(_ demand: Subscribers.Demand) {
    guard demand > .none, !runtime.recorder.isStopped else { return }
    subscriber?.request(demand)
  }

  /// Demand that is written in the same group as the subscription: its initial demand.
  func requestAtStart(_ demand: Subscribers.Demand) { extraDemand += demand }
}

/// Asks for its initial demand and hands on what it gets.
final class EndSubscriber: Subscriber {
  typealias Input = ScriptValue
  typealias Failure = ScriptError

  private enum State {
    case waiting
    case open(any Subscription)
    case closed
  }

  private var state = State.waiting
  private let specification: SinkSpecification

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
    guard case .open(let subscription) = old else { return }
    subscription.cancel()
    specification.onDisposed?()
  }
}
