import Marbles
import Testing

/// Statements at the top of a file run in their order with the subscriptions of sinks, as in Swift.
@Suite("Order of statements")
struct StatementOrderTests {
  @Test("a sink receives what is sent below it")
  func aSinkReceivesWhatIsSentBelowIt() {
    #expect(
      failures(
        """
        let numbers = PassthroughSubject<Int, Never>()
        numbers.send(1)
        let a = numbers.sink { _ in }
        numbers.send(2)
        let b = numbers.sink { _ in }
        for number in 3...4 { numbers.send(number) }
        numbers.send(completion: .finished)

        expect a: (234|)
        expect b: (34|)
        """) == [])
  }

  @Test(
    "the sinks above a connection have subscribed",
    arguments: ["c.connect()", "let connection = c.connect()", "let d: Any = c.connect()"])
  func theSinksAboveAConnectionHaveSubscribed(_ connect: String) {
    #expect(
      failures(
        """
        let c = [1, 2].publisher.makeConnectable()
        let a = c.sink { _ in }
        let b = c.sink { _ in }
        \(connect)
        let late = c.sink { _ in }

        expect a: (12|)
        expect b: (12|)
        expect late: |
        """) == [])
  }

  @Test("a sink receives what code of the script sends")
  func aSinkReceivesWhatCodeOfTheScriptSends() {
    #expect(
      failures(
        """
        let numbers = PassthroughSubject<Int, Never>()
        final class Model {
          init() { numbers.send(2) }
          func load() -> Int {
            numbers.send(3)
            return 0
          }
        }
        func send() -> Int {
          numbers.send(1)
          return 0
        }
        let a = numbers.sink { _ in }
        let first = send()
        let model = Model()
        let last = model.load()

        expect a: (123)
        """) == [])
  }

  @Test(
    "a sink receives what a call inside a declaration sends",
    arguments: [
      "let b = send().map { $0 }", "let b = Just(0).merge(with: send())", "let b = [send()]",
      "let b = true ? send() : send()", "let b = { send() }()",
    ])
  func aSinkReceivesWhatACallInsideADeclarationSends(_ declaration: String) {
    #expect(
      failures(
        """
        let numbers = PassthroughSubject<Int, Never>()
        func send() -> AnyPublisher<Int, Never> {
          numbers.send(1)
          return Just(2).eraseToAnyPublisher()
        }
        let a = numbers.sink { _ in }
        \(declaration)

        expect a: 1
        """) == [])
  }

  @Test("a cancel takes effect where it stands")
  func aCancelTakesEffectWhereItStands() {
    #expect(
      failures(
        """
        let numbers = CurrentValueSubject<Int, Never>(0)
        var subscription: AnyCancellable? = numbers.sink { _ in }
        numbers.send(1)
        subscription?.cancel()
        numbers.send(2)

        expect subscription.values == [0, 1]
        """) == [])
  }

  @Test("a sink that nothing follows can use names from below it")
  func aSinkThatNothingFollowsCanUseNamesFromBelowIt() {
    #expect(
      failures(
        """
        let a = numbers.map { $0 + offset }.sink()
        let numbers = Just(1)
        let offset = 2

        expect a: (3|)
        """) == [])
  }
}
