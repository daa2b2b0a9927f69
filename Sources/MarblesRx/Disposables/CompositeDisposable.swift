import Marbles

/// Holds any number of disposables and disposes them together, as RxSwift's.
///
/// Once disposed, whatever it is given is disposed at once. Thread-safe.
public final class CompositeDisposable: Cancelable, Sendable {
  /// Names a disposable inside, so that it can be taken out again.
  public struct DisposeKey: Hashable, Sendable {
    fileprivate let number: Int
  }

  private struct Contents {
    var disposables: [(number: Int, disposable: any Disposable)] = []
    var nextNumber = 0
  }

  /// `nil` once disposed.
  private let contents = Locked<Contents?>(Contents())

  public init() {}

  public init(disposables: [any Disposable]) {
    for disposable in disposables { _ = insert(disposable) }
  }

  public convenience init(_ disposables: any Disposable...) {
    self.init(disposables: disposables)
  }

  public var isDisposed: Bool { contents.withLock { $0 == nil } }
  public var count: Int { contents.withLock { $0?.disposables.count ?? 0 } }

  /// Adds one. `nil` if this is disposed already, and so is what was given.
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

  /// Takes one out and disposes it.
  public func remove(for key: DisposeKey) {
    let removed = contents.withLock { contents -> (any Disposable)? in
      guard let index = contents?.disposables.firstIndex(where: { $0.number == key.number })
      else { return nil }
      return contents?.disposables.remove(at: index).disposable
    }
    removed?.dispose()
  }

  public func dispose() {
    let old = contents.withLock { contents in
      defer { contents = nil }
      return contents
    }
    for (_, disposable) in old?.disposables ?? [] { disposable.dispose() }
  }
}
