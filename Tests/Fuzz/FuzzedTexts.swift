import Marbles

@testable import MarblesScript

/// A marble string, in every dialect and every reading.
enum FuzzedMarbles {
  static func read(_ bytes: [UInt8]) {
    let text = String(decoding: bytes, as: UTF8.self)
    let count = text.count
    for dialect in MarbleString.Dialect.allCases {
      let string = MarbleString(text, dialect: dialect)
      for reading in [
        string.notifications(), string.notifications(hot: true), string.row(requests: true),
        string.row(requests: false),
      ] {
        for problem in reading.problems {
          require(!problem.message.isEmpty, "an error without a message")
          require(
            problem.range.lowerBound >= 0 && problem.range.upperBound <= count,
            "a problem outside of the text")
        }
        for event in reading.value {
          require(
            event.range.lowerBound >= 0 && event.range.upperBound <= count,
            "an event outside of the text")
        }
      }
      _ = string.subscription()
      requireShown(string.meaning.text, "the meaning")
    }
    print(MarbleString(text).notifications(hot: true).value)
  }

  /// Printed notifications must parse to equal notifications.
  private static func print(_ events: [MarbleString.Event]) {
    let marks = events.map { (frame: $0.frame, mark: $0.mark) }
    guard let printed = try? MarbleString(printing: marks) else { return }
    let isHot = marks.contains { $0.frame < 0 }
    let again = printed.notifications(hot: isHot)
    require(again.errors.isEmpty, "what was printed has errors: \(printed.text)")
    require(
      again.value.map(\.mark) == events.map(\.mark)
        && again.value.map(\.frame) == events.map(\.frame),
      "what was printed reads differently: \(printed.text)")
  }
}

/// A script: parsed, printed, parsed again, checked, run within small limits, drawn.
enum FuzzedScript {
  static func read(_ bytes: [UInt8]) {
    let source = SourceText(name: "fuzz.txt", bytes: bytes)
    let (script, errors) = Script.parse(source)
    if errors.isEmpty { print(script) }
    let (plan, findings) = Checker.check(script, of: source, options: ScriptOptions())
    let diagnostics = (errors + findings).inSourceOrder()
    requireShown(diagnostics.rendered(in: source), "a diagnostic")
    guard !diagnostics.containsError else { return }
    let limits = RunLimits(jobsPerInstant: 300, jobs: 1000)
    let outcome = LargeStack.run { ScriptRun(plan, limits: limits).outcome().outcome }
    let wrong = outcome.diagnostics + outcome.failures.map(\.diagnostic)
    requireShown(wrong.rendered(in: source), "what went wrong")
    FuzzedPicture.draw(outcome.recording)
  }

  private static func print(_ script: Script) {
    let text = Printer.print(script)
    let (again, errors) = Script.parse(SourceText(name: "printed.txt", text: text))
    require(errors.isEmpty, "what was printed has errors:\n\(text)")
    require(Printer.print(again) == text, "what was printed is printed differently:\n\(text)")
  }
}
