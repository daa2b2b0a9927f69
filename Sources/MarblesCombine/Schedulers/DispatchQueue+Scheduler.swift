import Dispatch

extension DispatchQueue: Scheduler {
  /// A point in the time of a dispatch queue.
  public struct SchedulerTimeType: Strideable, Hashable, Codable, Sendable {
    /// The time of the queue.
    public var dispatchTime: DispatchTime

    /// Creates a point in time.
    public init(_ time: DispatchTime) { dispatchTime = time }

    /// Decodes a number of nanoseconds since the machine started.
    public init(from decoder: any Decoder) throws {
      let nanoseconds = try decoder.singleValueContainer().decode(UInt64.self)
      dispatchTime = DispatchTime(uptimeNanoseconds: nanoseconds)
    }

    public func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(dispatchTime.uptimeNanoseconds)
    }

    public func hash(into hasher: inout Hasher) { hasher.combine(dispatchTime.uptimeNanoseconds) }

    /// Returns the length of time to another point.
    public func distance(to other: Self) -> Stride {
      let (from, to) = (dispatchTime.uptimeNanoseconds, other.dispatchTime.uptimeNanoseconds)
      let magnitude = Int(clamping: to > from ? to - from : from - to)
      return .nanoseconds(to >= from ? magnitude : -magnitude)
    }

    /// Returns the point in time after the given length.
    public func advanced(by n: Stride) -> Self { Self(dispatchTime + n.timeInterval) }

    /// A length of time in whole nanoseconds.
    public struct Stride: SchedulerTimeIntervalConvertible, Comparable, SignedNumeric, Hashable,
      ExpressibleByFloatLiteral, Codable, Sendable
    {
      private enum CodingKeys: String, CodingKey {
        case magnitude = "_nanoseconds"
      }

      /// The length, in the unit of the scheduler.
      public var magnitude: Int

      /// The length as an interval of Dispatch.
      public var timeInterval: DispatchTimeInterval { .nanoseconds(magnitude) }

      private init(nanoseconds: Int) { magnitude = nanoseconds }

      /// Creates a length of time.
      public init(_ timeInterval: DispatchTimeInterval) {
        switch timeInterval {
        case .seconds(let s): self = .seconds(s)
        case .milliseconds(let ms): self = .milliseconds(ms)
        case .microseconds(let us): self = .microseconds(us)
        case .nanoseconds(let ns): self = .nanoseconds(ns)
        case .never: self = .nanoseconds(Int.max)
        @unknown default: self = .nanoseconds(Int.max)
        }
      }

      /// Creates a length of time.
      public init(integerLiteral value: Int) { self = .seconds(value) }
      /// Creates a length of time.
      public init(floatLiteral value: Double) { self = .seconds(value) }

      /// Creates a length of time.
      public init?<T: BinaryInteger>(exactly source: T) {
        guard let value = Int(exactly: source) else { return nil }
        self = .seconds(value)
      }

      private static func scaled(_ count: Int, by size: Int) -> Self {
        let (product, overflow) = count.multipliedReportingOverflow(by: size)
        let isNegative = (count < 0) != (size < 0)
        return Self(nanoseconds: overflow ? (isNegative ? Int.min : Int.max) : product)
      }

      /// Returns a length in seconds.
      public static func seconds(_ s: Int) -> Self { scaled(s, by: 1_000_000_000) }
      /// Returns a length in milliseconds.
      public static func milliseconds(_ ms: Int) -> Self { scaled(ms, by: 1_000_000) }
      /// Returns a length in microseconds.
      public static func microseconds(_ us: Int) -> Self { scaled(us, by: 1_000) }
      /// Returns a length in nanoseconds.
      public static func nanoseconds(_ ns: Int) -> Self { Self(nanoseconds: ns) }

      /// Returns a length in seconds.
      public static func seconds(_ s: Double) -> Self {
        let nanoseconds = (s * 1_000_000_000).rounded()
        return Self(nanoseconds: Int(exactly: nanoseconds) ?? (s < 0 ? Int.min : Int.max))
      }

      public static func < (a: Self, b: Self) -> Bool { a.magnitude < b.magnitude }

      public static func + (a: Self, b: Self) -> Self {
        let (sum, overflow) = a.magnitude.addingReportingOverflow(b.magnitude)
        return Self(nanoseconds: overflow ? (b.magnitude < 0 ? Int.min : Int.max) : sum)
      }

      public static func - (a: Self, b: Self) -> Self {
        let (difference, overflow) = a.magnitude.subtractingReportingOverflow(b.magnitude)
        return Self(nanoseconds: overflow ? (b.magnitude < 0 ? Int.max : Int.min) : difference)
      }

      public static func * (a: Self, b: Self) -> Self { scaled(a.magnitude, by: b.magnitude) }
      public static func += (a: inout Self, b: Self) { a = a + b }
      public static func -= (a: inout Self, b: Self) { a = a - b }
      public static func *= (a: inout Self, b: Self) { a = a * b }
    }
  }

  /// Options for the jobs of a queue.
  public struct SchedulerOptions {
    /// The quality of service.
    public var qos: DispatchQoS
    /// The flags of the work item.
    public var flags: DispatchWorkItemFlags
    /// The group of the work item.
    public var group: DispatchGroup?

    /// Creates options for the jobs of a queue.
    public init(
      qos: DispatchQoS = .unspecified, flags: DispatchWorkItemFlags = [],
      group: DispatchGroup? = nil
    ) {
      self.qos = qos
      self.flags = flags
      self.group = group
    }
  }

  /// The current time.
  public var now: SchedulerTimeType { SchedulerTimeType(.now()) }
  /// The smallest tolerance.
  public var minimumTolerance: SchedulerTimeType.Stride { .nanoseconds(0) }

  /// Runs the action at the next possible time.
  public func schedule(options: SchedulerOptions?, _ action: @escaping () -> Void) {
    let job = SchedulerJob(action)
    async(
      group: options?.group, qos: options?.qos ?? .unspecified, flags: options?.flags ?? []
    ) { job.run() }
  }

  /// Runs the action at the given time.
  public func schedule(
    after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride,
    options: SchedulerOptions?, _ action: @escaping () -> Void
  ) {
    let job = SchedulerJob(action)
    asyncAfter(
      deadline: date.dispatchTime, qos: options?.qos ?? .unspecified, flags: options?.flags ?? []
    ) { job.run() }
  }

  /// Runs the action at the given time, and then after each interval, until it is cancelled.
  public func schedule(
    after date: SchedulerTimeType, interval: SchedulerTimeType.Stride,
    tolerance: SchedulerTimeType.Stride, options: SchedulerOptions?,
    _ action: @escaping () -> Void
  ) -> any Cancellable {
    let job = SchedulerJob(action)
    let source = DispatchSource.makeTimerSource(queue: self)
    source.setEventHandler { job.run() }
    source.schedule(
      deadline: date.dispatchTime, repeating: interval.timeInterval,
      leeway: tolerance.timeInterval)
    source.resume()
    return AnyCancellable { source.cancel() }
  }
}

/// A job that is passed to another thread. The actions of `Scheduler` are not `Sendable`, like in
/// Combine: the caller that schedules one is responsible for that.
struct SchedulerJob: @unchecked Sendable {
  private let action: () -> Void

  init(_ action: @escaping () -> Void) { self.action = action }

  func run() { action() }
}
