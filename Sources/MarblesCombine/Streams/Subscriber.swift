import Marbles

/// Receives one subscription, then the values that it asked for, then at most one completion.
public protocol Subscriber<Input, Failure>: CustomCombineIdentifierConvertible {
  /// The type of the values.
  associatedtype Input
  /// The type of the error; `Never` if there is none.
  associatedtype Failure: Error

  /// Called once, first: ask the subscription for values, now or later.
  func receive(subscription: any Subscription)

  /// Called with a value that was asked for.
  ///
  /// - Returns: how many more values are wanted, on top of what was asked for before.
  func receive(_ input: Input) -> Subscribers.Demand

  /// Called when there are no more values. Nothing comes afterwards.
  func receive(completion: Subscribers.Completion<Failure>)
}

extension Subscriber where Input == Void {
  /// Receives an event that has no value.
  public func receive() -> Subscribers.Demand { receive(()) }
}

/// The connection between a publisher and one of its subscribers.
public protocol Subscription: Cancellable, CustomCombineIdentifierConvertible {
  /// Asks for more values, on top of what was asked for before.
  func request(_ demand: Subscribers.Demand)
}

/// The namespace of types that receive values.
public enum Subscribers {}

/// The namespace of subscriptions.
public enum Subscriptions {}

/// The namespace of publishers, most of them made by operators.
public enum Publishers {}

extension Subscribers {
  /// How a stream ended.
  @frozen
  public enum Completion<Failure: Error> {
    case finished
    case failure(Failure)
  }
}

extension Subscribers.Completion: Sendable {}
extension Subscribers.Completion: Equatable where Failure: Equatable {}
extension Subscribers.Completion: Hashable where Failure: Hashable {}

extension Subscribers.Completion {
  @inlinable func mapFailure<NewFailure: Error>(_ transform: (Failure) -> NewFailure)
    -> Subscribers.Completion<NewFailure>
  {
    switch self {
    case .finished: .finished
    case .failure(let error): .failure(transform(error))
    }
  }
}

/// Tells one subscription or subscriber from another.
public struct CombineIdentifier: Hashable, CustomStringConvertible, Sendable {
  private let number: UInt64
  private static let counter = Locked<UInt64>(0)

  /// An identifier that is different from all others of this process.
  public init() {
    number = Self.counter.withLock { counter in
      counter += 1
      return counter
    }
  }

  /// The identifier of an object, the same as long as the object lives.
  public init(_ object: AnyObject) {
    number = UInt64(UInt(bitPattern: ObjectIdentifier(object).hashValue))
  }

  public var description: String { "0x" + String(number, radix: 16) }
}

/// Something that can be told from others of its kind.
public protocol CustomCombineIdentifierConvertible {
  var combineIdentifier: CombineIdentifier { get }
}

extension CustomCombineIdentifierConvertible where Self: AnyObject {
  public var combineIdentifier: CombineIdentifier { CombineIdentifier(self) }
}

extension Subscriptions {
  /// A subscription to a publisher that has nothing to give.
  public static var empty: any Subscription { EmptySubscription.shared }
}

private final class EmptySubscription: Subscription, CustomStringConvertible, Sendable {
  static let shared = EmptySubscription()

  func request(_ demand: Subscribers.Demand) {}
  func cancel() {}
  var description: String { "Empty" }
}

extension Subscriber {
  /// Ends a subscriber that need not be asked first.
  @usableFromInline func end(_ completion: Subscribers.Completion<Failure>) {
    receive(subscription: Subscriptions.empty)
    receive(completion: completion)
  }
}

extension Subscribers.Demand {
  /// A request that asks for nothing is a mistake of the subscriber, as in Combine.
  @inlinable func requireSome() {
    precondition(self > .none, "a request must ask for at least one value")
  }
}
