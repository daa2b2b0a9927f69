import Marbles

/// The contradictions of a recording in sentences; none if it can be true.
///
/// Implements docs/recording-format.md alone and shares no code with the recorder and the layout.
enum TruthChecker {
  static func lies(in recording: Recording) -> [String] {
    let replay = Replay(recording)
    return OrderRules.lies(replay) + CauseRules.lies(replay) + CountRules.lies(replay)
      + MemoryRules.lies(replay) + DemandRules.lies(replay) + MissedRules.lies(replay)
  }
}
