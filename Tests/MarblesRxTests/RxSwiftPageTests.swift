import Foundation
import Marbles
import MarblesRx
import Testing

// adapter
extension ObservableType {
  /// Records this stream as a lane or, with a stage, as an input of that stage.
  func recorded(_ name: String, by recorder: Recorder, into stage: RecordedStage? = nil)
    -> Observable<Element>
  {
    Observable.create { observer in
      let lane =
        stage.map { recorder.lane(name, target: $0) }
        ?? recorder.laneForResubscription(name)
      var isOver = false
      let subscription = lane.subscribed {
        self.subscribe { event in
          switch event {
          case .next(let value):
            lane.value(value) { observer.onNext(value) }
          case .error(let error):
            isOver = true
            lane.failed(error) { observer.onError(error) }
          case .completed:
            isOver = true
            lane.finished { observer.onCompleted() }
          }
        }
      }
      return Disposables.create {
        if isOver { subscription.dispose() } else { lane.cancelled { subscription.dispose() } }
      }
    }
  }

  /// Records an operator that many subscribers share, such as `share(replay:scope:)`.
  func hub<Shared: ObservableType>(
    _ name: String, by recorder: Recorder, _ share: (Observable<Element>) -> Shared
  ) -> Observable<Shared.Element> {
    let stage = recorder.stage(name, kind: .hub)
    let shared = share(recorded("upstream", by: recorder, into: stage))
    return Observable.create { observer in
      _ = recorder.attachPendingLane(to: .stage(stage.stageID))
      return shared.subscribe(observer)
    }
  }
}
// end of adapter

@Suite("The adapter of the page about RxSwift")
struct RxSwiftPageTests {
  private let recorder = Recorder()

  private func at(_ milliseconds: Int) { recorder.time = .zero + .milliseconds(milliseconds) }

  @Test("the page about RxSwift contains the tested code, and it is short")
  func thePageAboutRxSwiftContainsTheTestedCodeAndItIsShort() throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let page = try String(contentsOf: root.appending(path: "docs/rxswift.md"), encoding: .utf8)
    let source = try String(contentsOf: URL(filePath: #filePath), encoding: .utf8)
    let parts = source.components(separatedBy: "// adapter\n")
    let code = try #require(parts.dropFirst().first).components(separatedBy: "// end of adapter")[0]
    #expect(page.contains("```swift\n" + code + "```\n"))
    let lines = code.split(separator: "\n").filter { !$0.contains("///") }
    #expect(lines.count <= 40)
  }

  @Test(
    "the adapter records one subscription of share(), and a late observer misses earlier elements")
  func theAdapterRecordsOneSubscriptionOfShareAndALateObserverMissesEarlierElements() {
    let taps = PublishSubject<String>()
    let shared = taps.asObservable().hub("share()", by: recorder) { $0.share() }
    let first = shared.recorded("first", by: recorder).subscribe()
    at(1)
    taps.onNext("a")
    at(2)
    let second = shared.recorded("second", by: recorder).subscribe()
    at(3)
    taps.onNext("b")
    at(4)
    second.dispose()
    at(5)
    taps.onCompleted()
    #expect(
      ASCIIFormat().render(Diagram(recorder.recording(title: "share()"))) == """
        share()
        1 upstream subscription, 2 subscribers

        virtual time  0     1     2     3     4     5
        upstream      ^-----a-----------b-----------|
        share()       1=====v=====2=====v=====1=====|
        first         ^-----a-----------b-----------|
        second        .     .     ^-----b-----!          1 missed

        legend      ^ subscribe   ! cancel   | finished   v passes through   1 2 .. subscriber count
                    . not subscribed yet   = connected

        """)
    first.dispose()
  }

  @Test("the adapter records an error, a replay and a subscription that ends early")
  func theAdapterRecordsAnErrorAReplayAndASubscriptionThatEndsEarly() {
    let taps = PublishSubject<Int>()
    let shared = taps.asObservable().hub("share(replay: 1)", by: recorder) { $0.share(replay: 1) }
    let first = shared.recorded("first", by: recorder).subscribe()
    taps.onNext(1)
    at(1)
    let one = shared.recorded("one", by: recorder).take(1).subscribe()
    at(2)
    taps.onError(RxError.timeout)
    let events = recorder.recording().events.map(\.mark)
    #expect(events.contains { if case .replayed = $0 { true } else { false } })
    #expect(events.contains(.cancelled))
    #expect(events.count { if case .failed = $0 { true } else { false } } == 2)
    first.dispose()
    one.dispose()
  }
}
