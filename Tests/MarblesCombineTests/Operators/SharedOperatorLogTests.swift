import Marbles
import MarblesCombine
import Testing

/// Operators above, below and behind a share.
extension OperatorLogTests {
  @Test(
    "retry before share makes the second attempt for all subscribers, which share the completion")
  func retryBeforeShareMakesTheSecondAttemptForAllSubscribersWhichShareTheCompletion() {
    var attempts = 0
    let work = Deferred { () -> AnyPublisher<Int, Boom> in
      attempts += 1
      log.write("work attempt \(attempts)")
      return attempts == 1
        ? Fail(error: Boom()).eraseToAnyPublisher()
        : Just(42).setFailureType(to: Boom.self).eraseToAnyPublisher()
    }
    let shared = work.spy("up", log).retry(2).share()
    shared.attach("A", log)
    shared.attach("B", log)
    log.expect(
      """
      A subscription
      A request unlimited
      up subscribed
      work attempt 1
      up request unlimited
      up failure(boom)
      up subscribed
      work attempt 2
      up request unlimited
      up emits 42
      A value 42
      up finished
      A finished
      B subscription
      B request unlimited
      B finished
      """)
  }

  @Test("catch after share affects only its own subscriber")
  func catchAfterShareAffectsOnlyItsOwnSubscriber() {
    let feed = Feed<Int, Boom>("F", log)
    let shared = feed.share()
    shared.catch { _ in Just(99) }.attach("A", log)
    shared.attach("B", log)
    feed.emit(1)
    feed.fail(Boom())
    log.expect(
      """
      A subscription
      A request unlimited
      F subscribed
      F request unlimited
      B subscription
      B request unlimited
      F emits 1
      A value 1
      B value 1
      F failure(boom)
      A value 99
      A finished
      B failure(boom)
      """)
  }
}
