/// A scheduler that does everything at once, as Combine's. It knows no time: what is scheduled for
/// later happens now.
public struct ImmediateScheduler: Scheduler, Sendable {
  public typealias SchedulerOptions = Never

  /// The only point in time that there is.
  public struct SchedulerTimeType: Strideable, Sendable {
    public func distance(to other: Self) -> Stride { Stride(0) }
    public func advanced(by n: Stride) -> Self { self }

    /// A length of time, which makes no difference.
    public struct Stride: ExpressibleByFloatLiteral, Comparable, SignedNumeric, Codable, Sendable,
      SchedulerTimeIntervalConvertible
    {
      public var magnitude: Int

      public init(_ value: Int) { magnitude = value }
      public init(integerLiteral value: Int) { self.init(value) }
      public init(floatLiteral value: Double) { self.init(Int(exactly: value.rounded()) ?? 0) }

      public init?<T: BinaryInteger>(exactly source: T) {
        guard let value = Int(exactly: source) else { return nil }
        self.init(value)
      }

      public static func < (a: Self, b: Self) -> Bool { a.magnitude < b.magnitude }
      public static func + (a: Self, b: Self) -> Self { Self(a.magnitude &+ b.magnitude) }
      public static func - (a: Self, b: Self) -> Self { Self(a.magnitude &- b.magnitude) }
      public static func * (a: Self, b: Self) -> Self { Self(a.magnitude &* b.magnitude) }
      public static func += (a: inout Self, b: Self) { a = a + b }
      public static func -= (a: inout Self, b: Self) { a = a - b }
      public static func *= (a: inout Self, b: Self) { a = a * b }
      public static func seconds(_ s: Int) -> Self { Self(0) }
      public static func seconds(_ s: Double) -> Self { Self(0) }
      public static func milliseconds(_ ms: Int) -> Self { Self(0) }
      public static func microseconds(_ us: Int) -> Self { Self(0) }
      public static func nanoseconds(_ ns: Int) -> Self { Self(0) }
    }
  }

  public static let shared = ImmediateScheduler()

  public var now: SchedulerTimeType { SchedulerTimeType() }
  public var minimumTolerance: SchedulerTimeType.Stride { SchedulerTimeType.Stride(0) }

  public func schedule(options: Never?, _ action: @escaping () -> Void) { action() }

  public func schedule(
    after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: Never?,
    _ action: @escaping () -> Void
  ) {
    action()
  }

  public func schedule(
    after date: SchedulerTimeType, interval: SchedulerTimeType.Stride,
    tolerance: SchedulerTimeType.Stride, options: Never?, _ action: @escaping () -> Void
  ) -> any Cancellable {
    action()
    return Subscriptions.empty
  }
}
