import MarblesCombine

extension ObservableType {
  /// Republishes elements until another observable emits, and completes.
  ///
  ///     a-b-c-d|
  ///     ---x        take(until: other)
  ///     a-b|
  ///
  /// If the other observable fails, the result fails; its completion has no effect.
  public func take<Source: ObservableType>(until other: Source) -> Observable<Element> {
    Producer { sink in
      let gate = SerialGate()
      let trigger = SingleAssignmentDisposable()
      trigger.setDisposable(
        other.subscribe(into: sink, through: gate) { event in
          switch event {
          case .next: sink.onCompleted()
          case .error(let error): sink.onError(error)
          case .completed: trigger.dispose()
          }
        })
      let subscription = self.subscribe(into: sink, through: gate, sink.on)
      return Disposables.create(subscription, trigger)
    }
  }

  /// The former name of ``take(until:)``.
  @available(*, deprecated, renamed: "take(until:)")
  public func takeUntil<Source: ObservableType>(_ other: Source) -> Observable<Element> {
    take(until: other)
  }
}
