import Marbles

/// A subject that passes values on and keeps nothing.
///
///     subject:        -1-2-3-|
///     A       ^       -1-2-3-|
///     B          ^    ---2-3-|
///
/// Subscribers are served in the order in which they subscribed. (Combine leaves that order open.)
/// A value sent while another is being delivered is delivered at once, inside that delivery.
/// Whoever subscribes during a delivery does not get the value of that delivery.
///
/// - Demand: a subscriber that has asked for no more loses the value; the end needs no demand. A
///   publisher that feeds the subject is asked for everything at the first request of anybody.
/// - Complexity: O(subscribers) per value.
///
/// Thread-safe: it may be sent to, subscribed and cancelled from any thread; keeping sends apart in
/// time is the sender's duty.
public final class PassthroughSubject<Output, Failure: Error>: Subject {
  @usableFromInline let core = SubjectCore<Output, Failure, Void>((), isAsked: false)

  public init() {}

  @inlinable
  public func send(_ value: Output) { core.send(value) }

  public func send(completion: Subscribers.Completion<Failure>) {
    core.send(completion: completion)
  }

  public func send(subscription: any Subscription) { core.add(upstream: subscription) }

  @inlinable @inline(__always)
  public func receive<S: Subscriber>(subscriber: S)
  where S.Input == Output, S.Failure == Failure {
    let conduit = SubjectSubscription(core, subscriber, name: "PassthroughSubject")
    if conduit.join() { conduit.start() }
  }
}
