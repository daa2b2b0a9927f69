extension Recording {
  /// The notation of times: frames or durations.
  public struct TimeScale: Hashable, Sendable {
    public var frame: VirtualDuration
    public var showsDurations: Bool

    public init(frame: VirtualDuration = .frame, showsDurations: Bool = false) {
      self.frame = frame
      self.showsDurations = showsDurations
    }

    /// The text of a time at the ruler: a number of frames, or a duration with its unit.
    public func label(of time: VirtualTime) -> String { label(of: time - .zero) }

    public func label(of duration: VirtualDuration) -> String {
      let nanoseconds = duration.nanoseconds
      if !showsDurations, frame.nanoseconds > 0, nanoseconds % frame.nanoseconds == 0 {
        return String(nanoseconds / frame.nanoseconds)
      }
      return duration.text
    }
  }

  /// The notation of times in this recording.
  public var timeScale: TimeScale { TimeScale(frame: frame, showsDurations: showsDurations) }
}
