import MarblesRx

/// An observer that notices what must not happen.
final class ContractObserver {
  private(set) var violations: [String] = []
  private(set) var values = 0
  private(set) var isOver = false
  private(set) var disposals = 0
  private var isDisposed = false
  private var subscription: (any Disposable)?
  var onValue: (() -> Void)?

  func subscribe<Element>(to observable: Observable<Element>) {
    let subscription = observable.subscribe(
      onNext: { _ in self.next() }, onError: { _ in self.end("an error") },
      onCompleted: { self.end("a completion") }, onDisposed: { self.disposals += 1 })
    self.subscription = subscription
  }

  private func next() {
    if isOver { violations.append("a value after the end") }
    if isDisposed { violations.append("a value after the disposal") }
    values += 1
    onValue?()
  }

  private func end(_ what: String) {
    if isOver { violations.append("\(what) after the end") }
    if isDisposed { violations.append("\(what) after the disposal") }
    isOver = true
  }

  /// Nothing while it subscribes: then there is nothing yet to dispose.
  func dispose() {
    guard let subscription else { return }
    isDisposed = true
    subscription.dispose()
    if disposals == 0 { violations.append("not disposed after dispose()") }
  }

  func forget() {
    onValue = nil
    subscription = nil
  }
}
