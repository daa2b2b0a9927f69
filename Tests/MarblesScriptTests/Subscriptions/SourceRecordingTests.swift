import Marbles
import Testing

@testable import MarblesScript

@Suite("Rows of sources")
struct SourceRowTests {
  @Test("the row of a subject shows what the subject sends, not what operators make of it")
  func theRowOfASubjectShowsWhatTheSubjectSendsNotWhatOperatorsMakeOfIt() {
    let diagram = Diagram(
      recording(
        """
        let taps = PassthroughSubject()
        let shared = taps.map { $0 * 3 }.filter { $0 % 2 == 0 }.scan(0, +).map { "n\\($0)" }.share()
        let A = shared.sink()
        taps: -1-2-3-4
        """))
    #expect(diagram.rows.map(\.name) == ["taps", "map · … · map", "shared", "A"])
    let sent = diagram.glyphs.filter { $0.site.row == 0 && $0.kind == .value }.map(\.text)
    #expect(sent == ["1", "2", "3", "4"])
  }

  @Test("the row of a named cold source shows what the source sends")
  func theRowOfANamedColdSourceShowsWhatTheSourceSends() {
    let recording = recording(
      """
      let taps = cold("-1-2-3-4|")
      let shared = taps.map { $0 * 3 }.filter { $0 % 2 == 0 }.share()
      let A = shared.sink()
      """)
    let diagram = Diagram(recording)
    #expect(diagram.rows.map(\.name) == ["taps", "map · filter", "shared", "A"])
    let sent = diagram.glyphs.filter { $0.site.row == 0 && $0.kind == .value }.map(\.text)
    #expect(sent == ["1", "2", "3", "4"])
    #expect(
      story("taps", in: recording).filter { !$0.contains("s") }
        == ["1 1", "1 dropped 1", "3 2", "3 6", "5 3", "5 dropped 3", "7 4", "7 12"])
  }

  @Test("operators that only drop elements of a named cold source need no row of their own")
  func operatorsThatOnlyDropElementsOfANamedColdSourceNeedNoRowOfTheirOwn() {
    let diagram = Diagram(
      recording(
        """
        let taps = cold("-1-2-3|")
        let odd = taps.filter { $0 % 2 == 1 }.sink()
        let first = taps.first().sink()
        """))
    #expect(diagram.rows.map(\.name) == ["odd", "first"])
    let marks = diagram.glyphs.filter { $0.site.row == 0 }.map(\.kind)
    #expect(marks == [.subscribe, .value, .swallowed, .value, .finished])
  }

  @Test("a failure that an operator delays is shown when the source fails")
  func aFailureThatAnOperatorDelaysIsShownWhenTheSourceFails() {
    let recording = recording(
      """
      let request = Deferred { cold("--#") }
      let screen = request
        .catch { e in Fail(error: e).delay(for: .milliseconds(3), scheduler: RunLoop.main) }.sink()
      """)
    #expect(
      story("request", in: recording) == ["0 subscribed", "0 requested all", "2 failed error"])
    #expect(story("screen", in: recording).last == "5 failed error")
    #expect(Diagram(recording).rows.map(\.name) == ["request", "screen"])
  }

  @Test("a sink that subscribes again continues the row of its source")
  func aSinkThatSubscribesAgainContinuesTheRowOfItsSource() {
    let recording = recording(
      """
      let work = cold("-1|")
      let a = work.map { $0 + 1 }.sink()
      a: ^---^
      """)
    #expect(recording.lanes.map(\.name) == ["a", "work"])
    #expect(story("work", in: recording).filter { $0.contains("subscribed") }.count == 2)
  }
}

