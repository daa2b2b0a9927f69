/// Lower limits for any implementation, measured in the same process.
enum Limits {
  /// L1: jobs of (time, sequence, closure), sorted once by time and called in order.
  static let jobs = Workload(name: "L1", unit: "job", size: 1_000_000) { size in
    var random = SplitMix(seed: 1)
    let times = (0..<size).map { _ in Int64.random(in: 0..<1_000_000_000, using: &random) }
    return {
      var sum = 0
      var jobs: [(time: Int64, sequence: Int, action: () -> Void)] = []
      for (sequence, time) in times.enumerated() {
        jobs.append((time, sequence, { sum &+= sequence }))
      }
      jobs.sort { ($0.time, $0.sequence) < ($1.time, $1.sequence) }
      for job in jobs { job.action() }
      use(sum)
      return size
    }
  }

  private struct Event {
    var time: Int64
    var order: Int64
    var lane: Int64
    var value: Int64
  }

  private final class Log {
    var events: [Event] = []
  }

  /// L2: 1,000 stored closures called in turn, each appending an event of 32 bytes to its own
  /// reserved array.
  static let deliveries = Workload(name: "L2", unit: "delivery", size: 1_000_000) { size in
    let values = max(size / 1_000, 1)
    let logs = (0..<1_000).map { _ in Log() }
    for log in logs { log.events.reserveCapacity(values) }
    let closures = logs.enumerated().map { lane, log in
      { (time: Int64, value: Int64) in
        log.events.append(Event(time: time, order: time, lane: Int64(lane), value: value))
      }
    }
    return {
      for value in 0..<Int64(values) {
        for closure in closures { closure(value, value) }
      }
      use(logs)
      return values * 1_000
    }
  }
}
