extension Subscribers {
  /// A requested number of elements, which can be unlimited, like Combine's.
  ///
  /// Sums and products that would overflow are unlimited.
  @frozen
  public struct Demand: Equatable, Comparable, Hashable, Sendable, CustomStringConvertible {
    @usableFromInline let rawValue: UInt

    @inlinable init(rawValue: UInt) { self.rawValue = min(rawValue, UInt(Int.max) + 1) }

    /// A demand for all elements.
    @inlinable public static var unlimited: Demand { Demand(rawValue: UInt(Int.max) + 1) }
    /// A demand for no elements.
    @inlinable public static var none: Demand { Demand(rawValue: 0) }

    /// Returns a demand for the given number of elements; not negative.
    @inlinable public static func max(_ value: Int) -> Demand {
      guard value >= 0 else { violation("Subscribers.Demand: \(value) is negative") }
      return Demand(rawValue: UInt(value))
    }

    /// The number of elements; `nil` if unlimited.
    @inlinable public var max: Int? { self == .unlimited ? nil : Int(rawValue) }

    public var description: String { max.map { "max(\($0))" } ?? "unlimited" }

    /// Returns whether the first demand is lower. Unlimited demand is the highest.
    @inlinable public static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }

    /// Adds two demands; a sum that overflows is unlimited.
    @inlinable public static func + (a: Self, b: Self) -> Self {
      let (sum, overflow) = a.rawValue.addingReportingOverflow(b.rawValue)
      return overflow ? .unlimited : Demand(rawValue: sum)
    }

    /// Adds a demand; a sum that overflows is unlimited.
    @inlinable public static func += (a: inout Self, b: Self) { a = a + b }

    /// Adds a number of elements; unlimited demand stays unlimited.
    ///
    /// It is disfavored so that the types of a closure such as `{ $0 + $1 }` are inferred from the
    /// elements.
    @inlinable @_disfavoredOverload
    public static func + (a: Self, b: Int) -> Self { adding(b, to: a) }

    /// Adds a number of elements; a sum that overflows is unlimited.
    @inlinable public static func += (a: inout Self, b: Int) { a = a + b }

    @inlinable static func adding(_ count: Int, to demand: Self) -> Self {
      guard let number = demand.max else { return .unlimited }
      let (sum, overflow) = number.addingReportingOverflow(count)
      return overflow ? .unlimited : .max(sum)
    }

    /// Multiplies a demand; unlimited demand times any number, 0 included, is unlimited.
    public static func * (a: Self, b: Int) -> Self {
      guard let number = a.max else { return .unlimited }
      let (product, overflow) = number.multipliedReportingOverflow(by: b)
      return overflow ? .unlimited : .max(product)
    }

    /// Multiplies the demand; unlimited demand stays unlimited.
    public static func *= (a: inout Self, b: Int) { a = a * b }

    /// Subtracts a demand; unlimited demand stays unlimited.
    ///
    /// - Precondition: The result is not negative.
    @inlinable public static func - (a: Self, b: Self) -> Self {
      guard let number = a.max else { return .unlimited }
      return b.max.map { .max(number - $0) } ?? .none
    }

    /// Subtracts a demand; unlimited demand stays unlimited.
    @inlinable public static func -= (a: inout Self, b: Self) { a = a - b }

    /// Subtracts a demand; unlimited demand stays unlimited.
    ///
    /// - Precondition: The result is not negative.
    @inlinable public static func - (a: Self, b: Int) -> Self {
      guard let number = a.max else { return .unlimited }
      let (difference, overflow) = number.subtractingReportingOverflow(b)
      return overflow ? .none : .max(difference)
    }

    /// Subtracts a number of elements; unlimited demand stays unlimited.
    @inlinable public static func -= (a: inout Self, b: Int) { a = a - b }

    // Comparisons with a number of elements. Unlimited demand is higher than each number.

    @inlinable public static func > (a: Self, b: Int) -> Bool { a.max.map { $0 > b } ?? true }
    @inlinable public static func >= (a: Self, b: Int) -> Bool { a.max.map { $0 >= b } ?? true }
    @inlinable public static func < (a: Self, b: Int) -> Bool { a.max.map { $0 < b } ?? false }
    @inlinable public static func <= (a: Self, b: Int) -> Bool { a.max.map { $0 <= b } ?? false }
    @inlinable public static func == (a: Self, b: Int) -> Bool { a.max == b }
    @inlinable public static func != (a: Self, b: Int) -> Bool { a.max != b }
    @inlinable public static func > (a: Int, b: Self) -> Bool { b < a }
    @inlinable public static func >= (a: Int, b: Self) -> Bool { b <= a }
    @inlinable public static func < (a: Int, b: Self) -> Bool { b > a }
    @inlinable public static func <= (a: Int, b: Self) -> Bool { b >= a }
    @inlinable public static func == (a: Int, b: Self) -> Bool { b == a }
    @inlinable public static func != (a: Int, b: Self) -> Bool { b != a }
  }
}

extension Subscribers.Demand: Codable {
  /// Decodes a number of elements; a number above the largest `Int` is unlimited demand.
  public init(from decoder: any Decoder) throws {
    self.init(rawValue: try decoder.singleValueContainer().decode(UInt.self))
  }

  /// Encodes the number of elements; unlimited demand is one more than the largest `Int`.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(rawValue)
  }
}
