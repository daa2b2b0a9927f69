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
