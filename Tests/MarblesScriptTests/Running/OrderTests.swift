import Testing

@Suite struct OrderTests {
  @Test("a frame runs subscribers first, then blocks, then subjects, then scheduled jobs")
  func aFrameRunsSubscribersFirstThenBlocksThenSubjectsThenScheduledJobs() {
    #expect(
      failures(
        """
        let numbers = PassthroughSubject()
        let delayed = numbers.delay(for: 2)
        let before, after = numbers.sink()
        let late = delayed.sink()
        numbers: -a-b
        before:  -^
        at 1 { numbers.send("block") }
        after:   --^
        at 3 { numbers.send("three") }
        expect before.values == ["block", "a", "three", "b"]
        expect before.times == [1, 1, 3, 3]
        expect after.values == ["three", "b"]
        expect late.events == [(3, "block"), (3, "a"), (5, "three"), (5, "b")]
        """) == [])
  }

  @Test("rows of sinks are played in the order of the file")
  func rowsOfSinksArePlayedInTheOrderOfTheFile() {
    let leavingFirst = """
      let source = PassthroughSubject()
      let work = Deferred { source }
      let shared = work.share()
      let A, B = shared.sink()
      A: ^--!
      B: ---^
      """
    #expect(failures(leavingFirst + "\nexpect work.subscriptions == 2") == [])
    let comingFirst = """
      let source = PassthroughSubject()
      let work = Deferred { source }
      let shared = work.share()
      let A, B = shared.sink()
      B: ---^
      A: ^--!
      """
    #expect(failures(comingFirst + "\nexpect work.subscriptions == 1") == [])
  }

  @Test("a sink can subscribe again after its cancel, which evaluates its chain again")
  func aSinkCanSubscribeAgainAfterItsCancelWhichEvaluatesItsChainAgain() {
    #expect(
      failures(
        """
        let numbers = PassthroughSubject()
        var runs = 0
        let sink = Deferred { runs += 1; return numbers }.scan(0) { $0 + $1 }.sink()
        numbers: -1-1-1-1-1
        sink:    ^---!-^
        expect sink.values == [1, 2, 1, 2]
        expect sink.subscriptions == 2
        expect sink.cancellations == 1
        expect runs == 2
        """) == [])
  }

  @Test("a cold event is a job of its frame, frame 0 included, never inside the subscription")
  func aColdEventIsAJobOfItsFrameFrame0IncludedNeverInsideTheSubscription() {
    #expect(
      failures(
        """
        let work = cold("(a|)")
        let shared = work.share()
        let A, B = shared.sink()
        expect A.values == ["a"]
        expect B.values == ["a"]
        """) == [])
  }

  @Test("a hot source runs once, from frame 0, with or without subscribers")
  func aHotSourceRunsOnceFromFrame0WithOrWithoutSubscribers() {
    #expect(
      failures(
        """
        let source = hot("-a-b-c|")
        let early, late = source.sink()
        late: --^
        expect early: -a-b-c|
        expect late:  ---b-c|
        """) == [])
  }

  @Test("a row can have several names, and the time of a block can be a duration")
  func aRowCanHaveSeveralNamesAndTheTimeOfABlockCanBeADuration() {
    #expect(
      failures(
        """
        frame 10ms
        let numbers = PassthroughSubject()
        let A, B = numbers.sink()
        A, B: ^--!
        numbers: -a-bc
        at 20ms { numbers.send("x") }
        expect A.events == [(1, "a"), (2, "x")]
        expect B.values == ["a", "x"]
        """) == [])
  }

  @Test("the driver of a relay is shared, and replays the latest element to a late subscriber")
  func theDriverOfARelayIsSharedAndReplaysTheLatestElementToALateSubscriber() {
    #expect(
      failures(
        """
        dialect rxswift
        let count  = BehaviorRelay(value: 0)
        let title  = count.asDriver()
        let first  = title.drive()
        let second = title.drive()
        count:  -1-2
        first:  ^
        second: --^
        expect first.values == [0, 1, 2]
        expect second.values == [1, 2]
        expect count.subscriptions == 1
        """) == [])
  }

  @Test("an operator of a driver that has a name is shared, and replays the latest element")
  func anOperatorOfADriverThatHasANameIsSharedAndReplaysTheLatestElement() {
    let script = """
      dialect rxswift
      let taps = PublishRelay()
      var requests = 0
      let result = taps.asDriver(onErrorJustReturn: 0).flatMapLatest { x in
        Deferred { requests += 1; return Observable.just(x) }.asDriver(onErrorJustReturn: 0)
      }
      let label, badge = result.drive()
      taps: -1-2
      badge: --^
      expect requests == 2
      expect label.events == [(1, 1), (3, 2)]
      expect badge.events == [(2, 1), (3, 2)]
      expect badge.replayed == [1]
      """
    #expect(failures(script) == [])
    let stages = recording(script).stages.map { "\($0.name): \($0.detail)" }
    #expect(stages.contains("result: share(replay: 1)"))
  }

  @Test("an operator of a signal that has a name is shared, and replays nothing")
  func anOperatorOfASignalThatHasANameIsSharedAndReplaysNothing() {
    #expect(
      failures(
        """
        dialect rxswift
        let taps = PublishRelay()
        var calls = 0
        let result = taps.asSignal().map { x in calls += 1; return x }
        let plain = result.asObservable().map { x in calls += 1; return x }
        let first, second = result.emit(onNext: { _ in })
        let third, fourth = plain.subscribe()
        taps: -1-2
        second: --^
        expect first.events == [(1, 1), (3, 2)]
        expect second.events == [(3, 2)]
        expect calls == 2 + 4
        """) == [])
  }

  @Test("the signal of a relay is shared and replays nothing")
  func theSignalOfARelayIsSharedAndReplaysNothing() {
    #expect(
      failures(
        """
        dialect rxswift
        let taps   = PublishRelay()
        let alerts = taps.asSignal()
        let first  = alerts.emit()
        let second = alerts.emit()
        taps:   -a-b
        first:  ^
        second: --^
        expect first.values == ["a", "b"]
        expect second.values == ["b"]
        expect taps.subscriptions == 1
        """) == [])
  }
}
