import MarblesCombine
import MarblesRx
import Testing

/// Subscribers of Combine that are subscribed to streams of streams.
@Suite("Release of open inner streams")
struct ReleaseTests {
  private final class Token {}

  /// Subscribes sinks to a stream of streams and to its inner streams, and cancels all of them.
  private func isReleased<Inner: ObservableType<Int>>(
    _ transform: (Observable<Int>) -> Observable<Inner>
  ) -> Bool {
    let subject = PublishSubject<Int>()
    weak var alive: Token?
    do {
      let token = Token()
      alive = token
      var inner: [AnyCancellable] = []
      let outer = transform(subject).sink(
        receiveCompletion: { _ in },
        receiveValue: { stream in
          inner.append(
            stream.sink(
              receiveCompletion: { _ in },
              receiveValue: { _ in withExtendedLifetime(token) {} }))
        })
      for value in 1...3 { subject.onNext(value) }
      #expect(!inner.isEmpty)
      outer.cancel()
      #expect(subject.hasObservers)
      for one in inner { one.cancel() }
    }
    return alive == nil && !subject.hasObservers
  }

  @Test("groupBy and window release their subscribers and their source after the last cancel")
  func groupByAndWindowReleaseTheirSubscribersAndTheirSourceAfterTheLastCancel() {
    let scheduler = MarblesCombine.TestScheduler()
    #expect(isReleased { $0.groupBy { $0 % 2 } })
    #expect(isReleased { $0.window(timeSpan: .seconds(9), count: 2, scheduler: scheduler) })
  }
}
