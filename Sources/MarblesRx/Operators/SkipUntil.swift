import MarblesCombine

extension ObservableType {
  /// Skips elements until another observable emits.
  ///
  ///     a-b-c-d|
  ///     ---x        skip(until: other)
  ///     ----c-d|
  ///
  /// If the source completes before that, the result does not complete, like in RxSwift.
  public func skip<Source: ObservableType>(until other: Source) -> Observable<Element> {
    Producer { sink in
      let gate = SerialGate()
      let trigger = SingleAssignmentDisposable()
      var isOpen = false
      let subscription = self.subscribe(into: sink, through: gate) { event in
        switch event {
        case .next where !isOpen: break
        case .completed where !isOpen: sink.subscription.dispose()
        default: sink.on(event)
        }
      }
      trigger.setDisposable(
        other.subscribe(into: sink, through: gate) { event in
          switch event {
          case .next:
            isOpen = true
            trigger.dispose()
          case .error(let error): sink.onError(error)
          case .completed: trigger.dispose()
          }
        })
      return Disposables.create(subscription, trigger)
    }
  }

  /// The former name of ``skip(until:)``.
  @available(*, deprecated, renamed: "skip(until:)")
  public func skipUntil<Source: ObservableType>(_ other: Source) -> Observable<Element> {
    skip(until: other)
  }
}
