import MarblesCombine

extension ObservableType {
  /// Subscribes to the source on a scheduler.
  ///
  ///     (a|)   subscribe(on: scheduler)
  ///     (a|)
  public func subscribe(on scheduler: any ImmediateSchedulerType) -> Observable<Element> {
    Producer { sink in
      let current = SerialDisposable()
      let waiting = SingleAssignmentDisposable()
      current.disposable = waiting
      let scheduled = scheduler.schedule(()) {
        let subscription = SingleAssignmentDisposable()
        current.disposable = subscription
        subscription.setDisposable(self.subscribe(sink))
        return Disposables.create()
      }
      waiting.setDisposable(scheduled)
      return current
    }
  }
}

extension ScriptOperator {
  static let rxSubscribeOn = ScriptOperator(
    "subscribe", dialects: [.rxswift], family: .time,
    "Subscribes to the source on a scheduler",
    signatures: [Signature(.required("on", .scheduler))],
    example: "numbers.subscribe(on: MainScheduler.instance)"
  ) { upstream, arguments, _ in
    upstream.observable.subscribe(on: arguments.scheduler(0)).scripted
  }
}
