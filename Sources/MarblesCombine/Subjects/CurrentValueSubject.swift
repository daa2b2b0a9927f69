import Marbles

/// A subject that keeps its latest value and gives it to whoever subscribes.
///
///     subject(0):     -1-2-3-|
///     A ^             01-2-3-|
///     B      ^        ---2-3-|    (gets 1 when it subscribes)
///
/// Subscribers are served in the order in which they subscribed. After the end, `send(_:)` does
/// nothing, but ``value`` can still be set; a late subscriber gets the end only.
///
/// - Demand: while a subscriber has asked for no more, the latest value waits for it and is given
///   inside its next request; older ones, and at the end that one too, are lost to it.
/// - Complexity: O(subscribers) per value.
///
/// Thread-safe, as ``PassthroughSubject`` is. The latest value is read when it is first asked for:
/// as in Combine, who asks while another thread sends may get that value twice, or an older one
/// behind it.
public final class CurrentValueSubject<Output, Failure: Error>: Subject, HoldReporting {
  @usableFromInline let core: SubjectCore<Output, Failure, Output>

  public init(_ value: Output) { core = SubjectCore(value, isAsked: true) }

  /// The latest value. Setting it sends it.
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

  @inlinable
  public func send(_ value: Output) {
    // What it held goes after the lock has been left.
    var latest = value
    core.send(value, capacity: 1) { swap(&$0, &latest) }
  }

  public func send(completion: Subscribers.Completion<Failure>) {
    core.send(completion: completion, forgets: true)
  }

  public func send(subscription: any Subscription) { core.add(upstream: subscription) }

  @inlinable @inline(__always)
  public func receive<S: Subscriber>(subscriber: S)
  where S.Input == Output, S.Failure == Failure {
    let conduit = SubjectSubscription(core, subscriber, name: "CurrentValueSubject", latest: { $0 })
    guard conduit.join() else { return }
    if let stage = subscriber.recordedLane?.source { report(to: stage) }
    conduit.start()
  }

  /// Lets a stage of the picture show what is kept.
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
