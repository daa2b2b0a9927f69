import MarblesCombine
import Testing

@Suite struct PublishedTests {
  private class Model: ObservableObject {
    @Published var count = 0
    @Published var name = "a"
  }

  private final class Derived: Model {
    @Published var extra = 1
  }

  private let log = Log()

  @Test("a published property sends its value at once, and new values before it changes")
  func aPublishedPropertySendsItsValueAtOnceAndNewValuesBeforeItChanges() {
    let model = Model()
    let a = model.$count.sink { [log, unowned model] in log.write("\($0), was \(model.count)") }
    model.count = 1
    model.count = 1
    a.cancel()
    model.count = 2
    #expect(log.lines == ["0, was 0", "1, was 0", "1, was 1"])
    #expect(model.count == 2)
  }

  @Test("a subscription during a change receives the old value of the property")
  func aSubscriptionDuringAChangeReceivesTheOldValueOfTheProperty() {
    let model = Model()
    var inner: AnyCancellable?
    let outer = model.$count.sink { [log, unowned model] value in
      log.write("outer \(value)")
      guard value == 1 else { return }
      inner = model.$count.sink { [log] in log.write("inner \($0)") }
    }
    model.count = 1
    model.count = 2
    #expect(log.lines == ["outer 0", "outer 1", "inner 0", "outer 2", "inner 2"])
    withExtendedLifetime((outer, inner)) {}
  }

  @Test("an assignment during a change is replaced by the value that was being assigned")
  func anAssignmentDuringAChangeIsReplacedByTheValueThatWasBeingAssigned() {
    let model = Model()
    let a = model.$count.sink { [unowned model] in if $0 == 1 { model.count = 5 } }
    model.count = 1
    #expect(model.count == 1)
    let b = model.$count.sink { [log] in log.write("\($0)") }
    #expect(log.lines == ["1"])
    withExtendedLifetime((a, b)) {}
  }

  @Test("a published property without demand sends its current value with the next request")
  func aPublishedPropertyWithoutDemandSendsItsCurrentValueWithTheNextRequest() {
    let model = Model()
    let a = model.$count.attach("A", log, demand: .max(1))
    model.count = 1
    model.count = 2
    a.request(.max(1))
    #expect(a.values == [0, 2])
    #expect(a.subscription.map { "\($0)" } == "PublishedSubject")
  }

  @Test("objectWillChange ignores the demand of a request, and sends nothing before the first")
  func objectWillChangeIgnoresTheDemandOfARequestAndSendsNothingBeforeTheFirst() {
    let model = Model()
    let a = model.objectWillChange.attach("A", log, demand: nil)
    #expect(a.subscription.map { "\($0)" } == "ObservableObjectPublisher")
    model.count = 1
    #expect(a.values.isEmpty)
    a.request(.max(1))
    model.count = 2
    model.count = 3
    #expect(a.values.count == 2)
    a.cancel()
    a.request(.unlimited)
    model.count = 4
    #expect(a.values.count == 2)
  }

  @Test("an observable object and its subscribers are released")
  func anObservableObjectAndItsSubscribersAreReleased() {
    var model: Model? = Model()
    weak let released = model
    weak var subscriber: LoggingSubscriber<Void, Never>?
    if let model {
      let a = model.objectWillChange.attach("A", log)
      subscriber = a
      a.cancel()
    }
    model = nil
    #expect(released == nil)
    #expect(subscriber == nil)
  }

  @Test("objectWillChange sends before every published property, inherited ones too")
  func objectWillChangeSendsBeforeEveryPublishedPropertyInheritedOnesToo() {
    let model = Derived()
    let a = model.objectWillChange.sink { [log, unowned model] in
      log.write("will change from \(model.count) \(model.name) \(model.extra)")
    }
    let b = model.$count.sink { [log] in log.write("count \($0)") }
    model.count = 1
    model.name = "b"
    model.extra = 2
    #expect(
      log.lines == [
        "count 0", "will change from 0 a 1", "count 1", "will change from 1 a 1",
        "will change from 1 b 1",
      ])
    #expect(model.objectWillChange === model.objectWillChange)
    withExtendedLifetime((a, b)) {}
  }

  @Test("a publisher can be assigned to a published property, which ends the subscription")
  func aPublisherCanBeAssignedToAPublishedPropertyWhichEndsTheSubscription() {
    let subject = PassthroughSubject<Int, Never>()
    var model: Model? = Model()
    weak let released = model
    if let model { subject.assign(to: &model.$count) }
    subject.send(4)
    #expect(model?.count == 4)
    model = nil
    subject.send(5)
    #expect(released == nil)
  }
}
