import MarblesCombine
import Testing

/// Cancels, requests and failures while an inner publisher sends elements in its subscription.
@Suite struct SynchronousInnerLogTests {
  private let log = Log()
  private let outer = PassthroughSubject<Int, Boom>()

  private func numbers() -> some Publisher<Int, Boom> {
    (1...9).publisher.setFailureType(to: Boom.self)
  }

  @Test("a cancel during an element of flatMap's inner publisher cancels the inner one first")
  func aCancelDuringAnElementOfFlatMapsInnerPublisherCancelsTheInnerOneFirst() {
    let a = outer.spy("up", log).flatMap { _ in numbers().spy("in", log) }.attach("A", log)
    a.onValue = { [unowned a] value in
      if value == 2 { a.cancel() }
      return .none
    }
    log.removeAll()
    outer.send(0)
    log.expect(
      """
      up emits 0
      in subscribed
      in request unlimited
      in emits 1
      A value 1
      in emits 2
      A value 2
      A cancel
      in cancelled
      up cancelled
      """)
  }

  @Test(
    "a cancel during an element ends an endless inner publisher",
    arguments: ["flatMap", "switchToLatest"])
  func aCancelDuringAnElementEndsAnEndlessInnerPublisher(_ name: String) {
    let endless = (1...Int.max).publisher
    let a =
      name == "flatMap"
      ? CurrentValueSubject<Int, Never>(0).flatMap { _ in endless }.attach("A", log, demand: nil)
      : CurrentValueSubject(endless).switchToLatest().attach("A", log, demand: nil)
    a.onValue = { [unowned a] value in
      if value == 3 { a.cancel() }
      return .none
    }
    a.request(.unlimited)
    #expect(a.values == [1, 2, 3])
  }

  @Test("a failure of flatMap's upstream during an element cancels the inner publisher")
  func aFailureOfFlatMapsUpstreamDuringAnElementCancelsTheInnerPublisher() {
    let a = outer.spy("up", log).flatMap { _ in numbers().spy("in", log) }.attach("A", log)
    a.onValue = { value in
      if value == 1 { outer.send(completion: .failure(Boom())) }
      return .none
    }
    log.removeAll()
    outer.send(0)
    log.expect(
      """
      up emits 0
      in subscribed
      in request unlimited
      in emits 1
      A value 1
      up failure(boom)
      in cancelled
      A failure(boom)
      """)
  }

  @Test("unlimited demand during an element is requested of the inner publisher that sends it")
  func unlimitedDemandDuringAnElementIsRequestedOfTheInnerPublisherThatSendsIt() {
    let a = outer.flatMap { _ in numbers().prefix(3).spy("in", log) }
      .attach("A", log, demand: .max(1))
    a.onValue = { [unowned a] value in
      if value == 1 { a.request(.unlimited) }
      return .none
    }
    log.removeAll()
    outer.send(0)
    log.expect(
      """
      in subscribed
      in request max(1)
      in emits 1
      A value 1
      A request unlimited
      in request unlimited
      in gets back max(1)
      in emits 2
      A value 2
      in emits 3
      A value 3
      in finished
      """)
  }

  @Test("inner publishers that are subscribed inside one another are cancelled in that order")
  func innerPublishersThatAreSubscribedInsideOneAnotherAreCancelledInThatOrder() {
    let inner = (0...2).map { CurrentValueSubject<Int, Boom>($0) }
    let a = outer.flatMap { inner[$0].spy("in\($0)", log) }.attach("A", log)
    a.onValue = { value in
      if value < 2 { outer.send(value + 1) }
      return .none
    }
    outer.send(0)
    #expect(a.values == [0, 1, 2])
    log.removeAll()
    a.cancel()
    log.expect(
      """
      A cancel
      in0 cancelled
      in1 cancelled
      in2 cancelled
      """)
  }

  @Test("an inner publisher that has sent an element at once is cancelled once")
  func anInnerPublisherThatHasSentAnElementAtOnceIsCancelledOnce() {
    let inner = CurrentValueSubject<Int, Boom>(7)
    let a = outer.spy("up", log).flatMap { _ in inner.spy("in", log) }.attach("A", log)
    outer.send(0)
    inner.send(8)
    #expect(a.values == [7, 8])
    log.removeAll()
    a.cancel()
    a.cancel()
    log.expect(
      """
      A cancel
      in cancelled
      up cancelled
      A cancel
      """)
  }

  @Test("switchToLatest cancels an inner publisher that sends, when the next one arrives")
  func switchToLatestCancelsAnInnerPublisherThatSendsWhenTheNextOneArrives() {
    let a = outer.map { start in ((start + 1)...(start + 9)).publisher.spy("in\(start)", log) }
      .switchToLatest().attach("A", log)
    a.onValue = { value in
      if value == 2 { outer.send(10) }
      return .none
    }
    log.removeAll()
    outer.send(0)
    #expect(
      log.lines.prefix(9) == [
        "in0 subscribed", "in0 request unlimited", "in0 emits 1", "A value 1", "in0 emits 2",
        "A value 2", "in0 cancelled", "in10 subscribed", "in10 request unlimited",
      ])
    #expect(a.values == [1, 2] + (11...19))
  }

  @Test("the inner publishers of flatMap are released when they have completed or are cancelled")
  func theInnerPublishersOfFlatMapAreReleasedWhenTheyHaveCompletedOrAreCancelled() {
    final class Marker {}
    weak var finished: Marker?
    weak var cancelled: Marker?
    let a = outer.flatMap { (index: Int) -> AnyPublisher<Int, Boom> in
      let marker = Marker()
      if index == 0 { finished = marker } else { cancelled = marker }
      let source = PassthroughSubject<Int, Boom>()
      let kept = source.handleEvents(receiveOutput: { _ in withExtendedLifetime(marker) {} })
      return index == 0
        ? kept.prefix(0).eraseToAnyPublisher() : kept.eraseToAnyPublisher()
    }.attach("A", log)
    outer.send(0)
    outer.send(1)
    #expect(finished == nil)
    #expect(cancelled != nil)
    a.cancel()
    #expect(cancelled == nil)
  }
}
