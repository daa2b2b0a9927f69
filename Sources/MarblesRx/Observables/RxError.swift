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
