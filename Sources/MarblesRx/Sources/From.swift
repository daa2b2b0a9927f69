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
