extension Diagram.TimeScale {
  /// The figure of the ruler for a time: frames, or a duration with its unit.
  public func label(of time: VirtualTime) -> String { label(of: time - .zero) }

  public func label(of duration: VirtualDuration) -> String {
    showsDurations
      ? Self.text(of: duration) : Self.quotient(duration.nanoseconds, by: frame.nanoseconds)
  }

  private static func text(of duration: VirtualDuration) -> String {
    let units: [(name: String, size: Int64)] = [
      ("s", 1_000_000_000), ("ms", 1_000_000), ("µs", 1_000),
    ]
    let amount = duration.nanoseconds
    if amount == 0 { return "0" }
    for unit in units where amount.magnitude >= UInt64(unit.size) {
      return quotient(amount, by: unit.size) + unit.name
    }
    return "\(amount)ns"
  }

  /// At most three decimals, and only those that are needed.
  private static func quotient(_ amount: Int64, by size: Int64) -> String {
    guard size > 0 else { return "\(amount)" }
    let (whole, remainder) = amount.magnitude.quotientAndRemainder(dividingBy: UInt64(size))
    var rest = remainder
    let sign = amount < 0 ? "-" : ""
    var decimals = ""
    while rest > 0, decimals.utf8.count < 3 {
      let (product, overflow) = rest.multipliedReportingOverflow(by: 10)
      if overflow { break }
      decimals += "\(product / UInt64(size))"
      rest = product % UInt64(size)
    }
    while decimals.utf8.last == UInt8(ascii: "0") { decimals.removeLast() }
    return sign + "\(whole)" + (decimals.isEmpty ? "" : "." + decimals)
  }
}
