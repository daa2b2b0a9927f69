import MarblesCombine
import MarblesRx
import Testing

@Suite("Rx operators in time")
struct TimeTests {
  typealias Score = [Recorded<Event<Int>>]

  /// Values with their ticks, and the tick of the completion.
  private func score(_ values: [(Int, Int)], completed: Int? = nil, error: Int? = nil) -> Score {
    values.map { .next($0.0, $0.1) } + (completed.map { [.completed($0)] } ?? [])
      + (error.map { [.error($0, Boom())] } ?? [])
  }

  @Test("catch continues with the other observable in the same tick")
  func catchContinuesWithTheOtherObservableInTheSameTick() {
    let run = TimedRun(score([(210, 1)], error: 220))
    #expect(
      run.result { $0.catch { _ in .of(7, 8) } }
        == "next(1)@210 next(7)@220 next(8)@220 completed@220, source [200..220]")
  }

  @Test("debounce emits the waiting element at the completion")
  func debounceEmitsTheWaitingElementAtTheCompletion() {
    let run = TimedRun(
      score([(210, 1), (230, 2), (250, 3), (320, 4), (400, 5)], completed: 420))
    #expect(
      run.result { $0.debounce(.seconds(50), scheduler: run.scheduler) }
        == "next(3)@300 next(4)@370 next(5)@420 completed@420, source [200..420]")
  }

  @Test("debounce drops an element when the next one arrives exactly at its due time")
  func debounceDropsAnElementWhenTheNextOneArrivesExactlyAtItsDueTime() {
    let run = TimedRun(score([(210, 1), (260, 2), (310, 3)], completed: 400))
    #expect(
      run.result { $0.debounce(.seconds(50), scheduler: run.scheduler) }
        == "next(3)@360 completed@400, source [200..400]")
  }

  @Test("delay delays the completion and disposes the source at its end", arguments: [true, false])
  func delayDelaysTheCompletionAndDisposesTheSourceAtItsEnd(simulate: Bool) {
    let run = TimedRun(
      score([(210, 1), (220, 2), (230, 3)], completed: 240), simulateProcessingDelay: simulate)
    #expect(
      run.result { $0.delay(.seconds(50), scheduler: run.scheduler) }
        == "next(1)@260 next(2)@270 next(3)@280 completed@290, source [200..240]")
  }

  @Test("delay passes an error on at once and discards waiting elements")
  func delayPassesAnErrorOnAtOnceAndDiscardsWaitingElements() {
    let run = TimedRun(score([(210, 1)], error: 240))
    #expect(
      run.result { $0.delay(.seconds(50), scheduler: run.scheduler) }
        == "error(boom)@240, source [200..240]")
  }

  // The first value comes before the subscription.
  private let steps = [
    (150, 0), (210, 1), (220, 2), (230, 3), (320, 4), (330, 5), (450, 6), (600, 7),
  ]

  @Test("throttle(latest: false) emits nothing at the end of its time", arguments: [true, false])
  func throttleLatestFalseEmitsNothingAtTheEndOfItsTime(simulate: Bool) {
    let run = TimedRun(score(steps, completed: 650), simulateProcessingDelay: simulate)
    #expect(
      run.result { $0.throttle(.seconds(100), latest: false, scheduler: run.scheduler) }
        == "next(1)@210 next(4)@320 next(6)@450 next(7)@600 completed@650, source [200..650]")
  }

  @Test("throttle emits an element exactly at the end of its time at once")
  func throttleEmitsAnElementExactlyAtTheEndOfItsTimeAtOnce() {
    let run = TimedRun(
      score([(210, 1), (310, 2), (410, 3), (411, 4), (510, 5)], completed: 700))
    #expect(
      run.result { $0.throttle(.seconds(100), scheduler: run.scheduler) }
        == "next(1)@210 next(2)@310 next(3)@410 next(5)@510 completed@700, source [200..700]")
  }

  @Test("throttle discards the waiting element at an error")
  func throttleDiscardsTheWaitingElementAtAnError() {
    let run = TimedRun(score([(210, 1), (220, 2)], error: 240))
    #expect(
      run.result { $0.throttle(.seconds(100), scheduler: run.scheduler) }
        == "next(1)@210 error(boom)@240, source [200..240]")
  }

  @Test("throttle completes after the waiting element")
  func throttleCompletesAfterTheWaitingElement() {
    let run = TimedRun(score([(210, 1), (220, 2)], completed: 240))
    #expect(
      run.result { $0.throttle(.seconds(100), scheduler: run.scheduler) }
        == "next(1)@210 next(2)@310 completed@310, source [200..240]")
  }

  @Test("sample emits new elements only, and once more after the completion of the source")
  func sampleEmitsNewElementsOnlyAndOnceMoreAfterTheCompletionOfTheSource() {
    let run = TimedRun(score(steps, completed: 650))
    let sampler = run.scheduler.createHotObservable([300, 400, 500, 700].map { .next($0, ()) })
    #expect(
      run.result { $0.sample(sampler) }
        == "next(3)@300 next(5)@400 next(6)@500 next(7)@700 completed@700, source [200..650]")
  }

  @Test("scan passes an error on")
  func scanPassesAnErrorOn() {
    let run = TimedRun(score([(210, 1), (220, 2)], error: 240))
    #expect(
      run.result { $0.scan(into: 10) { $0 += $1 } }
        == "next(11)@210 next(13)@220 error(boom)@240, source [200..240]")
  }

  @Test("take completes with its last element")
  func takeCompletesWithItsLastElement() {
    let run = TimedRun(score([(210, 1), (220, 2), (230, 3)]))
    #expect(
      run.result { $0.take(2) } == "next(1)@210 next(2)@220 completed@220, source [200..220]")
  }

  @Test("timeout fails when no event arrives in time")
  func timeoutFailsWhenNoEventArrivesInTime() {
    let run = TimedRun(score([(210, 1), (240, 2), (300, 3)]))
    #expect(
      run.result { $0.timeout(.seconds(50), scheduler: run.scheduler) }
        == "next(1)@210 next(2)@240 error(Sequence timeout.)@290, source [200..290]")
  }

  @Test("materialize emits the end as an element")
  func materializeEmitsTheEndAsAnElement() {
    let run = TimedRun(score([(210, 1)], completed: 220))
    #expect(
      run.result { $0.materialize() }
        == "next(next(1))@210 next(completed)@220 completed@220, source [200..220]")
  }

  @Test("observe(on:) delivers one event per tick, and an error after the elements")
  func observeOnDeliversOneEventPerTickAndAnErrorAfterTheElements() {
    let run = TimedRun(score([(210, 1), (210, 2)], error: 210))
    #expect(
      run.result { $0.observe(on: run.scheduler) }
        == "next(1)@211 next(2)@212 error(boom)@213, source [200..210]")
  }

  @Test("timer emits 0 after its time and completes, or continues once per period")
  func timerEmits0AfterItsTimeAndCompletesOrContinuesOncePerPeriod() {
    let once = TestScheduler(initialClock: 0)
    let single = once.start {
      Observable<Int>.timer(.seconds(30), scheduler: once)
    }
    #expect(single.events == [.next(230, 0), .completed(230)])
    let often = TestScheduler(initialClock: 0)
    let periodic = often.start {
      Observable<Int>.timer(.seconds(30), period: .seconds(200), scheduler: often)
    }
    #expect(periodic.events == [.next(230, 0), .next(430, 1), .next(630, 2), .next(830, 3)])
  }

  @Test("buffer emits when it is full and when its time is over, even if it is empty")
  func bufferEmitsWhenItIsFullAndWhenItsTimeIsOverEvenIfItIsEmpty() {
    let run = TimedRun(score([(210, 1), (220, 2), (230, 3)], completed: 400))
    #expect(
      run.result { $0.buffer(timeSpan: .seconds(50), count: 2, scheduler: run.scheduler) }
        == "next([1, 2])@220 next([3])@270 next([])@320 next([])@370 next([])@400 "
        + "completed@400, source [200..400]")
  }

  @Test("window emits an observable per buffer")
  func windowEmitsAnObservablePerBuffer() {
    let run = TimedRun(score([(210, 1), (220, 2), (230, 3)], completed: 300))
    var number = 0
    let text = run.result { source in
      source.window(timeSpan: .seconds(50), count: 2, scheduler: run.scheduler)
        .flatMap { window -> Observable<String> in
          number += 1
          let name = "w\(number)"
          return window.map { "\(name):\($0)" }.concat(Observable.just("\(name)|"))
        }
    }
    #expect(
      text == "next(w1:1)@210 next(w1:2)@220 next(w1|)@220 next(w2:3)@230 next(w2|)@270 "
        + "next(w3|)@300 completed@300, source [200..300]")
  }

  @Test("delay delivers each element in an action of its own")
  func delayDeliversEachElementInAnActionOfItsOwn() {
    let scheduler = TestScheduler(initialClock: 0)
    let observer = scheduler.start {
      Observable.of(1, 2, 3).delay(.seconds(10), scheduler: scheduler)
    }
    #expect(observer.events == [.next(210, 1), .next(211, 2), .next(212, 3), .completed(213)])
    let other = TestScheduler(initialClock: 0, simulateProcessingDelay: false)
    let exact = other.start { Observable.of(1, 2, 3).delay(.seconds(10), scheduler: other) }
    #expect(exact.events == [.next(210, 1), .next(210, 2), .next(210, 3), .completed(210)])
  }

  @Test("window(...).take(1) keeps the source subscribed while its window is")
  func windowTake1KeepsTheSourceSubscribedWhileItsWindowIs() {
    let run = TimedRun(score([(210, 1), (220, 2), (230, 3), (240, 4)], completed: 300))
    #expect(
      run.result {
        $0.window(timeSpan: .seconds(1000), count: 3, scheduler: run.scheduler).take(1).merge()
      } == "next(1)@210 next(2)@220 next(3)@230 completed@230, source [200..230]")
  }

  @Test("an operator disposes its subscription to a testable observable at the end")
  func anOperatorDisposesItsSubscriptionToATestableObservableAtTheEnd() {
    let run = TimedRun(score([(210, 1), (220, 2)], completed: 230))
    _ = run.scheduler.start { run.source.throttle(.seconds(100), scheduler: run.scheduler) }
    #expect(run.source.subscriptions == [TestSubscription(200, 230)])
  }

  @Test(
    "asObservable() disposes its subscription to a testable observable at the end, a direct observer does not"
  )
  func asObservableDisposesItsSubscriptionToATestableObservableAtTheEndADirectObserverDoesNot() {
    let events: [Recorded<Event<Int>>] = [.next(210, 1), .completed(230), .next(240, 9)]
    let wrapped = TimedRun(events)
    let observer = wrapped.scheduler.start { wrapped.source.asObservable() }
    #expect(observer.events == [.next(210, 1), .completed(230)])
    #expect(wrapped.source.subscriptions == [TestSubscription(200, 230)])

    let direct = TimedRun(events)
    let recording = direct.scheduler.createObserver(Int.self)
    direct.scheduler.scheduleAt(200) { _ = direct.source.subscribe(recording) }
    direct.scheduler.start()
    #expect(recording.events == [.next(210, 1), .completed(230), .next(240, 9)])
    #expect(direct.source.subscriptions == [TestSubscription(200)])
  }
}
