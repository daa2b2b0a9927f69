import Marbles

extension Publisher {
  /// Drops all elements, and republishes only the completion.
  ///
  ///     -1-2-3-|   ignoreOutput()
  ///     -------|
  ///
  /// - Demand: Requests unlimited demand, and passes requests through as well.
  public func ignoreOutput() -> Publishers.IgnoreOutput<Self> {
    Publishers.IgnoreOutput(upstream: self)
  }
}

extension Publishers {
  /// A publisher that republishes only the completion.
  public struct IgnoreOutput<Upstream: Publisher>: Publisher {
    public typealias Output = Never
    public typealias Failure = Upstream.Failure

    /// The publisher whose elements are received.
    public let upstream: Upstream

    /// Creates a publisher that republishes only the completion.
    public init(upstream: Upstream) { self.upstream = upstream }

    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      upstream.subscribe(IgnoringSubscriber<Upstream.Output, S>(subscriber))
    }
  }
}

private final class IgnoringSubscriber<Input, Downstream: Subscriber>: Subscriber,
  RecordedSubscriber, CustomStringConvertible
{
  typealias Failure = Downstream.Failure

  private let downstream: Downstream
  private var hasSubscription = false
  private var isOpen = false

  init(_ downstream: Downstream) { self.downstream = downstream }

  var lane: RecordedLane? { downstream.recordedLane }
  var description: String { "IgnoreOutput" }

  func receive(subscription: any Subscription) {
    guard !hasSubscription else { return subscription.cancel() }
    hasSubscription = true
    isOpen = true
    downstream.receive(subscription: subscription)
    subscription.request(.unlimited)
  }

  func receive(_ input: Input) -> Subscribers.Demand { .none }

  func receive(completion: Subscribers.Completion<Failure>) {
    guard isOpen else { return }
    isOpen = false
    downstream.receive(completion: completion)
  }
}

extension Publishers.IgnoreOutput: Equatable where Upstream: Equatable {}
