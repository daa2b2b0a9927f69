import Marbles
import MarblesCombine

/// Looks at a publisher as an observable; demand is unlimited.
package final class PublisherObservable<Upstream: Publisher>: Observable<Upstream.Output> {
  private let producer: Producer<Upstream.Output>

  package init(_ upstream: Upstream) {
    producer = Producer { sink in
      let subscriber = SinkSubscriber<Upstream.Output, Upstream.Failure>(sink)
      upstream.subscribe(subscriber)
      return subscriber
    }
    super.init()
  }

  override func subscribe(receiver: Receiver<Upstream.Output>) -> any Disposable {
    producer.subscribe(receiver: receiver)
  }
}

/// Passes on to a sink what a publisher sends. Thread-safe.
private final class SinkSubscriber<Input, Failure: Error>: Subscriber, Disposable, Traced {
  private enum State {
    case waiting
    case subscribed(any Subscription)
    case ended
  }

  private let sink: Sink<Input>
  private let state = Locked(State.waiting)

  init(_ sink: Sink<Input>) { self.sink = sink }

  var lane: RecordedLane? { sink.lane }

  func receive(subscription: any Subscription) {
    let isFirst = state.withLock { state in
      guard case .waiting = state else { return false }
      state = .subscribed(subscription)
      return true
    }
    if isFirst { subscription.request(.unlimited) } else { subscription.cancel() }
  }

  func receive(_ input: Input) -> Subscribers.Demand {
    sink.onNext(input)
    return .none
  }

  func receive(completion: Subscribers.Completion<Failure>) {
    state.letGo { state -> State in
      defer { state = .ended }
      return state
    }
    switch completion {
    case .finished: sink.onCompleted()
    case .failure(let error): sink.onError(error)
    }
  }

  func dispose() {
    let old = state.withLock { state in
      defer { state = .ended }
      return state
    }
    if case .subscribed(let subscription) = old { subscription.cancel() }
  }
}
