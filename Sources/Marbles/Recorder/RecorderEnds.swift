/// Ends of lanes and stages, and the changes of counts that follow from them.
extension RecorderState {
  mutating func finished(_ lane: Int32, cause: Int32) -> Int32 {
    let event = append(.finished, place: lane, cause: cause)
    close(lane, failure: nil, isEnd: true, event: event)
    return event
  }

  mutating func failed(_ lane: Int32, text: String, cause: Int32) -> Int32 {
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
    if isEnd, kind == .hub || kind == .subject {
      ended(stage, failure: failure, cause: event)
    }
    guard wasOpen, lanes[Int(lane)].role != .input else { return }
    stages[index].openAbove -= 1
    if stages[index].openAbove == 0, works(stage) {
      append(.disconnected, place: ~stage, cause: event)
    }
  }

  /// The operators of a lane cancel their subscription.
  mutating func leave(_ lane: Int32, by edge: RecordedLane.Edge, cause: Int32) {
    var cause = cause
    if edge.isOpen, lanes[Int(lane)].isOpen, stages[Int(edge.stage)].counts(edge.run) {
      cause = append(.left, place: lane, cause: cause)
    }
    close(edge, failure: nil, isEnd: false, cause: cause)
  }

  /// Closes a subscription through operators.
  mutating func close(
    _ edge: RecordedLane.Edge, failure: String?, isEnd: Bool, cause: Int32
  ) {
    guard edge.isOpen else { return }
    edge.isOpen = false
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
