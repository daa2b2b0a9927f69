import MarblesCombine

extension ObservableType {
  /// Lets through the first `count` values and completes with the last of them.
  ///
  ///     a-b-c|     take(2)
  ///     a-(b|)
  ///
  /// With 0 it completes at once and never subscribes to the source.
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

  /// Lets through the values of a time, then completes.
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
      return Disposables.create(timer, self.subscribe(sink))
    }
  }
}

extension ScriptOperator {
  static let rxTake = ScriptOperator(
    "take", dialects: [.rxswift], family: .filtering,
    "Lets through the first values, or those of a time, then completes",
    signatures: [
      Signature(.required(nil, .int)),
      Signature(.required("for", .duration), .optional("scheduler", .scheduler)),
    ],
    example: "numbers.take(2)"
  ) { upstream, arguments, signature in
    signature == 0
      ? upstream.observable.take(try arguments.natural(0)).scripted
      : upstream.observable.take(
        for: try arguments.interval(0), scheduler: arguments.scheduler(1)
      ).scripted
  }
}
