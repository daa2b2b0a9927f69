import Marbles

/// A group of disposables that are disposed together.
///
/// A disposable that is added after the disposal is disposed at once. Thread-safe.
public final class CompositeDisposable: Cancelable, Sendable {
  /// The key by which a disposable of the group can be removed.
  public struct DisposeKey: Hashable, Sendable {
    fileprivate let number: Int
  }

  private struct Contents {
    var disposables: [(number: Int, disposable: any Disposable)] = []
    var nextNumber = 0
  }

  /// `nil` once disposed.
  private let contents = Locked<Contents?>(Contents())

  /// Creates an empty group.
  public init() {}

  /// Creates a group with the given disposables.
  public init(disposables: [any Disposable]) {
    for disposable in disposables { _ = insert(disposable) }
  }

  /// Creates a group with the given disposables.
  public convenience init(_ disposables: any Disposable...) {
    self.init(disposables: disposables)
  }

  /// A Boolean value that indicates whether the group has been disposed.
  public var isDisposed: Bool { contents.withLock { $0 == nil } }
  /// The number of disposables in the group.
  public var count: Int { contents.withLock { $0?.disposables.count ?? 0 } }

  /// Adds a disposable.
  ///
  /// - Returns: A key by which it can be removed, or `nil` if the group has been disposed; the
  ///   given disposable is then disposed too.
  public func insert(_ disposable: any Disposable) -> DisposeKey? {
    let key = contents.withLock { contents -> DisposeKey? in
      guard let number = contents?.nextNumber else { return nil }
      contents?.nextNumber += 1
      contents?.disposables.append((number, disposable))
      return DisposeKey(number: number)
    }
    if key == nil { disposable.dispose() }
    return key
  }

  /// Removes a disposable and disposes it.
  public func remove(for key: DisposeKey) {
    let removed = contents.withLock { contents -> (any Disposable)? in
      guard let index = contents?.disposables.firstIndex(where: { $0.number == key.number })
      else { return nil }
      return contents?.disposables.remove(at: index).disposable
    }
    removed?.dispose()
  }

  /// Disposes all disposables in the order in which they were added.
  public func dispose() {
    let old = contents.withLock { contents in
      defer { contents = nil }
      return contents
    }
    for (_, disposable) in old?.disposables ?? [] { disposable.dispose() }
  }
}
