import Marbles

/// A protocol of activities that can be cancelled.
public protocol Cancellable {
  /// Cancels the activity, and releases its resources. A second call has no effect.
  func cancel()
}

extension Cancellable {
  /// Stores this cancellable in a collection, which keeps it alive.
  public func store<C: RangeReplaceableCollection>(in collection: inout C)
  where C.Element == AnyCancellable {
    AnyCancellable(self).store(in: &collection)
  }

  /// Stores this cancellable in a set, which keeps it alive.
  public func store(in set: inout Set<AnyCancellable>) {
    AnyCancellable(self).store(in: &set)
  }
}

/// A cancellable that hides the type of another one, and cancels it when it is released.
/// Thread-safe.
public final class AnyCancellable: Cancellable, Hashable, Sendable {
  private let action: Locked<(() -> Void)?>
  private let ended: Locked<() -> Bool>?

  /// Creates a cancellable that calls `cancel` once: at ``cancel()``, or when it is released.
  public init(_ cancel: @escaping () -> Void) {
    action = Locked(cancel)
    ended = nil
  }

  /// Creates a cancellable that cancels `canceller` once: at ``cancel()``, or when it is released.
  public convenience init<C: Cancellable>(_ canceller: C) {
    self.init { canceller.cancel() }
  }

  /// - Parameter hasEnded: Returns whether there is nothing to cancel any longer.
  init<C: Cancellable>(_ canceller: C, hasEnded: @escaping () -> Bool) {
    action = Locked({ canceller.cancel() })
    ended = Locked(hasEnded)
  }

  deinit { cancel() }

  /// Whether there is nothing to cancel any longer; `false` if that is not known.
  var hasEnded: Bool { ended?.withLock { $0 }() ?? false }

  /// Cancels the work. Later calls have no effect.
  public func cancel() {
    let action = action.withLock { state in
      defer { state = nil }
      return state
    }
    action?()
  }

  public static func == (a: AnyCancellable, b: AnyCancellable) -> Bool { a === b }
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }

  /// Stores this in a collection, which keeps it alive.
  public func store<C: RangeReplaceableCollection>(in collection: inout C)
  where C.Element == AnyCancellable {
    collection.append(self)
  }

  /// Stores this in a set, which keeps it alive.
  public func store(in set: inout Set<AnyCancellable>) { set.insert(self) }
}
