/// What an observable tells: any number of values, then at most one end. As RxSwift's.
@frozen
public enum Event<Element> {
  case next(Element)
  case error(any Error)
  case completed
}

extension Event: CustomDebugStringConvertible {
  public var debugDescription: String {
    switch self {
    case .next(let value): "next(\(value))"
    case .error(let error): "error(\(error))"
    case .completed: "completed"
    }
  }
}

extension Event: Sendable where Element: Sendable {}

extension Event {
  /// Whether nothing comes after it.
  public var isStopEvent: Bool {
    if case .next = self { false } else { true }
  }

  public var element: Element? {
    if case .next(let value) = self { value } else { nil }
  }

  public var error: (any Error)? {
    if case .error(let error) = self { error } else { nil }
  }

  public var isCompleted: Bool {
    if case .completed = self { true } else { false }
  }

  /// The same event with its value transformed; an error of the transformation becomes the event.
  public func map<Result>(_ transform: (Element) throws -> Result) -> Event<Result> {
    switch self {
    case .next(let value):
      do { return .next(try transform(value)) } catch { return .error(error) }
    case .error(let error): return .error(error)
    case .completed: return .completed
    }
  }
}

/// Something that stands for an event: what `dematerialize` takes apart.
public protocol EventConvertible<Element> {
  associatedtype Element
  var event: Event<Element> { get }
}

extension Event: EventConvertible {
  public var event: Event<Element> { self }
}

/// The errors that RxSwift's operators make themselves, with its texts.
public enum RxError: Error, CustomDebugStringConvertible, CustomStringConvertible {
  /// The type of the object, as RxSwift names it.
  case disposed(object: String)
  case noElements
  case moreThanOneElement
  case argumentOutOfRange
  case timeout

  public var description: String { debugDescription }

  public var debugDescription: String {
    switch self {
    case .disposed(let object): "Object `\(object)` was already disposed."
    case .noElements: "Sequence doesn't contain any elements."
    case .moreThanOneElement: "Sequence contains more than one element."
    case .argumentOutOfRange: "Argument out of range."
    case .timeout: "Sequence timeout."
    }
  }
}
