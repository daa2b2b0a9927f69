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

/// Counts, sizes and durations: none of them may be below zero, or longer than time.
extension Run {
  func check(_ item: CallArguments.Item, _ parameter: Signature.Parameter) throws(ScriptError) {
    switch parameter.type {
    case .duration:
      let arguments = Arguments([item.value], context: BuildContext(scheduler: scheduler))
      if let duration = arguments.duration(0) {
        try checkLength(of: duration, at: item.span)
        if duration < .zero { throw mistake(.negative(item.value), at: item.span) }
      }
    case .int:
      // Where a range starts is no amount.
      if let count = item.value.integer, count < 0, parameter.label != "start" {
        throw mistake(.negative(item.value), at: item.span)
      }
    case .demand:
      if case .int(..<0) = item.value { throw mistake(.negative(item.value), at: item.span) }
      if case .member("max", let details) = item.value {
        guard let count = details.first?.integer, details.count == 1 else {
          throw mistake(RunError("a demand has one number: '.max(3)'"), at: item.span)
        }
        if count < 0 { throw mistake(.negative(item.value), at: item.span) }
      }
    default: break
    }
  }

  /// Sums of durations stop at the ends of time: what has come there is not what was meant.
  func checkLength(of duration: VirtualDuration, at span: Span) throws(ScriptError) {
    if duration.nanoseconds == .max || duration.nanoseconds == .min {
      throw mistake(.tooLongTime, at: span)
    }
  }
}
