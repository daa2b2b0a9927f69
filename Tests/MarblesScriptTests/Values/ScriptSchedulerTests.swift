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
  func serial() throws {
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
  func serialLater() throws {
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
  func cancelled() throws {
    let queue = ScriptSerialQueue(scheduler, every: .milliseconds(5))
    let job = queue.schedule(after: scheduler.now, interval: .milliseconds(4)) {
      log.write("again")
    }
    at(9) { job.cancel() }
    try scheduler.run()
    log.expect("@5 again")
  }

  @Test("jobs of a concurrent queue can overtake each other")
  func sideBySide() throws {
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
  func receive() throws {
    let subject = PassthroughSubject<Int, Never>()
    subject.receive(on: ScriptSerialQueue(scheduler, every: .milliseconds(3)))
      .attach("A", log)
    for frame in 0..<3 { at(frame) { subject.send(frame) } }
    at(3) { subject.send(completion: .finished) }
    try scheduler.run()
    log.expect(
      """
      @0 A subscription
      @0 A request unlimited
      @3 A value 0
      @6 A value 1
      @9 A value 2
      @12 A finished
      """)
  }
}

@Suite struct TestTimerTests {
  private let scheduler = TestScheduler()
  private let log: Log

  init() { log = Log(scheduler) }

  @Test("a timer ticks from its connection until that is cancelled")
  func ticks() throws {
    let timer = scheduler.timer(every: .milliseconds(3))
    timer.map { $0.nanoseconds / 1_000_000 }.attach("A", log, demand: .max(2))
    let connection = timer.connect()
    scheduler.schedule(after: .zero + .milliseconds(7)) {
      timer.map { $0.nanoseconds / 1_000_000 }.attach("B", log)
    }
    scheduler.schedule(after: .zero + .milliseconds(13)) { connection.cancel() }
    try scheduler.run(until: .zero + .milliseconds(30))
    #expect(scheduler.pendingJobs == 0)
    log.expect(
      """
      @0 A subscription
      @0 A request max(2)
      @3 A value 3
      @6 A value 6
      @7 B subscription
      @7 B request unlimited
      @9 B value 9
      @12 B value 12
      """)
  }

  @Test("connecting twice does not double the ticks; autoconnect starts with the first subscriber")
  func connectsOnce() throws {
    let timer = scheduler.timer(every: .milliseconds(3))
    timer.map { $0.nanoseconds / 1_000_000 }.attach("A", log)
    let connections = [timer.connect(), timer.connect()]
    try scheduler.run(until: .zero + .milliseconds(6))
    for connection in connections { connection.cancel() }
    let other = scheduler.timer(every: .milliseconds(2)).autoconnect().sink { [log] in
      log.write("sink \($0.nanoseconds / 1_000_000)")
    }
    try scheduler.run(until: .zero + .milliseconds(10))
    other.cancel()
    #expect(scheduler.pendingJobs == 0)
    log.expect(
      """
      @0 A subscription
      @0 A request unlimited
      @3 A value 3
      @6 A value 6
      @8 sink 8
      @10 sink 10
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
