import Marbles

/// A subject that can show in the picture what it keeps.
package protocol MemoryReporter {
  /// Lets a stage show it: the first one, and hubs that serve others from it.
  func report(to stage: RecordedStage)
  /// What it keeps counts no longer: nobody will get it.
  func forgetReport()
}

extension MemoryReporter {
  package func forgetReport() {}
}
