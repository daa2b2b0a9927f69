/// What was going on before a picture that starts in the middle of a recording.
struct StateBefore {
  private let recording: Recording
  private var isOpen: [Bool]
  private var hasEnded: [Bool]
  private var isConnected: [Bool]
  private var isHeld: [EventID: Bool] = [:]
  private var order: [EventID] = []

  init(_ recording: Recording) {
    self.recording = recording
    isOpen = Array(repeating: false, count: recording.lanes.count)
    hasEnded = isOpen
    isConnected = Array(repeating: false, count: recording.stages.count)
  }

  var openLanes: [LaneID] { isOpen.indices.filter { isOpen[$0] } }
  var endedLanes: [LaneID] { hasEnded.indices.filter { hasEnded[$0] } }
  var connected: [StageID] { isConnected.indices.filter { isConnected[$0] } }
  var held: [EventID] { order.filter { isHeld[$0] == true } }

  mutating func follow(_ id: EventID) {
    let event = recording.events[id]
    switch (event.place, event.mark) {
    case (.lane(let lane), .subscribed):
      isOpen[lane] = true
    case (.lane(let lane), .finished), (.lane(let lane), .failed), (.lane(let lane), .cancelled):
      isOpen[lane] = false
      hasEnded[lane] = true
    case (.stage(let stage), .connected): isConnected[stage] = true
    case (.stage(let stage), .disconnected): isConnected[stage] = false
    case (.stage, .held):
      isHeld[id] = true
      order.append(id)
    case (.stage, .released(let old, _)): isHeld[old] = nil
    default: break
    }
  }
}
