/// The lines that inner streams take in their boxes: each the lowest that is free.
struct BoxLines {
  private let recording: Recording
  private let parts: Set<LaneID>
  private var isTaken: PerStage<[Bool]>
  /// The line of each lane that has or had one; 0 for others.
  private(set) var line: PerLane<Int>
  /// By stage, the largest number of lines in use at a time.
  private(set) var most: PerStage<Int>

  init(_ recording: Recording) {
    self.recording = recording
    parts = recording.partsOfInnerStreams
    isTaken = RecordingTable(repeating: [], count: recording.stages.count)
    line = RecordingTable(repeating: 0, count: recording.lanes.count)
    most = RecordingTable(repeating: 0, count: recording.stages.count)
  }

  mutating func follow(_ event: Recording.Event) {
    guard case .lane(let lane) = event.place, recording[lane].role == .inner,
      let box = recording[lane].target, !parts.contains(lane)
    else { return }
    switch event.mark {
    case .subscribed:
      let free = isTaken[box].firstIndex(of: false) ?? isTaken[box].count
      if free == isTaken[box].count { isTaken[box].append(true) } else { isTaken[box][free] = true }
      line[lane] = free
      most[box] = max(most[box], free + 1)
    case .finished, .failed, .cancelled:
      if line[lane] < isTaken[box].count { isTaken[box][line[lane]] = false }
    default: break
    }
  }
}
