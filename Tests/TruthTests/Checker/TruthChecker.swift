import Marbles

/// What a recording says that cannot be, in sentences; empty if all of it can be true.
///
/// Written against docs/recording-format.md alone: it shares nothing with what records or draws.
enum TruthChecker {
  static func lies(in recording: Recording) -> [String] {
    let replay = Replay(recording)
    return OrderRules.lies(replay) + CauseRules.lies(replay) + CountRules.lies(replay)
      + MemoryRules.lies(replay) + DemandRules.lies(replay) + MissedRules.lies(replay)
  }
}
