import Marbles
import MarblesCombine
import MarblesRx
import Testing

@testable import MarblesScript

/// At the end of a run, open subscriptions have neither completed nor been cancelled.
@Suite("Objects that remain after a run")
struct LeftoverTests {
  /// Runs a script, and returns the names of objects that are alive afterwards, or its errors.
  private func leftovers(_ script: String) -> [String] {
    let simulation = Simulation(script: script, file: "t")
    let wrong = simulation.diagnostics.filter { $0.severity == .error }.map(\.text)
    guard wrong.isEmpty else { return wrong }
    return LargeStack.run {
      weak var run: ScriptRun?
      weak var scheduler: TestScheduler?
      weak var recorder: Recorder?
      var mistakes: [String] = []
      do {
        let strong = ScriptRun(simulation.plan)
        (run, scheduler, recorder) = (strong, strong.runtime.scheduler, strong.runtime.recorder)
        mistakes = strong.outcome().outcome.diagnostics.map(\.text)
      }
      let alive = [
        run == nil ? nil : "the run", scheduler == nil ? nil : "its scheduler",
        recorder == nil ? nil : "its recorder",
      ]
      return mistakes + alive.compactMap { $0 }
    }
  }

  @Test(
    "a connection without a cancellable is released after the run",
    arguments: ["Subject()", "cold(\"1-2-3-4-5-6\")"])
  func aConnectionWithoutACancellableIsReleasedAfterTheRun(_ source: String) {
    #expect(
      leftovers(
        """
        dialect rxjs
        let source = \(source)
        let kept = source.map { $0 }.shareReplay(bufferSize: 1)
        let A, B = kept.subscribe({ _ in })
        A: ^-!
        B: ---^-!
        until 8
        """) == [])
  }

  @Test(
    "a connection that was stopped by an error or a limit is released after the run",
    arguments: [
      ("map { 1 / ($0 - 1) }", "this divides by zero"),
      ("map { $1 }", "'$1' has no value"),
      (
        "map { v in (1...99999999).contains(0) }", "this computes without end"
      ),
    ])
  func aConnectionThatWasStoppedByAnErrorOrALimitIsReleasedAfterTheRun(
    _ step: String, mistake: String
  ) {
    #expect(
      leftovers(
        """
        dialect rxjs
        let kept = cold("1-2-3").\(step).shareReplay(bufferSize: 1)
        let A, B = kept.subscribe()
        B: ---^-!
        """) == [mistake])
  }

  @Test(
    "open inner streams are released after the run, wherever they come from",
    arguments: [
      "merge()", "flatMap { $0 }", "concatMap { $0 }", "flatMapLatest { $0 }",
      "flatMap { $0.toArray() }", "flatMap { $0.share() }", "flatMap { $0.take(1) }",
    ],
    ["PublishSubject()", "cold(\"-1-2-3-4-5-6-7-8-9\")", "cold(\"-1-2-3-4|\")"])
  func openInnerStreamsAreReleasedAfterTheRunWhereverTheyComeFrom(_ step: String, _ source: String)
  {
    #expect(
      leftovers(
        """
        dialect rxswift
        let numbers = \(source)
        let A, B = numbers.window(timeSpan: 5, count: 2).\(step).subscribe(onNext: { _ in })
        A: ^-------------------!
        B: -^-!
        \(source.hasPrefix("cold") ? "" : "numbers: -1-2-3-4-5-6")
        until 14
        """) == [])
  }

  /// Names in the examples of the catalogue other than the source of the pipeline.
  private static let others = ["letters", "log", "seen", "start", "stop", "ticks", "count"]

  private func subject(in dialect: ScriptOperator.Dialect) -> String {
    switch dialect {
    case .combine: "PassthroughSubject()"
    case .rxswift: "PublishSubject()"
    case .rxjs: "Subject()"
    }
  }

  /// The example of an entry between sources that do not end and three subscribers: one stays, one
  /// leaves, one would leave after the end of the run.
  private func script(_ entry: ScriptOperator, from source: String) -> String {
    let dialect = entry.dialects.first ?? .combine
    let input = String(entry.example.prefix { $0.isLetter })
    let end = dialect == .combine ? "sink()" : "subscribe(onNext: { _ in })"
    let others = Self.others.filter { $0 != input && entry.example.contains($0) }
    let row = "-1-2-3-4-5-6-7-8"
    var lines = ["dialect \(dialect)", "let \(input) = \(source)"]
    lines += others.map {
      "let \($0) = \($0 == "count" ? "BehaviorRelay(value: 0)" : subject(in: dialect))"
    }
    lines += ["let tested = \(entry.example)", "let A, B, C = tested.\(end)"]
    lines += ["A: ^", "B: -^--!", "C: ------^--------------!"]
    if ["multicast", "publish", "replay", "replayAll", "makeConnectable"].contains(entry.name) {
      lines.append("tested: --^")
    }
    if !source.hasPrefix("cold") { lines.append("\(input): \(row)") }
    lines += others.filter { $0 != "log" && $0 != "seen" }.map { "\($0): \(row)" }
    return (lines + ["until 14"]).joined(separator: "\n")
  }

  @Test("nothing remains of a run that ends inside any operator")
  func nothingRemainsOfARunThatEndsInsideAnyOperator() {
    for entry in OperatorTable.all {
      let dialect = entry.dialects.first ?? .combine
      var sources = [subject(in: dialect), "cold(\"1-2-3-4-5-6-7-8-9\")"]
      switch entry.name {
      case "asSignal": sources = ["PublishRelay()"]
      case "asDriver", "asObservable": sources = ["BehaviorRelay(value: 0)"]
      default: break
      }
      for source in sources {
        let script = script(entry, from: source)
        #expect(leftovers(script) == [], "\(script)")
      }
    }
  }
}
