import Marbles
import Testing

@testable import MarblesScript

/// The counters of the script's named streams are independent of the recorder: they count the
/// subscriptions themselves.
@Suite("Recorded counts agree with the subscription counters")
struct SubscriptionWitnessTests {
  private static let combine = [
    "m", "m.prefix(2)", "m.first()", "m.map { $0 * 2 }.filter { $0 > 2 }", "m.append(t)",
    "t.append(m)", "m.prepend(t)", "t.prepend(m)", "m.merge(with: t)", "m.zip(t)", "m.zip(m)",
    "m.combineLatest(t)", "t.map { _ in m }.switchToLatest()", "t.flatMap { _ in m }",
    "t.flatMap(maxPublishers: .max(1)) { _ in m.prefix(1) }", "m.prefix(untilOutputFrom: t)",
    "t.prefix(untilOutputFrom: m)", "m.drop(untilOutputFrom: t)", "t.drop(untilOutputFrom: m)",
    "m.retry(1)", "m.catch { _ in t }", "t.tryMap { x in throw failure }.catch { _ in m }",
    "m.debounce(for: .milliseconds(2), scheduler: RunLoop.main)", "m.collect(2)",
    "m.share().prefix(1)",
    "m.shareReplay(1)", "m.timeout(.milliseconds(2), scheduler: RunLoop.main)",
    "m.output(in: 0...1)",
    "Publishers.Concatenate(prefix: t, suffix: m)", "m.flatMap { _ in t.append(m) }",
  ]
  private static let rxswift = [
    "m", "m.take(2)", "m.take(until: t)", "t.take(until: m)", "m.skip(until: t)",
    "t.skip(until: m)", "t.withLatestFrom(m)", "m.withLatestFrom(t)", "m.concat(t)",
    "t.concat(m)", "m.startWith(0)", "m.sample(t)", "t.sample(m)", "m.retry(2)",
    "m.catch { _ in t }", "t.flatMap { _ in m }", "t.flatMapLatest { _ in m }",
    "t.flatMapFirst { _ in m.take(1) }", "t.map { _ in m }.concat()", "t.concatMap { _ in m }",
    "Observable.merge(m, t)", "Observable.zip(m, t)", "Observable.concat(t, m)",
    "Observable.combineLatest(m, t)", "m.ifEmpty(switchTo: t)",
    "t.ifEmpty(switchTo: m)",
    "m.share(replay: 1)", "m.share().take(1)", "m.takeLast(1)",
    "m.debounce(.milliseconds(2), scheduler: MainScheduler.instance)",
    "m.observe(on: MainScheduler.instance)", "t.flatMap { _ in t.withLatestFrom(m) }",
    "m.timeout(.milliseconds(2), other: t, scheduler: MainScheduler.instance)",
  ]
  private static let rows = [
    ("s: -1-2-3|", "t: --x--y--|"), ("s: -1-2-#", "t: -x-y-|"), ("s: 1--2", "t: -x#"),
    ("s: -1-2-3-4", "t: |"),
  ]

  /// The last recorded count of the hub that is the stream `m`, unless the hub has ended.
  private func lastCount(_ recording: Recording) -> Int? {
    guard let hub = recording.stageIDs.first(where: { recording[$0].kind == .hub }) else {
      return nil
    }
    var count: Int? = 0
    for event in recording.events where event.place == .stage(hub) {
      switch event.mark {
      case .count(let number): count = number
      case .ended: count = nil
      case .connected: count = count ?? 0
      default: break
      }
    }
    return count
  }

  private func check(_ operation: String, dialect: String, subject: String, sink: String) {
    for (s, t) in Self.rows {
      for until in [1, 3, 4, 7] {
        let script = """
          \(dialect)
          let s = \(subject)()
          let t = \(subject)()
          let m = s.share()
          let a = \(operation).\(sink)
          let b = m.\(sink)
          b: --^--!
          \(s)
          \(t)
          until \(until)

          """
        guard let count = lastCount(recording(script)) else { continue }
        let failures = failures(script + "expect m.subscribers == \(count)")
        #expect(failures == [], "\(operation) \(s) \(t) until \(until)")
      }
    }
  }

  @Test("operators of Combine over a shared stream agree with the counters", arguments: combine)
  func operatorsOfCombineOverASharedStreamAgreeWithTheCounters(operation: String) {
    check(operation, dialect: "", subject: "PassthroughSubject", sink: "sink()")
  }

  @Test("operators of RxSwift over a shared stream agree with the counters", arguments: rxswift)
  func operatorsOfRxSwiftOverASharedStreamAgreeWithTheCounters(operation: String) {
    check(operation, dialect: "dialect rxswift", subject: "PublishSubject", sink: "subscribe()")
  }
}
