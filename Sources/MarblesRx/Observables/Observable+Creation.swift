extension ObservableType {
  /// Emits one element and completes.
  ///
  ///     just(a)
  ///     (a|)
  @inlinable
  public static func just(_ element: Element) -> Observable<Element> {
    SingleElement(element)
  }

  /// Emits one element and completes, in two actions of a scheduler.
  @inlinable
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

  /// Emits the given elements and completes.
  ///
  ///     of(a, b, c)
  ///     (abc|)
  ///
  /// Each element is an action of its own on the scheduler. Nested sequences on the current
  /// thread, the default, therefore alternate (``CurrentThreadScheduler``).
  @inlinable
  public static func of(
    _ elements: Element...,
    scheduler: any ImmediateSchedulerType = CurrentThreadScheduler.instance
  ) -> Observable<Element> {
    from(elements, scheduler: scheduler)
  }

  /// Emits the elements of a sequence and completes; each is an action of its own on the scheduler.
  ///
  ///     from([a, b, c])
  ///     (abc|)
  @inlinable
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

  /// Emits the element of an optional, if there is one, and completes.
  @inlinable
  public static func from(optional: Element?) -> Observable<Element> {
    optional.map(just) ?? empty()
  }

  /// Emits the element of an optional, if there is one, and completes, in actions of a scheduler.
  @inlinable
  public static func from(optional: Element?, scheduler: any ImmediateSchedulerType)
    -> Observable<Element>
  {
    if let optional { return just(optional, scheduler: scheduler) }
    return Producer { sink in
      scheduler.schedule(()) {
        sink.onCompleted()
        return Disposables.create()
      }
    }
  }

  /// Completes at once.
  ///
  ///     empty()
  ///     |
  @inlinable
  public static func empty() -> Observable<Element> {
    Immediate { $0.end(.completed) }
  }

  /// Neither emits nor ends.
  ///
  ///     never()
  ///     -
  @inlinable
  public static func never() -> Observable<Element> {
    Immediate { _ in }
  }

  /// Fails at once with the given error.
  ///
  ///     error(boom)
  ///     #
  @inlinable
  public static func error(_ error: any Error) -> Observable<Element> {
    Immediate { $0.end(.error(error)) }
  }

  /// Calls a closure for each subscription, which sends events to the observer.
  ///
  ///     create { observer in observer.onNext("a"); observer.onCompleted(); return … }
  ///     (a|)
  ///
  /// - Parameter subscribe: Receives the observer and returns a disposable, which is disposed when
  ///   the stream ends or the subscription is disposed.
  @inlinable
  public static func create(
    _ subscribe: @escaping (AnyObserver<Element>) -> any Disposable
  ) -> Observable<Element> {
    Producer { sink in subscribe(AnyObserver(sink)) }
  }

  /// Calls a closure for each subscription, and subscribes to the observable that it returns.
  ///
  ///     deferred { just(a) }
  ///     (a|)
  ///
  /// If the closure throws, the result fails with the thrown error.
  @inlinable
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

  /// Emits the states of a loop: `initialState`, and then the results of `iterate`, while
  /// `condition` returns `true`.
  ///
  ///     generate(initialState: 1, condition: { $0 < 9 }, iterate: { $0 * 2 })
  ///     (1248|)
  ///
  /// Each state is an action of its own on the scheduler. An error of a closure ends the stream.
  @inlinable
  public static func generate(
    initialState: Element, condition: @escaping (Element) throws -> Bool,
    scheduler: any ImmediateSchedulerType = CurrentThreadScheduler.instance,
    iterate: @escaping (Element) throws -> Element
  ) -> Observable<Element> {
    Producer { sink in
      var state = initialState
      return scheduler.scheduleRecursive(true) { isFirst, again in
        do {
          if !isFirst { state = try iterate(state) }
          guard try condition(state) else { return sink.onCompleted() }
          sink.onNext(state)
          again(false)
        } catch {
          sink.onError(error)
        }
      }
    }
  }

  /// Emits an element repeatedly without end; each is an action of its own on the scheduler.
  ///
  ///     repeatElement(a)
  ///     (aaa…
  @inlinable
  public static func repeatElement(
    _ element: Element, scheduler: any ImmediateSchedulerType = CurrentThreadScheduler.instance
  ) -> Observable<Element> {
    Producer { sink in
      scheduler.scheduleRecursive(()) { _, again in
        sink.onNext(element)
        again(())
      }
    }
  }

  /// Creates a resource for each subscription, which is disposed with it.
  ///
  /// - Parameters:
  ///   - resourceFactory: Creates the resource.
  ///   - observableFactory: Returns the observable to subscribe, which uses the resource.
  ///
  /// If a closure throws, the result fails with the thrown error.
  @inlinable
  public static func using<Resource: Disposable>(
    _ resourceFactory: @escaping () throws -> Resource,
    observableFactory: @escaping (Resource) throws -> Observable<Element>
  ) -> Observable<Element> {
    Producer { sink in
      var resource: any Disposable = Disposables.create()
      do {
        let created = try resourceFactory()
        resource = created
        return Disposables.create(try observableFactory(created).subscribe(sink), resource)
      } catch {
        sink.onError(error)
        return resource
      }
    }
  }
}

/// The name of `FixedWidthInteger` in RxSwift.
public typealias RxAbstractInteger = FixedWidthInteger

extension ObservableType where Element: RxAbstractInteger {
  /// Emits `count` successive integers and completes.
  ///
  ///     range(start: 1, count: 3)
  ///     (123|)
  ///
  /// - Precondition: `count` is not negative, and the last integer is representable.
  @inlinable
  public static func range(
    start: Element, count: Element,
    scheduler: any ImmediateSchedulerType = CurrentThreadScheduler.instance
  ) -> Observable<Element> {
    precondition(count >= 0, "count can't be negative")
    precondition(count == 0 || start <= Element.max - (count - 1), "overflow in range")
    return from((0..<count).lazy.map { start + $0 }, scheduler: scheduler)
  }

  /// Emits 0, 1, 2 and so on, one element per period; the first one after one period.
  ///
  ///     interval(3)
  ///     ---0--1--2
  @inlinable
  public static func interval(_ period: RxTimeInterval, scheduler: any SchedulerType)
    -> Observable<Element>
  {
    timer(period, period: period, scheduler: scheduler)
  }

  /// Emits 0 after a time and completes; with a period, continues with 1, 2 and so on.
  ///
  ///     timer(3)
  ///     ---(0|)
  ///     timer(3, period: 2)
  ///     ---0-1-2
  @inlinable
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
