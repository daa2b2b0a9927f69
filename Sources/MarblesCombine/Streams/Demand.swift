extension Subscribers {
  /// How many values are wanted: a number, or all of them. As Combine's.
  ///
  /// Demand only adds up. Sums and products that would overflow are unlimited.
  @frozen
  public struct Demand: Equatable, Comparable, Hashable, Sendable, CustomStringConvertible {
    @usableFromInline let rawValue: UInt

    @inlinable init(rawValue: UInt) { self.rawValue = min(rawValue, UInt(Int.max) + 1) }

    /// Every value there will be.
    @inlinable public static var unlimited: Demand { Demand(rawValue: UInt(Int.max) + 1) }
    /// No value.
    @inlinable public static var none: Demand { Demand(rawValue: 0) }

    /// At most `value` values.
    ///
    /// - Precondition: `value` is not negative.
    @inlinable public static func max(_ value: Int) -> Demand {
      precondition(value >= 0, "demand cannot be negative")
      return Demand(rawValue: UInt(value))
    }

    /// The number, or `nil` if unlimited.
    @inlinable public var max: Int? { self == .unlimited ? nil : Int(rawValue) }

    public var description: String { max.map { "max(\($0))" } ?? "unlimited" }

    @inlinable public static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }

    @inlinable public static func + (a: Self, b: Self) -> Self {
      let (sum, overflow) = a.rawValue.addingReportingOverflow(b.rawValue)
      return overflow ? .unlimited : Demand(rawValue: sum)
    }

    @inlinable public static func += (a: inout Self, b: Self) { a = a + b }

    @inlinable public static func + (a: Self, b: Int) -> Self { adding(b, to: a) }

    @inlinable public static func += (a: inout Self, b: Int) { a = a + b }

    @inlinable static func adding(_ count: Int, to demand: Self) -> Self {
      guard let number = demand.max else { return .unlimited }
      let (sum, overflow) = number.addingReportingOverflow(count)
      return overflow ? .unlimited : .max(sum)
    }

    /// Unlimited demand times anything is unlimited, zero included.
    public static func * (a: Self, b: Int) -> Self {
      guard let number = a.max else { return .unlimited }
      let (product, overflow) = number.multipliedReportingOverflow(by: b)
      return overflow ? .unlimited : .max(product)
    }

    public static func *= (a: inout Self, b: Int) { a = a * b }

    /// Unlimited demand less something is unlimited.
    ///
    /// - Precondition: the result is not negative.
    @inlinable public static func - (a: Self, b: Self) -> Self {
      guard let number = a.max else { return .unlimited }
      return b.max.map { .max(number - $0) } ?? .none
    }

    @inlinable public static func -= (a: inout Self, b: Self) { a = a - b }

    /// Unlimited demand less something is unlimited.
    ///
    /// - Precondition: the result is not negative.
    @inlinable public static func - (a: Self, b: Int) -> Self {
      a.max.map { .max($0 - b) } ?? .unlimited
    }

    @inlinable public static func -= (a: inout Self, b: Int) { a = a - b }

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
