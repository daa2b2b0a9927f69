extension ObservableType where Element: FixedWidthInteger {
  /// 0, 1, 2, … without end, one each period; the first after one period.
  ///
  ///     interval(3)
  ///     ---0--1--2
  public static func interval(_ period: RxTimeInterval, scheduler: any SchedulerType)
    -> Observable<Element>
  {
    timer(period, period: period, scheduler: scheduler)
  }

  /// 0 after the due time, then the completion; with a period 1, 2, … without end.
  ///
  ///     timer(3)
  ///     ---(0|)
  ///     timer(3, period: 2)
  ///     ---0-1-2
  public static func timer(
    _ dueTime: RxTimeInterval, period: RxTimeInterval? = nil, scheduler: any SchedulerType
  ) -> Observable<Element> {
    Producer { sink in
      guard let period else {
        return scheduler.scheduleRelative((), dueTime: dueTime) {
          sink.onNext(0)
          sink.onCompleted()
          return Disposables.create()
        }
      }
      return scheduler.schedulePeriodic(Element.zero, startAfter: dueTime, period: period) {
        sink.onNext($0)
        return $0 &+ 1
      }
    }
  }
}
