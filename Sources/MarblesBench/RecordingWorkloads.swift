import Marbles

enum RecordingWorkloads {
  /// The peak number of bytes per recorded event, for a million values, like in W2.
  ///
  /// Measured first, because the peak of a process never falls.
  static func bytesPerEvent() -> Double {
    let events = 1_000_000
    let recorder = Recorder()
    let lane = recorder.lane("A")
    let before = peakBytes()
    lane.subscribed {}
    for value in 0..<events { lane.value(value) }
    let after = peakBytes()
    use(recorder)
    return Double(after - before) / Double(events)
  }

  /// Building a recording, its layout and its SVG.
  static let picture = Workload(name: "SVG", unit: "event", size: 100_000) { size in
    let recorder = share(events: size)
    return {
      let options = LayoutOptions(maximumEvents: .max)
      let diagram = Diagram(recorder.recording(title: "share()"), options: options)
      use(SVGFormat().render(diagram))
      return recorder.count
    }
  }

  /// A share with three subscribers and the given number of events.
  private static func share(events: Int) -> Recorder {
    let recorder = Recorder()
    let stage = recorder.stage("share()", kind: .hub)
    let upstream = recorder.lane("upstream #1", target: stage)
    let lanes = (0..<3).map { recorder.lane("subscriber \($0)") }
    for (index, lane) in lanes.enumerated() {
      lane.subscribed {
        _ = recorder.attachPendingLane(to: .stage(stage.stageID))
        if index == 0 { upstream.subscribed {} }
      }
    }
    var frame: Int64 = 0
    while recorder.count < events {
      frame += 1
      recorder.time = .zero + .milliseconds(frame)
      upstream.value(frame) { for lane in lanes { lane.value(frame) } }
    }
    return recorder
  }
}
