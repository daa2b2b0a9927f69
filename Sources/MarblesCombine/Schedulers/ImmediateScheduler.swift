/// A scheduler that runs each action at once, like Combine's. It has no time: actions that are
/// scheduled for later run now.
public struct ImmediateScheduler: Scheduler, Sendable {
  /// There are no options.
  public typealias SchedulerOptions = Never

  /// The only point in time that there is.
  public struct SchedulerTimeType: Strideable, Sendable {
    /// Returns the length of time to another point.
    public func distance(to other: Self) -> Stride { Stride(0) }
    /// Returns the point in time after the given length.
    public func advanced(by n: Stride) -> Self { self }

    /// A length of time, which makes no difference.
    public struct Stride: ExpressibleByFloatLiteral, Comparable, SignedNumeric, Codable, Sendable,
      SchedulerTimeIntervalConvertible
    {
      /// The length, in the unit of the scheduler.
      public var magnitude: Int

      /// Creates a length of time.
      public init(_ value: Int) { magnitude = value }
      /// Creates a length of time.
      public init(integerLiteral value: Int) { self.init(value) }
      /// Creates a length of time.
      public init(floatLiteral value: Double) {
        self.init(Int(exactly: value.rounded(.towardZero)) ?? 0)
      }

      /// Creates a length of time.
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
      /// Returns a length in seconds.
      public static func seconds(_ s: Int) -> Self { Self(0) }
      /// Returns a length in seconds.
      public static func seconds(_ s: Double) -> Self { Self(0) }
      /// Returns a length in milliseconds.
      public static func milliseconds(_ ms: Int) -> Self { Self(0) }
      /// Returns a length in microseconds.
      public static func microseconds(_ us: Int) -> Self { Self(0) }
      /// Returns a length in nanoseconds.
      public static func nanoseconds(_ ns: Int) -> Self { Self(0) }
    }
  }

  /// The scheduler that all share.
  public static let shared = ImmediateScheduler()

  /// The current time.
  public var now: SchedulerTimeType { SchedulerTimeType() }
  /// The smallest tolerance.
  public var minimumTolerance: SchedulerTimeType.Stride { SchedulerTimeType.Stride(0) }

  /// Runs the action at once.
  @inlinable
  public func schedule(options: Never?, _ action: @escaping () -> Void) { action() }

  /// Runs the action at once.
  public func schedule(
    after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: Never?,
    _ action: @escaping () -> Void
  ) {
    action()
  }

  /// Runs the action at once, and only once.
  public func schedule(
    after date: SchedulerTimeType, interval: SchedulerTimeType.Stride,
    tolerance: SchedulerTimeType.Stride, options: Never?, _ action: @escaping () -> Void
  ) -> any Cancellable {
    action()
    return Subscriptions.empty
  }
}
