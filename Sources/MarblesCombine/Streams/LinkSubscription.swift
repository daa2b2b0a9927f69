import Marbles

/// The subscription that a link hands downstream: it has the operator's name, and cancels upstream
/// at most once.
///
/// It is the only part of a plain link that other threads may touch, so the link itself needs no
/// lock: all that it ever sees are its upstream's signals, which are serial.
@usableFromInline
final class LinkSubscription: Subscription, CustomStringConvertible {
  private struct State {
    var upstream: (any Subscription)?
    /// Added to the first request.
    var extra: Subscribers.Demand
  }

  private let name: String?
  private let state: Locked<State>

  /// - Parameter name: what it calls itself; the upstream's description if `nil`.
  @usableFromInline
  init(
    _ upstream: any Subscription, name: String? = nil, extra: Subscribers.Demand = .none
  ) {
    self.name = name
    state = Locked(State(upstream: upstream, extra: extra))
  }

  var isOver: Bool { state.withLock { $0.upstream == nil } }

  @usableFromInline var description: String {
    name ?? state.withLock { $0.upstream }.map { String(describing: $0) } ?? "Empty"
  }

  @usableFromInline func request(_ demand: Subscribers.Demand) {
    let (upstream, extra) = state.withLock { state in
      defer { state.extra = .none }
      return (state.upstream, state.extra)
    }
    upstream?.request(demand + extra)
  }

  @usableFromInline func cancel() { stop() }

  /// Cancels upstream, unless it ended or was cancelled before; then it says `false`.
  @discardableResult
  @usableFromInline func stop() -> Bool {
    guard let upstream = take() else { return false }
    upstream.cancel()
    return true
  }

  /// Lets go of the upstream, which has ended: `false` if it was cancelled before.
  @discardableResult
  @usableFromInline func forget() -> Bool { take() != nil }

  private func take() -> (any Subscription)? {
    state.withLock { state in
      defer { state.upstream = nil }
      return state.upstream
    }
  }
}
