import Marbles
import MarblesCombine

/// A stream of the script that looks at the budget of its run, and is otherwise not there.
///
/// Each subscription and each value takes steps. When the run is over, whatever the reason, what is
/// above is cancelled and nothing goes through any more, so that sources without an end stop too.
struct Guarded: Publisher {
  typealias Output = Value
  typealias Failure = ScriptError

  private let upstream: AnyPublisher<Value, ScriptError>
  private let span: Span
  private unowned let run: Run

  init(_ upstream: AnyPublisher<Value, ScriptError>, at span: Span, in run: Run) {
    self.upstream = upstream
    self.span = span
    self.run = run
  }

  func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    guard run.maySubscribe(at: span) else {
      return subscriber.receive(subscription: Subscriptions.empty)
    }
    run.streaming(at: span) {
      upstream.receive(subscriber: Link(downstream: subscriber, span: span, run: run))
    }
  }

  private final class Link<Downstream: Subscriber>: Subscriber, Traced
  where Downstream.Input == Value, Downstream.Failure == ScriptError {
    private let downstream: Downstream
    private let span: Span
    private unowned let run: Run
    private var subscription: (any Subscription)?

    init(downstream: Downstream, span: Span, run: Run) {
      self.downstream = downstream
      self.span = span
      self.run = run
    }

    var combineIdentifier: CombineIdentifier { downstream.combineIdentifier }
    var lane: RecordedLane? { downstream.recordedLane }

    func receive(subscription: any Subscription) {
      self.subscription = subscription
      downstream.receive(subscription: subscription)
    }

    func receive(_ input: Value) -> Subscribers.Demand {
      guard run.mayDeliver(input, at: span) else {
        let above = subscription
        subscription = nil
        above?.cancel()
        return .none
      }
      return run.streaming(at: span) { downstream.receive(input) }
    }

    func receive(completion: Subscribers.Completion<ScriptError>) {
      subscription = nil
      guard !run.recorder.isStopped else { return }
      run.streaming(at: span) { downstream.receive(completion: completion) }
    }
  }
}

extension Run {
  func guarded(_ stream: MarblesCombine.Stream, at span: Span) -> MarblesCombine.Stream {
    var copy = stream
    copy.publisher = guarded(stream.publisher, at: span)
    return copy
  }

  func guarded(_ publisher: AnyPublisher<Value, ScriptError>, at span: Span)
    -> AnyPublisher<Value, ScriptError>
  {
    Guarded(publisher, at: span, in: self).eraseToAnyPublisher()
  }
}
