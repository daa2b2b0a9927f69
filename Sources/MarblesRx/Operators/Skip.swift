import MarblesCombine

extension ObservableType {
  /// Skips the first `count` elements.
  ///
  ///     a-b-c|   skip(1)
  ///     --b-c|
  public func skip(_ count: Int) -> Observable<Element> {
    Producer { sink in
      var left = count
      return self.subscribe(into: sink) { element in
        guard left <= 0 else {
          left -= 1
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
  public func skip(while predicate: @escaping (Element) throws -> Bool) -> Observable<Element> {
    Producer { sink in
      var isSkipping = true
      return self.subscribe(into: sink) { element in
        if isSkipping { isSkipping = try predicate(element) }
        if !isSkipping { sink.onNext(element) }
      }
    }
  }

  /// Skips the elements that arrive before a time has passed.
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
