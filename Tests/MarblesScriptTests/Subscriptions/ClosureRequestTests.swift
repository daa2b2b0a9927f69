import Marbles
import Testing

@testable import MarblesScript

@Suite("Requests in the closures of operators")
struct ClosureRequestTests {
  @Test(
    "a request that a closure starts has a lane into its operator",
    arguments: [
      ("combine", "s.tryCatch { _ in cold(\"-7|\") }.sink()"),
      ("combine", "s.catch { _ in fetch(7) }.sink()"),
      ("combine", "s.catch { _ in Just(0).append(fetch(7)) }.sink()"),
      ("rxswift", "s.catch { _ in fetch(7) }.subscribe()"),
      (
        "rxswift",
        "s.catch { _ in Observable.create { o in o.onNext(7); return Disposables.create() } }"
          + ".subscribe()"
      ),
    ])
  func aRequestThatAClosureStartsHasALaneIntoItsOperator(dialect: String, pipeline: String) {
    let recording = recording(
      """
      dialect \(dialect)
      func fetch(_ id: Int) -> AnyPublisher<Int, Error> { cold("-v|", v: id) }
      let s = PassthroughSubject()
      let p = \(pipeline)
      s: -1-#
      """)
    let requests = RecordingIndex(recording).edges.filter { $0.role == .next(number: 2) }
    #expect(requests.count == 1)
    let values = recording.events.compactMap { event -> String? in
      guard case .value(let label) = event.mark,
        event.place == requests.first.map({ .lane($0.lane) })
      else { return nil }
      return recording.text(label)
    }
    #expect(values.last == "7")
    #expect(story("p", in: recording).contains { $0.hasSuffix(" 7") })
  }

  @Test(
    "a call of a function whose type is a stream is a request",
    arguments: [
      "AnyPublisher<Int, Error>", "some Publisher<Int, Error>", "Future<Int, Error>",
      "Observable<Int>", "Single<Int>", "Completable",
    ])
  func aCallOfAFunctionWhoseTypeIsAStreamIsARequest(type: String) {
    let recording = recording(
      """
      func fetch(_ id: Int) -> \(type) { cold("-v|", v: id) }
      let s = PassthroughSubject()
      let p = s.catch { _ in fetch(7) }.sink()
      s: -1-#
      """)
    let requests = RecordingIndex(recording).edges.filter { $0.role == .next(number: 2) }
    #expect(requests.count == 1)
  }

  @Test(
    "a constant that a closure returns stays on the lane of the operator",
    arguments: [
      "catch { _ in Just(0) }", "catch { _ in Just(title(0)) }", "catch { _ in Empty() }",
      "tryCatch { _ in [1, 2].publisher }",
    ])
  func aConstantThatAClosureReturnsStaysOnTheLaneOfTheOperator(operators: String) {
    let recording = recording(
      """
      func title(_ id: Int) -> String { "title" }
      let s = PassthroughSubject()
      let p = s.\(operators).sink()
      s: -1-#
      """)
    #expect(recording.stages.map(\.kind) == [.subject])
  }
}
