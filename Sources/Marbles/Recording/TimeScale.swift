extension Recording {
  /// The notation of times: frames or durations.
  public struct TimeScale: Hashable, Sendable {
    /// The duration of one frame.
    public var frame: VirtualDuration
    /// Whether times are durations instead of frames.
    public var showsDurations: Bool

    /// Creates a time scale.
    public init(frame: VirtualDuration = .frame, showsDurations: Bool = false) {
      self.frame = frame
      self.showsDurations = showsDurations
    }

    /// The text of a time at the ruler: a number of frames, or a duration with its unit.
    public func label(of time: VirtualTime) -> String { label(of: time - .zero) }

    /// The text of a duration: a number of frames, with at most three decimals, or a duration with
    /// its unit.
    public func label(of duration: VirtualDuration) -> String {
      guard !showsDurations, frame.nanoseconds > 0 else { return duration.text }
      return Self.decimal(duration.nanoseconds, in: frame.nanoseconds) ?? duration.text
    }

    /// A time as a multiple of a unit; `nil` if it needs too many decimals.
    static func decimal(_ time: Int64, in unit: Int64) -> String? {
      // More digits after the period are hard to compare.
      let mostDigits = 3
      var text = String(time / unit)
      var rest = abs(time % unit)
      guard rest != 0 else { return text }
      if time < 0, time / unit == 0 { text = "-" + text }
      text += "."
      for _ in 0..<mostDigits where rest != 0 {
        let (scaled, overflow) = rest.multipliedReportingOverflow(by: 10)
        if overflow { return nil }
        text += String(scaled / unit)
        rest = scaled % unit
      }
      return rest == 0 ? text : nil
    }
  }

  /// The notation of times in this recording.
  public var timeScale: TimeScale { TimeScale(frame: frame, showsDurations: showsDurations) }
}
