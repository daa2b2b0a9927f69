import MarblesCombine

extension ObservableType {
  /// Splits the elements into windows, each of which ends after a time or a number of elements.
  ///
  ///     a-b-c----|   window(timeSpan: 5, count: 2)
  ///     x-y------|   x: a-(b|)   y: --c----(|)
  ///
  /// A window is emitted when it opens. The source stays subscribed until the result and all
  /// subscribed windows have been disposed. ``buffer(timeSpan:count:scheduler:)`` emits arrays.
  public func window(timeSpan: RxTimeInterval, count: Int, scheduler: any SchedulerType)
    -> Observable<Observable<Element>>
  {
    Producer { sink in
      let group = CompositeDisposable()
      let references = RefCountDisposable(disposable: group)
      var current = PublishSubject<Element>()
      var inside = 0
      let windows = TimedWindows(timeSpan: timeSpan, scheduler: scheduler) {
        current.onCompleted()
        current = PublishSubject()
        inside = 0
        sink.onNext(current.retaining(references))
      }
      _ = group.insert(windows.timer)
      sink.onNext(current.retaining(references))
      windows.open()
      let subscription = self.subscribe(into: sink, through: windows.gate) { event in
        current.on(event)
        switch event {
        case .next:
          inside += 1
          if inside == count { windows.turn() }
        case .error, .completed: sink.on(event.map { _ in current })
        }
      }
      _ = group.insert(subscription)
      return references
    }
  }
}

extension Observable {
  /// The same events; each subscription retains `references` until it ends.
  func retaining(_ references: RefCountDisposable) -> Observable<Element> {
    Producer { sink in
      let retained = references.retain()
      return Disposables.create(retained, self.subscribe(sink))
    }
  }
}
