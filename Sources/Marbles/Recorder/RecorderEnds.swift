/// Ends of lanes and stages, and the changes of counts that follow from them.
extension RecorderState {
  mutating func finished(_ lane: Int32, cause: Int32) -> Int32 {
    endSource(of: lane, failure: nil, cause: cause)
    let event = append(.finished, place: lane, cause: cause)
    close(lane, failure: nil, isEnd: true, event: event)
    return event
  }

  mutating func failed(_ lane: Int32, text: String, cause: Int32) -> Int32 {
    endSource(of: lane, failure: text, cause: cause)
    let event = append(.failed, place: lane, text: text, cause: cause)
    close(lane, failure: text, isEnd: true, event: event)
    return event
  }

  mutating func cancelled(_ lane: Int32, cause: Int32) -> Int32 {
    let event = append(.cancelled, place: lane, cause: cause)
    close(lane, failure: nil, isEnd: false, event: event)
    return event
  }

  private mutating func close(_ lane: Int32, failure: String?, isEnd: Bool, event: Int32) {
    let index = Int(lane)
    lanes[index].exits &+= 1
    let wasOpen = lanes[index].isOpen
    lanes[index].isOpen = false
    lanes[index].isOver = true
    let target = lanes[index].target
    if target >= 0 { closeAbove(target, lane: lane, wasOpen, failure, isEnd: isEnd, event: event) }
    let ending = lanes[index].ending
    lanes[index].ending = []
    for edge in ending { close(edge, failure: failure, isEnd: true, cause: event) }
    if wasOpen, case .stage(let stage) = lanes[index].source, isCounted(index, by: stage) {
      closeBelow(
        Int32(stage.index), run: lanes[index].run, failure: failure, isEnd: isEnd, event: event)
    }
  }

  private mutating func closeAbove(
    _ stage: Int32, lane: Int32, _ wasOpen: Bool, _ failure: String?, isEnd: Bool, event: Int32
  ) {
    let index = Int(stage)
    let kind = stages[index].kind
    if isEnd, kind == .subject || (kind == .hub && lanes[Int(lane)].role == .input) {
      ended(stage, failure: failure, cause: event)
    }
    guard wasOpen, lanes[Int(lane)].role != .input else { return }
    stages[index].openAbove -= 1
    guard stages[index].openAbove == 0, works(stage) else { return }
    if kind == .hub, isEnd {
      stages[index].upstreamEnd = UpstreamEnd(event: event, failure: failure)
    } else {
      append(.disconnected, place: ~stage, cause: event)
    }
  }

  // MARK: Ends of hubs

  // A hub ends when it sends its end to a subscriber: operators inside it can replace the end of
  // its upstream, or delay it.

  /// The operators or the subscriber of a lane receive an end: so does its source, if it is a hub.
  private mutating func endSource(of lane: Int32, failure: String?, cause: Int32) {
    guard lanes[Int(lane)].isOpen, case .stage(let stage) = lanes[Int(lane)].source,
      isCounted(Int(lane), by: stage)
    else { return }
    endHub(Int32(stage.index), run: lanes[Int(lane)].run, failure: failure, cause: cause)
  }

  /// A hub sends an end to a subscriber of the given run. Without an end of its upstream, operators of
  /// the subscriber have made it.
  mutating func endHub(_ stage: Int32, run: Int32, failure: String?, cause: Int32) {
    let index = Int(stage)
    guard stages[index].kind == .hub, stages[index].run == run,
      stages[index].upstreamEnd != nil
    else { return }
    ended(stage, failure: failure, cause: cause)
  }

  /// The end of a lane has been delivered. A hub into which it leads ends if it has no subscribers to
  /// which it can send more.
  mutating func delivered(endOf lane: Int32) {
    let stage = lanes[Int(lane)].target
    guard stage >= 0, let end = stages[Int(stage)].upstreamEnd, events[Int(end.event)].place == lane
    else { return }
    if stages[Int(stage)].openBelow == 0 {
      ended(stage, failure: end.failure, cause: end.event)
    } else {
      disconnect(stage)
    }
  }

  /// Records that the upstream of a hub has ended.
  private mutating func disconnect(_ stage: Int32) {
    guard let end = stages[Int(stage)].upstreamEnd, !end.isRecorded else { return }
    stages[Int(stage)].upstreamEnd?.isRecorded = true
    append(.disconnected, place: ~stage, cause: end.event)
  }

  /// The operators of a lane cancel their subscription, or have received its end.
  mutating func leave(
    _ lane: Int32, by edge: RecordedLane.Edge, failure: String?, isEnd: Bool, cause: Int32
  ) -> Int32 {
    var event = cause
    let isJoined = lanes[Int(lane)].isOpen || edge.isLate
    if edge.isOpen, isJoined, lanes[Int(lane)].openEdges == 1 {
      event = append(.left, place: lane, cause: cause)
    }
    close(edge, failure: failure, isEnd: isEnd, cause: event)
    return cause
  }

  /// Closes a subscription through operators.
  mutating func close(
    _ edge: RecordedLane.Edge, failure: String?, isEnd: Bool, cause: Int32
  ) {
    guard edge.isOpen else { return }
    edge.isOpen = false
    lanes[Int(edge.lane)].openEdges -= 1
    // The end of a hub has closed all its subscriptions.
    guard stages[Int(edge.stage)].counts(edge.run) else { return }
    closeBelow(edge.stage, run: edge.run, failure: failure, isEnd: isEnd, event: cause)
  }

  private mutating func closeBelow(
    _ stage: Int32, run: Int32, failure: String?, isEnd: Bool, event: Int32
  ) {
    let index = Int(stage)
    if let count = stages[index].abandoned[run] {
      stages[index].abandoned[run] = count > 1 ? count - 1 : nil
    } else {
      stages[index].openBelow -= 1
    }
    switch stages[index].kind {
    case .hub where !stages[index].hasEnded || stages[index].announced > 0:
      announceCount(stage, cause: event)
    case .memory where isEnd:
      ended(stage, failure: failure, cause: event)
    default:
      break
    }
  }

  @discardableResult
  mutating func ended(_ stage: Int32, failure: String?, cause: Int32) -> Int32 {
    guard !stages[Int(stage)].hasEnded else { return cause }
    stages[Int(stage)].hasEnded = true
    defer { disconnect(stage) }
    if stages[Int(stage)].kind == .hub {
      // All subscribers receive the end; one that continues is no longer subscribed to the hub.
      stages[Int(stage)].openBelow = 0
      stages[Int(stage)].announced = 0
      stages[Int(stage)].run += 1
    }
    if let failure { return append(.ended, place: ~stage, text: failure, cause: cause) }
    return append(.ended, place: ~stage, payload: -1, cause: cause)
  }
}
