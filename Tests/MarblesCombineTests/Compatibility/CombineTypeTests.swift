import Foundation
import MarblesCombine
import Testing

/// The types of Combine's operators where they differ from the general ones, and what follows.
@Suite struct CombineTypeTests {
  private let log = Log()

  private func never<T>(_ value: T) -> T {
    log.write("called")
    return value
  }

  @Test("operators of Just, Optional, Result and Sequence have Combine's types")
  func operatorsOfJustOptionalResultAndSequenceHaveCombinesTypes() {
    let _: Just<String> = Just(1).map(String.init)
    let _: Result<Int, Boom>.Publisher = Just(1).setFailureType(to: Boom.self)
    let _: Publishers.Sequence<[Int], Never> = [1].publisher.map { $0 + 1 }
    let _: Optional<Int>.Publisher = Just(1).filter { $0 > 0 }
    let _: Result<Int, any Error>.Publisher = Just(1).tryMap { $0 }
    let _: Empty<Int, Never> = Just(1).ignoreOutput()
    let _: Publishers.Sequence<[Int], Never> = Just(1).append(2, 3)
    let _: Just<Int> = Int?.none.publisher.replaceEmpty(with: 1)
    let _: Result<Bool, Never>.Publisher = [1].publisher.allSatisfy { $0 > 0 }
    let _: Just<Int> = [1, 2].publisher.count()
    let _: Optional<Int>.Publisher = [1, 2].publisher.first()
    let _: Publishers.Sequence<DropFirstSequence<[Int]>, Never> = [1, 2].publisher.dropFirst()
    let _: Publishers.Sequence<[Int], Never> = [1, 2].publisher.append(3)
  }

  @Test("operators of one kind that follow each other are joined")
  func operatorsOfOneKindThatFollowEachOtherAreJoined() {
    let s = PassthroughSubject<Int, Boom>()
    typealias S = PassthroughSubject<Int, Boom>
    let _: Publishers.TryMap<S, Int> = s.map { $0 }.tryMap { $0 }
    let _: Publishers.TryMap<S, Int> = s.tryMap { $0 }.map { $0 }.tryMap { $0 }
    let _: Publishers.Filter<S> = s.filter { $0 > 0 }.filter { $0 < 9 }
    let _: Publishers.TryFilter<S> = s.filter { $0 > 0 }.tryFilter { $0 < 9 }.filter { $0 != 5 }
    let _: Publishers.CompactMap<S, String> =
      s.compactMap { $0 > 0 ? $0 : nil }.compactMap { $0 }.map { "\($0)" }
    s.filter { $0 > 1 }.filter { $0 < 4 }.compactMap { $0 == 3 ? nil : $0 }.map { $0 * 10 }
      .attach("A", log)
    for value in 1...4 { s.send(value) }
    #expect(log.lines.filter { $0.hasPrefix("A value") } == ["A value 20"])
  }

  @Test("their closures do not escape, and run once, when the pipeline is made")
  func theirClosuresDoNotEscapeAndRunOnceWhenThePipelineIsMade() {
    func once(_ transform: (Int) -> Int) -> Just<Int> { Just(1).map(transform) }
    let publisher = [1, 2].publisher.map(never)
    log.step("made")
    publisher.attach("A", log)
    publisher.attach("B", log)
    once { never($0) }.attach("C", log)
    log.expect(
      """
      called
      called
      -- made
      A subscription
      A request unlimited
      A value 1
      A value 2
      A finished
      B subscription
      B request unlimited
      B value 1
      B value 2
      B finished
      called
      C subscription
      C request unlimited
      C value 1
      C finished
      """)
  }

  @Test("results that are known to be empty or failed complete without demand")
  func resultsThatAreKnownToBeEmptyOrFailedCompleteWithoutDemand() {
    Just(1).tryMap { _ -> Int in throw Boom() }.attach("A", log, demand: nil)
    Just(1).filter { _ in false }.attach("B", log, demand: nil)
    log.expect(
      """
      A subscription
      A failure(boom)
      B subscription
      B finished
      """)
  }

  @Test("the publisher of nil sends no results")
  func thePublisherOfNilSendsNoResults() {
    let nothing = Int?.none.publisher
    #expect(nothing.count().attach("A", log).values.isEmpty)
    #expect(nothing.reduce(2, +).attach("A", log).values.isEmpty)
    #expect(nothing.allSatisfy { _ in true }.attach("A", log).values.isEmpty)
    #expect(nothing.contains(1).attach("A", log).values.isEmpty)
    #expect(nothing.collect().attach("A", log).values.isEmpty)
    #expect(nothing.replaceEmpty(with: 3).attach("A", log).values == [3])
  }

  @Test("a collection is counted without being iterated")
  func aCollectionIsCountedWithoutBeingIterated() {
    #expect((0..<Int.max).publisher.count().attach("A", log).values == [Int.max])
  }

