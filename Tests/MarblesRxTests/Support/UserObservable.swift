import MarblesRx

/// A class of a user's program that conforms to `ObservableType`. It is used in files that the
/// compiler reads before this one.
class UserObservable<Element>: ObservableType {
  private let elements: [Element]

  init(_ elements: Element...) { self.elements = elements }

  func subscribe<Observer: ObserverType>(_ observer: Observer) -> any Disposable
  where Observer.Element == Element {
    Observable.from(elements).subscribe(observer)
  }
}

struct UserIntegers: ObservableType {
  typealias Element = Int

  func subscribe<Observer: ObserverType>(_ observer: Observer) -> any Disposable
  where Observer.Element == Int {
    Observable.of(1, 2).subscribe(observer)
  }
}
