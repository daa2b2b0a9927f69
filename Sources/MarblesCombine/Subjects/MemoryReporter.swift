import Marbles

/// A subject that can show in the picture what it keeps.
package protocol MemoryReporter {
  /// Lets a stage show it; only the first one is told.
  func report(to stage: RecordedStage)
}
