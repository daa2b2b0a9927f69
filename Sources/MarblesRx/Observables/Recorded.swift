/// The virtual time of RxTest, in ticks.
public typealias TestTime = Int

/// A value and the virtual time at which it was recorded, in ticks.
public struct Recorded<Value> {
  /// The time in ticks.
  public let time: TestTime
  /// The recorded value.
  public let value: Value

  /// Creates a recorded value.
  public init(time: TestTime, value: Value) {
    self.time = time
    self.value = value
  }
}

extension Recorded: CustomDebugStringConvertible {
  /// A text of the form `next(1) @ 210`.
  public var debugDescription: String { "\(value) @ \(time)" }
}

extension Recorded: Sendable where Value: Sendable {}
extension Recorded: Equatable where Value: Equatable {}

extension Recorded {
  /// Creates an element with its time.
  public static func next<Element>(_ time: TestTime, _ element: Element)
    -> Recorded<Event<Element>> where Value == Event<Element>
  {
    Recorded(time: time, value: .next(element))
  }

  /// Creates a completion with its time.
  public static func completed<Element>(_ time: TestTime, _ type: Element.Type = Element.self)
    -> Recorded<Event<Element>> where Value == Event<Element>
  {
    Recorded(time: time, value: .completed)
  }

  /// Creates an error with its time.
  public static func error<Element>(
    _ time: TestTime, _ error: any Error, _ type: Element.Type = Element.self
  ) -> Recorded<Event<Element>> where Value == Event<Element> {
    Recorded(time: time, value: .error(error))
  }

  /// Returns the given events as an array.
  public static func events<Element>(_ events: Recorded<Event<Element>>...)
    -> [Recorded<Event<Element>>] where Value == Event<Element>
  {
    events
  }

  /// Returns the given events.
  public static func events<Element>(_ events: [Recorded<Event<Element>>])
    -> [Recorded<Event<Element>>] where Value == Event<Element>
  {
    events
  }
}

extension Sequence {
  /// The elements of the recorded events, without times and ends.
  ///
  ///     #expect(observer.events.recordedElements() == [1, 2])
  ///     XCTAssertEqual(observer.events.recordedElements(), [1, 2])
  ///
  /// It takes the place of RxTest's `XCTAssertRecordedElements`.
  public func recordedElements<Value>() -> [Value] where Element == Recorded<Event<Value>> {
    compactMap(\.value.element)
  }
}

/// The times of a subscription and of its disposal, in ticks.
///
/// In a file that imports Combine's `Subscription` too, use the name ``TestSubscription``.
public struct Subscription: Hashable, Sendable {
  /// The time of the subscription.
  public let subscribe: TestTime
  /// The time of the disposal; `Int.max` while the subscription is open.
  public let unsubscribe: TestTime

  /// Creates a subscription that has not been disposed.
  public init(_ subscribe: TestTime) { self.init(subscribe, .max) }

  /// Creates a subscription that has been disposed.
  public init(_ subscribe: TestTime, _ unsubscribe: TestTime) {
    self.subscribe = subscribe
    self.unsubscribe = unsubscribe
  }
}

extension Subscription: CustomDebugStringConvertible {
  /// A text of the form `(200: 400)`.
  public var debugDescription: String {
    "(\(subscribe): \(unsubscribe == .max ? "Infinity" : String(unsubscribe)))"
  }
}

/// The unambiguous name of ``Subscription``.
public typealias TestSubscription = Subscription