  @Test("predicates of one element are called with it twice, and may fail")
  func predicatesOfOneElementAreCalledWithItTwiceAndMayFail() {
    func end<P: Publisher>(_ publisher: P) -> String? {
      let own = Log()
      publisher.attach("A", own)
      return own.lines.last
    }
    #expect(end(Just(1).tryRemoveDuplicates { _, _ in throw Boom() }) == "A failure(boom)")
    let result = Result<Int, Boom>.success(1).publisher
    #expect(end(result.tryMin { _, _ in throw Boom() }) == "A failure(boom)")
    #expect(end(result.tryMax { _, _ in throw Boom() }) == "A failure(boom)")
    #expect(end(Result<Int, Boom>.failure(Boom()).publisher.ignoreOutput()) == "A finished")
  }

  @Test("indices outside of the elements are ignored, as Combine does it")
  func indicesOutsideOfTheElementsAreIgnoredAsCombineDoesIt() {
    #expect(Just(1).output(in: 0..<0).attach("A", log).values == [1])
    #expect(Just(1).output(in: -1..<3).attach("A", log).values.isEmpty)
    #expect([1].publisher.output(at: -1).attach("A", log).values.isEmpty)
    #expect([1, 2, 3].publisher.output(in: 1..<9).attach("A", log).values == [2, 3])
  }

  @Test("operators of a sequence give the same elements as the general ones")
  func operatorsOfASequenceGiveTheSameElementsAsTheGeneralOnes() {
    let list = [3, 1, 1, 2]
    let known = list.publisher
    let general = list.publisher.eraseToAnyPublisher()
    func values<P: Publisher>(_ publisher: P) -> [P.Output] {
      publisher.attach("A", Log()).values
    }
    #expect(values(known.scan(0, +)) == values(general.scan(0, +)))
    #expect(values(known.removeDuplicates()) == values(general.removeDuplicates()))
    #expect(values(known.prefix(2)) == values(general.prefix(2)))
    #expect(values(known.prefix { $0 > 2 }) == values(general.prefix { $0 > 2 }))
    #expect(values(known.drop { $0 > 2 }) == values(general.drop { $0 > 2 }))
    #expect(values(known.dropFirst(2)) == values(general.dropFirst(2)))
    #expect(values(known.compactMap { $0 == 1 ? nil : $0 }) == [3, 2])
    #expect(values(known.prepend(9)) == values(general.prepend(9)))
    #expect(values(known.append([9])) == values(general.append([9])))
    #expect(values(known.min()) == values(general.min()))
    #expect(values(known.max()) == values(general.max()))
    #expect(values(known.last()) == values(general.last()))
    #expect(values(known.last { $0 > 2 }) == [3])
    #expect(values(known.contains(2)) == [true])
    #expect(values(known.collect()) == [list])
    #expect(values(known.reduce(0, +)) == [7])
    #expect(values([1, nil].publisher.replaceNil(with: 5)) == [1, 5])
  }

  @Test("a comparison is made with areInIncreasingOrder")
  func aComparisonIsMadeWithAreInIncreasingOrder() {
    let subject = PassthroughSubject<Int, Boom>()
    let comparison = Publishers.Comparison(upstream: subject, areInIncreasingOrder: <)
    #expect(comparison.areInIncreasingOrder(1, 2))
    comparison.attach("A", log)
    subject.send(1)
    subject.send(2)
    subject.send(completion: .finished)
    #expect(log.lines.suffix(2) == ["A value 2", "A finished"])
  }

  // MARK: Values of Combine as data

