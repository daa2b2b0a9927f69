import Marbles

/// A type that receives one subscription, then the elements that it requests, then at most one
/// completion.
public protocol Subscriber<Input, Failure>: CustomCombineIdentifierConvertible {
  /// The type of the elements.
  associatedtype Input
  /// The type of the failure; `Never` if the publisher cannot fail.
  associatedtype Failure: Error

  /// Receives the subscription. Called once, before everything else. Request elements now or later.
  func receive(subscription: any Subscription)

  /// Receives an element that was requested.
  ///
  /// - Returns: The demand to add to the open demand.
  func receive(_ input: Input) -> Subscribers.Demand

  /// Receives the completion. Nothing follows it.
  func receive(completion: Subscribers.Completion<Failure>)
}

extension Subscriber where Input == Void {
  /// Receives an element without a value.
  public func receive() -> Subscribers.Demand { receive(()) }
}

/// The connection between a publisher and one of its subscribers.
public protocol Subscription: Cancellable, CustomCombineIdentifierConvertible {
  /// Requests more elements, in addition to earlier requests.
  func request(_ demand: Subscribers.Demand)
}

/// The namespace of types that receive elements.
public enum Subscribers {}

/// The namespace of subscriptions.
public enum Subscriptions {}

/// The namespace of publishers of operators.
public enum Publishers {}

extension Subscribers {
  /// The completion of a stream: a finish or a failure.
  @frozen
  public enum Completion<Failure: Error> {
    /// The publisher has no more elements.
    case finished
    /// The publisher stopped with an error.
    case failure(Failure)
  }
}

extension Subscribers.Completion: Sendable {}
extension Subscribers.Completion: Equatable where Failure: Equatable {}
extension Subscribers.Completion: Hashable where Failure: Hashable {}

extension Subscribers.Completion {
  fileprivate enum CodingKeys: String, CodingKey {
    case success, error
  }
}

extension Subscribers.Completion: Encodable where Failure: Encodable {
  /// Encodes whether the stream finished, and its failure if it did not.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    switch self {
    case .finished:
      try container.encode(true, forKey: .success)
    case .failure(let error):
      try container.encode(false, forKey: .success)
      try container.encode(error, forKey: .error)
    }
  }
}

extension Subscribers.Completion: Decodable where Failure: Decodable {
  /// Decodes whether the stream finished, and its failure if it did not.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self =
      try container.decode(Bool.self, forKey: .success)
      ? .finished : .failure(try container.decode(Failure.self, forKey: .error))
  }
}

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

/// A unique identifier of a subscription or subscriber.
public struct CombineIdentifier: Hashable, CustomStringConvertible, Sendable {
  private let number: UInt64
  private static let counter = Locked<UInt64>(0)

  /// Creates an identifier that is unique in this process.
  public init() {
    number = Self.counter.withLock { counter in
      counter += 1
      return counter
    }
  }

  /// Creates the identifier of an object: its address.
  public init(_ object: AnyObject) {
    number = UInt64(UInt(bitPattern: ObjectIdentifier(object)))
  }

  public var description: String { "0x" + String(number, radix: 16) }
}

/// A type with an identifier that distinguishes its instances.
public protocol CustomCombineIdentifierConvertible {
  var combineIdentifier: CombineIdentifier { get }
}

extension CustomCombineIdentifierConvertible where Self: AnyObject {
  public var combineIdentifier: CombineIdentifier { CombineIdentifier(self) }
}

extension Subscriptions {
  /// A subscription that does nothing.
  public static var empty: any Subscription { EmptySubscription.shared }
}

private final class EmptySubscription: Subscription, CustomStringConvertible, Sendable {
  static let shared = EmptySubscription()

  func request(_ demand: Subscribers.Demand) {}
  func cancel() {}
  var description: String { "Empty" }
}

extension Subscriber {
  /// Sends an empty subscription and the completion to a subscriber.
  @usableFromInline func end(_ completion: Subscribers.Completion<Failure>) {
    receive(subscription: Subscriptions.empty)
    receive(completion: completion)
  }
}

extension Subscribers.Demand {
  /// Stops the program if the demand is zero: a request for nothing is a programming error of the
  /// subscriber, like in Combine.
  ///
  /// - Parameter publisher: The publisher or operator that received the request.
  @inlinable func requireSome(_ publisher: @autoclosure () -> String) {
    guard self == .none else { return }
    violation("\(publisher()): request(_:) needs a demand of at least one element")
  }
}
