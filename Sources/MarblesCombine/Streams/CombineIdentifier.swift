import Marbles

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