  private func json<T: Encodable>(_ value: T) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }

  private func decoded<T: Decodable>(_ type: T.Type, _ text: String) throws -> T {
    try JSONDecoder().decode(type, from: Data(text.utf8))
  }

  private struct Coded: Error, Codable, Equatable {
    let code: Int
  }

  @Test("demand is coded as one number, unlimited as one more than the largest Int")
  func demandIsCodedAsOneNumberUnlimitedAsOneMoreThanTheLargestInt() throws {
    #expect(try json(["d": Subscribers.Demand.max(37)]) == #"{"d":37}"#)
    #expect(try json(["d": Subscribers.Demand.unlimited]) == #"{"d":9223372036854775808}"#)
    #expect(
      try decoded([String: Subscribers.Demand].self, #"{"d":9223372036854775809}"#)
        == ["d": .unlimited])
    #expect(try decoded([Subscribers.Demand].self, "[3]") == [.max(3)])
  }

  @Test("a completion is coded as success and error")
  func aCompletionIsCodedAsSuccessAndError() throws {
    typealias End = Subscribers.Completion<Coded>
    #expect(try json(End.finished) == #"{"success":true}"#)
    #expect(try json(End.failure(Coded(code: 4))) == #"{"error":{"code":4},"success":false}"#)
    #expect(try decoded(End.self, #"{"success":true}"#) == .finished)
    #expect(
      try decoded(End.self, #"{"error":{"code":4},"success":false}"#) == .failure(Coded(code: 4)))
  }

  @Test("a record is coded as its recording")
  func aRecordIsCodedAsItsRecording() throws {
    let record = Record<Int, Coded>(output: [1, 2], completion: .failure(Coded(code: 4)))
    let text =
      #"{"recording":{"completion":{"error":{"code":4},"success":false},"output":[1,2]}}"#
    #expect(try json(record) == text)
    let back = try decoded(Record<Int, Coded>.self, text)
    #expect(back.recording.output == [1, 2])
    #expect(back.recording.completion == .failure(Coded(code: 4)))
  }

  @Test("a recording that has completed refuses more")
  func aRecordingThatHasCompletedRefusesMore() async {
    await #expect(processExitsWith: .failure) {
      _ = Record<Int, Never> { recording in
        recording.receive(completion: .finished)
        recording.receive(1)
      }
    }
  }

  @Test("the stride of a queue is coded as nanoseconds")
  func theStrideOfAQueueIsCodedAsNanoseconds() throws {
    #expect(
      try json(DispatchQueue.SchedulerTimeType.Stride.microseconds(2)) == #"{"_nanoseconds":2000}"#)
  }

  private struct Lines: TopLevelEncoder, TopLevelDecoder {
    func encode<T: Encodable>(_ value: T) throws -> String {
      String(decoding: try JSONEncoder().encode(value), as: UTF8.self)
    }

    func decode<T: Decodable>(_ type: T.Type, from data: String) throws -> T {
      try JSONDecoder().decode(type, from: Data(data.utf8))
    }
  }

  @Test("encode and decode fail with the error of the coder")
  func encodeAndDecodeFailWithTheErrorOfTheCoder() {
    let subject = PassthroughSubject<[Int], Boom>()
    subject.encode(encoder: Lines()).attach("A", log)
    subject.send([1, 2])
    let texts = PassthroughSubject<String, Boom>()
    var isFailed = false
    let b = texts.decode(type: [Int].self, decoder: Lines()).attach("B", log)
    b.onCompletion = { if case .failure = $0 { isFailed = true } }
    texts.send("[3]")
    texts.send("?")
    #expect(log.lines.contains("A value [1,2]"))
    #expect(b.values == [[3]])
    #expect(isFailed)
  }

  @Test("subtracting so much that it overflows leaves no demand")
  func subtractingSoMuchThatItOverflowsLeavesNoDemand() {
    #expect(Subscribers.Demand.max(.max) - (-1) == Subscribers.Demand.none)
  }

  @Test("subscribers describe themselves, and have no children")
  func subscribersDescribeThemselvesAndHaveNoChildren() {
    let sink = Subscribers.Sink<Int, Never>(receiveCompletion: { _ in }, receiveValue: { _ in })
    #expect(Mirror(reflecting: sink).children.isEmpty)
    #expect(sink.playgroundDescription as? String == "Sink")
    #expect(Mirror(reflecting: AnySubscriber<Int, Never>()).children.isEmpty)
    #expect(Just(1).eraseToAnyPublisher().playgroundDescription as? String == "AnyPublisher")
  }

  @Test("the element of a future can be awaited")
  func theElementOfAFutureCanBeAwaited() async throws {
    #expect(await Future<Int, Never> { $0(.success(3)) }.value == 3)
    let failing = Future<Int, Boom> { $0(.failure(Boom())) }
    await #expect(throws: Boom.self) { _ = try await failing.value }
    let late = Future<Int, Never> { promise in
      DispatchQueue.global().async { [promise = Unchecked(promise)] in
        promise.value(.success(4))
      }
    }
    #expect(await late.value == 4)
  }

  @Test("values iterates over the elements of a publisher, one request each")
  func valuesIteratesOverTheElementsOfAPublisherOneRequestEach() async throws {
    var elements: [Int] = []
    for await element in [1, 2, 3].publisher.spy("up", log).values { elements.append(element) }
    #expect(elements == [1, 2, 3])
    #expect(log.lines.filter { $0 == "up request max(1)" }.count == 3)
  }

  @Test("values throws the failure of a publisher after its elements")
  func valuesThrowsTheFailureOfAPublisherAfterItsElements() async {
    var elements: [Int] = []
    await #expect(throws: Boom.self) {
      let record = Record<Int, Boom>(output: [1, 2], completion: .failure(Boom()))
      for try await element in record.values { elements.append(element) }
    }
    #expect(elements == [1, 2])
  }

  @Test("values ends, and cancels the publisher, when its task is cancelled")
  func valuesEndsAndCancelsThePublisherWhenItsTaskIsCancelled() async {
    let task = Task { () -> (Int, Int) in
      let feed = Feed<Int, Never>("F", Log())
      var count = 0
      for await _ in feed.values { count += 1 }
      return (count, feed.cancellations)
    }
    task.cancel()
    #expect(await task.value == (0, 1))
  }

  private struct Unchecked<T>: @unchecked Sendable {
    let value: T
    init(_ value: T) { self.value = value }
  }
}
