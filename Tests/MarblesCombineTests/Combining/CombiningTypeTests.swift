import Marbles
import MarblesCombine
import Testing

/// The spelling of Combine: types, labels, failure types that are adapted, descriptions.
@Suite struct CombiningTypeTests {
  private let numbers = PassthroughSubject<Int, Never>()
  private let risky = PassthroughSubject<Int, Boom>()

  @Test("flatMap adapts the failure type of the side that cannot fail")
  func flatMapAdaptsTheFailureTypeOfTheSideThatCannotFail() {
    let log = Log()
    let a: Publishers.FlatMap<Just<Int>, PassthroughSubject<Int, Never>> = numbers.flatMap {
      Just($0)
    }
    let b:
      Publishers.FlatMap<
        PassthroughSubject<Int, Boom>,
        Publishers.SetFailureType<PassthroughSubject<Int, Never>, Boom>
      > = numbers.flatMap { _ in risky }
    let c:
      Publishers.FlatMap<
        Publishers.SetFailureType<Just<Int>, Boom>, PassthroughSubject<Int, Boom>
      > = risky.flatMap { Just($0 * 10) }
    a.attach("a", log, demand: .max(1))
    b.attach("b", log)
    c.attach("c", log)
    log.removeAll()
    numbers.send(1)
    risky.send(2)
    log.expect(
      """
      a value 1
      c value 20
      b value 2
      """)
  }

  @Test("switchToLatest adapts the failure type of the side that cannot fail")
  func switchToLatestAdaptsTheFailureTypeOfTheSideThatCannotFail() {
    let log = Log()
    numbers.map { Just($0) }.switchToLatest().attach("a", log, demand: .max(1))
    numbers.map { _ in risky }.switchToLatest().attach("b", log)
    risky.map { Just($0 * 10) }.switchToLatest().attach("c", log)
    log.removeAll()
    numbers.send(1)
    risky.send(2)
    log.expect(
      """
      a value 1
      c value 20
      b value 2
      """)
  }

  private func elements<P: Publisher<Int, Never>>(of publisher: P) -> [Int] {
    var elements: [Int] = []
    _ = publisher.sink { elements.append($0) }
    return elements
  }

