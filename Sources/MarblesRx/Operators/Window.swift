import MarblesCombine

extension ObservableType {
  /// As ``buffer(timeSpan:count:scheduler:)``, with streams instead of arrays: a window is emitted
  /// when it opens.
  ///
  ///     a-b-c----|   window(timeSpan: 5, count: 2)
  ///     x-y------|   x: a-(b|)   y: --c----(|)
  public func window(timeSpan: RxTimeInterval, count: Int, scheduler: any SchedulerType)
    -> Observable<Observable<Element>>
  {
    Producer { sink in
      var current = PublishSubject<Element>()
      var inside = 0
      let windows = TimedWindows(timeSpan: timeSpan, scheduler: scheduler) {
        current.onCompleted()
        current = PublishSubject()
        inside = 0
        sink.onNext(current.asObservable())
      }
      sink.onNext(current.asObservable())
      windows.open()
      let subscription = self.subscribe(into: sink, through: windows.gate) { event in
        current.on(event)
        switch event {
        case .next:
          inside += 1
          if inside == count { windows.turn() }
        case .error, .completed: sink.on(event.map { _ in current.asObservable() })
        }
      }
      return Disposables.create(windows.timer, subscription)
    }
  }
}

extension ScriptOperator {
  static let rxWindow = ScriptOperator(
    "window", dialects: [.rxswift], family: .time,
    "Collects values into streams, by number and time",
    signatures: [
      Signature(
        .required("timeSpan", .duration), .required("count", .int),
        .optional("scheduler", .scheduler))
    ],
    example: "numbers.window(timeSpan: 5, count: 2).flatMap { $0.toArray() }"
  ) { upstream, arguments, _ in
    upstream.observable.window(
      timeSpan: try arguments.interval(0), count: try arguments.positive(1),
      scheduler: arguments.scheduler(2)
    ).map { ScriptValue.stream($0.scripted) }.scripted
  }
}
