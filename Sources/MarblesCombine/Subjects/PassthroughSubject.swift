import Marbles

/// A subject that sends elements to its subscribers, and stores none.
///
///     subject:        -1-2-3-|
///     A       ^       -1-2-3-|
///     B          ^    ---2-3-|
///
/// Subscribers are served in the order in which they subscribed. (Combine does not define the
/// order.) An element that is sent during a delivery is delivered at once, inside that delivery. A
/// subscriber that is added during a delivery does not receive that element.
///
/// - Demand: An element is dropped for a subscriber that has not requested it; the completion needs
///   no demand. An upstream that feeds the subject is requested unlimited demand at the first
///   request of a subscriber.
/// - Complexity: O(subscribers) per element.
///
/// Thread-safe: elements can be sent, and subscribers added and removed, on any thread. Elements
/// that are sent at the same time are not serialized.
public final class PassthroughSubject<Output, Failure: Error>: Subject {
  @usableFromInline let core = SubjectCore<Output, Failure, Void>((), isAsked: false)

  /// Creates a subject.
  public init() {}

  /// Sends an element to all subscribers.
  @inlinable
  public func send(_ value: Output) { core.send(value) }

  /// Completes the subject and all subscribers.
  public func send(completion: Subscribers.Completion<Failure>) {
    core.send(completion: completion)
  }

  /// Connects the subject to an upstream.
  public func send(subscription: any Subscription) { core.add(upstream: subscription) }

  @inlinable @inline(__always)
  public func receive<S: Subscriber>(subscriber: S)
  where S.Input == Output, S.Failure == Failure {
    let conduit = SubjectSubscription(core, subscriber, name: "PassthroughSubject")
    if conduit.join() { conduit.start() }
  }
}
