import MarblesCombine
import Testing

/// Requests and completions of `zip`, `combineLatest` and `merge`, signal by signal.
@Suite struct JoinLogTests {
  private let log = Log()

  @Test("combineLatest passes each request to both, and drops pairs without demand")
  func combineLatestPassesEachRequestToBothAndDropsPairsWithoutDemand() {
    let left = PassthroughSubject<Int, Never>()
    let right = PassthroughSubject<Int, Never>()
    let a = left.spy("l", log).combineLatest(right.spy("r", log))
      .attach("A", log, demand: .max(1))
    left.send(1)
    right.send(10)
    left.send(2)
    a.request(.max(1))
    left.send(3)
    log.expect(
      """
      l subscribed
      r subscribed
      A subscription
      A request max(1)
      l request max(1)
      r request max(1)
      l emits 1
      r emits 10
      A value (1, 10)
      A request max(1)
      l request max(1)
      r request max(1)
      l emits 3
      A value (3, 10)
      """)
  }

  @Test("pairs of zip that wait without demand are delivered by one request for several")
  func pairsOfZipThatWaitWithoutDemandAreDeliveredByOneRequestForSeveral() {
    let left = Feed<Int, Never>("l", log)
    let right = Feed<Int, Never>("r", log)
    let a = left.zip(right).attach("A", log, demand: nil)
    for value in 1...3 {
      left.emit(value)
      right.emit(value * 10)
    }
    log.removeAll()
    a.request(.max(2))
    #expect(a.values.map(\.0) == [1, 2])
    #expect(a.values.map(\.1) == [10, 20])
    a.request(.max(1))
    #expect(a.values.map(\.0) == [1, 2, 3])
  }

  @Test("the demand that a subscriber returns for a pair reaches both inputs of zip")
  func theDemandThatASubscriberReturnsForAPairReachesBothInputsOfZip() {
    let left = Feed<Int, Never>("l", log)
    let right = Feed<Int, Never>("r", log)
    left.zip(right).attach("A", log, demand: .max(1)) { _ in .max(3) }
    left.emit(1)
    log.removeAll()
    right.emit(10)
    log.expect(
      """
      r emits 10
      A value (1, 10)
      A returns max(3)
      l request max(3)
      r gets back max(3)
      """)
  }

  @Test("zip finishes as soon as a finished input has no element left")
  func zipFinishesAsSoonAsAFinishedInputHasNoElementLeft() {
    func make(_ name: String) -> [PassthroughSubject<Int, Never>] {
      let subjects = [PassthroughSubject<Int, Never>(), PassthroughSubject<Int, Never>()]
      subjects[0].spy("l", log).zip(subjects[1].spy("r", log)).attach(name, log)
      return subjects
    }
    let first = make("A")
    first[0].send(1)
    first[0].send(2)
    log.step("L finish")
    first[0].send(completion: .finished)
    first[1].send(10)
    log.step("R 20")
    first[1].send(20)
    log.step("second")
    let second = make("B")
    log.step("L finish with nothing pending")
    second[0].send(completion: .finished)
    log.expect(
      """
      l subscribed
      r subscribed
      A subscription
      A request unlimited
      l request unlimited
      r request unlimited
      l emits 1
      l emits 2
      -- L finish
      l finished
      r emits 10
      A value (1, 10)
      -- R 20
      r emits 20
      A value (2, 20)
      A finished
      r cancelled
      -- second
      l subscribed
      r subscribed
      B subscription
      B request unlimited
      l request unlimited
      r request unlimited
      -- L finish with nothing pending
      l finished
      B finished
      r cancelled
      """)
  }

  @Test("zip stores elements without a partner, without bound")
  func zipStoresElementsWithoutAPartnerWithoutBound() {
    let left = PassthroughSubject<Int, Never>()
    let right = PassthroughSubject<Int, Never>()
    left.spy("l", log).zip(right.spy("r", log)).attach("A", log)
    for value in 1...5 { left.send(value) }
    right.send(10)
    right.send(20)
    log.expect(
      """
      l subscribed
      r subscribed
      A subscription
      A request unlimited
      l request unlimited
      r request unlimited
      l emits 1
      l emits 2
      l emits 3
      l emits 4
      l emits 5
      r emits 10
      A value (1, 10)
      r emits 20
      A value (2, 20)
      """)
  }

  @Test("zip over a synchronous share pairs nothing")
  func zipOverASynchronousSharePairsNothing() {
    let shared = [1, 2, 3].publisher.spy("up", log).share()
    shared.zip(shared).attach("A", log)
    log.expect(
      """
      up subscribed
      A subscription
      A request unlimited
      up request unlimited
      up emits 1
      up emits 2
      up emits 3
      up finished
      A finished
      """)
  }

  @Test("makeConnectable lets zip over a synchronous publisher form pairs")
  func makeConnectableLetsZipOverASynchronousPublisherFormPairs() {
    let shared = [1, 2, 3].publisher.spy("up", log).makeConnectable()
    shared.zip(shared).attach("A", log)
    let connection = shared.connect()
    _ = connection
    log.expect(
      """
      A subscription
      A request unlimited
      up subscribed
      up request unlimited
      up emits 1
      A value (1, 1)
      up emits 2
      A value (2, 2)
      up emits 3
      A value (3, 3)
      up finished
      A finished
      """)
  }

  @Test("combineLatest over a synchronous share pairs nothing")
  func combineLatestOverASynchronousSharePairsNothing() {
    let shared = [1, 2, 3].publisher.spy("up", log).share()
    shared.combineLatest(shared).attach("A", log)
    log.expect(
      """
      up subscribed
      A subscription
      A request unlimited
      up request unlimited
      up emits 1
      up emits 2
      up emits 3
      up finished
      A finished
      """)
  }

  @Test("merge over a synchronous share passes everything to the first branch")
  func mergeOverASynchronousSharePassesEverythingToTheFirstBranch() {
    let shared = [1, 2, 3].publisher.spy("up", log).share()
    shared.merge(with: shared).attach("A", log)
    log.expect(
      """
      A subscription
      A request unlimited
      up subscribed
      up request unlimited
      up emits 1
      A value 1
      up emits 2
      A value 2
      up emits 3
      A value 3
      up finished
      A finished
      """)
  }

  @Test("merge with bounded demand requests one element of each at a time, and stores one of each")
  func mergeWithBoundedDemandRequestsOneElementOfEachAtATimeAndStoresOneOfEach() {
    let a = [1, 2].publisher.spy("l", log).merge(with: [10, 20].publisher.spy("r", log))
      .attach("A", log, demand: .max(1))
    log.step("later")
    a.request(.max(2))
    log.step("later")
    a.request(.unlimited)
    log.expect(
      """
      A subscription
      A request max(1)
      l subscribed
      l request max(1)
      l emits 1
      A value 1
      l gets back max(1)
      l emits 2
      l finished
      r subscribed
      r request max(1)
      r emits 10
      -- later
      A request max(2)
      A value 2
      A value 10
      r request max(1)
      r emits 20
      r finished
      -- later
      A request unlimited
      A value 20
      A finished
      """)
  }
}
