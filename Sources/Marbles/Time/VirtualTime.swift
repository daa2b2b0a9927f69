/// A point in virtual time: whole nanoseconds since the start of the run.
///
/// Arithmetic saturates at the ends of the range instead of trapping, so that no duration in a
/// script crashes a run.
public struct VirtualTime: Hashable, Comparable, Codable, Sendable {
  /// The nanoseconds since the start.
  public var nanoseconds: Int64

  /// Creates a time.
  public init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

  /// The start.
  public static let zero = VirtualTime(nanoseconds: 0)
  /// A time after those of all jobs.
  public static let distantFuture = VirtualTime(nanoseconds: .max)

  public static func < (a: Self, b: Self) -> Bool { a.nanoseconds < b.nanoseconds }
  // The default implementation of `Strideable` computes a distance.
  /// Whether both are the same time.
  public static func == (a: Self, b: Self) -> Bool { a.nanoseconds == b.nanoseconds }

  public static func + (time: Self, duration: VirtualDuration) -> Self {
    VirtualTime(nanoseconds: saturatingSum(time.nanoseconds, duration.nanoseconds))
  }

  public static func - (a: Self, b: Self) -> VirtualDuration {
    VirtualDuration(nanoseconds: saturatingDifference(a.nanoseconds, b.nanoseconds))
  }

  /// Creates a time from a number of nanoseconds.
  public init(from decoder: any Decoder) throws {
    nanoseconds = try decoder.singleValueContainer().decode(Int64.self)
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(nanoseconds)
  }
}

/// A length of virtual time in whole nanoseconds; may be negative.
public struct VirtualDuration: Hashable, Comparable, Codable, Sendable {
  /// The length in nanoseconds.
  public var nanoseconds: Int64

  /// Creates a duration.
  public init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

  /// No time.
  public static let zero = VirtualDuration(nanoseconds: 0)
  /// The default length of a frame: one millisecond.
  public static let frame = VirtualDuration.milliseconds(1)

  /// A duration in nanoseconds.
  public static func nanoseconds(_ n: Int64) -> Self { VirtualDuration(nanoseconds: n) }
  /// A duration in microseconds.
  public static func microseconds(_ n: Int64) -> Self { nanoseconds(1_000) * n }
  /// A duration in milliseconds.
  public static func milliseconds(_ n: Int64) -> Self { nanoseconds(1_000_000) * n }
  /// A duration in seconds.
  public static func seconds(_ n: Int64) -> Self { nanoseconds(1_000_000_000) * n }

  public static func < (a: Self, b: Self) -> Bool { a.nanoseconds < b.nanoseconds }

  public static func + (a: Self, b: Self) -> Self {
    VirtualDuration(nanoseconds: saturatingSum(a.nanoseconds, b.nanoseconds))
  }

  public static func - (a: Self, b: Self) -> Self {
    VirtualDuration(nanoseconds: saturatingDifference(a.nanoseconds, b.nanoseconds))
  }

  public static func * (a: Self, count: Int) -> Self { a * Int64(count) }

  public static func * (a: Self, count: Int64) -> Self {
    let (product, overflow) = a.nanoseconds.multipliedReportingOverflow(by: count)
    guard overflow else { return VirtualDuration(nanoseconds: product) }
    return VirtualDuration(nanoseconds: (a.nanoseconds < 0) == (count < 0) ? .max : .min)
  }

  /// Creates a duration from a number of nanoseconds.
  public init(from decoder: any Decoder) throws {
    nanoseconds = try decoder.singleValueContainer().decode(Int64.self)
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(nanoseconds)
  }
}

private func saturatingSum(_ a: Int64, _ b: Int64) -> Int64 {
  let (sum, overflow) = a.addingReportingOverflow(b)
  return overflow ? (b < 0 ? .min : .max) : sum
}

private func saturatingDifference(_ a: Int64, _ b: Int64) -> Int64 {
  let (difference, overflow) = a.subtractingReportingOverflow(b)
  return overflow ? (b < 0 ? .max : .min) : difference
}

extension VirtualTime: Strideable {
  /// The duration until another time.
  public func distance(to other: Self) -> VirtualDuration { other - self }
  /// The time after a duration.
  public func advanced(by duration: VirtualDuration) -> Self { self + duration }
}

extension VirtualDuration: SignedNumeric {
  public typealias Magnitude = UInt64

  /// Creates a duration from a number of nanoseconds.
  public init(integerLiteral value: Int64) { self.init(nanoseconds: value) }

  /// Creates a duration from a number of nanoseconds; `nil` if it is out of range.
  public init?<T: BinaryInteger>(exactly source: T) {
    guard let nanoseconds = Int64(exactly: source) else { return nil }
    self.init(nanoseconds: nanoseconds)
  }

  public var magnitude: UInt64 { nanoseconds.magnitude }

  public static func * (a: Self, b: Self) -> Self { a * b.nanoseconds }
  /// Multiplies a duration.
  public static func *= (a: inout Self, b: Self) { a = a * b }
  /// Adds a duration.
  public static func += (a: inout Self, b: Self) { a = a + b }
  /// Subtracts a duration.
  public static func -= (a: inout Self, b: Self) { a = a - b }

  /// A duration in seconds.
  public static func seconds(_ s: Int) -> Self { .seconds(Int64(s)) }
  /// A duration in milliseconds.
  public static func milliseconds(_ ms: Int) -> Self { .milliseconds(Int64(ms)) }
  /// A duration in microseconds.
  public static func microseconds(_ us: Int) -> Self { .microseconds(Int64(us)) }
  /// A duration in nanoseconds.
  public static func nanoseconds(_ ns: Int) -> Self { .nanoseconds(Int64(ns)) }

  /// Seconds, rounded to whole nanoseconds; beyond the range the longest duration there is.
  public static func seconds(_ s: Double) -> Self {
    let nanoseconds = (s * 1_000_000_000).rounded()
    guard nanoseconds < 9.2e18 else { return VirtualDuration(nanoseconds: .max) }
    guard nanoseconds > -9.2e18 else { return VirtualDuration(nanoseconds: .min) }
    return VirtualDuration(nanoseconds: nanoseconds.isNaN ? 0 : Int64(nanoseconds))
  }
}