  @Test("merge republishes the elements of each publisher, in their order, for each number of them")
  func mergeRepublishesTheElementsOfEachPublisherInTheirOrderForEachNumberOfThem() {
    let a = Just(1)
    let (b, c, d, e, f, g, h) = (Just(2), Just(3), Just(4), Just(5), Just(6), Just(7), Just(8))
    let two = a.merge(with: b)
    #expect(elements(of: two) == [1, 2])
    let three = [elements(of: a.merge(with: b, c)), elements(of: two.merge(with: c))]
    let four = [
      elements(of: a.merge(with: b, c, d)), elements(of: two.merge(with: c, d)),
      elements(of: a.merge(with: b, c).merge(with: d)),
    ]
    let five = [
      elements(of: a.merge(with: b, c, d, e)), elements(of: two.merge(with: c, d, e)),
      elements(of: a.merge(with: b, c).merge(with: d, e)),
      elements(of: a.merge(with: b, c, d).merge(with: e)),
    ]
    let six = [
      elements(of: a.merge(with: b, c, d, e, f)), elements(of: two.merge(with: c, d, e, f)),
      elements(of: a.merge(with: b, c).merge(with: d, e, f)),
      elements(of: a.merge(with: b, c, d).merge(with: e, f)),
      elements(of: a.merge(with: b, c, d, e).merge(with: f)),
    ]
    let seven = [
      elements(of: a.merge(with: b, c, d, e, f, g)), elements(of: two.merge(with: c, d, e, f, g)),
      elements(of: a.merge(with: b, c).merge(with: d, e, f, g)),
      elements(of: a.merge(with: b, c, d).merge(with: e, f, g)),
      elements(of: a.merge(with: b, c, d, e).merge(with: f, g)),
      elements(of: a.merge(with: b, c, d, e, f).merge(with: g)),
    ]
    let eight = [
      elements(of: a.merge(with: b, c, d, e, f, g, h)),
      elements(of: two.merge(with: c, d, e, f, g, h)),
      elements(of: a.merge(with: b, c).merge(with: d, e, f, g, h)),
      elements(of: a.merge(with: b, c, d).merge(with: e, f, g, h)),
      elements(of: a.merge(with: b, c, d, e).merge(with: f, g, h)),
      elements(of: a.merge(with: b, c, d, e, f).merge(with: g, h)),
      elements(of: a.merge(with: b, c, d, e, f, g).merge(with: h)),
    ]
    for (count, all) in zip(3..., [three, four, five, six, seven, eight]) {
      for merged in all { #expect(merged == Array(1...count)) }
    }
  }

  @Test("merge accepts two to eight publishers, or many of one type")
  func mergeAcceptsTwoToEightPublishersOrManyOfOneType() {
    let log = Log()
    let one = Just(1)
    let three: Publishers.Merge3<Just<Int>, Just<Int>, Just<Int>> = one.merge(
      with: Just(2), Just(3))
    three.attach("three", log)
    let eight = three.merge(with: Just(4)).merge(with: Just(5), Just(6), Just(7), Just(8))
    let sum = eight.reduce(0, +)
    sum.attach("sum", log)
    let many = Publishers.MergeMany((1...20).map { Just($0) }).merge(with: Just(21))
    many.count().attach("many", log)
    log.expect(
      """
      three subscription
      three request unlimited
      three value 1
      three value 2
      three value 3
      three finished
      sum subscription
      sum request unlimited
      sum value 36
      sum finished
      many subscription
      many request unlimited
      many value 21
      many finished
      """)
  }

  @Test("a merge of nothing finishes at once")
  func aMergeOfNothingFinishesAtOnce() {
    let log = Log()
    Publishers.MergeMany<Just<Int>>([]).attach("A", log, demand: nil)
    log.expect(
      """
      A subscription
      A finished
      """)
  }

  @Test("zip and combineLatest of three and four, with and without a closure")
  func zipAndCombineLatestOfThreeAndFourWithAndWithoutAClosure() {
    let log = Log()
    let words = ["a", "b"].publisher
    Just(1).zip(words, Just(true)).attach("z3", log)
    Just(1).zip(words, Just(true)) { "\($0)\($1)\($2)" }.attach("zt", log)
    Just(1).combineLatest(words).map { "\($0.0)\($0.1)" }.attach("c2", log)
    Just(1).combineLatest(Just(2), Just(3), words) { "\($0)\($1)\($2)\($3)" }.attach("c4", log)
    #expect(
      log.lines.filter { $0.contains("value") } == [
        #"z3 value (1, "a", true)"#, "zt value 1atrue", "c2 value 1a", "c2 value 1b",
        "c4 value 123a", "c4 value 123b",
      ])
  }

  @Test("subscriptions describe themselves as Combine's do")
  func subscriptionsDescribeThemselvesAsCombinesDo() {
    let scheduler = TestScheduler()
    let log = Log()
    func name(_ publisher: some Publisher<Int, Never>) -> String {
      let subscriber = publisher.attach("A", log)
      return subscriber.subscription.map { String(describing: $0) } ?? "none"
    }
    let frame = VirtualDuration.frame
    #expect(
      name(numbers.buffer(size: 1, prefetch: .byRequest, whenFull: .dropOldest)) == "Buffer")
    #expect(name(numbers.debounce(for: frame, scheduler: scheduler)) == "Debounce")
    #expect(name(numbers.delay(for: frame, scheduler: scheduler)) == "Delay")
    #expect(name(numbers.receive(on: scheduler)) == "ReceiveOn")
    #expect(name(numbers.throttle(for: frame, scheduler: scheduler, latest: true)) == "Throttle")
    #expect(name(numbers.timeout(frame, scheduler: scheduler)) == "Timeout")
    #expect(name(numbers.flatMap { Just($0) }) == "FlatMap")
    #expect(name(numbers.map { Just($0) }.switchToLatest()) == "SwitchToLatest")
    #expect(name(numbers.merge(with: numbers)) == "Merge")
    #expect(name(numbers.prefix(untilOutputFrom: Just(1).dropFirst())) == "PrefixUntilOutput")
    #expect(name(numbers.drop(untilOutputFrom: numbers)) == "DropUntilOutput")
  }

  @Test("publishers expose their parameters")
  func publishersExposeTheirParameters() {
    let scheduler = TestScheduler()
    let buffer = numbers.buffer(size: 3, prefetch: .keepFull, whenFull: .dropNewest)
    #expect(buffer.size == 3)
    #expect(buffer.prefetch == .keepFull)
    let delay = numbers.delay(for: .milliseconds(2), scheduler: scheduler)
    #expect(delay.interval == .milliseconds(2))
    #expect(delay.tolerance == .zero)
    #expect(Publishers.Zip(Just(1), Just(2)) == Publishers.Zip(Just(1), Just(2)))
  }
}

