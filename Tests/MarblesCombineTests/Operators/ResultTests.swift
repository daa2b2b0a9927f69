import MarblesCombine
import Testing

/// Results of the small operators, by their documentation.
@Suite struct ResultTests {
  private func values<P: Publisher>(_ publisher: P) -> [P.Output] {
    var values: [P.Output] = []
    let handle = publisher.sink(receiveCompletion: { _ in }, receiveValue: { values.append($0) })
    handle.cancel()
    return values
  }

  private func failure<P: Publisher>(_ publisher: P) -> String? {
    var failure: String?
    let handle = publisher.sink(
      receiveCompletion: { if case .failure(let error) = $0 { failure = "\(error)" } },
      receiveValue: { _ in })
    handle.cancel()
    return failure
  }

  private let numbers = [3, 1, 2, 2].publisher

  @Test("filtering operators republish the expected elements")
  func filteringOperatorsRepublishTheExpectedElements() {
    #expect(values(numbers.filter { $0 > 1 }) == [3, 2, 2])
    #expect(values(numbers.compactMap { $0 == 1 ? nil : "\($0)" }) == ["3", "2", "2"])
    #expect(values(numbers.removeDuplicates()) == [3, 1, 2])
    #expect(values(numbers.removeDuplicates { $0 > $1 }) == [3])
    #expect(values(numbers.dropFirst()) == [1, 2, 2])
    #expect(values(numbers.drop { $0 > 1 }) == [1, 2, 2])
    #expect(values(numbers.prefix(2)) == [3, 1])
    #expect(values(numbers.prefix { $0 != 2 }) == [3, 1])
    #expect(values(numbers.output(at: 2)) == [2])
    #expect(values(numbers.output(in: 1...2)) == [1, 2])
    #expect(values(numbers.output(in: 2...)) == [2, 2])
    #expect(values(numbers.ignoreOutput()) == [])
  }

  @Test("reducing operators publish the expected results")
  func reducingOperatorsPublishTheExpectedResults() {
    #expect(values(numbers.reduce(10, +)) == [18])
    #expect(values(numbers.scan(10, +)) == [13, 14, 16, 18])
    #expect(values(numbers.collect()) == [[3, 1, 2, 2]])
    #expect(values(numbers.count()) == [4])
    #expect(values(numbers.min()) == [1])
    #expect(values(numbers.max()) == [3])
    #expect(values(numbers.min { $0 > $1 }) == [3])
    #expect(values(numbers.max { $0 > $1 }) == [1])
    #expect(values(numbers.first()) == [3])
    #expect(values(numbers.first { $0 < 3 }) == [1])
    #expect(values(numbers.last()) == [2])
    #expect(values(numbers.last { $0 > 2 }) == [3])
    #expect(values(numbers.contains(2)) == [true])
    #expect(values(numbers.contains(9)) == [false])
    #expect(values(numbers.contains { $0 > 2 }) == [true])
    #expect(values(numbers.allSatisfy { $0 > 0 }) == [true])
    #expect(values(numbers.allSatisfy { $0 > 1 }) == [false])
  }

  @Test("reducing operators of no elements publish the expected results")
  func reducingOperatorsOfNoElementsPublishTheExpectedResults() {
    let nothing = [Int]().publisher
    #expect(values(nothing.reduce(10, +)) == [10])
    #expect(values(nothing.collect()) == [[]])
    #expect(values(nothing.collect(2)) == [])
    #expect(values(nothing.count()) == [0])
    #expect(values(nothing.min()) == [])
    #expect(values(nothing.first()) == [])
    #expect(values(nothing.last()) == [])
    #expect(values(nothing.contains(1)) == [false])
    #expect(values(nothing.allSatisfy { _ in false }) == [true])
    #expect(values(nothing.replaceEmpty(with: 7)) == [7])
  }

  @Test("replacing operators publish the expected elements")
  func replacingOperatorsPublishTheExpectedElements() {
    let failing = [1, 2].publisher.setFailureType(to: Boom.self).append(Fail(error: Boom()))
    #expect(values(failing.replaceError(with: 9)) == [1, 2, 9])
    #expect(values(failing.catch { _ in Just(8) }) == [1, 2, 8])
    #expect(values([1, nil].publisher.replaceNil(with: 0)) == [1, 0])
    #expect(failure(failing.mapError { _ in Other() }) == "other")
    #expect(failure(failing.tryCatch { _ -> Just<Int> in throw Other() }) == "other")
    #expect(failure(failing.replaceEmpty(with: 0)) == "boom")
    #expect(values(failing.retry(1)) == [1, 2, 1, 2])
  }

  private struct Other: Error, CustomStringConvertible { var description: String { "other" } }

  @Test("operators whose closure throws fail with that error")
  func operatorsWhoseClosureThrowsFailWithThatError() {
    let boom: (Int) throws -> Bool = { _ in throw Boom() }
    let boom2: (Int, Int) throws -> Bool = { _, _ in throw Boom() }
    #expect(failure(numbers.tryMap(boom)) == "boom")
    #expect(failure(numbers.tryFilter(boom)) == "boom")
    #expect(failure(numbers.tryCompactMap { try boom($0) }) == "boom")
    #expect(failure(numbers.tryRemoveDuplicates(by: boom2)) == "boom")
    #expect(failure(numbers.tryScan(0) { _, _ in throw Boom() }) == "boom")
    #expect(failure(numbers.tryReduce(0) { _, _ in throw Boom() }) == "boom")
    #expect(failure(numbers.tryPrefix(while: boom)) == "boom")
    #expect(failure(numbers.tryDrop(while: boom)) == "boom")
    #expect(failure(numbers.tryFirst(where: boom)) == "boom")
    #expect(failure(numbers.tryLast(where: boom)) == "boom")
    #expect(failure(numbers.tryContains(where: boom)) == "boom")
    #expect(failure(numbers.tryAllSatisfy(boom)) == "boom")
    #expect(failure(numbers.tryMin(by: boom2)) == "boom")
    #expect(failure(numbers.tryMax(by: boom2)) == "boom")
  }

  private struct Person {
    var name = "Ada"
    var age = 36
    var city = "London"
  }

  @Test("map of key paths publishes their values") func mapOfKeyPathsPublishesTheirValues() {
    let people = Just(Person())
    #expect(values(people.map(\.name)) == ["Ada"])
    #expect(values(people.map(\.name, \.age)).map { "\($0)\($1)" } == ["Ada36"])
    let three = values(people.map(\.name, \.age, \.city))
    #expect(three.map { "\($0)\($1)\($2)" } == ["Ada36London"])
  }

  private final class Label {
    var text = ""
  }

  @Test("assign sets a property, and releases the object at the completion")
  func assignSetsAPropertyAndReleasesTheObjectAtTheCompletion() {
    let subject = PassthroughSubject<String, Never>()
    var label: Label? = Label()
    weak let weakLabel = label
    let handle = label.map { subject.assign(to: \.text, on: $0) }
    subject.send("a")
    #expect(label?.text == "a")
    label = nil
    #expect(weakLabel != nil)
    subject.send(completion: .finished)
    #expect(weakLabel == nil)
    _ = handle
  }
}
