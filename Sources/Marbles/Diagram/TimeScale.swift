extension Diagram.TimeScale {
  /// The figure of the ruler for a time: frames, or a duration with its unit.
  public func label(of time: VirtualTime) -> String { label(of: time - .zero) }

  public func label(of duration: VirtualDuration) -> String {
    let nanoseconds = duration.nanoseconds
    if !showsDurations, frame.nanoseconds > 0, nanoseconds % frame.nanoseconds == 0 {
      return String(nanoseconds / frame.nanoseconds)
    }
    return duration.text
  }
}
