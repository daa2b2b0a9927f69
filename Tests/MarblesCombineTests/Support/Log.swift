import MarblesCombine
@_exported import MarblesTestSupport

/// Subscribers, spies and feeds write into the log: `A subscription`, `A request max(1)`, `A value 3`,
/// `A returns max(1)`, `A finished`, `A failure(boom)`, `A cancel`, `up subscribed`, `up emits 3`,
/// `up gets back max(1)`, `up cancelled`.
extension Log {
  /// A log whose lines start with the frame of a scheduler.
  convenience init(_ scheduler: TestScheduler) {
    self.init { "\(scheduler.now.nanoseconds / scheduler.frame.nanoseconds)" }
  }
}

func text<Failure>(_ completion: Subscribers.Completion<Failure>) -> String {
  switch completion {
  case .finished: "finished"
  case .failure(let error): "failure(\(error))"
  }
}
