import Marbles

extension ConnectablePublisher {
  /// Connects when the first subscriber arrives, and cancels the connection when the last one
  /// cancels.
  ///
  ///     A     ^--!
  ///     B      ^----!
  ///     C               ^       (connects again)
  ///
  /// Like in Combine, subscriptions are counted, not subscribers. A subscription that is cancelled
  /// twice, or after the completion, counts again; a sink does neither. A subscription that is made
  /// inside another one's `receive(subscription:)` connects a second time.
  ///
  /// Thread-safe: if several first subscribers arrive on several threads, one of them connects.
  @inlinable @inline(__always)
  public func autoconnect() -> Publishers.Autoconnect<Self> {
    Publishers.Autoconnect(upstream: self)
  }
}

extension Publishers {
  /// A publisher that connects while it has subscribers.
  public class Autoconnect<Upstream: ConnectablePublisher>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    /// The publisher whose elements are received.
    public final let upstream: Upstream
    @usableFromInline let counter: ConnectionCounter

    /// Creates a publisher that connects while it has subscribers.
    @inlinable @inline(__always)
    public init(upstream: Upstream) {
      self.upstream = upstream
      counter = ConnectionCounter { upstream.connectAutomatically() }
    }

    @inlinable @inline(__always)
    public final func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      let isFirst = counter.arrive()
      upstream.subscribe(AutoconnectLink(subscriber, counter))
      if isFirst { counter.connect() }
    }
  }
}

/// A connectable publisher that makes a difference between being connected by hand and by
/// ``Publishers/Autoconnect``.
@usableFromInline
protocol AutomaticallyConnectable {
  func connectQuietly() -> any Cancellable
}

extension ConnectablePublisher {
  @inlinable @inline(__always)
  func connectAutomatically() -> any Cancellable {
    (self as? any AutomaticallyConnectable)?.connectQuietly() ?? connect()
  }
}

/// Counts subscriptions, and holds the connection while there are any.
@usableFromInline
final class ConnectionCounter {
  private enum State {
    case disconnected
    /// The first subscriber is being subscribed on this thread, and the work starts after that.
    /// Other subscribers may have arrived and cancelled meanwhile.
    case connecting(ThreadIdentity, count: Int)
    case connected(any Cancellable, count: Int)
  }

  private let state = Locked(State.disconnected)
  private let start: () -> any Cancellable

  @usableFromInline
  init(_ start: @escaping () -> any Cancellable) { self.start = start }

  /// Counts a subscription: `true` if the caller must connect.
  @usableFromInline
  func arrive() -> Bool {
    let thread = ThreadIdentity.current
    return state.withLock { state in
      switch state {
      case .disconnected:
        state = .connecting(thread, count: 1)
        return true
      case .connecting(let first, let count):
        // Like in Combine, a subscription inside the first one's subscription connects by itself.
        guard first != thread else { return true }
        state = .connecting(first, count: count + 1)
        return false
      case .connected(let connection, let count):
        state = .connected(connection, count: count + 1)
        return false
      }
    }
  }

  @usableFromInline
  func connect() {
    let connection = start()
    let (isUnused, replaced) = state.withLock { state -> (Bool, (any Cancellable)?) in
      var count = 1
      var old: (any Cancellable)?
      switch state {
      case .disconnected: break
      case .connecting(_, let arrived): count = arrived
      case .connected(let connection, _): old = connection
      }
      let isUnused = count <= 0 && (connection as? AnyCancellable)?.hasEnded != true
      state = isUnused ? .disconnected : .connected(connection, count: max(count, 1))
      return (isUnused, old)
    }
    if isUnused { connection.cancel() }
    _ = replaced
  }

  func leave() {
    let connection = state.withLock { state -> (any Cancellable)? in
      switch state {
      case .disconnected:
        return nil
      case .connecting(let thread, let count):
        state = .connecting(thread, count: count - 1)
        return nil
      case .connected(let connection, let count):
        state = count > 1 ? .connected(connection, count: count - 1) : .disconnected
        return count > 1 ? nil : connection
      }
    }
    connection?.cancel()
  }
}

/// Passes all signals on, and counts the subscription.
@usableFromInline
final class AutoconnectLink<Downstream: Subscriber>: Subscriber, RecordedSubscriber,
  CustomStringConvertible
{
  @usableFromInline typealias Input = Downstream.Input
  @usableFromInline typealias Failure = Downstream.Failure

  @usableFromInline let downstream: Downstream
  private let counter: ConnectionCounter

  @usableFromInline
  init(_ downstream: Downstream, _ counter: ConnectionCounter) {
    self.downstream = downstream
    self.counter = counter
  }

  var recordedInput: RecordedInput? { downstream.recordedInput?.throughOperator }
  @usableFromInline var description: String { "Autoconnect" }

  @usableFromInline
  func receive(subscription: any Subscription) {
    downstream.receive(subscription: CountedSubscription(subscription, counter))
  }

  @inlinable
  func receive(_ input: Input) -> Subscribers.Demand { downstream.receive(input) }

  @usableFromInline
  func receive(completion: Subscribers.Completion<Failure>) {
    downstream.receive(completion: completion)
  }
}

private final class CountedSubscription: QuietSubscription, CustomStringConvertible {
  private let base: any Subscription
  private let counter: ConnectionCounter

  init(_ base: any Subscription, _ counter: ConnectionCounter) {
    self.base = base
    self.counter = counter
  }

  var description: String { String(describing: base) }
  var isQuiet: Bool { base.isKnownQuiet }

  func request(_ demand: Subscribers.Demand) { base.request(demand) }

  func cancel() {
    base.cancel()
    counter.leave()
  }
}
