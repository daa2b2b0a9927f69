import Marbles

/// A share with a late subscriber: B subscribes at `late`, `final` is sent at 5, and the completion
/// at 7.
func lateSubscriber(at late: Int64 = 3, ends: Bool = true) -> Recording {
  let recorder = Recorder()
  let hub = recorder.stage("share()", kind: .hub, detail: "PassthroughSubject")
  let upstream = recorder.lane("upstream #1", target: hub)
  let a = recorder.lane("A")
  let b = recorder.lane("B")
  var listeners: [RecordedLane] = []
  func subscribe(_ lane: RecordedLane, connecting: Bool) {
    lane.subscribed {
      _ = recorder.attachPendingLane(to: .stage(hub.stageID))
      if connecting { upstream.subscribed {} }
    }
    listeners.append(lane)
  }
  func at(_ frame: Int64, _ action: () -> Void) {
    recorder.time = .zero + .milliseconds(frame)
    action()
  }
  func send(_ value: String) {
    upstream.value(value) { for lane in listeners { lane.value(value) } }
  }
  at(0) { subscribe(a, connecting: true) }
  at(1) { send("partial") }
  if late < 5 { at(late) { subscribe(b, connecting: false) } }
  at(5) { send("final") }
  if late >= 5 { at(late) { subscribe(b, connecting: false) } }
  guard ends else { return recorder.recording() }
  at(7) { upstream.finished { for lane in listeners { lane.finished {} } } }
  return recorder.recording()
}
