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

extension ScriptOperator {
  static let rxSkip = ScriptOperator(
    "skip", dialects: [.rxswift], family: .filtering,
    "Leaves out the first values, or those of a time, or as long as the closure says so",
    signatures: [
      Signature(.required(nil, .int)), Signature(.required("while", .closure(1))),
      Signature(.required(nil, .duration), .required("scheduler", .scheduler)),
    ],
    example: "numbers.skip(1)"
  ) { upstream, arguments, signature in
    switch signature {
    case 0: return upstream.observable.skip(try arguments.natural(0)).scripted
    case 1:
      let predicate = try arguments.function(0)
      return upstream.observable.skip(while: { try predicate.decides($0) }).scripted
    default:
      return upstream.observable.skip(
        try arguments.interval(0), scheduler: arguments.scheduler(1)
      ).scripted
    }
  }
}
