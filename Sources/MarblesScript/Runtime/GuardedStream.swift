import Marbles
import MarblesCombine

/// A stream of the script that takes steps of the run's budget, and changes nothing else.
///
/// Each subscription and each element takes steps. When the run is over, the upstream is cancelled
/// and no event passes, so that sources without an end stop too.
struct GuardedStream: Publisher {
  typealias Output = ScriptValue
  typealias Failure = ScriptError

  private let upstream: AnyPublisher<ScriptValue, ScriptError>
  private let span: SourceRange
  private unowned let runtime: ScriptRuntime

  init(
    _ upstream: AnyPublisher<ScriptValue, ScriptError>, at span: SourceRange,
    in runtime: ScriptRuntime
  ) {
    self.upstream = upstream
    self.span = span
    self.runtime = runtime
  }

  func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    guard runtime.budget.maySubscribe(at: span) else {
      return subscriber.receive(subscription: Subscriptions.empty)
    }
    runtime.budget.deliver(at: span) {
      let link = Link(downstream: subscriber, span: span, runtime: runtime)
      runtime.subscriptions.add(link)
      upstream.receive(subscriber: link)
    }
  }

  private final class Link<Downstream: Subscriber>: Subscriber, Severable, RecordedSubscriber
  where Downstream.Input == ScriptValue, Downstream.Failure == ScriptError {
    /// `nil` when the run is over.
    private var downstream: Downstream?
    let combineIdentifier: CombineIdentifier
    let recordedInput: RecordedInput?
    private let span: SourceRange
    private unowned let runtime: ScriptRuntime
    private var subscription: (any Subscription)?

    init(downstream: Downstream, span: SourceRange, runtime: ScriptRuntime) {
      self.downstream = downstream
      combineIdentifier = downstream.combineIdentifier
      recordedInput = downstream.recordedInput?.throughOperator
      self.span = span
      self.runtime = runtime
    }

    func receive(subscription: any Subscription) {
      guard let downstream else { return subscription.cancel() }
      self.subscription = subscription
      downstream.receive(subscription: subscription)
    }

    func receive(_ input: ScriptValue) -> Subscribers.Demand {
      guard let downstream else { return .none }
      guard runtime.budget.mayDeliver(input, at: span) else {
        if subscription != nil { runtime.subscriptions.keep(self) }
        stop()
        return .none
      }
      return runtime.budget.deliver(at: span) { downstream.receive(input) }
    }

    func receive(completion: Subscribers.Completion<ScriptError>) {
      subscription = nil
      guard let downstream else { return }
      guard !runtime.recorder.isStopped else { return runtime.subscriptions.keep(self) }
      runtime.budget.deliver(at: span) { downstream.receive(completion: completion) }
    }

    private func stop() {
      let above = subscription
      subscription = nil
      above?.cancel()
    }

    func sever() {
      stop()
      let below = downstream
      downstream = nil
      below?.receive(completion: .finished)
    }
  }
}

/// A link between an upstream and a downstream that can release both.
protocol Severable: AnyObject {
  /// Cancels the upstream, completes the downstream, and passes no further event.
  func sever()
}

/// The open subscriptions of a run.
///
/// A stream and its subscriber refer to each other until one of them ends. If neither has ended
/// when
/// the run is over (a connection without an owner, a cancel that is still queued), only `sever()`
/// releases them.
final class OpenSubscriptions {
  private struct Reference {
    weak var link: (any Severable)?
  }

  private var references: [Reference] = []
  /// The links that completed after the recorder had stopped: their downstreams still wait.
  private var kept: [any Severable] = []
  private var limit = 64

  /// - Complexity: O(1), amortized.
  func add(_ link: any Severable) {
    if references.count >= limit {
      references.removeAll { $0.link == nil }
      limit = max(64, references.count * 2)
    }
    references.append(Reference(link: link))
  }

  /// Stores a link that may have no other owner, until ``sever()``.
  func keep(_ link: any Severable) { kept.append(link) }

  /// Releases the remaining links, in the order of subscription.
  func sever() {
    let old = references
    references = []
    for reference in old { reference.link?.sever() }
    while let link = kept.popLast() { link.sever() }
  }
}
