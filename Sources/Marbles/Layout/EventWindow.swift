/// The events that a picture shows: those of its rows, between two times, up to a maximum.
package struct EventWindow {
  /// The events between the two times, from the first to the last drawn one. Those of other rows are
  /// among them.
  let events: Range<EventID>
  /// The number of drawn events.
  let drawn: Int
  /// The number of events of the rows between the two times.
  let all: Int
  /// The time of the last drawn event, if more events have this time than a picture shows: no other
  /// times show all of them.
  package let crowdedInstant: VirtualTime?

  /// - Complexity: O(events between the times); O(log events) if there are no more than the maximum.
  init(_ recording: Recording, plan: RowPlan, options: LayoutOptions) {
    let events = Self.events(of: recording, options)
    let maximum = max(0, options.maximumEvents)
    guard events.count > maximum else {
      (self.events, drawn, all, crowdedInstant) = (events, events.count, events.count, nil)
      return
    }
    let shown = events.filter { plan.hasRow(recording[$0]) }
    let last = shown.prefix(maximum).last
    let time = last.map { recording[$0].time }
    let inInstant = shown.count(where: { recording[$0].time == time })
    self.events = events.lowerBound..<(last.map { $0.advanced(by: 1) } ?? events.lowerBound)
    drawn = min(shown.count, maximum)
    all = shown.count
    crowdedInstant = inInstant > maximum ? time : nil
  }

  /// The window of a picture of the recording; `nil` if it shows all events between the two times.
  package static func leavingOutEvents(
    of recording: Recording, _ options: LayoutOptions
  ) -> EventWindow? {
    guard events(of: recording, options).count > options.maximumEvents else { return nil }
    let plan = RowPlan(recording, index: RecordingIndex(recording), options: options)
    let window = EventWindow(recording, plan: plan, options: options)
    return window.drawn < window.all ? window : nil
  }

  /// The events between the times of the options.
  private static func events(
    of recording: Recording, _ options: LayoutOptions
  ) -> Range<EventID> {
    let events = recording.events
    let first = options.from.map { from in events.partitioningIndex { $0.time >= from } } ?? 0
    let end =
      options.until.map { until in events.partitioningIndex { $0.time > until } } ?? events.count
    return EventID(index: first)..<EventID(index: max(first, end))
  }
}

extension RowPlan {
  /// Whether an event takes place in a row of the picture: its own, or that of the stage to which its
  /// lane sends elements by hand.
  fileprivate func hasRow(_ event: Recording.Event) -> Bool {
    switch event.place {
    case .stage(let stage): return rowOfStage[stage] != nil || leftOut.contains(stage)
    case .lane(let lane):
      if rowOfLane[lane] != nil { return true }
      guard recording[lane].role == .input, let target = recording[lane].target else {
        return false
      }
      return hasBand[target]
    }
  }
}
