import Marbles
import MarblesCombine
import MarblesRx
import MarblesTestSupport
import Testing

@testable import MarblesScript

/// The largest and smallest numbers at each place of a number: a run ends with an error or with a
/// picture.
@Suite("The largest and smallest numbers")
struct ExtremeNumberTests {
  static let numbers = [
    "9223372036854775807", "(-9223372036854775807 - 1)", "9223372036854775806", "-1", "0",
    "1e308", "-1e308", "(1e308 * 10)", "(1e308 * 10 - 1e308 * 10)", "-0.0", "0.5", "4e18",
    "9000000000s", "1ns", "-1ms", "0ms", "(9000000000s + 9000000000s)", "nil", "\"x\"", "[1]",
    ".infinity",
  ]

  @Test(
    "an extreme number in a call of an operator does not crash",
    arguments: ScriptWriter.Dialect.allCases)
  func anExtremeNumberInACallOfAnOperatorDoesNotCrash(dialect: ScriptWriter.Dialect) {
    let ways = CatalogueCalls.ways(of: CatalogueCalls(dialect: dialect).operators)
    for (index, way) in ways.enumerated() {
      let numbers = Scenarios.sample(Self.numbers, oneOf: 3, offset: index)
      for (turn, number) in numbers.enumerated() {
        let calls = CatalogueCalls(dialect: dialect, number: number)
        var dice = Dice(index)
        let call = calls.text(of: way, &dice, other: "other")
        guard call.contains(number) else { continue }
        play(
          """
          dialect \(dialect.rawValue)
          let s = PassthroughSubject()
          let other = PassthroughSubject()
          let a, b = s\(call).sink()
          b: --^---!
          s: 12-3--4-5|
          other: --6-7
          """, turn: turn + index)
      }
    }
  }

  static let places = [
    "at N { s.send(1) }", "at N on T1 { s.send(1) }", "until N", "thread T from N { s.send(1) }",
    "frame N", "let x = s.sink(demand: N)", "let x = s.sink(demand: .max(N))",
    "at 1 { a.request(N) }", "at 1 { a.request(N); a.request(N) }", "at 1 { s.send(N) }",
    "let x = Observable.range(start: N, count: 3).sink()",
    "let x = Observable.range(start: 3, count: N).sink()",
    "let x = Observable.range(start: N, count: N).sink()",
    "let x = Observable.interval(N).sink()", "let x = Observable.timer(N).sink()",
    "let x = Observable.timer(N, period: N).sink()",
    "let x = Timer.publish(every: N).autoconnect().sink()",
    "let x = s.receive(on: Queue(every: N)).sink()",
    "let x = s.receive(on: Queue(latencies: [N, N])).sink()",
    "let x = ReplaySubject(capacity: N).sink()", "let x = CurrentValueSubject(N).sink()",
    "let x = ReplaySubject.create(bufferSize: N).sink()", "let x = BehaviorRelay(value: N).sink()",
    "let x = ResponseCache(timeToLive: N) { Just(1) }.response().sink()",
    "let x = (1...N).publisher.sink()", "let x = (N...1).publisher.sink()",
    "let x = (N...N).publisher.sink()", "let x = (N..<N).publisher.prefix(3).sink()",
    "let x = (1..<N).publisher.count().sink()", "let x = (N...N).map { $0 }.publisher.sink()",
    "let x = cold(\"--a\", a: N).sink()", "let x = Just(N).scan(N) { $0 + $1 }.sink()",
    "let x = s.map { $0 + N }.sink()", "let x = s.map { $0 - N }.sink()",
    "let x = s.map { $0 * N }.sink()", "let x = s.map { $0 / N }.sink()",
    "let x = s.map { $0 % N }.sink()", "let x = s.map { N / -1 }.sink()",
    "let x = s.map { N % -1 }.sink()", "let x = s.map { N * N }.sink()",
    "let x = s.map { -N }.sink()", "let x = s.map { abs(N) }.sink()",
    "let x = s.map { [1, 2][N] }.sink()", "let x = s.map { [1, 2].prefix(N) }.sink()",
    "let x = s.map { [1, 2].dropLast(N) }.sink()", "let x = s.map { [1, 2].suffix(N) }.sink()",
    "let x = s.map { [1, 2].dropFirst(N) }.sink()", "let x = s.map { \"xy\".prefix(N) }.sink()",
    "let x = s.map { \"xy\".suffix(N) }.sink()", "let x = s.map { \"xy\"[N] }.sink()",
    "let x = s.map { [1, 2][N...N] }.sink()", "let x = s.map { [1, 2][0..<N] }.sink()",
    "let x = s.map { Int(N) }.sink()", "let x = s.map { Double(N) }.sink()",
    "let x = s.map { String(N) }.sink()", "let x = s.map { \"\\(N)\" }.sink()",
    "let x = s.map { Array(N...N) }.sink()", "let x = s.map { Array(0...N).count }.sink()",
    "let x = s.map { min(N, $0) }.sink()", "let x = s.map { max(N, $0) < N }.sink()",
    "let x = s.map { 5ms * N }.sink()", "let x = s.map { 5ms + N }.sink()",
    "let x = s.map { 5ms / N }.sink()", "let x = s.map { .milliseconds(N) }.sink()",
    "let x = s.delay(for: .seconds(N)).sink()", "let x = s.delay(for: .milliseconds(N)).sink()",
    "let x = s.delay(for: N * 2).sink()", "let x = s.delay(for: N + N).sink()",
    "let x = s.map { v in for i in N...N { _ = i }; return v }.sink()",
    "let x = s.map { v in for i in 0..<N { _ = i }; return v }.sink()",
    "let x = s.map { (N).signum() }.sink()", "let x = s.map { (N).magnitude }.sink()",
    "let x = s.map { (N).rounded() }.sink()", "let x = s.map { (N).description }.sink()",
    "var n = N\nat 1 { n += N; n -= N; n *= N; n /= N; n %= N }",
    "expect a.values[N] == 1", "expect a.events == [(N, 1)]", "expect a.values == [N]",
    "expect a.times == [N]", "expect a.requested == N", "expect s.subscriptions > N",
    "expect a.values.prefix(N) == [1]", "expect now == N", "where x = N",
  ]

