import Marbles

/// A hub that records the events of share(), multicast and shareReplay by hand.
final class FixtureHub {
  let recorder = Recorder()
  let hub: RecordedStage
  private let capacity: Int
  private let connectsItself: Bool
  private let source: RecordedStage?
  private let input: RecordedLane?
  private var lanes: [String: RecordedLane] = [:]
  private var open: [String] = []
  private var demand: [String: Int?] = [:]
  private var upstreams = 0
  private var upstream: RecordedLane?
  private var held: [(held: RecordedStage.Held, value: String)] = []
  private var ending: (failed: Bool, message: String)?

  init(
    _ name: String, _ detail: String, capacity: Int = 0, connectsItself: Bool = true,
    source: String? = nil
  ) {
    self.capacity = capacity
    self.connectsItself = connectsItself
    self.source = source.map { [recorder] in recorder.stage($0, kind: .subject) }
    input = source.map { [recorder, stage = self.source] in
      recorder.lane($0, role: .input, target: stage)
    }
    hub = recorder.stage(name, kind: .hub, detail: detail)
  }

  func at(_ frame: Int64) -> FixtureHub {
    recorder.time = .zero + .milliseconds(frame)
    return self
  }

  /// Declares lanes in this order.
  func lanes(_ names: String...) {
    for name in names { lanes[name] = recorder.lane(name) }
  }

  func subscribe(_ name: String, demand count: Int? = nil) {
    let lane = lanes[name] ?? recorder.lane(name)
    lanes[name] = lane
    lane.subscribed {
      _ = recorder.attachPendingLane(to: .stage(hub.stageID))
      if ending == nil {
        open.append(name)
        demand[name] = count
      }
      lane.requested(count) { replay(to: name, lane) }
      if let ending {
        if ending.failed { lane.failed(FixtureError(ending.message)) {} } else { lane.finished {} }
      } else if connectsItself, upstream == nil {
        startUpstream()
      }
    }
  }

  private func replay(to name: String, _ lane: RecordedLane) {
    for (_, value) in held {
      if case .some(.some(let left)) = demand[name] {
        guard left > 0 else { return }
        demand[name] = left - 1
      }
      lane.value(value)
    }
  }

  func connect() {
    hub.control("connect") { startUpstream() }
  }

  private func startUpstream() {
    upstreams += 1
    let lane = recorder.lane("upstream #\(upstreams)", target: hub)
    upstream = lane
    ending = nil
    lane.subscribed {
      if let source { _ = recorder.attachPendingLane(to: .stage(source.stageID)) }
      lane.requested(nil) {}
    }
  }

  func emit(_ value: String) {
    if let input { input.value(value) { deliver(value) } } else { deliver(value) }
  }

  private func deliver(_ value: String) {
    upstream?.value(value) {
      keep(value)
      for name in open {
        guard let lane = lanes[name] else { continue }
        if case .some(.some(let left)) = demand[name] {
          guard left > 0 else {
            lane.dropped(value, .noDemand)
            continue
          }
          demand[name] = left - 1
        }
        lane.value(value)
      }
    }
  }

  private func keep(_ value: String) {
    guard capacity > 0 else { return }
    if held.count == capacity { hub.release(held.removeFirst().held, .replaced) }
    held.append((hub.hold(value), value))
  }

  func request(_ name: String, _ count: Int) {
    lanes[name]?.requested(count) {}
    if case .some(.some(let left)) = demand[name] { demand[name] = left + count }
  }

  func end(_ failure: String? = nil) {
    func finish() {
      let body = { [self] in
        for name in open {
          if let failure {
            lanes[name]?.failed(FixtureError(failure)) {}
          } else {
            lanes[name]?.finished {}
          }
        }
      }
      ending = (failure != nil, failure ?? "")
      if let failure {
        upstream?.failed(FixtureError(failure), during: body)
      } else {
        upstream?.finished(during: body)
      }
      open = []
      upstream = nil
    }
    if let input { input.finished { finish() } } else { finish() }
  }

  /// Behaves like a hub that is reset when its upstream completes.
  func forgetEnd() { ending = nil }

  func cancel(_ name: String) {
    open.removeAll { $0 == name }
    lanes[name]?.cancelled {
      if open.isEmpty, connectsItself {
        upstream?.cancelled {}
        upstream = nil
      }
    }
  }
}

struct FixtureError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
