extension ObservableType {
  /// One value, then the completion, at once.
  ///
  ///     just(a)
  ///     (a|)
  public static func just(_ element: Element) -> Observable<Element> {
    Producer { sink in
      sink.onNext(element)
      sink.onCompleted()
      return Disposables.create()
    }
  }

  /// One value and the completion, as one action of a scheduler.
  public static func just(_ element: Element, scheduler: any ImmediateSchedulerType)
    -> Observable<Element>
  {
    Producer { sink in
      scheduler.schedule(element) { element in
        sink.onNext(element)
        return scheduler.schedule(()) {
          sink.onCompleted()
          return Disposables.create()
        }
      }
    }
  }
}

extension ObservableType {
  /// The values given, then the completion.
  ///
  ///     of(a, b, c)
  ///     (abc|)
  ///
  /// Each value is an action of its own on the scheduler. On the current thread, the default,
  /// sequences inside each other therefore take turns (``CurrentThreadScheduler``).
  public static func of(
    _ elements: Element...,
    scheduler: any ImmediateSchedulerType = CurrentThreadScheduler.instance
  ) -> Observable<Element> {
    from(elements, scheduler: scheduler)
  }

  /// The elements of a sequence, then the completion; each an action of its own on the scheduler.
  ///
  ///     from([a, b, c])
  ///     (abc|)
  public static func from<Elements: Sequence>(
    _ elements: Elements,
    scheduler: any ImmediateSchedulerType = CurrentThreadScheduler.instance
  ) -> Observable<Element> where Elements.Element == Element {
    Producer { sink in
      scheduler.scheduleRecursive(elements.makeIterator()) { iterator, again in
        var rest = iterator
        guard let next = rest.next() else { return sink.onCompleted() }
        sink.onNext(next)
        again(rest)
      }
    }
  }

  /// The value of an optional, if there is one, then the completion.
  public static func from(optional: Element?) -> Observable<Element> {
    optional.map(just) ?? empty()
  }
}

extension ObservableType where Element: FixedWidthInteger {
  /// So many integers from `start` on, then the completion.
  ///
  ///     range(start: 1, count: 3)
  ///     (123|)
  ///
  /// - Precondition: `count` is not negative and the last integer exists.
  public static func range(
    start: Element, count: Element,
    scheduler: any ImmediateSchedulerType = CurrentThreadScheduler.instance
  ) -> Observable<Element> {
    precondition(count >= 0, "count can't be negative")
    precondition(count == 0 || start <= Element.max - (count - 1), "overflow in range")
    return from((0..<count).lazy.map { start + $0 }, scheduler: scheduler)
  }
}

extension ObservableType {
  /// An observable whose work is the closure, run anew for each subscriber.
  ///
  ///     create { observer in observer.onNext("a"); observer.onCompleted(); return … }
  ///     (a|)
  ///
  /// What the closure returns is disposed at the end or when the subscriber leaves.
  public static func create(
    _ subscribe: @escaping (AnyObserver<Element>) -> any Disposable
  ) -> Observable<Element> {
    Producer { sink in subscribe(AnyObserver(sink)) }
  }
}

extension ObservableType {
  /// Asks the closure for an observable at each subscription. What it throws is the error.
  ///
  ///     deferred { just(a) }
  ///     (a|)
  public static func deferred(_ factory: @escaping () throws -> Observable<Element>)
    -> Observable<Element>
  {
    Producer { sink in
      do {
        return try factory().subscribe(sink)
      } catch {
        sink.onError(error)
        return Disposables.create()
      }
    }
  }
}

extension ObservableType {
  /// The completion, at once.
  ///
  ///     empty()
  ///     |
  public static func empty() -> Observable<Element> {
    Producer { sink in
      sink.onCompleted()
      return Disposables.create()
    }
  }
}

extension ObservableType {
  /// Nothing, without end.
  ///
  ///     never()
  ///     -
  public static func never() -> Observable<Element> {
    Producer { _ in Disposables.create() }
  }
}

extension ObservableType {
  /// An error, at once.
  ///
  ///     error(boom)
  ///     #
  public static func error(_ error: any Error) -> Observable<Element> {
    Producer { sink in
      sink.onError(error)
      return Disposables.create()
    }
  }
}

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
