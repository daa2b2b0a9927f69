import Marbles

/// What a transforming operator makes of one value.
enum Step<Output, Failure: Error> {
  case pass(Output)
  /// Nothing comes out; one more is asked for in its place.
  case swallow
  /// Nothing comes out, and nothing is asked for in its place.
  case skip
  /// It is the last one: upstream is cancelled and downstream finishes.
  case last(Output)
  /// Upstream is cancelled and downstream ends so, without another value.
  case end(Subscribers.Completion<Failure>)
}

/// The link of every operator that makes at most one value of each and leaves demand alone: `map`,
/// `filter`, `scan`, `prefix`, ….
///
/// The operator is a closure, made anew for each subscription, that may keep its state in
/// variables. It runs on the upstream's signals only, which are serial, and may be re-entered while
/// downstream is called, so it must have changed its state before it returns.
final class StepLink<Input, Failure: Error, Downstream: Subscriber>: Subscriber, Traced,
  CustomStringConvertible
{
  typealias Verdict = Step<Downstream.Input, Downstream.Failure>
  typealias Ending = (Subscribers.Completion<Failure>) -> Subscribers.Completion<Downstream.Failure>

  private enum State {
    case waiting
    case active(LinkSubscription)
    case over
  }

  private let downstream: Downstream
  private let name: String?
  private let extra: Subscribers.Demand
  private let step: (Input) -> Verdict
  private let ending: Ending
  private var state = State.waiting

  /// - Parameters:
  ///   - name: what its subscription calls itself; the upstream's description if `nil`.
  ///   - extra: asked for on top of the first request.
  ///   - ending: what the upstream's completion becomes.
  init(
    _ downstream: Downstream, name: String?, extra: Subscribers.Demand = .none,
    ending: @escaping Ending, step: @escaping (Input) -> Verdict
  ) {
    self.downstream = downstream
    self.name = name
    self.extra = extra
    self.ending = ending
    self.step = step
  }

  var lane: RecordedLane? { downstream.recordedLane }
  var description: String { name ?? String(describing: downstream) }

  func receive(subscription: any Subscription) {
    guard case .waiting = state else { return subscription.cancel() }
    let link = LinkSubscription(subscription, name: name, extra: extra)
    state = .active(link)
    downstream.receive(subscription: link)
  }

  func receive(_ input: Input) -> Subscribers.Demand {
    guard case .active(let subscription) = state else { return .none }
    switch step(input) {
    case .pass(let output):
      return downstream.receive(output)
    case .skip:
      return .none
    case .swallow:
      return .max(1)
    case .last(let output):
      state = .over
      _ = downstream.receive(output)
      if subscription.stop() { downstream.receive(completion: .finished) }
    case .end(let completion):
      state = .over
      if subscription.stop() { downstream.receive(completion: completion) }
    }
    return .none
  }

  func receive(completion: Subscribers.Completion<Failure>) {
    guard case .active(let subscription) = state else { return }
    state = .over
    subscription.forget()
    downstream.receive(completion: ending(completion))
  }
}

extension StepLink where Failure == Downstream.Failure {
  convenience init(
    _ downstream: Downstream, name: String?, extra: Subscribers.Demand = .none,
    step: @escaping (Input) -> Verdict
  ) {
    self.init(downstream, name: name, extra: extra, ending: { $0 }, step: step)
  }
}

extension StepLink where Downstream.Failure == any Error {
  /// The link of an operator whose closure may throw: the error becomes the failure.
  convenience init(
    throwing downstream: Downstream, name: String?, step: @escaping (Input) throws -> Verdict
  ) {
    self.init(downstream, name: name, ending: { $0.mapFailure { $0 } }) { input in
      do {
        return try step(input)
      } catch {
        return .end(.failure(error))
      }
    }
  }
}