@Suite struct UntilOutputTests {
  private let log = Log()
  private let numbers = PassthroughSubject<Int, Boom>()
  private let other = PassthroughSubject<String, Boom>()

  @Test(
    "prefix(untilOutputFrom:) subscribes to the other first, and cancels upstream at its first element"
  )
  func prefixUntilOutputFromSubscribesToTheOtherFirstAndCancelsUpstreamAtItsFirst() {
    numbers.spy("up", log).prefix(untilOutputFrom: other.spy("other", log)).attach("A", log)
    numbers.send(1)
    other.send("now")
    numbers.send(2)
    log.expect(
      """
      other subscribed
      other request max(1)
      up subscribed
      A subscription
      A request unlimited
      up request unlimited
      up emits 1
      A value 1
      other emits now
      up cancelled
      A finished
      """)
  }

  @Test("prefix(untilOutputFrom:) of a publisher that has sent already finishes without an element")
  func prefixUntilOutputFromOfAPublisherThatHasSentAlreadyFinishesWithoutAnElement() {
    [1, 2].publisher.prefix(untilOutputFrom: Just("now")).attach("A", log)
    log.expect(
      """
      A subscription
      A request unlimited
      A finished
      """)
  }

  @Test("prefix(untilOutputFrom:) ignores the completion of the other")
  func prefixUntilOutputFromIgnoresTheCompletionOfTheOther() {
    numbers.prefix(untilOutputFrom: other).attach("A", log)
    other.send(completion: .failure(Boom()))
    numbers.send(1)
    numbers.send(completion: .finished)
    log.expect(
      """
      A subscription
      A request unlimited
      A value 1
      A finished
      """)
  }

  @Test("drop(untilOutputFrom:) skips elements until the other sends, and uses up demand for them")
  func dropUntilOutputFromSkipsElementsUntilTheOtherSendsAndUsesUpDemandForThem() {
    numbers.spy("up", log).drop(untilOutputFrom: other.spy("other", log))
      .attach("A", log, demand: .max(3))
    numbers.send(1)
    other.send("now")
    numbers.send(2)
    numbers.send(3)
    numbers.send(4)
    log.expect(
      """
      A subscription
      A request max(3)
      other subscribed
      other request max(1)
      up subscribed
      up request max(3)
      up emits 1
      other emits now
      up emits 2
      A value 2
      up emits 3
      A value 3
      """)
  }

  @Test("drop(untilOutputFrom:) completes like the other")
  func dropUntilOutputFromCompletesLikeTheOther() {
    numbers.spy("up", log).drop(untilOutputFrom: other).attach("A", log)
    other.send(completion: .failure(Boom()))
    let late = PassthroughSubject<String, Boom>()
    numbers.drop(untilOutputFrom: late).attach("B", log)
    late.send(completion: .finished)
    numbers.send(1)
    numbers.send(completion: .finished)
    log.expect(
      """
      A subscription
      A request unlimited
      up subscribed
      up request unlimited
      up cancelled
      A failure(boom)
      B subscription
      B request unlimited
      B finished
      """)
  }
}
