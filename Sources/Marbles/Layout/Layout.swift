extension Diagram {
  /// Lays out a recording.
  ///
  /// - Complexity: O(n log n) in the number of events, plus the elements that are drawn as missed.
  public init(_ recording: Recording, options: LayoutOptions = LayoutOptions()) {
    let (plan, diagram) = Self.plan(recording, RecordingIndex(recording), options)
    self = diagram ?? Diagram(recording, plan: plan, options: options)
  }

  /// The rows of a picture, and the picture if it had to be laid out to find them.
  static func plan(
    _ recording: Recording, _ index: RecordingIndex, _ options: LayoutOptions
  ) -> (RowPlan, Diagram?) {
    let plan = RowPlan(recording, index: index, options: options)
    guard plan.isCrowded else { return (plan, nil) }
    let diagram = Diagram(recording, plan: plan, options: options)
    // Only the finished picture shows which bands say nothing.
    let empty = EmptyBands(diagram, plan: plan).stages
    guard !empty.isEmpty, empty.count < diagram.rows.count else { return (plan, diagram) }
    return (RowPlan(recording, index: index, options: options, leavingOut: empty), nil)
  }

  private init(_ recording: Recording, plan: RowPlan, options: LayoutOptions) {
    self.init(title: recording.title, timeScale: recording.timeScale)

    // 1. The lanes and stages that are drawn, in their rows.
    rows = plan.rows
    panels = [Panel(heading: "", detail: "", rows: 0..<rows.count)]

    // 2. The column and slot of each event.
    let placement = Placement(recording, plan: plan, options: options)
    columns = placement.columns
    for (index, label) in RulerLabels.labels(of: columns, scale: timeScale).enumerated() {
      columns[index].label = label
    }

    // 3. Marks, lines, strips and tints.
    let drawing = Drawing(recording, plan: plan, placement: placement, options: options)
    (glyphs, segments, tints) = (drawing.glyphs, drawing.segments, drawing.tints)
    (strips, staleSpans, stops) = (drawing.strips, drawing.staleSpans, drawing.stops)

    // 4. Arrows along the causes.
    var arrows = Arrows(recording, plan: plan, placement: placement, drawing: drawing)
    self.arrows = arrows.arrows

    // 5. The lines of the strips, which have to leave room for the arrows that start at them; then
    //    the arrows that end at a strip or a border.
    var lines = StripLines(self, groups: drawing.stripGroups)
    lines.apply(to: &self)
    arrows.finish(&self) { lines.newNumber(of: $0) }

    // 6. Summary, story, notes and legend.
    describe(
      recording, plan: plan, window: placement.window, warnings: drawing.notes,
      hiddenStrips: lines.hidden, options: options)
  }
}