@Suite("Life of a cached response")
struct CachedResponseTests {
  @Test("a response expires when its time is over, not when that is noticed")
  func aResponseExpiresWhenItsTimeIsOverNotWhenThatIsNoticed() {
    let recording = recording(
      """
      let cache = ResponseCache(timeToLive: 4) { cold("-r|", r: "x") }
      let a, b, c = cache.response().sink()
      a: ^
      b: -----^
      c: ----------^
      """)
    #expect(
      holds("cache", in: recording) == [
        "1: holds x", "6: x expired", "11: holds x", "16: x expired",
      ])
    #expect(story("b", in: recording).contains("5 replayed x"))
    #expect(story("c", in: recording).contains("11 x"))
  }

  @Test("a stale response is marked, and its reader causes the new request")
  func aStaleResponseIsMarkedAndItsReaderCausesTheNewRequest() {
    let recording = recording(
      """
      let cache = ResponseCache(timeToLive: 4, staleWhileRevalidate: true) { cold("-r|", r: "x") }
      let a, b = cache.response().sink()
      a: ^
      b: ----------^
      until 12
      """)
    #expect(holds("cache", in: recording) == ["1: holds x", "12: x replaced", "12: holds x"])
    let stale = recording.events.first {
      if case .control(let label) = $0.mark { recording.text(label) == "stale" } else { false }
    }
    #expect(stale?.time == .zero + .frame * 6)
    let request = recording.laneIDs.first { recording[$0].name == "request #2" }
    let start = recording.events.first {
      $0.mark.isSubscription && $0.place == request.map { .lane($0) }
    }
    let cause = start?.cause.map { recording[$0] }
    #expect(cause?.mark.isSubscription == true)
    #expect(cause?.place == recording.laneIDs.first { recording[$0].name == "b" }.map { .lane($0) })
  }
}

@Suite("Variables that threads share")
struct SharedVariableTests {
  @Test("a variable that two threads use is a row; others are not")
  func aVariableThatTwoThreadsUseIsARowOthersAreNot() {
    let recording = recording(
      """
      var n = 0
      var alone = 0
      thread T1 { n += 1 }
      thread T2 { n += 1
        alone += 1 }
      """)
    #expect(recording.stages.map(\.name) == ["n"])
    #expect(
      holds("n", in: recording)
        == ["0: holds 0", "1: 0 replaced", "1: holds 1", "1: 1 replaced", "1: holds 1"])
    #expect(story("T1", in: recording) == ["0 read 0", "1 sent 1 to n"])
    #expect(Diagram(recording).summary.contains("1 of them lost"))
  }
}

@Suite("Warnings of RxSwift")
struct AnomalyTests {
  private func warnings(_ script: String) -> [String] {
    let recording = recording(script)
    return recording.events.compactMap { event in
      if case .warning(let label) = event.mark { recording.text(label) } else { nil }
    }
  }

  private func script(_ dialect: String, _ subject: String, _ send: String) -> String {
    """
    dialect \(dialect)
    let s = \(subject)
    let a = s.subscribe(onNext: { v in if v < 3 { s.\(send)(v + 1) } })
    s: -1
    """
  }

  @Test("a subscriber that sends into the subject which is delivering to it is reported once")
  func aSubscriberThatSendsIntoTheSubjectWhichIsDeliveringToItIsReportedOnce() {
    let script = script("rxswift", "PublishSubject()", "onNext")
    #expect(failures(script + "\nexpect warning \"Reentrancy anomaly\"") == [])
    #expect(warnings(script).count == 1)
  }

  @Test("RxJS has no such warning")
  func rxJSHasNoSuchWarning() {
    #expect(warnings(script("rxjs", "BehaviorSubject(0)", "next")) == [])
  }
}

@Suite("Elements that operators use later")
struct UsedElementTests {
  @Test("an element that goes into a window is not dropped")
  func anElementThatGoesIntoAWindowIsNotDropped() {
    let recording = recording(
      """
      dialect rxswift
      let src = PublishSubject()
      let all = src.window(timeSpan: .milliseconds(5), count: 2, scheduler: MainScheduler.instance)
        .flatMap { $0 }.subscribe()
      src: -1-2-3|
      """)
    #expect(
      !recording.events.contains { if case .dropped = $0.mark { true } else { false } })
    #expect(story("all", in: recording).filter { !$0.contains("s") } == ["1 1", "3 2", "5 3"])
  }

  @Test("sample holds the latest element until the next sample")
  func sampleHoldsTheLatestElementUntilTheNextSample() {
    let recording = recording(
      """
      dialect rxswift
      let text = PublishSubject()
      let button = PublishSubject()
      let sampled = text.sample(button).subscribe()
      text: -a-b--c
      button: ----x--x
      """)
    #expect(
      holds("sample(button)", in: recording)
        == ["1: holds a", "3: a replaced", "3: holds b", "4: b left", "6: holds c", "7: c left"])
  }
}
