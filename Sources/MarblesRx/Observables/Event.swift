/// An event of an observable. The grammar of a stream is `next* (error | completed)?`.
@frozen
public enum Event<Element> {
  /// An element.
  case next(Element)
  /// The error with which the stream has failed.
  case error(any Error)
  /// The successful end of the stream.
  case completed
}

extension Event: CustomDebugStringConvertible {
  /// A text of the form `next(1)`.
  public var debugDescription: String {
    switch self {
    case .next(let value): "next(\(value))"
    case .error(let error): "error(\(error))"
    case .completed: "completed"
    }
  }
}

extension Event: Sendable where Element: Sendable {}

extension Event: Equatable where Element: Equatable {
  /// Compares two events; errors are equal if their types and descriptions are, like in RxTest.
  public static func == (one: Event, other: Event) -> Bool {
    switch (one, other) {
    case (.next(let element), .next(let another)): element == another
    case (.error(let error), .error(let another)):
      type(of: error) == type(of: another) && "\(error)" == "\(another)"
    case (.completed, .completed): true
    case (.next, _), (.error, _), (.completed, _): false
    }
  }
}

extension Event {
  /// Whether the event ends the stream.
  @inlinable public var isStopEvent: Bool {
    if case .next = self { false } else { true }
  }

  /// The element of a `next` event.
  @inlinable public var element: Element? {
    if case .next(let value) = self { value } else { nil }
  }

  /// The error of an `error` event.
  @inlinable public var error: (any Error)? {
    if case .error(let error) = self { error } else { nil }
  }

  /// Whether the event is `completed`.
  @inlinable public var isCompleted: Bool {
    if case .completed = self { true } else { false }
  }

  /// Transforms the element. If the closure throws, the result is an `error` event.
  @inlinable
  public func map<Result>(_ transform: (Element) throws -> Result) -> Event<Result> {
    switch self {
    case .next(let value):
      do { return .next(try transform(value)) } catch { return .error(error) }
    case .error(let error): return .error(error)
    case .completed: return .completed
    }
  }
}

/// A type that can be converted to an event.
public protocol EventConvertible<Element> {
  /// The type of the elements.
  associatedtype Element

  /// The event.
  var event: Event<Element> { get }
}

extension Event: EventConvertible {
  /// The event itself.
  public var event: Event<Element> { self }
}

/// An error of an operator, with RxSwift's description.
public enum RxError: Error, CustomDebugStringConvertible, CustomStringConvertible {
  /// An unknown error.
  case unknown
  /// An object was used after its disposal; the name of its type.
  case disposed(object: String)
  /// An arithmetic overflow.
  case overflow
  /// A stream completed without the required element.
  case noElements
  /// A stream sent more than one element.
  case moreThanOneElement
  /// An index was not reached.
  case argumentOutOfRange
  /// No event arrived in time.
  case timeout

  /// RxSwift's text for the error.
  public var description: String { debugDescription }

  /// RxSwift's text for the error.
  public var debugDescription: String {
    switch self {
    case .unknown: "Unknown error occurred."
    case .disposed(let object): "Object `\(object)` was already disposed."
    case .overflow: "Arithmetic overflow occurred."
    case .noElements: "Sequence doesn't contain any elements."
    case .moreThanOneElement: "Sequence contains more than one element."
    case .argumentOutOfRange: "Argument out of range."
    case .timeout: "Sequence timeout."
    }
  }
}
