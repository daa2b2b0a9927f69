import Marbles

/// A source that is a stage of the picture, so that what is read from it can be drawn.
package protocol StagedSource {
  var stage: RecordedStage? { get }
}
