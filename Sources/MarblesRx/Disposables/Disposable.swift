import Marbles

/// A resource that can be disposed, like a subscription.
public protocol Disposable {
  /// Disposes the resource. Further calls have no effect.
  func dispose()
}

/// A disposable that reports whether it has been disposed.
public protocol Cancelable: Disposable {
  /// A Boolean value that indicates whether the resource has been disposed.
  var isDisposed: Bool { get }
}

extension Disposable {
  /// Adds the disposable to a bag, which disposes it when the bag is deinitialized.
  public func disposed(by bag: DisposeBag) { bag.insert(self) }
}

/// A base class for disposables, like in RxSwift.
open class DisposeBase {
  /// Creates the base of a disposable.
  public init() {}
}

/// A namespace for the creation of disposables.
public struct Disposables {
  private init() {}

  /// Creates a disposable that does nothing.
  public static func create() -> any Disposable { EmptyDisposable() }

  /// Creates a disposable that calls a closure at the first disposal.
  public static func create(with dispose: @escaping () -> Void) -> any Cancelable {
    ClosureDisposable(dispose)
  }

  /// Creates a disposable that disposes the given ones, in their order.
  public static func create(_ disposables: any Disposable...) -> any Cancelable {
    create(disposables)
  }

  /// Creates a disposable that disposes the given ones, in their order.
  public static func create(_ disposables: [any Disposable]) -> any Cancelable {
    ClosureDisposable { for disposable in disposables { disposable.dispose() } }
  }
}

private struct EmptyDisposable: Disposable {
  func dispose() {}
}

/// A disposable that calls a closure once. Thread-safe.
final class ClosureDisposable: Cancelable {
  private let action: Locked<(() -> Void)?>

  init(_ action: @escaping () -> Void) { self.action = Locked(action) }

  var isDisposed: Bool { action.withLock { $0 == nil } }

  func dispose() {
    let action = action.withLock { action in
      defer { action = nil }
      return action
    }
    action?()
  }
}

/// A disposable that stores whether it has been disposed. Thread-safe.
public final class BooleanDisposable: Cancelable, Sendable {
  private let flag: Locked<Bool>

  /// Creates a disposable.
  public init(isDisposed: Bool = false) { flag = Locked(isDisposed) }

  /// A Boolean value that indicates whether the disposable has been disposed.
  public var isDisposed: Bool { flag.withLock { $0 } }
  /// Sets ``isDisposed``.
  public func dispose() { flag.withLock { $0 = true } }
}

/// A collection of disposables that are disposed when the bag is deinitialized.
///
/// It has no `dispose()`: assign a new bag to dispose the contents of the old one. Thread-safe.
public final class DisposeBag: Sendable {
  private let contents = CompositeDisposable()

  /// Creates an empty bag.
  public init() {}

  /// Creates a bag with the given disposables.
  public convenience init(disposing disposables: any Disposable...) {
    self.init(disposing: disposables)
  }

  /// Creates a bag with the given disposables.
  public convenience init(disposing disposables: [any Disposable]) {
    self.init()
    insert(disposables)
  }

  /// Creates a bag with the disposables that a builder lists.
  ///
  ///     let bag = DisposeBag {
  ///       title.bind(to: label)
  ///       taps.bind(to: count)
  ///     }
  public convenience init(@DisposableBuilder builder: () -> [any Disposable]) {
    self.init(disposing: builder())
  }

  deinit { contents.dispose() }

  /// Adds a disposable.
  public func insert(_ disposable: any Disposable) { _ = contents.insert(disposable) }

  /// Adds disposables.
  public func insert(_ disposables: any Disposable...) { insert(disposables) }

  /// Adds disposables.
  public func insert(_ disposables: [any Disposable]) {
    for disposable in disposables { insert(disposable) }
  }

  /// Adds the disposables that a builder lists.
  public func insert(@DisposableBuilder builder: () -> [any Disposable]) { insert(builder()) }

  /// A result builder that lists disposables.
  @resultBuilder
  public struct DisposableBuilder {
    /// Lists the disposables of a block.
    public static func buildBlock(_ disposables: any Disposable...) -> [any Disposable] {
      disposables
    }
  }
}
