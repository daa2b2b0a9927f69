import Marbles
import MarblesCombine
import Testing

@Suite struct TestTimerTests {
  private let scheduler = TestScheduler()
  private let log: Log

  init() { log = Log(scheduler) }

  @Test("a timer ticks from its connection until that is cancelled")
  func aTimerTicksFromItsConnectionUntilThatIsCancelled() throws {
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
  func connectingTwiceDoesNotDoubleTheTicksAutoconnectStartsWithTheFirstSubscriber() throws {
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
