extension VirtualTime: Strideable {
  public func distance(to other: Self) -> VirtualDuration { other - self }
  public func advanced(by duration: VirtualDuration) -> Self { self + duration }
}

extension VirtualDuration: SignedNumeric {
  public typealias Magnitude = UInt64

  public init(integerLiteral value: Int64) { self.init(nanoseconds: value) }

  public init?<T: BinaryInteger>(exactly source: T) {
    guard let nanoseconds = Int64(exactly: source) else { return nil }
    self.init(nanoseconds: nanoseconds)
  }

  public var magnitude: UInt64 { nanoseconds.magnitude }

  public static func * (a: Self, b: Self) -> Self { a * b.nanoseconds }
  public static func *= (a: inout Self, b: Self) { a = a * b }
  public static func += (a: inout Self, b: Self) { a = a + b }
  public static func -= (a: inout Self, b: Self) { a = a - b }

  public static func seconds(_ s: Int) -> Self { .seconds(Int64(s)) }
  public static func milliseconds(_ ms: Int) -> Self { .milliseconds(Int64(ms)) }
  public static func microseconds(_ us: Int) -> Self { .microseconds(Int64(us)) }
  public static func nanoseconds(_ ns: Int) -> Self { .nanoseconds(Int64(ns)) }

  /// Seconds, rounded to whole nanoseconds; beyond the range the longest duration there is.
  public static func seconds(_ s: Double) -> Self {
    let nanoseconds = (s * 1_000_000_000).rounded()
    guard nanoseconds < 9.2e18 else { return VirtualDuration(nanoseconds: .max) }
    guard nanoseconds > -9.2e18 else { return VirtualDuration(nanoseconds: .min) }
    return VirtualDuration(nanoseconds: nanoseconds.isNaN ? 0 : Int64(nanoseconds))
  }
}
