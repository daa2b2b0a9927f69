import Marbles
import MarblesCombine

/// A stream of the script that looks at the budget of its run, and is otherwise not there.
///
/// Each subscription and each value takes steps. When the run is over, whatever the reason, what is
/// above is cancelled and nothing goes through any more, so that sources without an end stop too.
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
    let lane: RecordedLane?
    private let span: SourceRange
    private unowned let runtime: ScriptRuntime
    private var subscription: (any Subscription)?

    init(downstream: Downstream, span: SourceRange, runtime: ScriptRuntime) {
      self.downstream = downstream
      combineIdentifier = downstream.combineIdentifier
      lane = downstream.recordedLane
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

/// Something between an upstream and a downstream, both of which it can let go of.
protocol Severable: AnyObject {
  /// Cancels upstream, ends downstream, and lets nothing through any more.
  func sever()
}

/// What a run has subscribed to.
///
/// A stream and its subscriber hold on to each other until one of them ends. Where neither has when
/// the run is over (a connection that nobody holds, a cancel that waits for its turn), only this
/// takes them apart.
final class OpenSubscriptions {
  private struct Reference {
    weak var link: (any Severable)?
  }

  private var references: [Reference] = []
  /// Ended from above when nothing was told any longer: their downstreams still wait.
  private var kept: [any Severable] = []
  private var limit = 64

  /// - Complexity: O(1), amortised.
  func add(_ link: any Severable) {
    if references.count >= limit {
      references.removeAll { $0.link == nil }
      limit = max(64, references.count * 2)
    }
    references.append(Reference(link: link))
  }

  /// Keeps a link that nobody else may keep, until ``sever()``.
  func keep(_ link: any Severable) { kept.append(link) }

  /// Takes apart what is left, in the order of the subscriptions.
  func sever() {
    let old = references
    references = []
    for reference in old { reference.link?.sever() }
    while let link = kept.popLast() { link.sever() }
  }
}
