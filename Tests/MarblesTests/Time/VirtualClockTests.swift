import Testing

@testable import Marbles

@Suite("The virtual clock")
struct VirtualClockTests {
  private func ms(_ n: Int64) -> VirtualTime { .zero + .milliseconds(n) }

  @Test("time advances only to the times of jobs")
  func timeAdvancesOnlyToTheTimesOfJobs() throws {
    var log: [String] = []
    let clock = VirtualClock(onAdvance: { log.append("at \($0.nanoseconds / 1_000_000)") })
    clock.schedule(at: ms(5)) { log.append("five") }
    clock.schedule(at: ms(2)) {
      log.append("two")
      clock.schedule(at: clock.now) { log.append("two, later") }
    }
    try clock.run()
    #expect(log == ["at 2", "two", "two, later", "at 5", "five"])
  }

  @Test("a job for the past runs at the current time, after the jobs already scheduled for it")
  func aJobForThePastRunsAtTheCurrentTimeAfterTheJobsAlreadyScheduledForIt() throws {
    let clock = VirtualClock()
    var log: [String] = []
    clock.schedule(at: ms(3)) {
      clock.schedule(at: ms(1)) { log.append("late \(clock.now == ms(3))") }
    }
    clock.schedule(at: ms(3)) { log.append("waiting") }
    try clock.run()
    #expect(log == ["waiting", "late true"])
  }

  @Test("run(until:) includes its end, and the next run continues from there")
  func runUntilIncludesItsEndAndTheNextRunContinuesFromThere() throws {
    let clock = VirtualClock()
    var log: [Int] = []
    for n in 1...4 { clock.schedule(at: ms(Int64(n))) { log.append(n) } }
    try clock.run(until: ms(2))
    #expect(log == [1, 2] && clock.now == ms(2) && clock.pendingJobs == 2)
    try clock.run(until: ms(10))
    #expect(log == [1, 2, 3, 4] && clock.now == ms(10))
  }

  @Test(
    "jobs that schedule each other at one instant exceed the limit, and the error has their context"
  )
  func jobsThatScheduleEachOtherAtOneInstantExceedTheLimitAndTheErrorHasTheirContext() {
    let clock = VirtualClock(limits: RunLimits(jobsPerInstant: 100))
    func again() { clock.schedule(at: clock.now, context: 42) { again() } }
    clock.schedule(at: ms(7)) { again() }
    #expect {
      try clock.run()
    } throws: { error in
      error as? RunawayError
        == RunawayError(limit: .jobsPerInstant(100), time: ms(7), context: 42)
    }
  }

  @Test("a repeating job without an end exceeds the limit")
  func aRepeatingJobWithoutAnEndExceedsTheLimit() {
    let clock = VirtualClock(limits: RunLimits(jobs: 50))
    func tick() { clock.schedule(at: clock.now + .milliseconds(1), context: 3) { tick() } }
    tick()
    #expect(throws: RunawayError(limit: .jobs(50), time: ms(51), context: 3)) { try clock.run() }
  }

  @Test("sums and products beyond the range are its ends")
  func sumsAndProductsBeyondTheRangeAreItsEnds() {
    let end = VirtualTime.distantFuture
    #expect(end + .seconds(1) == end)
    #expect(.zero - VirtualTime(nanoseconds: .min) == VirtualDuration(nanoseconds: .max))
    #expect(VirtualDuration.seconds(Int64.max) == VirtualDuration(nanoseconds: .max))
    #expect(VirtualDuration.seconds(Int64.min) == VirtualDuration(nanoseconds: .min))
    #expect(VirtualDuration.seconds(1) * -2 == VirtualDuration(nanoseconds: -2_000_000_000))
  }
}
