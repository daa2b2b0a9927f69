import Marbles
import MarblesCombine
import MarblesScript
import Testing

@Suite struct ScriptSchedulerTests {
  private let scheduler = TestScheduler()
  private let log: Log

  init() { log = Log(scheduler) }

  private func at(_ frame: Int, _ action: @escaping () -> Void) {
    scheduler.schedule(after: .zero + .frame * Int64(frame), action)
  }

  @Test("a serial queue runs its jobs one after another, each for its duration")
  func aSerialQueueRunsItsJobsOneAfterAnotherEachForItsDuration() throws {
    let queue = ScriptSerialQueue(scheduler, every: .milliseconds(3))
    for frame in 0..<3 {
      at(frame) { queue.schedule { log.write("job \(frame)") } }
    }
    at(20) { queue.schedule { log.write("job 20") } }
    try scheduler.run()
    log.expect(
      """
      @3 job 0
      @6 job 1
      @9 job 2
      @23 job 20
      """)
  }

  @Test("a job that is scheduled for later enters the queue at its time")
  func aJobThatIsScheduledForLaterEntersTheQueueAtItsTime() throws {
    let queue = ScriptSerialQueue(scheduler, every: .milliseconds(3))
    queue.schedule(after: scheduler.now + .milliseconds(4)) { log.write("later") }
    queue.schedule { log.write("first") }
    at(3) { queue.schedule { log.write("second") } }
    try scheduler.run()
    log.expect(
      """
      @3 first
      @6 second
      @9 later
      """)
  }

  @Test("a repeated job stops when it is cancelled, also if it waits in the queue")
  func aRepeatedJobStopsWhenItIsCancelledAlsoIfItWaitsInTheQueue() throws {
    let queue = ScriptSerialQueue(scheduler, every: .milliseconds(5))
    let job = queue.schedule(after: scheduler.now, interval: .milliseconds(4)) {
      log.write("again")
    }
    at(9) { job.cancel() }
    try scheduler.run()
    log.expect("@5 again")
  }

  @Test("jobs of a concurrent queue can overtake each other")
  func jobsOfAConcurrentQueueCanOvertakeEachOther() throws {
    let queue = ScriptConcurrentQueue(scheduler, latencies: [.milliseconds(4), .milliseconds(1)])
    for frame in 0..<4 {
      at(frame) { queue.schedule { log.write("job \(frame)") } }
    }
    try scheduler.run()
    log.expect(
      """
      @2 job 1
      @4 job 0
      @4 job 3
      @6 job 2
      """)
  }

  @Test("elements of receive(on:) wait for a slow queue, and keep their order")
  func elementsOfReceiveOnWaitForASlowQueueAndKeepTheirOrder() throws {
    let subject = PassthroughSubject<Int, Never>()
    var cancellables: Set<AnyCancellable> = []
    subject.receive(on: ScriptSerialQueue(scheduler, every: .milliseconds(3)))
      .sink(
        receiveCompletion: { [log] in log.write("\($0)") },
        receiveValue: { [log] in log.write("value \($0)") }
      ).store(in: &cancellables)
    for frame in 0..<3 { at(frame) { subject.send(frame) } }
    at(3) { subject.send(completion: .finished) }
    try scheduler.run()
    log.expect(
      """
      @3 value 0
      @6 value 1
      @9 value 2
      @12 finished
      """)
  }
}

/// Lines with the frame at which they were written.
private final class Log {
  private var lines: [String] = []
  private let scheduler: TestScheduler

  init(_ scheduler: TestScheduler) { self.scheduler = scheduler }

  func write(_ line: String) {
    lines.append("@\(scheduler.now.nanoseconds / scheduler.frame.nanoseconds) \(line)")
  }

  func expect(_ expected: String, sourceLocation: SourceLocation = #_sourceLocation) {
    #expect(lines.joined(separator: "\n") == expected, sourceLocation: sourceLocation)
  }
}
