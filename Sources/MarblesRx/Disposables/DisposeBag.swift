/// Disposes what it holds when nobody holds it any longer, as RxSwift's.
///
/// It has no `dispose()`, on purpose: a bag that is emptied is a new bag. Thread-safe.
public final class DisposeBag: Sendable {
  private let contents = CompositeDisposable()

  public init() {}

  public convenience init(disposing disposables: any Disposable...) {
    self.init()
    insert(disposables)
  }

  deinit { contents.dispose() }

  public func insert(_ disposable: any Disposable) { _ = contents.insert(disposable) }

  public func insert(_ disposables: any Disposable...) { insert(disposables) }

  public func insert(_ disposables: [any Disposable]) {
    for disposable in disposables { insert(disposable) }
  }
}
