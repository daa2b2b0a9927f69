import Marbles

/// A subject that stores its current value, and sends it to each new subscriber.
///
///     subject(0):     -1-2-3-|
///     A ^             01-2-3-|
///     B      ^        ---2-3-|    (receives 1 when it subscribes)
///
/// Subscribers are served in the order in which they subscribed. After the completion, `send(_:)`
/// has no effect, but ``value`` can still be set; a late subscriber receives only the completion.
///
/// - Demand: While a subscriber has requested nothing, the current value waits for it and is
///   delivered inside its next request. Older values are dropped for it, and at the completion the
///   current one too.
/// - Complexity: O(subscribers) per element.
///
/// Thread-safe, like ``PassthroughSubject``. The current value is read when it is first requested:
/// like in Combine, a subscriber that requests while another thread sends can receive that value
/// twice, or an older one after it.
public final class CurrentValueSubject<Output, Failure: Error>: Subject, HoldReporting {
  @usableFromInline let core: SubjectCore<Output, Failure, Output>

  /// Creates a subject with its first value.
  public init(_ value: Output) { core = SubjectCore(value, isAsked: true) }

  /// The current value. Setting it sends it.
  public var value: Output {
    get { core.state.withLock { $0.memory } }
    set {
      var latest = newValue
      let hasEnded = core.state.withLock { state in
        if state.completion != nil { swap(&state.memory, &latest) }
        return state.completion != nil
      }
      if !hasEnded { send(newValue) }
    }
  }

  /// Sends an element to all subscribers.
  @inlinable
  public func send(_ value: Output) {
    // The old value is released after the lock.
    var latest = value
    core.send(value, capacity: 1) { swap(&$0, &latest) }
  }

  /// Sends an element to all subscribers before it becomes the current value, like a property that
  /// is marked ``Published``.
  package func sendBeforeChange(_ value: Output) {
    core.send(value, capacity: 1) { _ in }
    replaceValue(value)
  }

  /// Replaces the current value, which is not sent.
  package func replaceValue(_ value: Output) {
    // The old value is released after the lock.
    core.state.withLockReleasing { state in
      defer { state.memory = value }
      return state.memory
    }
  }

  /// Completes the subject and all subscribers.
  public func send(completion: Subscribers.Completion<Failure>) {
    core.send(completion: completion, forgets: true)
  }

  /// Connects the subject to an upstream.
  public func send(subscription: any Subscription) { core.add(upstream: subscription) }

  @inlinable @inline(__always)
  public func receive<S: Subscriber>(subscriber: S)
  where S.Input == Output, S.Failure == Failure {
    attach(subscriber, name: "CurrentValueSubject")
  }

  /// Attaches a subscriber. `name` is the description of its subscription.
  @inlinable @inline(__always)
  func attach<S: Subscriber>(_ subscriber: S, name: String)
  where S.Input == Output, S.Failure == Failure {
    let conduit = SubjectSubscription(core, subscriber, name: name, latest: { $0 })
    guard conduit.join() else { return }
    if let stage = subscriber.recordedLane?.source { report(to: stage) }
    conduit.start()
  }

  /// Reports the current value to a stage.
  @usableFromInline package func report(to stage: RecordedStage) {
    let report = SubjectReport(stage)
    let (known, value) = core.state.withLock { state -> (SubjectReport?, Output?) in
      guard state.completion == nil else { return (nil, nil) }
      defer { state.report = state.report ?? report }
      return (state.report, state.memory)
    }
    guard let value else { return }
    if let known { return known.add(stage, keeping: CollectionOfOne(value)) }
    report.keep(value, capacity: 1)
  }
}