  @Test("an extreme number in another place does not crash", arguments: Scenarios.sample(places))
  func anExtremeNumberInAnotherPlaceDoesNotCrash(text: String) {
    for (turn, number) in Self.numbers.enumerated() {
      play(
        """
        let s = PassthroughSubject()
        let a = s.sink()
        \(text.replacing("N", with: number))
        a: ^
        s: 12-3--x-5|
        """, turn: turn)
    }
  }

  @Test(
    "an extreme number in a row does not crash",
    arguments: [
      "+9223372036854775807", "+9223372036854775808", "+0", "+inf", "+-1", "+1e5",
      "+9223372036854775807+9223372036854775807", "-- 9000000000s --", "-- 9223372036s a",
      "9223372036854775807ms", "-- 99999999999999999999s --", "0ms", "1ns",
    ])
  func anExtremeNumberInARowDoesNotCrash(row: String) {
    for (turn, frame) in ["1ns", "1ms", "9000000000s"].enumerated() {
      play(
        """
        frame \(frame)
        let s = PassthroughSubject()
        let a = s.sink(demand: 0)
        a: ^\(row)
        s: 1 \(row.replacing("+", with: "-")) 2
        """, turn: turn)
    }
  }

  /// One format per number, in turn: over all numbers, each place is drawn in each format.
  private func play(_ script: String, turn: Int = 0) {
    let simulation = Simulation(script: script, file: "t")
    let before = simulation.diagnostics.rendered(in: simulation.source)
    guard !simulation.diagnostics.containsError else {
      #expect(before.hasPrefix("t:"))
      return
    }
    let outcome = simulation.run(work: 4_000)
    let said = outcome.diagnostics + outcome.failures.map(\.diagnostic)
    #expect(said.rendered(in: simulation.source).count < 100_000)
    guard outcome.recording.events.count < 400 else { return }
    #expect(TruthChecker.lies(in: outcome.recording) == [], "\(script)")
    let diagram = outcome.diagram()
    switch turn % 4 {
    case 0: #expect(ASCIIFormat().render(diagram).hasPrefix("t\n"), "\(script)")
    case 1: #expect(SVGFormat().render(diagram).hasSuffix("</svg>\n"), "\(script)")
    case 2: #expect(MermaidFormat().render(diagram).contains("sequenceDiagram"))
    default:
      let json = outcome.recording.json()
      #expect((try? Recording(file: Array(json.utf8)).json()) == json, "\(script)")
    }
  }
}
