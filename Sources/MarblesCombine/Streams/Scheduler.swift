/// A protocol that defines when and how to run actions, like Combine's.
public protocol Scheduler<SchedulerTimeType> {
  /// A point in the scheduler's time.
  associatedtype SchedulerTimeType: Strideable
  where SchedulerTimeType.Stride: SchedulerTimeIntervalConvertible
  /// The options of a job.
  associatedtype SchedulerOptions

  /// The current time.
  var now: SchedulerTimeType { get }
  /// The smallest tolerance that the scheduler accepts.
  var minimumTolerance: SchedulerTimeType.Stride { get }

  /// Runs the action at the next possible time.
  func schedule(options: SchedulerOptions?, _ action: @escaping () -> Void)
  /// Runs the action at the given time.
  func schedule(
    after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride,
    options: SchedulerOptions?, _ action: @escaping () -> Void)
  /// Runs the action at the given time, and then after each interval, until it is cancelled.
  func schedule(
    after date: SchedulerTimeType, interval: SchedulerTimeType.Stride,
    tolerance: SchedulerTimeType.Stride, options: SchedulerOptions?,
    _ action: @escaping () -> Void
  ) -> any Cancellable
}

extension Scheduler {
  /// Runs the action at the next possible time.
  public func schedule(_ action: @escaping () -> Void) {
    schedule(options: nil, action)
  }

  /// Runs the action at the given time.
  public func schedule(after date: SchedulerTimeType, _ action: @escaping () -> Void) {
    schedule(after: date, tolerance: minimumTolerance, options: nil, action)
  }

  /// Runs the action at the given time.
  public func schedule(
    after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride,
    _ action: @escaping () -> Void
  ) {
    schedule(after: date, tolerance: tolerance, options: nil, action)
  }

  /// Runs the action at the given time, and then after each interval, until it is cancelled.
  public func schedule(
    after date: SchedulerTimeType, interval: SchedulerTimeType.Stride,
    _ action: @escaping () -> Void
  ) -> any Cancellable {
    schedule(
      after: date, interval: interval, tolerance: minimumTolerance, options: nil, action)
  }

  /// Runs the action at the given time, and then after each interval, until it is cancelled.
  public func schedule(
    after date: SchedulerTimeType, interval: SchedulerTimeType.Stride,
    tolerance: SchedulerTimeType.Stride, _ action: @escaping () -> Void
  ) -> any Cancellable {
    schedule(after: date, interval: interval, tolerance: tolerance, options: nil, action)
  }
}

/// A length of a scheduler's time that can be created from seconds and fractions of them.
public protocol SchedulerTimeIntervalConvertible {
  /// Returns the given number of seconds.
  static func seconds(_ s: Int) -> Self
  /// Returns the given number of seconds.
  static func seconds(_ s: Double) -> Self
  /// Returns the given number of milliseconds.
  static func milliseconds(_ ms: Int) -> Self
  /// Returns the given number of microseconds.
  static func microseconds(_ us: Int) -> Self
  /// Returns the given number of nanoseconds.
  static func nanoseconds(_ ns: Int) -> Self
}
