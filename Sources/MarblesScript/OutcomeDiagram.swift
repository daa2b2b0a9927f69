import Marbles
import MarblesCombine

extension Outcome {
  /// The picture of the recording, or of the comparison that the script draws.
  public func diagram(options: LayoutOptions = LayoutOptions()) -> Diagram {
    Diagram(recording, comparison: comparison, options: options)
  }
}

extension Diagram {
  /// The picture of a recording, or of the comparison that its script draws.
  public init(
    _ recording: Recording, comparison: Outcome.Comparison?,
    options: LayoutOptions = LayoutOptions()
  ) {
    switch comparison {
    case nil: self.init(recording, options: options)
    case .dialects(let panels):
      self.init(
        title: recording.title, panels: panels.map { ($0.heading, $0.recording) },
        options: options)
    case .row(let comparison):
      // There is one lane, whichever are wanted.
      var options = options
      options.lanes = []
      self.init(
        title: recording.title,
        expected: recording.lane(comparison.name, with: comparison.expected),
        recorded: recording.lane(comparison.name, with: comparison.recorded), options: options)
    }
  }
}

extension Recording {
  /// A recording of nothing but these notifications, with the times of this one.
  fileprivate func lane(_ name: String, with notifications: [TimedNotification]) -> Recording {
    var recording = Recording(
      frame: frame, showsDurations: showsDurations, lanes: [Lane(name: name, role: .subscription)])
    let own = laneIDs.first { self[$0].name == name }
    if let first = events.first(where: { $0.place == own.map(Place.lane) && $0.mark.isSubscription }
    ) {
      recording.events.append(
        Event(time: first.time, place: .lane(0), mark: .subscribed()))
    }
    for notification in notifications {
      let mark: Mark =
        switch notification.kind {
        case .finished: .finished
        case .value(let text): .value(recording.add(text))
        case .failed(let text): .failed(recording.add(text))
        }
      recording.events.append(
        Event(time: notification.time, place: .lane(0), mark: mark))
    }
    return recording
  }

  private mutating func add(_ text: String) -> Label {
    labels.append(text)
    return Label(index: labels.count - 1)
  }
}

extension ScriptOperator.Dialect {
  /// The framework's name in its documentation.
  var heading: String {
    switch self {
    case .combine: "Combine"
    case .rxswift: "RxSwift"
    case .rxjs: "RxJS"
    }
  }
}
