import Marbles
import MarblesCombine

extension ObservableType {
  /// Skips the first `count` elements.
  ///
  ///     a-b-c|   skip(1)
  ///     --b-c|
  @inlinable
  public func skip(_ count: Int) -> Observable<Element> {
    Producer { sink in
      let left = StepState(count)
      return self.subscribe(into: sink) { element in
        guard left.value <= 0 else {
          left.value -= 1
          return
        }
        sink.onNext(element)
      }
    }
  }

  /// Skips elements while the predicate returns `true`, then republishes all remaining elements.
  ///
  ///     1-2-3-1|   skip(while: { $0 < 3 })
  ///     ----3-1|
  @inlinable
  public func skip(while predicate: @escaping (Element) throws -> Bool) -> Observable<Element> {
    Producer { sink in
      let isSkipping = StepState(true)
      return self.subscribe(into: sink) { element in
        if isSkipping.value { isSkipping.value = try predicate(element) }
        if !isSkipping.value { sink.onNext(element) }
      }
    }
  }

  /// Skips the elements that arrive before a time has passed.
  @inlinable
  public func skip(_ duration: RxTimeInterval, scheduler: any SchedulerType)
    -> Observable<Element>
  {
    Producer { sink in
      let isOpen = BooleanDisposable()
      let timer = scheduler.scheduleRelative((), dueTime: duration) {
        isOpen.dispose()
        return Disposables.create()
      }
      let subscription = self.subscribe(into: sink) { if isOpen.isDisposed { sink.onNext($0) } }
      return Disposables.create(timer, subscription)
    }
  }

  /// The former name of ``skip(while:)``.
  @available(*, deprecated, renamed: "skip(while:)")
  public func skipWhile(_ predicate: @escaping (Element) throws -> Bool) -> Observable<Element> {
    skip(while: predicate)
  }
}

extension ObservableType {
  /// Skips elements until another observable emits.
  ///
  ///     a-b-c-d|
  ///     ---x        skip(until: other)
  ///     ----c-d|
  ///
  /// If the source completes before that, the result does not complete, like in RxSwift.
  @inlinable
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
        other.subscribe(into: sink, through: gate, as: .second(number: 2)) { event in
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
