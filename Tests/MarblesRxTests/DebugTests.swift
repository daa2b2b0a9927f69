import Testing

@testable import MarblesRx

@Suite("Rx debug")
struct DebugTests {
  private let log = Log()

  @Test("debug prints the subscription, each event and the disposal")
  func debugPrintsTheSubscriptionEachEventAndTheDisposal() {
    _ = Observable.of(1, 2).debug("login", trimOutput: false) { [log] in log($0) }.subscribe()
    #expect(
      log.lines == [
        "login -> subscribed", "login -> Event next(1)", "login -> Event next(2)",
        "login -> Event completed", "login -> isDisposed",
      ])
  }

  @Test("debug shortens long events to 40 characters if requested")
  func debugShortensLongEventsTo40CharactersIfRequested() {
    let text = String(repeating: "abcdefghij", count: 6)
    _ = Observable.just(text).debug("x", trimOutput: true) { [log] in log($0) }.subscribe()
    #expect(log.lines[1] == "x -> Event next(abcdefghijabcde...bcdefghijabcdefghij)")
  }
}
