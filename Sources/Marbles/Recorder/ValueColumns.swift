/// Values of one type, in the order in which they were recorded.
@usableFromInline
class AnyColumn {
  @inlinable
  init() {}

  func text(at index: Int) -> String { "" }
  func frozen() -> AnyColumn { AnyColumn() }
}

@usableFromInline
final class Column<Value>: AnyColumn {
  @usableFromInline @exclusivity(unchecked) var values: [Value] = []

  @inlinable
  override init() { super.init() }

  override func text(at index: Int) -> String { describeForLabel(values[index]) }

  override func frozen() -> AnyColumn {
    let copy = Column<Value>()
    copy.values = values
    return copy
  }
}

/// A value whose text in a picture differs from its description.
package protocol PicturedValue {
  var pictureText: String { get }
}

/// The text of a value in a picture: a string without quotation marks, unless it would look like
/// the value `nil` or a string with quotation marks; `()` for `Void`; the description of any other
/// value.
@usableFromInline
package func describeForLabel<Value>(_ value: Value) -> String {
  if let string = value as? String {
    return string == "nil" || string.hasPrefix("\"") ? string.debugDescription : string
  }
  if let value = value as? any PicturedValue { return value.pictureText }
  return String(describing: value)
}

extension Recording.ReleaseReason {
  var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}
