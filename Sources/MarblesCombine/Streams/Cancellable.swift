import Marbles

/// Something that can be stopped.
public protocol Cancellable {
  /// Stops it, and lets go of what it held. Cancelling twice is harmless.
  func cancel()
}

extension Cancellable {
  /// Keeps this in a collection, and so alive.
  public func store<C: RangeReplaceableCollection>(in collection: inout C)
  where C.Element == AnyCancellable {
    AnyCancellable(self).store(in: &collection)
  }

  /// Keeps this in a set, and so alive.
  public func store(in set: inout Set<AnyCancellable>) {
    AnyCancellable(self).store(in: &set)
  }
}

/// Cancels what it holds when told to or when nobody holds it any longer. Thread-safe.
public final class AnyCancellable: Cancellable, Hashable, Sendable {
  private let action: Locked<(() -> Void)?>

  /// Runs `cancel` once: at ``cancel()``, or when this is let go of.
  public init(_ cancel: @escaping () -> Void) {
    action = Locked(cancel)
  }

  public convenience init<C: Cancellable>(_ canceller: C) {
    self.init { canceller.cancel() }
  }

  deinit { cancel() }

  public func cancel() {
    let action = action.withLock { state in
      defer { state = nil }
      return state
    }
    action?()
  }

  public static func == (a: AnyCancellable, b: AnyCancellable) -> Bool { a === b }
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }

  public func store<C: RangeReplaceableCollection>(in collection: inout C)
  where C.Element == AnyCancellable {
    collection.append(self)
  }

  public func store(in set: inout Set<AnyCancellable>) { set.insert(self) }
}
