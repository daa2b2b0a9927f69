import Marbles
import MarblesCombine

/// Creates a publisher for each subscriber.
struct PublisherPerSubscription: Publisher {
  typealias Output = ScriptValue
  typealias Failure = ScriptError

  private let make: () -> AnyPublisher<ScriptValue, ScriptError>

  init(_ make: @escaping () -> AnyPublisher<ScriptValue, ScriptError>) { self.make = make }

  func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    make().receive(subscriber: subscriber)
  }
}

/// Transforms elements; demand, completion and lanes pass through unchanged.
struct ValueMap: Publisher {
  typealias Output = ScriptValue
  typealias Failure = ScriptError

  private let upstream: AnyPublisher<ScriptValue, ScriptError>
  private let transform: (ScriptValue) -> ScriptValue

  init(
    _ upstream: AnyPublisher<ScriptValue, ScriptError>,
    _ transform: @escaping (ScriptValue) -> ScriptValue
  ) {
    self.upstream = upstream
    self.transform = transform
  }

  func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    upstream.receive(subscriber: Link(downstream: subscriber, transform: transform))
  }

  private struct Link<Downstream: Subscriber>: Subscriber, RecordedSubscriber
  where Downstream.Input == ScriptValue, Downstream.Failure == ScriptError {
    let downstream: Downstream
    let transform: (ScriptValue) -> ScriptValue

    var combineIdentifier: CombineIdentifier { downstream.combineIdentifier }
    var recordedInput: RecordedInput? { downstream.recordedInput?.throughOperator }

    func receive(subscription: any Subscription) { downstream.receive(subscription: subscription) }

    func receive(_ input: ScriptValue) -> Subscribers.Demand {
      downstream.receive(transform(input))
    }

    func receive(completion: Subscribers.Completion<ScriptError>) {
      downstream.receive(completion: completion)
    }
  }
}

/// Passes all events on, but hides the lane of its subscriber.
struct Untraced: Publisher {
  typealias Output = ScriptValue
  typealias Failure = ScriptError

  private let upstream: AnyPublisher<ScriptValue, ScriptError>

  init(_ upstream: AnyPublisher<ScriptValue, ScriptError>) { self.upstream = upstream }

  func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    upstream.receive(subscriber: Link(downstream: subscriber))
  }

  private struct Link<Downstream: Subscriber>: Subscriber
  where Downstream.Input == ScriptValue, Downstream.Failure == ScriptError {
    let downstream: Downstream

    var combineIdentifier: CombineIdentifier { downstream.combineIdentifier }

    func receive(subscription: any Subscription) { downstream.receive(subscription: subscription) }

    func receive(_ input: ScriptValue) -> Subscribers.Demand { downstream.receive(input) }

    func receive(completion: Subscribers.Completion<ScriptError>) {
      downstream.receive(completion: completion)
    }
  }
}
