import Marbles

enum RecordingWorkloads {
  /// Taking a recording, laying it out, and writing it as SVG.
  static let picture = Workload(name: "SVG", unit: "event", size: 100_000) { size in
    let recorder = share(events: size)
    return {
      let diagram = Diagram(recorder.recording(title: "share()"))
      use(SVGFormat().render(diagram))
      return recorder.count
    }
  }

  /// A share with three subscribers, of so many events.
  private static func share(events: Int) -> Recorder {
    let recorder = Recorder()
    let stage = recorder.stage("share()", kind: .hub)
    let upstream = recorder.lane("upstream #1", target: stage)
    let lanes = (0..<3).map { recorder.lane("subscriber \($0)") }
    for (index, lane) in lanes.enumerated() {
      lane.subscribed {
        _ = recorder.claimLane(from: .stage(stage.stageID))
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
