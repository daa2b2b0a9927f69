import Marbles

/// A publisher that influences a lane without being its source, such as the argument of
/// `withLatestFrom`: its stage does not become the source of the lane that is being subscribed.
package struct SideInput<Upstream: Publisher>: Publisher {
  package typealias Output = Upstream.Output
  package typealias Failure = Upstream.Failure

  private let upstream: Upstream
  private let recorder: Recorder

  package init(_ upstream: Upstream, recorder: Recorder) {
    self.upstream = upstream
    self.recorder = recorder
  }

  package func receive<S: Subscriber>(subscriber: S)
  where S.Input == Output, S.Failure == Failure {
    recorder.withoutPendingLane { upstream.receive(subscriber: SideLink(subscriber)) }
  }
}

/// Passes all signals on, and has no lane.
private struct SideLink<Downstream: Subscriber>: Subscriber {
  private let downstream: Downstream
  let combineIdentifier = CombineIdentifier()

  init(_ downstream: Downstream) { self.downstream = downstream }

  func receive(subscription: any Subscription) {
    downstream.receive(subscription: subscription)
  }

  func receive(_ input: Downstream.Input) -> Subscribers.Demand { downstream.receive(input) }

  func receive(completion: Subscribers.Completion<Downstream.Failure>) {
    downstream.receive(completion: completion)
  }
}

extension OutputProbe: AutomaticallyConnectable where Upstream: ConnectablePublisher {
  /// `autoconnect()` does not connect by hand.
  @usableFromInline func connectQuietly() -> any Cancellable { upstream.connect() }
}
