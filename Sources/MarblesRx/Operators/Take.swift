import Marbles
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
  @inlinable
  public func take(_ count: Int) -> Observable<Element> {
    precondition(count >= 0, "count can't be negative")
    guard count > 0 else { return .empty() }
    return Producer { sink in
      let left = StepState(count)
      return self.subscribe(into: sink) { element in
        guard left.value > 0 else { return }
        left.value -= 1
        let isLast = left.value == 0
        sink.onNext(element)
        if isLast { sink.onCompleted() }
      }
    }
  }

  /// Republishes the elements that arrive before a time has passed, and completes.
  ///
  ///     a-b-c-d|   take(for: 3)
  ///     a-b|
  @inlinable
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

extension ObservableType {
  /// Emits the last `count` elements when the source completes.
  ///
  ///     a-b-c|       takeLast(2)
  ///     -----(bc|)
  ///
  /// - Precondition: `count` is not negative.
  /// - Complexity: At most `count` elements are buffered.
  @inlinable
  public func takeLast(_ count: Int) -> Observable<Element> {
    precondition(count >= 0, "count can't be negative")
    return Producer { sink in
      var last = Queue<(element: Element, held: HeldValues.Held?)>()
      let memory = sink.memory
      let subscription = self.subscribe(into: sink) { element in
        last.append((element, memory.hold(element)))
        if last.count > count, let old = last.popFirst() { memory.release(old.held, .replaced) }
      } onCompleted: {
        while let next = last.popFirst() {
          memory.release(next.held, .left) { sink.onNext(next.element) }
        }
        sink.onCompleted()
      }
      return Disposables.create(subscription, memory)
    }
  }
}

extension ObservableType {
  /// Republishes elements until another observable emits, and completes.
  ///
  ///     a-b-c-d|
  ///     ---x        take(until: other)
  ///     a-b|
  ///
  /// If the other observable fails, the result fails; its completion has no effect.
  @inlinable
  public func take<Source: ObservableType>(until other: Source) -> Observable<Element> {
    Producer { sink in
      let gate = SerialGate()
      let trigger = SingleAssignmentDisposable()
      trigger.setDisposable(
        other.subscribe(into: sink, through: gate, as: .second(number: 2)) { event in
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

/// Whether the element that ends a stream is republished.
public enum TakeBehavior: Sendable {
  /// The element is republished.
  case inclusive
  /// The element is dropped.
  case exclusive
}

extension ObservableType {
  /// Republishes elements while the predicate returns `true`, and completes.
  ///
  ///     1-2-3-1|   take(while: { $0 < 3 })
  ///     1-2-|
  @inlinable
  public func take(
    while predicate: @escaping (Element) throws -> Bool, behavior: TakeBehavior = .exclusive
  ) -> Observable<Element> {
    Producer { sink in
      self.subscribe(into: sink) { element in
        let goesOn = try predicate(element)
        if goesOn || behavior == .inclusive { sink.onNext(element) }
        if !goesOn { sink.onCompleted() }
      }
    }
  }

  /// Republishes elements until one satisfies the predicate, and completes.
  ///
  ///     1-2-3-1|   take(until: { $0 == 3 })
  ///     1-2-|
  @inlinable
  public func take(
    until predicate: @escaping (Element) throws -> Bool, behavior: TakeBehavior = .exclusive
  ) -> Observable<Element> {
    take(while: { try !predicate($0) }, behavior: behavior)
  }

  /// The former name of ``take(while:behavior:)``.
  @available(*, deprecated, renamed: "take(while:)")
  public func takeWhile(_ predicate: @escaping (Element) throws -> Bool) -> Observable<Element> {
    take(while: predicate)
  }

  /// The former name of ``take(until:behavior:)``.
  @available(*, deprecated, renamed: "take(until:behavior:)")
  public func takeUntil(_ behavior: TakeBehavior, predicate: @escaping (Element) throws -> Bool)
    -> Observable<Element>
  {
    take(until: predicate, behavior: behavior)
  }
}
