import MarblesCombine

extension ObservableType {
  /// Republishes the first `count` elements and completes with the last of them.
  ///
  ///     a-b-c|     take(2)
  ///     a-(b|)
  ///
  /// If `count` is 0, it completes at once and does not subscribe to the source.
  ///
  /// - Precondition: `count` is not negative.
  public func take(_ count: Int) -> Observable<Element> {
    precondition(count >= 0, "count can't be negative")
    guard count > 0 else { return .empty() }
    return Producer { sink in
      var left = count
      return self.subscribe(into: sink) { element in
        guard left > 0 else { return }
        left -= 1
        let isLast = left == 0
        sink.onNext(element)
        if isLast { sink.onCompleted() }
      }
    }
  }

  /// Republishes the elements that arrive before a time has passed, and completes.
  ///
  ///     a-b-c-d|   take(for: 3)
  ///     a-b|
  public func take(for duration: RxTimeInterval, scheduler: any SchedulerType)
    -> Observable<Element>
  {
    Producer { sink in
      let timer = scheduler.scheduleRelative((), dueTime: duration) {
        sink.onCompleted()
        return Disposables.create()
      }
      return Disposables.create(timer, asObservable().subscribe(sink))
    }
  }

  /// The former name of ``take(for:scheduler:)``.
  @available(*, deprecated, renamed: "take(for:scheduler:)")
  public func take(_ duration: RxTimeInterval, scheduler: any SchedulerType)
    -> Observable<Element>
  {
    take(for: duration, scheduler: scheduler)
  }
}
