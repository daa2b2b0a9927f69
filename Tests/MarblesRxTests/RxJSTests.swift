import Marbles
import MarblesCombine
import MarblesRx
import MarblesScript
import Testing

/// The rules of RxJS 7's documentation: share resets on completion, on error and after the last
/// subscriber; shareReplay resets on an error, and with refCount also after the last subscriber.
@Suite("RxJS's share and shareReplay")
struct RxJSTests {
  private let scheduler = TestScheduler()
  private let log = Log()

  private func shared(_ name: String, _ arguments: [ScriptValue?], signature: Int = 0) throws
    -> Observable<ScriptValue>
  {
    let entry = try #require(OperatorTable.rxjs.first { $0.name == name })
    let context = BuildContext(scheduler: scheduler)
    let upstream = ScriptStream(
      Deferred { [log] in
        log("run")
        return source.value
      }.handleEvents(receiveCancel: { [log] in log("left") }))
    let stream = try entry.apply(upstream, Arguments(arguments, context: context), signature)
    return PublisherObservable(stream.publisher)
  }

  /// The subject of the present run.
  private let source = Source()

  private final class Source {
    var value = PassthroughSubject<ScriptValue, ScriptError>()
  }

  private func end(_ completion: Subscribers.Completion<ScriptError>) {
    let old = source.value
    source.value = PassthroughSubject()
    old.send(completion: completion)
  }

  @Test("share starts again after the completion")
  func shareStartsAgainAfterTheCompletion() throws {
    let shared = try shared("share", [])
    shared.logged("A", log)
    source.value.send(.int(1))
    shared.logged("B", log)
    source.value.send(.int(2))
    end(.finished)
    shared.logged("C", log)
    source.value.send(.int(3))
    #expect(
      log.lines == [
        "run", "A next 1", "A next 2", "B next 2", "A completed", "A disposed", "B completed",
        "B disposed", "run", "C next 3",
      ])
  }

  @Test("share(resetOnComplete: false) only completes whoever comes later")
  func shareResetOnCompleteFalseOnlyCompletesWhoeverComesLater() throws {
    let shared = try shared("share", [nil, nil, .bool(false), nil])
    shared.logged("A", log)
    end(.finished)
    shared.logged("B", log)
    #expect(log.lines == ["run", "A completed", "A disposed", "B completed", "B disposed"])
  }

  @Test("share unsubscribes from the source after the last subscriber, and starts again")
  func shareUnsubscribesFromTheSourceAfterTheLastSubscriberAndStartsAgain() throws {
    let shared = try shared("share", [])
    shared.logged("A", log).dispose()
    shared.logged("B", log)
    #expect(log.lines == ["run", "left", "A disposed", "run"])
  }

  @Test("share(resetOnRefCountZero: false) keeps the source running")
  func shareResetOnRefCountZeroFalseKeepsTheSourceRunning() throws {
    let shared = try shared("share", [nil, nil, nil, .bool(false)])
    shared.logged("A", log).dispose()
    shared.logged("B", log)
    source.value.send(.int(1))
    #expect(log.lines == ["run", "A disposed", "B next 1"])
  }

  @Test("share(resetOnRefCountZero: a closure) waits for what the closure gives")
  func shareResetOnRefCountZeroAClosureWaitsForWhatTheClosureGives() throws {
    let trigger = PassthroughSubject<ScriptValue, ScriptError>()
    let closure = ScriptValue.closure(
      ScriptFunction(arity: 0) { _ in .stream(ScriptStream(trigger)) })
    let shared = try shared("share", [nil, nil, nil, closure])
    shared.logged("A", log).dispose()
    shared.logged("B", log).dispose()
    trigger.send(.int(0))
    #expect(log.lines == ["run", "A disposed", "B disposed", "left"])
    shared.logged("C", log)
    #expect(log.lines.last == "run")
  }

  @Test("shareReplay stays subscribed without subscribers and replays, also after the completion")
  func shareReplayStaysSubscribedWithoutSubscribersAndReplaysAlsoAfterTheCompletion() throws {
    let shared = try shared("shareReplay", [.int(1), nil], signature: 1)
    shared.logged("A", log).dispose()
    source.value.send(.int(1))
    source.value.send(.int(2))
    shared.logged("B", log)
    end(.finished)
    shared.logged("C", log)
    #expect(
      log.lines == [
        "run", "A disposed", "B next 2", "B completed", "B disposed", "C next 2", "C completed",
        "C disposed",
      ])
  }

  @Test("shareReplay starts again after an error")
  func shareReplayStartsAgainAfterAnError() throws {
    let shared = try shared("shareReplay", [.int(1), nil], signature: 1)
    shared.logged("A", log)
    source.value.send(.int(1))
    end(.failure(ScriptError("boom")))
    shared.logged("B", log)
    #expect(log.lines == ["run", "A next 1", "A error(boom)", "A disposed", "run"])
  }

  @Test("shareReplay(refCount: true) releases its elements after the last subscriber")
  func shareReplayRefCountTrueReleasesItsElementsAfterTheLastSubscriber() throws {
    let shared = try shared("shareReplay", [.int(1), nil, .bool(true)])
    let a = shared.logged("A", log)
    source.value.send(.int(1))
    a.dispose()
    shared.logged("B", log)
    #expect(log.lines == ["run", "A next 1", "left", "A disposed", "run"])
  }

  @Test("shareReplay(windowTime:) replays what is younger, after the end too")
  func shareReplayWindowTimeReplaysWhatIsYoungerAfterTheEndToo() throws {
    let shared = try shared("shareReplay", [nil, .int(5), nil])
    scheduler.schedule(after: .zero) { [log] in shared.logged("A", log) }
    for frame in [1, 4] {
      scheduler.schedule(after: .zero + .milliseconds(frame)) { [source] in
        source.value.send(.int(frame))
      }
    }
    scheduler.schedule(after: .zero + .milliseconds(7)) { [log] in shared.logged("B", log) }
    scheduler.schedule(after: .zero + .milliseconds(8)) { end(.finished) }
    scheduler.schedule(after: .zero + .milliseconds(20)) { [log] in shared.logged("C", log) }
    try scheduler.run()
    #expect(
      log.lines == [
        "run", "A next 1", "A next 4", "B next 4", "A completed", "A disposed", "B completed",
        "B disposed", "C completed", "C disposed",
      ])
  }
}
