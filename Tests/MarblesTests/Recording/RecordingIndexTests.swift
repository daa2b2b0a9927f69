import Testing

@testable import Marbles

/// Each query is compared with a plain walk over the events up to the one in question.
@Suite("Recording index")
struct RecordingIndexTests {
  private static func recordings() -> some Sequence<Recording> {
    (0..<25).lazy.map { RandomRecording.make(seed: $0) }
  }

  private static func isOpen(_ lane: LaneID, in recording: Recording, after last: EventID) -> Bool {
    var isOpen = false
    for event in recording.events.prefix(last.index + 1) where event.place == .lane(lane) {
      switch event.mark {
      case .subscribed: isOpen = true
      case .finished, .failed, .cancelled: isOpen = false
      default: break
      }
    }
    return isOpen
  }

  private static func held(in stage: StageID, _ recording: Recording, after last: EventID)
    -> [EventID]
  {
    var held: [EventID] = []
    for id in 0...last where recording[id].place == .stage(stage) {
      switch recording[id].mark {
      case .held: held.append(id)
      case .released(let old, _): held.removeAll { $0 == old }
      default: break
      }
    }
    return held
  }

  @Test("a lane is open after each event as a walk over the events finds it")
  func aLaneIsOpenAfterEachEventAsAWalkOverTheEventsFindsIt() {
    for recording in Self.recordings() {
      let index = RecordingIndex(recording)
      for event in recording.eventIDs {
        for lane in recording.laneIDs {
          #expect(
            index.isOpen(lane, after: event) == Self.isOpen(lane, in: recording, after: event))
        }
      }
    }
  }

  @Test("a stage holds after each event what a walk over the events finds")
  func aStageHoldsAfterEachEventWhatAWalkOverTheEventsFinds() {
    for recording in Self.recordings() {
      let index = RecordingIndex(recording)
      for stage in recording.stageIDs {
        var most = 0
        for event in recording.eventIDs {
          let held = Self.held(in: stage, recording, after: event)
          most = max(most, held.count)
          #expect(index.held(in: stage, after: event) == held)
        }
        #expect(index.mostHeld(in: stage) == most)
      }
    }
  }

  @Test("the number of open subscriptions to a stage is the number of its open lanes")
  func theNumberOfOpenSubscriptionsToAStageIsTheNumberOfItsOpenLanes() {
    for recording in Self.recordings() where recording.hasNestedSubscriptions == false {
      let index = RecordingIndex(recording)
      for stage in recording.stageIDs {
        let lanes = recording.laneIDs.filter { recording[$0].source == .stage(stage) }
        for event in recording.eventIDs {
          #expect(
            index.openEdges(outOf: .stage(stage), after: event)
              == lanes.count { index.isOpen($0, after: event) })
        }
      }
    }
  }

  @Test("the state before each event has the lanes and values that the index finds")
  func theStateBeforeEachEventHasTheLanesAndValuesThatTheIndexFinds() {
    for recording in Self.recordings() {
      let index = RecordingIndex(recording)
      for event in recording.eventIDs {
        let state = recording.state(before: event)
        #expect(
          state.openLanes.keys.sorted()
            == recording.laneIDs.filter { index.isOpen($0, after: event.advanced(by: -1)) })
        #expect(
          state.held
            == recording.stageIDs.flatMap { index.held(in: $0, after: event.advanced(by: -1)) }
            .sorted())
      }
    }
  }

  @Test("the totals of a lane are the numbers of its events")
  func theTotalsOfALaneAreTheNumbersOfItsEvents() {
    for recording in Self.recordings() {
      let index = RecordingIndex(recording)
      for lane in recording.laneIDs {
        let events = recording.events.filter { $0.place == .lane(lane) }
        func count(_ isCounted: (Recording.Mark) -> Bool) -> Int {
          events.count { isCounted($0.mark) }
        }
        let totals = index.totals(of: lane)
        #expect(totals.live == count { if case .value = $0 { true } else { false } })
        #expect(totals.replayed == count { if case .replayed = $0 { true } else { false } })
        #expect(totals.sends == count { if case .sent = $0 { true } else { false } })
        #expect(totals.failures == count { if case .failed = $0 { true } else { false } })
        #expect(totals.subscriptions == count { $0.isSubscription })
        #expect(totals.ends == count { $0 == .finished })
        #expect(totals.cancels == count { $0 == .cancelled })
        #expect(totals.missedEvents.allSatisfy { recording[lane].missed.contains($0) })
      }
    }
  }

  @Test("the totals of a stage are the largest numbers that a walk over the events finds")
  func theTotalsOfAStageAreTheLargestNumbersThatAWalkOverTheEventsFinds() {
    for recording in Self.recordings() {
      let index = RecordingIndex(recording)
      for stage in recording.stageIDs {
        let totals = index.totals(of: stage)
        let open = recording.eventIDs.map { index.openEdges(outOf: .stage(stage), after: $0) }
        #expect(totals.mostOpen == open.max() ?? 0)
        let marks = recording.events.lazy.filter { $0.place == .stage(stage) }.map(\.mark)
        let held = marks.count { if case .held = $0 { true } else { false } }
        let released = marks.count { if case .released = $0 { true } else { false } }
        #expect(totals.held == held)
        #expect(totals.fates.values.reduce(0, +) == released)
        let isShared = [.hub, .subject, .relay].contains(recording[stage].kind)
        if !isShared { #expect(totals.mostHeld == index.mostHeld(in: stage)) }
      }
    }
  }

  @Test("a subscription has the event and the reason of its end")
  func aSubscriptionHasTheEventAndTheReasonOfItsEnd() {
    let recorder = Recorder()
    let lanes = (0..<4).map { recorder.lane("\($0)") }
    for lane in lanes { lane.subscribed {} }
    lanes[0].finished {}
    lanes[1].cancelled {}
    lanes[2].failed(FixtureError("boom")) {}
    lanes[0].subscribed {}
    let index = RecordingIndex(recorder.recording())
    #expect(index.edges.map(\.lane) == [0, 1, 2, 3, 0])
    #expect(index.edges.map(\.reason) == [.completed, .cancelled, .failed, nil, nil])
    #expect(index.edges.map(\.closed) == [4, 5, 6, nil, nil])
    #expect(index.subscriptions(of: 0) == 2)
  }
}

extension Recording {
  /// Whether a lane subscribes while its subscription is open.
  fileprivate var hasNestedSubscriptions: Bool {
    var open: Set<LaneID> = []
    for event in events {
      guard case .lane(let lane) = event.place else { continue }
      switch event.mark {
      case .subscribed: if !open.insert(lane).inserted { return true }
      case .finished, .failed, .cancelled: open.remove(lane)
      default: break
      }
    }
    return false
  }
}
