import MarblesCombine

/// An observable with a function that starts its work, used as one of RxSwift's connectables.
package final class BridgedConnectable<Element>: ConnectableObservable<Element> {
  private let observable: Observable<Element>
  private let start: () -> any Cancellable

  package init(_ observable: Observable<Element>, _ start: @escaping () -> any Cancellable) {
    self.observable = observable
    self.start = start
    super.init()
  }

  override func subscribe(receiver: Receiver<Element>) -> any Disposable {
    observable.subscribe(receiver: receiver)
  }

  package override func connect() -> any Disposable {
    let connection = start()
    return Disposables.create { connection.cancel() }
  }
}
