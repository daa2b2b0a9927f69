import Marbles
import MarblesCombine

extension RunError {
  static let tooLongTime = RunError("this is longer than virtual time, which lasts 292 years")
  static let endOfTime = RunError(
    "the run comes to the end of virtual time, after 292 years", hint: "wait for less")

  static func negative(_ value: ScriptValue) -> RunError {
    RunError("\(value.literal) is negative; it must be 0 or more")
  }
}

extension Run {
  /// Sums of durations stop at the ends of time: what has come there is not what was meant.
  func checkLength(of duration: VirtualDuration, at span: SourceRange) throws(ScriptError) {
    if duration.nanoseconds == .max || duration.nanoseconds == .min {
      throw mistake(.tooLongTime, at: span)
    }
  }
}
