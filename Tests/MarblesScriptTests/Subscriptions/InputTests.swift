import Marbles
import Testing

@testable import MarblesScript

@Suite("The inputs of stages")
struct InputTests {
  /// The roles of the subscriptions that lead into a stage, in the order in which they were opened.
  private func roles(into stage: String, _ pipeline: String, dialect: String = "combine")
    -> [Recording.EdgeRole]
  {
    let recording = recording(
      """
      dialect \(dialect)
      let s = PassthroughSubject()
      let t = PassthroughSubject()
      let u = PassthroughSubject()
      let m = s.share()
      let p = \(pipeline).sink()
      s: --1-2
      t: -a-#
      u: -b-|
      """)
    return RecordingIndex(recording).edges.filter { edge in
      let target = recording[edge.lane].target
      return target.map { recording[$0].name.hasPrefix(stage) } ?? false
    }.map(\.role)
  }

  @Test("a subscription has the role that it has for its operator in Combine")
  func aSubscriptionHasTheRoleThatItHasForItsOperatorInCombine() {
    #expect(roles(into: "zip", "u.zip(m)") == [.main, .second(number: 2)])
    #expect(roles(into: "combineLatest", "m.combineLatest(u)") == [.main, .second(number: 2)])
    #expect(roles(into: "append", "u.append(m)") == [.main, .next(number: 2)])
    // m does not complete, so that u is not subscribed.
    #expect(roles(into: "prepend", "u.prepend(m)") == [.next(number: 1)])
    #expect(roles(into: "catch", "t.catch { _ in m }") == [.main, .next(number: 2)])
    #expect(roles(into: "merge", "u.merge(with: m)") == [.inner, .inner])
    #expect(
      Set(roles(into: "prefix", "u.prefix(untilOutputFrom: m)")) == [.main, .second(number: 2)])
    #expect(
      Set(roles(into: "drop", "u.drop(untilOutputFrom: m)")) == [.main, .second(number: 2)])
  }

  @Test("a subscription has the role that it has for its operator in RxSwift")
  func aSubscriptionHasTheRoleThatItHasForItsOperatorInRxSwift() {
    func rx(_ stage: String, _ pipeline: String) -> [Recording.EdgeRole] {
      roles(into: stage, pipeline, dialect: "rxswift")
    }
    #expect(rx("zip", "Observable.zip(u, m)") == [.main, .second(number: 2)])
    #expect(rx("concat", "u.concat(m)") == [.main, .next(number: 2)])
    #expect(rx("catch", "t.catch { _ in m }") == [.main, .next(number: 2)])
    // RxSwift subscribes to the other observable first.
    #expect(rx("withLatestFrom", "u.withLatestFrom(m)") == [.second(number: 2), .main])
    #expect(rx("take", "u.take(until: m)") == [.second(number: 2), .main])
    #expect(rx("sample", "u.sample(m)") == [.main, .second(number: 2)])
  }

  @Test("each attempt of retry has its number", arguments: ["combine", "rxswift"])
  func eachAttemptOfRetryHasItsNumber(dialect: String) {
    let recording = recording(
      """
      dialect \(dialect)
      let work = cold("-#")
      let p = work.retry(3).sink()
      """)
    let attempts = RecordingIndex(recording).edges.filter { $0.lane != 0 }.map(\.role)
    let expected: [Recording.EdgeRole] = [
      .main, .attempt(number: 2), .attempt(number: 3), .attempt(number: 4),
    ]
    // Combine's number is that of the new attempts, RxSwift's that of all of them.
    #expect(attempts == Array(expected.prefix(dialect == "combine" ? 4 : 3)))
  }

  @Test("a lane that leads from a stage through operators has the names of both")
  func aLaneThatLeadsFromAStageThroughOperatorsHasTheNamesOfBoth() {
    let recording = recording(
      """
      let s = PassthroughSubject()
      let m = s.share()
      let t = PassthroughSubject()
      let p = m.map { $0 }.zip(t).sink()
      let q = m.map { $0 }.filter { _ in true }.zip(t).sink()
      let r = s.buffer(size: 2, prefetch: .byRequest, whenFull: .dropOldest).map { $0 }.zip(t).sink()
      s: -1
      t: -2
      """)
    let names = Set(recording.lanes.filter { $0.target != nil }.map(\.name))
    #expect(names.isSuperset(of: ["m.map", "m.map.filter", "buffer.map"]), "\(names)")
    #expect(!names.contains("map"))
  }

  @Test("combineLatest and zip hold the same elements in both libraries")
  func combineLatestAndZipHoldTheSameElementsInBothLibraries() {
    func memory(_ dialect: String, _ pipeline: String) -> [String] {
      let recording = recording(
        """
        dialect \(dialect)
        let a = PassthroughSubject()
        let b = PassthroughSubject()
        let p = \(pipeline).sink()
        a: -1--2-3---
        b: --4-----5|
        p: ^--------!
        """)
      return recording.events.compactMap { event in
        let time = recording.timeText(event.time)
        switch event.mark {
        case .held(let label): return "\(time) holds \(recording.text(label))"
        case .released(let held, let reason):
          guard case .held(let label) = recording[held].mark else { return nil }
          return "\(time) \(recording.text(label)) \(reason)"
        default: return nil
        }
      }
    }
    let latest = [
      "1 holds 1", "2 holds 4", "4 1 replaced", "4 holds 2", "6 2 replaced", "6 holds 3",
      "8 4 replaced", "8 holds 5", "9 3 forgotten", "9 5 forgotten",
    ]
    #expect(memory("combine", "a.combineLatest(b)") == latest)
    #expect(memory("rxswift", "Observable.combineLatest(a, b)") == latest)
    // 4 completes a pair when it arrives, so that only 1 has waited.
    let pairs = ["1 holds 1", "2 1 left", "4 holds 2", "6 holds 3", "8 2 left", "9 3 forgotten"]
    #expect(memory("combine", "a.zip(b)") == pairs)
    #expect(memory("rxswift", "Observable.zip(a, b)") == pairs)
  }
}
