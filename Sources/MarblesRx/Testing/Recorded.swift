/// Something with the tick at which it happened, as RxTest's.
public struct Recorded<Value> {
  public let time: Int
  public let value: Value

  public init(time: Int, value: Value) {
    self.time = time
    self.value = value
  }
}

extension Recorded: CustomDebugStringConvertible {
  public var debugDescription: String { "\(value) @ \(time)" }
}

extension Recorded: Sendable where Value: Sendable {}
extension Recorded: Equatable where Value: Equatable {}

extension Recorded {
  /// A value at a tick.
  public static func next<Element>(_ time: Int, _ element: Element) -> Recorded<Event<Element>>
  where Value == Event<Element> {
    Recorded(time: time, value: .next(element))
  }

  /// A completion at a tick.
  public static func completed<Element>(_ time: Int, _ type: Element.Type = Element.self)
    -> Recorded<Event<Element>> where Value == Event<Element>
  {
    Recorded(time: time, value: .completed)
  }

  /// An error at a tick.
  public static func error<Element>(
    _ time: Int, _ error: any Error, _ type: Element.Type = Element.self
  ) -> Recorded<Event<Element>> where Value == Event<Element> {
    Recorded(time: time, value: .error(error))
  }

  /// The events as an array, for readable tests.
  public static func events<Element>(_ events: Recorded<Event<Element>>...)
    -> [Recorded<Event<Element>>] where Value == Event<Element>
  {
    events
  }
}

/// The ticks of a subscription and of its disposal, as RxTest's.
public struct TestSubscription: Hashable, Sendable {
  public let subscribe: Int
  /// `Int.max` as long as it is open.
  public let unsubscribe: Int

  public init(_ subscribe: Int, _ unsubscribe: Int = .max) {
    self.subscribe = subscribe
    self.unsubscribe = unsubscribe
  }
}
