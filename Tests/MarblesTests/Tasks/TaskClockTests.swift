import Marbles
import Testing

@Suite("A clock for tasks")
struct TaskClockTests {
  private let clock = TaskClock()

  /// The actions of the tasks of a test, in order.
  private actor Journal {
    private(set) var lines: [String] = []
    func note(_ line: String) { lines.append(line) }
  }

  private func lines(_ journal: Journal) throws -> [String] {
    let result = clock.task { await journal.lines }
    let box = Box<[String]>([])
    clock.task { box.value = try await result.value }
    try clock.run()
    return box.value
  }

  @Test("sleeping tasks wake in the order of their deadlines, in no real time")
  func sleepingTasksWakeInTheOrderOfTheirDeadlinesInNoRealTime() throws {
    let (clock, journal) = (clock, Journal())
    for (name, seconds) in [("late", 3600), ("early", 60), ("middle", 1800)] {
      clock.task {
        try await clock.sleep(for: .seconds(seconds))
        await journal.note("\(name) at \(clock.now.time.nanoseconds / 60_000_000_000)")
      }
    }
    try clock.run()
    #expect(try lines(journal) == ["early at 1", "middle at 30", "late at 60"])
    #expect(clock.now.time == .zero + .seconds(3600))
  }

  @Test("at one instant tasks run in the order in which they became ready")
  func atOneInstantTasksRunInTheOrderInWhichTheyBecameReady() throws {
    let (clock, journal) = (clock, Journal())
    for name in ["a", "b", "c"] {
      clock.task {
        try await clock.sleep(for: .milliseconds(5))
        await journal.note(name)
      }
    }
    try clock.run()
    #expect(try lines(journal) == ["a", "b", "c"])
  }

  @Test("child tasks run on the clock")
  func childTasksRunOnTheClock() throws {
    let (clock, journal) = (clock, Journal())
    clock.task {
      await withTaskGroup(of: Void.self) { group in
        for number in [3, 1, 2] {
          group.addTask {
            try? await clock.sleep(for: .milliseconds(number))
            await journal.note("\(number)")
          }
        }
      }
      await journal.note("all")
    }
    try clock.run()
    #expect(try lines(journal) == ["1", "2", "3", "all"])
  }

  @Test("a cancelled sleep throws at once, also before its start")
  func aCancelledSleepThrowsAtOnceAlsoBeforeItsStart() throws {
    let (clock, journal) = (clock, Journal())
    let sleeper = clock.task {
      do {
        try await clock.sleep(for: .seconds(10))
        await journal.note("slept")
      } catch {
        await journal.note("cancelled at \(clock.now.time.nanoseconds / 1_000_000)")
      }
      do {
        try await clock.sleep(for: .seconds(10))
      } catch {
        await journal.note("cancelled before")
      }
    }
    clock.task {
      try await clock.sleep(for: .milliseconds(4))
      sleeper.cancel()
    }
    try clock.run()
    #expect(try lines(journal) == ["cancelled at 4", "cancelled before"])
    #expect(clock.now.time == .zero + .milliseconds(4))
  }

  @Test("run(until:) stops at the given time, and the next run continues from there")
  func runUntilStopsAtTheGivenTimeAndTheNextRunContinuesFromThere() throws {
    let (clock, journal) = (clock, Journal())
    clock.task {
      for number in 1...4 {
        try await clock.sleep(for: .milliseconds(10))
        await journal.note("\(number)")
      }
    }
    try clock.run(until: .zero + .milliseconds(25))
    #expect(clock.now.time == .zero + .milliseconds(25))
    #expect(
      clock.recorder.recording().ending == .unfinished("1 job still waits"))
    try clock.run()
    #expect(try lines(journal) == ["1", "2", "3", "4"])
    #expect(clock.recorder.recording().ending == .idle)
  }

  @Test("a task that never sleeps exceeds the limit, and the recording states the reason")
  func aTaskThatNeverSleepsExceedsTheLimitAndTheRecordingStatesTheReason() throws {
    let clock = TaskClock(limits: RunLimits(jobsPerInstant: 50))
    let task = clock.task { while !Task.isCancelled { await Task.yield() } }
    #expect(throws: RunawayError.self) { try clock.run() }
    #expect(
      clock.recorder.recording().ending == .stopped("more than 50 jobs at one instant"))
    task.cancel()
  }

  @Test("code that is generic over clocks accepts this clock")
  func codeThatIsGenericOverClocksAcceptsThisClock() throws {
    let (clock, journal) = (clock, Journal())
    @Sendable func poll(_ clock: any Clock<Duration>) async throws {
      try await clock.sleep(for: .milliseconds(7))
      await journal.note("polled")
    }
    clock.task { try await poll(clock) }
    try clock.run()
    #expect(try lines(journal) == ["polled"])
    #expect(clock.minimumResolution == .nanoseconds(1))
    #expect(clock.now.advanced(by: .seconds(2)).time == .zero + .milliseconds(2007))
  }
}

/// A value that a task stores for the test. All tasks run on one thread.
private final class Box<Value>: @unchecked Sendable {
  var value: Value
  init(_ value: Value) { self.value = value }
}
