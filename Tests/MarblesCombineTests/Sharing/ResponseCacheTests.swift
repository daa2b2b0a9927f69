import Marbles
import MarblesCombine
import Testing

@Suite struct ResponseCacheTests {
  private let scheduler = TestScheduler()

  /// Counts requests, and answers each with its number after ten frames, or fails if `fails` is set.
  private final class Server {
    var requests = 0
    var fails = false
    private let scheduler: TestScheduler

    init(_ scheduler: TestScheduler) { self.scheduler = scheduler }

    func answer() -> AnyPublisher<Int, Boom> {
      Deferred { () -> AnyPublisher<Int, Boom> in
        self.requests += 1
        let answer: AnyPublisher<Int, Boom> =
          self.fails
          ? Fail(error: Boom()).eraseToAnyPublisher()
          : Just(self.requests).setFailureType(to: Boom.self).eraseToAnyPublisher()
        return answer.delay(for: .milliseconds(10), scheduler: self.scheduler)
          .eraseToAnyPublisher()
      }.eraseToAnyPublisher()
    }
  }

  private func load(_ cache: ResponseCache<Int, Boom>, _ log: Log, _ name: String, at frame: Int64)
  {
    scheduler.schedule(after: VirtualTime.zero + VirtualDuration.frame * frame) {
      cache.response().attach(name, log)
    }
  }

  private func values(_ log: Log) -> [String] {
    log.lines.filter { $0.contains("value") || $0.contains("failure") }
  }

  @Test(
    "a cache stores a success until it is invalidated, not a failure; simultaneous loads share a request"
  )
  func aCacheStoresASuccessUntilItIsInvalidatedNotAFailureSimultaneousLoadsShareA() throws {
    let (server, log) = (Server(scheduler), Log(scheduler))
    let cache = ResponseCache(server.answer)
    server.fails = true
    load(cache, log, "A", at: 0)
    scheduler.schedule(after: VirtualTime.zero + VirtualDuration.frame * 15) {
      server.fails = false
    }
    load(cache, log, "B", at: 20)
    load(cache, log, "C", at: 25)
    load(cache, log, "D", at: 40)
    scheduler.schedule(after: VirtualTime.zero + VirtualDuration.frame * 45) { cache.invalidate() }
    load(cache, log, "E", at: 50)
    try scheduler.run()
    #expect(
      values(log) == [
        "@10 A failure(boom)", "@30 B value 2", "@30 C value 2", "@40 D value 2", "@60 E value 3",
      ])
    #expect(server.requests == 3)
  }

  @Test(
    "a cache serves an answer within its time to live; after that, three loads make one request")
  func aCacheServesAnAnswerWithinItsTimeToLiveAfterThatThreeLoadsMakeOneRequest() throws {
    let (server, log) = (Server(scheduler), Log(scheduler))
    let cache = ResponseCache(
      timeToLive: .milliseconds(20), scheduler: scheduler, server.answer)
    load(cache, log, "A", at: 0)
    load(cache, log, "B", at: 29)
    for name in ["C", "D", "E"] { load(cache, log, name, at: 31) }
    try scheduler.run()
    #expect(
      values(log) == [
        "@10 A value 1", "@29 B value 1", "@41 C value 2", "@41 D value 2", "@41 E value 2",
      ])
    #expect(server.requests == 2)
  }

  @Test("a failure after the time to live leaves the cache empty")
  func aFailureAfterTheTimeToLiveLeavesTheCacheEmpty() throws {
    let (server, log) = (Server(scheduler), Log(scheduler))
    let cache = ResponseCache(
      timeToLive: .milliseconds(20), scheduler: scheduler, server.answer)
    load(cache, log, "A", at: 0)
    scheduler.schedule(after: VirtualTime.zero + VirtualDuration.frame * 35) { server.fails = true }
    load(cache, log, "B", at: 40)
    scheduler.schedule(after: VirtualTime.zero + VirtualDuration.frame * 55) {
      server.fails = false
    }
    load(cache, log, "C", at: 60)
    try scheduler.run()
    #expect(values(log) == ["@10 A value 1", "@50 B failure(boom)", "@70 C value 3"])
    #expect(server.requests == 3)
  }

  @Test(
    "stale-while-revalidate serves the old answer at once, makes one request, and then serves the new one"
  )
  func staleWhileRevalidateServesTheOldAnswerAtOnceMakesOneRequestAndThenServesTheNew() throws {
    let (server, log) = (Server(scheduler), Log(scheduler))
    let cache = ResponseCache(
      timeToLive: .milliseconds(20), scheduler: scheduler, staleWhileRevalidate: true,
      server.answer)
    load(cache, log, "A", at: 0)
    load(cache, log, "B", at: 40)
    load(cache, log, "C", at: 45)
    load(cache, log, "D", at: 60)
    try scheduler.run()
    #expect(
      values(log) == ["@10 A value 1", "@40 B value 1", "@45 C value 1", "@60 D value 2"])
    #expect(server.requests == 2)
  }
}
