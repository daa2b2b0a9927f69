import MarblesCombine
import Testing

@testable import MarblesScript

@Suite("Words and sink operators")
struct WordTests {
  @Test("the example of each word runs without errors, and is of the word's kind")
  func theExampleOfEachWordRunsWithoutErrorsAndIsOfTheWordsKind() {
    for word in Word.all {
      var script = """
        until 20
        let a = cold("-1|")
        let b = cold("-2|")
        let made = \(word.example)
        """
      if word.kind.isStream { script += "\nlet view = made.sink { _ in }" }
      #expect(mistakes(script) == "", "\(word.name)")
    }
  }

  @Test("the example of each sink operator receives what the stream sends")
  func theExampleOfEachSinkOperatorReceivesWhatTheStreamSends() {
    for sink in SinkOperator.all {
      let script = """
        dialect rxswift
        let numbers = cold("-1-2|")
        let relay = PublishRelay()
        let publishRelay = PublishRelay()
        let current = CurrentValueSubject(0)
        let view = \(sink.example)
        expect view.values == [1, 2]
        """
      #expect(failures(script) == [], "\(sink.name)")
    }
  }

  @Test("a timer that is connected twice has one connection")
  func aTimerThatIsConnectedTwiceHasOneConnection() {
    #expect(
      failures(
        """
        until 9
        let timer = Timer.publish(every: .milliseconds(2), on: .main, in: .common)
        let ticks = timer.sink { _ in }
        at 0 {
          let first = timer.connect()
          let second = timer.connect()
        }
        expect ticks.values == [2, 4, 6, 8]
        """) == [])
  }

  @Test("the subscribers of a timer with a name share its connection")
  func theSubscribersOfATimerWithANameShareItsConnection() {
    let script = """
      until 13
      let ticks = Timer.publish(every: .milliseconds(2), on: .main, in: .common).autoconnect()
      let a, b = ticks.sink()
      a: ^----!
      b: ---^---!--^
      expect ticks.connections == 2
      expect a.values == [2, 4]
      expect b.values == [4, 6, 12]
      """
    #expect(failures(script) == [])
    #expect(counts("ticks", in: recording(script)) == ["0: 1", "3: 2", "5: 1", "7: 0", "10: 1"])
  }

  @Test("cancelling either connection of a timer stops it")
  func cancellingEitherConnectionOfATimerStopsIt() {
    #expect(
      failures(
        """
        until 9
        let timer = Timer.publish(every: .milliseconds(2), on: .main, in: .common)
        let ticks = timer.sink { _ in }
        var first = 0
        at 0 {
          first = timer.connect()
          let second = timer.connect()
        }
        at 5 { first.cancel() }
        expect ticks.values == [2, 4]
        """) == [])
  }

  @Test("a future keeps its first result, and replays it to later subscribers")
  func aFutureKeepsItsFirstResultAndReplaysItToLaterSubscribers() {
    #expect(
      failures(
        """
        let future = Future { promise in
          promise(.success(1))
          promise(.success(2))
        }
        let early = future.sink { _ in }
        let late = future.sink { _ in }
        late: ---^
        expect early: (1|)
        expect late: ---(1|)
        """) == [])
  }

  @Test("a promise takes a success or a failure")
  func aPromiseTakesASuccessOrAFailure() {
    #expect(
      mistakes("let f = Future { promise in promise(3) }")
        .contains("this must be '.success(…)' or '.failure(…)', not an integer"))
  }
}

@Suite("Sources without a type in front")
struct ImplicitSourceTests {
  @Test("a source with a leading dot is an observable where one is expected")
  func aSourceWithALeadingDotIsAnObservableWhereOneIsExpected() {
    #expect(
      failures(
        """
        dialect rxswift
        let a = cold("-1|")
        let merged = Observable.merge(a, .just(7)).subscribe(onNext: { _ in })
        let joined = a.concat(.of(8, 9)).subscribe(onNext: { _ in })
        let inner = a.flatMap { $0 == 1 ? .just(2) : .never() }.subscribe(onNext: { _ in })
        let driven = Driver.merge(a, Driver.just(3)).drive(onNext: { _ in })
        expect merged.values == [7, 1]
        expect joined.values == [1, 8, 9]
        expect inner.values == [2]
        expect driven.values == [3, 1]
        """) == [])
  }

  @Test("subscribe(onCompleted:onError:) handles the end of a completable")
  func subscribeOnCompletedOnErrorHandlesTheEndOfACompletable() {
    #expect(
      failures(
        """
        dialect rxswift
        var log = [String]()
        let a = Completable.empty().subscribe(onCompleted: { log.append("done") }, onError: { _ in log.append("x") })
        let b = Completable.error("e").subscribe(onCompleted: { log.append("x") }, onError: { _ in log.append("failed") })
        a: ^
        b: -^
        expect log == ["done", "failed"]
        """) == [])
  }

  @Test("subscribe(onSuccess:) handles the element, the failure or the completion of a single")
  func subscribeOnSuccessHandlesTheElementTheFailureOrTheCompletionOfASingle() {
    #expect(
      failures(
        """
        dialect rxswift
        var log: [String] = []
        let a = Single.just(1).subscribe(onSuccess: { log.append("\\($0)") }, onFailure: { _ in log.append("x") })
        let b = Single.error("e").subscribe(onSuccess: { _ in }, onFailure: { _ in log.append("failed") })
        let c = Maybe.empty().subscribe(onSuccess: { _ in }, onError: { _ in }, onCompleted: { log.append("none") })
        let d = Maybe.just(2).subscribe(onSuccess: { log.append("\\($0)") }, onCompleted: { log.append("x") })
        expect log == ["1", "failed", "none", "2"]
        """) == [])
  }
}
