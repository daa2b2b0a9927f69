/// An observable that does its work anew for each subscriber.
///
/// The first subscription on a thread makes the thread's trampoline: sequences inside it then take
/// turns (``CurrentThreadScheduler``).
final class Producer<Element>: Observable<Element> {
  private let run: (Sink<Element>) -> any Disposable

  /// `run` starts the work for one subscription and returns what stops it.
  init(_ run: @escaping (Sink<Element>) -> any Disposable) {
    self.run = run
    super.init()
  }

  override func subscribe(receiver: Receiver<Element>) -> any Disposable {
    let sink = Sink(receiver)
    guard CurrentThreadScheduler.isScheduleRequired else {
      sink.subscription.setAbove(run(sink))
      return sink.subscription
    }
    return CurrentThreadScheduler.instance.schedule(()) { [run] in
      sink.subscription.setAbove(run(sink))
      receiver.started(sink.subscription)
      return sink.subscription
    }
  }
}

extension ObservableType {
  /// Subscribes for an operator: values go to `onNext`, whose error ends the sink, and ends go to
  /// the sink unless `onCompleted` takes the completion.
  func subscribe<Result>(
    into sink: Sink<Result>, onNext: @escaping (Element) throws -> Void,
    onCompleted: (() -> Void)? = nil
  ) -> any Disposable {
    subscribe(
      Handler<Element>(lane: sink.lane) { event in
        switch event {
        case .next(let value):
          do { try onNext(value) } catch { sink.onError(error) }
        case .error(let error): sink.onError(error)
        case .completed: if let onCompleted { onCompleted() } else { sink.onCompleted() }
        }
      })
  }
}
