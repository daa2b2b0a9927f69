/// A point in virtual time: whole nanoseconds since the start of the run.
///
/// Arithmetic saturates at the ends of the range instead of trapping, so no duration that a person
/// can type crashes a run.
public struct VirtualTime: Hashable, Comparable, Codable, Sendable {
  public var nanoseconds: Int64

  public init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

  public static let zero = VirtualTime(nanoseconds: 0)
  /// Later than every time a job may have.
  public static let distantFuture = VirtualTime(nanoseconds: .max)

  public static func < (a: Self, b: Self) -> Bool { a.nanoseconds < b.nanoseconds }
  // Written out, because the one that comes with `Strideable` would measure the distance.
  public static func == (a: Self, b: Self) -> Bool { a.nanoseconds == b.nanoseconds }

  public static func + (time: Self, duration: VirtualDuration) -> Self {
    VirtualTime(nanoseconds: saturatingSum(time.nanoseconds, duration.nanoseconds))
  }

  public static func - (a: Self, b: Self) -> VirtualDuration {
    VirtualDuration(nanoseconds: saturatingDifference(a.nanoseconds, b.nanoseconds))
  }

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
  public var nanoseconds: Int64

  public init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

  public static let zero = VirtualDuration(nanoseconds: 0)
  /// The length of a frame unless a script says otherwise: one millisecond.
  public static let frame = VirtualDuration.milliseconds(1)

  public static func nanoseconds(_ n: Int64) -> Self { VirtualDuration(nanoseconds: n) }
  public static func microseconds(_ n: Int64) -> Self { nanoseconds(1_000) * n }
  public static func milliseconds(_ n: Int64) -> Self { nanoseconds(1_000_000) * n }
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

  public init(from decoder: any Decoder) throws {
    nanoseconds = try decoder.singleValueContainer().decode(Int64.self)
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(nanoseconds)
  }
}

extension VirtualDuration {
  /// `10ms`, `1.5s`, `2m`, or nanoseconds where nothing larger is exact.
  package var text: String {
    let units: [(Int64, String)] = [
      (60_000_000_000, "m"), (1_000_000_000, "s"), (1_000_000, "ms"), (1_000, "us"),
    ]
    for (size, unit) in units where nanoseconds % size == 0 && nanoseconds != 0 {
      return "\(nanoseconds / size)\(unit)"
    }
    return nanoseconds == 0 ? "0ms" : "\(nanoseconds)ns"
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
