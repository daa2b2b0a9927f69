/// Operators and types of the frameworks that this package does not have, with the reason.
enum Absences {
  struct Absence {
    let name: String
    let reason: String

    init(_ name: String, _ reason: String) {
      self.name = name
      self.reason = reason
    }
  }

  static let combine = [
    Absence(
      "Timer.publish, NotificationCenter, KVO, URLSession",
      "need Foundation; in virtual time `TestScheduler.timer(every:)`"),
    Absence(
      "RunLoop and OperationQueue as schedulers",
      "need Foundation; DispatchQueue and ImmediateScheduler are there"),
  ]

  static let rxSwift = [
    Absence(
      "ControlProperty, ControlEvent, UI bindings",
      "there is no user interface here"),
    Absence(
      "Hooks, Resources",
      "global state"),
    Absence(
      "HistoricalScheduler",
      "needs Foundation's `Date`; `VirtualTimeScheduler` takes any unit of time"),
    Absence(
      "OperationQueueScheduler",
      "needs Foundation"),
    Absence(
      "XCTAssertEqual, XCTAssertRecordedElements of RxTest",
      "events and subscriptions are `Equatable`, so the assertions of XCTest and Swift Testing take them; `recordedElements()` gives the elements"
    ),
    Absence(
      "TestScheduler.stop",
      "`advanceTo` runs up to a tick"),
    Absence(
      "Subclasses of dispatch schedulers and of ReplaySubject",
      "the classes are final; `MainScheduler` is no `SerialDispatchQueueScheduler`"),
    Absence(
      "RxError.disposed(object:) with an object",
      "an error is `Sendable`, so it has the name of the object's type"),
  ]
}
