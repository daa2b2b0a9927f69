import MarblesCombine

extension ObservableType {
  /// Subscribes to the source, and disposes the subscription, on a scheduler.
  ///
  ///     (a|)   subscribe(on: scheduler)
  ///     (a|)
  ///
  /// The elements are not moved to the scheduler: see ``observe(on:)``.
  public func subscribe(on scheduler: any ImmediateSchedulerType) -> Observable<Element> {
    Producer { sink in
      let current = SerialDisposable()
      let waiting = SingleAssignmentDisposable()
      current.disposable = waiting
      let scheduled = scheduler.schedule(()) {
        current.disposable = ScheduledDisposable(
          scheduler: scheduler, disposable: asObservable().subscribe(sink))
        return Disposables.create()
      }
      waiting.setDisposable(scheduled)
      return current
    }
  }

  /// The former name of ``subscribe(on:)``.
  @available(*, deprecated, renamed: "subscribe(on:)")
  public func subscribeOn(_ scheduler: any ImmediateSchedulerType) -> Observable<Element> {
    subscribe(on: scheduler)
  }
}
