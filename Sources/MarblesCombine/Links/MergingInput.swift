import Marbles

/// One of the publishers that are merged.
///
/// Its state is written inside the gate, and under the lock of the gate where its subscription
/// arrives: merging many short publishers consists mostly of creating these.
@usableFromInline
final class MergingInput<Downstream: Subscriber>: Subscriber, RecordedSubscriber,
  CustomStringConvertible
{
  @usableFromInline typealias Input = Downstream.Input
  @usableFromInline typealias Failure = Downstream.Failure

  /// Retained by this object from ``keepHub()`` on; before that by the caller that subscribes it.
  @usableFromInline @exclusivity(unchecked) var hub: Unmanaged<MergingSubscription<Downstream>>?
  @usableFromInline @exclusivity(unchecked) var phase = UpstreamSubscription.Phase.waiting
  @usableFromInline @exclusivity(unchecked) var subscription: (any Subscription)?
  /// The subscription, during the call that passes it to this object: an existential is copied only
  /// if it is stored.
  @usableFromInline @exclusivity(unchecked) var arriving: UnsafePointer<any Subscription>?
  /// The thread that subscribes this object to its publisher.
  @usableFromInline @exclusivity(unchecked) var subscriber = ThreadIdentity.current
  /// Whether ``subscriber`` is inside `subscribe(to:)`. Other threads read it inside the gate only.
  @usableFromInline @exclusivity(unchecked) var isBeingSubscribed = false

  @inlinable init() {}

  /// Whether the calling thread is subscribing this object. It is inside the gate then, and need
  /// not enter it.
  @inlinable
  var isBeingSubscribedHere: Bool { subscriber == .current && isBeingSubscribed }

  deinit { hub?.release() }

  @inlinable
  func keepHub() { _ = hub?.retain() }

  var recordedInput: RecordedInput? { .of(callHub { $0.outlet.input } ?? nil, as: .inner) }
  @usableFromInline var description: String { callHub { $0.name } ?? "Merge" }

  @inlinable
  func receive(subscription: any Subscription) { callHub { $0.start(self, subscription) } }

  @inlinable
  func receive(_ input: Input) -> Subscribers.Demand {
    callHub { $0.receive(input, from: self) } ?? .none
  }

  @inlinable
  func receive(completion: Subscribers.Completion<Failure>) {
    callHub { $0.receive(completion: completion, from: self) }
  }

  /// Calls the hub without retaining it: a caller of this object keeps the hub alive.
  @inlinable @inline(__always) @discardableResult
  func callHub<Result>(_ call: (MergingSubscription<Downstream>) -> Result) -> Result? {
    hub?._withUnsafeGuaranteedRef(call)
  }

  // MARK: Called inside the outlet

  @inlinable
  func request(_ demand: Subscribers.Demand) {
    guard demand != .none else { return }
    if let arriving { return arriving.pointee.request(demand) }
    let subscription = callHub { hub in hub.outlet.gate.state.withLock { _ in self.subscription } }
    subscription??.request(demand)
  }

  /// Refuses a subscription that has not arrived, and releases the one that has.
  @inlinable
  func cancel() {
    let arriving = arriving.take()
    let old = callHub { hub in
      hub.outlet.gate.state.withLock { _ in
        phase = .closed
        return subscription.take()
      }
    }
    old??.cancel()
    arriving?.pointee.cancel()
  }
}
