import Dispatch

extension DispatchQueue: Scheduler {
  /// A point in the time of a dispatch queue.
  public struct SchedulerTimeType: Strideable, Hashable, Codable, Sendable {
    public var dispatchTime: DispatchTime

    public init(_ time: DispatchTime) { dispatchTime = time }

    public init(from decoder: any Decoder) throws {
      let nanoseconds = try decoder.singleValueContainer().decode(UInt64.self)
      dispatchTime = DispatchTime(uptimeNanoseconds: nanoseconds)
    }

    public func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(dispatchTime.uptimeNanoseconds)
    }

    public func hash(into hasher: inout Hasher) { hasher.combine(dispatchTime.uptimeNanoseconds) }

    public func distance(to other: Self) -> Stride {
      let (from, to) = (dispatchTime.uptimeNanoseconds, other.dispatchTime.uptimeNanoseconds)
      let magnitude = Int(clamping: to > from ? to - from : from - to)
      return .nanoseconds(to >= from ? magnitude : -magnitude)
    }

    public func advanced(by n: Stride) -> Self { Self(dispatchTime + n.timeInterval) }

    /// A length of time in whole nanoseconds.
    public struct Stride: SchedulerTimeIntervalConvertible, Comparable, SignedNumeric, Hashable,
      ExpressibleByFloatLiteral, Codable, Sendable
    {
      public var magnitude: Int

      public var timeInterval: DispatchTimeInterval { .nanoseconds(magnitude) }

      private init(nanoseconds: Int) { magnitude = nanoseconds }

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

      public init(integerLiteral value: Int) { self = .seconds(value) }
      public init(floatLiteral value: Double) { self = .seconds(value) }

      public init?<T: BinaryInteger>(exactly source: T) {
        guard let value = Int(exactly: source) else { return nil }
        self.init(nanoseconds: value)
      }

      private static func scaled(_ count: Int, by size: Int) -> Self {
        let (product, overflow) = count.multipliedReportingOverflow(by: size)
        return Self(nanoseconds: overflow ? (count < 0 ? Int.min : Int.max) : product)
      }

      public static func seconds(_ s: Int) -> Self { scaled(s, by: 1_000_000_000) }
      public static func milliseconds(_ ms: Int) -> Self { scaled(ms, by: 1_000_000) }
      public static func microseconds(_ us: Int) -> Self { scaled(us, by: 1_000) }
      public static func nanoseconds(_ ns: Int) -> Self { Self(nanoseconds: ns) }

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

  public struct SchedulerOptions {
    public var qos: DispatchQoS
    public var flags: DispatchWorkItemFlags
    public var group: DispatchGroup?

    public init(
      qos: DispatchQoS = .unspecified, flags: DispatchWorkItemFlags = [],
      group: DispatchGroup? = nil
    ) {
      self.qos = qos
      self.flags = flags
      self.group = group
    }
  }

  public var now: SchedulerTimeType { SchedulerTimeType(.now()) }
  public var minimumTolerance: SchedulerTimeType.Stride { .nanoseconds(0) }

  public func schedule(options: SchedulerOptions?, _ action: @escaping () -> Void) {
    let job = SchedulerJob(action)
    async(
      group: options?.group, qos: options?.qos ?? .unspecified, flags: options?.flags ?? []
    ) { job.run() }
  }

  public func schedule(
    after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride,
    options: SchedulerOptions?, _ action: @escaping () -> Void
  ) {
    let job = SchedulerJob(action)
    asyncAfter(
      deadline: date.dispatchTime, qos: options?.qos ?? .unspecified, flags: options?.flags ?? []
    ) { job.run() }
  }

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

/// A job on its way to another thread. `Scheduler`'s actions are not Sendable, as in Combine: who
/// schedules them says that they may run there.
struct SchedulerJob: @unchecked Sendable {
  private let action: () -> Void

  init(_ action: @escaping () -> Void) { self.action = action }

  func run() { action() }
}
