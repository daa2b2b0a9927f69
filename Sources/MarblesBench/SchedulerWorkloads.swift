import Marbles
import MarblesCombine

enum SchedulerWorkloads {
  private static let limits = RunLimits(jobsPerInstant: .max, jobs: .max)

  /// W1: jobs at pseudo-random times, scheduled and run.
  static let randomTimes = Workload(name: "W1", unit: "job", size: 1_000_000) { size in
    var random = SplitMix(seed: 1)
    let times = (0..<size).map { _ in Int64.random(in: 0..<1_000_000_000, using: &random) }
    let scheduler = TestScheduler(limits: limits)
    return {
      var sum = 0
      for (sequence, time) in times.enumerated() {
        scheduler.schedule(after: VirtualTime(nanoseconds: time)) { sum &+= sequence }
      }
      try? scheduler.run()
      use(sum)
      return size
    }
  }

  /// W1b: 1,000 jobs are always scheduled; each schedules another, and a tenth are cancelled.
  static let steady = Workload(name: "W1b", unit: "job", size: 1_000_000) { size in
    let scheduler = TestScheduler(limits: limits)
    return {
      let chain = Chain(scheduler: scheduler, left: size)
      for _ in 0..<1_000 { chain.schedule() }
      try? scheduler.run()
      use(chain)
      return size
    }
  }

  private final class Chain {
    private let scheduler: TestScheduler
    private var left: Int
    private var random = SplitMix(seed: 2)

    init(scheduler: TestScheduler, left: Int) {
      self.scheduler = scheduler
      self.left = left
    }

    func schedule() {
      guard left > 0 else { return }
      left -= 1
      let delay = VirtualDuration(nanoseconds: Int64.random(in: 1...1_000_000, using: &random))
      if left.isMultiple(of: 10) {
        let doomed = scheduler.scheduleOnce(after: scheduler.now + delay) {}
        doomed.cancel()
        schedule()
      } else {
        scheduler.schedule(after: scheduler.now + delay) { [self] in schedule() }
      }
    }
  }
}
