import MarblesRx
import Testing

@Suite("Variable")
struct VariableTests {
  @available(*, deprecated, message: "uses a deprecated type")
  @Test("a Variable completes when it is deinitialized, a BehaviorRelay does not")
  func aVariableCompletesWhenItIsDeinitializedABehaviorRelayDoesNot() {
    let log = Log()
    var variable: Variable<Int>? = Variable(0)
    variable?.asObservable().logged("A", log)
    variable?.value = 1
    #expect(variable?.value == 1)
    variable = nil
    #expect(log.lines == ["A next 0", "A next 1", "A completed", "A disposed"])

    var relay: BehaviorRelay<Int>? = BehaviorRelay(value: 0)
    relay?.logged("B", log)
    relay = nil
    #expect(log.lines.last == "B next 0")
  }
}
