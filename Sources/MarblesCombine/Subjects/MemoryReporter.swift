import Marbles

/// A subject that can show in the picture what it keeps.
package protocol MemoryReporter {
  /// Lets a stage show it; only the first one is told.
  func report(to stage: RecordedStage)
  /// What it keeps counts no longer: nobody will get it.
  func forgetReport()
}

extension MemoryReporter {
  package func forgetReport() {}
}
