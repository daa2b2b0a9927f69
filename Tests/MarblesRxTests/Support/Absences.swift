/// What the frameworks have and this package does not, with the reason.
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
    Absence("breakpoint, breakpointOnError", "a debugger's business, not a recording's"),
    Absence(
      "Timer.publish, NotificationCenter, KVO, URLSession",
      "need Foundation; in virtual time `TestScheduler.timer(every:)`"),
    Absence(
      "RunLoop and OperationQueue as schedulers",
      "need Foundation; DispatchQueue and ImmediateScheduler are there"),
    Absence("values (AsyncSequence)", "a recording has no waiting reader"),
  ]

  static let rxSwift = [
    Absence("amb, groupBy, generate, repeatElement, using", "outside of relays, sharing and time"),
    Absence("asSingle, asMaybe, asCompletable, asInfallible", "there are Driver and Signal only"),
    Absence("buffer and window without a time", "RxSwift has none either"),
    Absence("debug, dump", "what passes by is in the recording"),
    Absence("first, single, withUnretained", "`take(1)`, `subscribe(with:)` do the work"),
    Absence("Binder, ControlProperty, ControlEvent, UI bindings", "there is no UI here"),
    Absence("Hooks, Resources", "global state"),
    Absence(
      "HistoricalScheduler, OperationQueueScheduler",
      "virtual time is TestScheduler's; the other needs Foundation"),
    Absence("ScheduledDisposable, RefCountDisposable", "used inside RxSwift only"),
  ]
}
