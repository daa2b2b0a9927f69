import Marbles

/// A publisher that hides the type of another publisher.
///
/// The type is hidden by closures that are created where it is known, on both sides: the chain
/// before this publisher and the chain after it are each specialized.
public struct AnyPublisher<Output, Failure: Error>: Publisher, CustomStringConvertible {
  @usableFromInline let attach: (ErasedSubscriber<Output, Failure>) -> Void

  /// Creates a publisher that hides the type of the given one.
  @inlinable @inline(__always)
  public init<P: Publisher>(_ publisher: P) where P.Output == Output, P.Failure == Failure {
    if let erased = publisher as? AnyPublisher<Output, Failure> {
      attach = erased.attach
    } else {
      attach = { publisher.receive(subscriber: $0) }
    }
  }

  @inlinable @inline(__always)
  public func receive<S: Subscriber>(subscriber: S)
  where S.Input == Output, S.Failure == Failure {
    attach(subscriber as? ErasedSubscriber<Output, Failure> ?? ErasedSubscriber(subscriber))
  }

  public var description: String { "AnyPublisher" }
}

extension AnyPublisher: CustomPlaygroundDisplayConvertible {
  public var playgroundDescription: Any { description }
}

extension Publisher {
  /// Hides the type of this publisher.
  @inlinable @inline(__always)
  public func eraseToAnyPublisher() -> AnyPublisher<Output, Failure> { AnyPublisher(self) }
}

/// A subscriber whose type is hidden by closures.
@usableFromInline
final class ErasedSubscriber<Input, Failure: Error>: Subscriber, RecordedSubscriber,
  CustomStringConvertible
{
  @usableFromInline let onSubscription: (any Subscription) -> Void
  @usableFromInline let onValue: (Input) -> Subscribers.Demand
  @usableFromInline let onCompletion: (Subscribers.Completion<Failure>) -> Void
  @usableFromInline let name: () -> String
  @usableFromInline let combineIdentifier: CombineIdentifier
  @usableFromInline let recordedInput: RecordedInput?

  @inlinable @inline(__always)
  init<S: Subscriber>(_ subscriber: S) where S.Input == Input, S.Failure == Failure {
    onSubscription = { subscriber.receive(subscription: $0) }
    onValue = { subscriber.receive($0) }
    onCompletion = { subscriber.receive(completion: $0) }
    name = { String(describing: subscriber) }
    combineIdentifier = subscriber.combineIdentifier
    recordedInput = subscriber.recordedInput
  }

  @usableFromInline var description: String { name() }

  @usableFromInline
  func receive(subscription: any Subscription) { onSubscription(subscription) }

  @inlinable
  func receive(_ input: Input) -> Subscribers.Demand { onValue(input) }

  @usableFromInline
  func receive(completion: Subscribers.Completion<Failure>) { onCompletion(completion) }
}
