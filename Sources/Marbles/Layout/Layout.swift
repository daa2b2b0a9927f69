extension Diagram {
  /// Lays a recording out.
  ///
  /// - Complexity: O(n log n) in the number of events, plus the rings of what was missed.
  public init(_ recording: Recording, options: LayoutOptions = LayoutOptions()) {
    var composer = Composer(recording, options: options)
    self = composer.compose()
  }
}
