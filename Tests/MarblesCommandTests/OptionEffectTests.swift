import Marbles
import Testing

@testable import MarblesCommand

@Suite("Options and formats")
struct OptionEffectTests {
  /// A script in which each option has an effect.
  private static let script = """
    let live = PassthroughSubject()
    let shared = live.map { "a long value called \\($0)" }.share()
    let A, B = shared.sink()
    thread T1 { live.send(1); live.send(2); live.send(3); live.send(4); live.send(5) }
    thread T2 from 7 { live.send(6) }
    A: ^--!
    B: ----^
    live: -1-2-3-4-5-6-7-8-9|
    expect A.values == []

    """

  private static let values: [OptionSpec: [String]] = [
    .theme: ["dark", "light"], .width: ["480"], .unicode: [], .lanes: ["A"], .from: ["3"],
    .until: ["3"], .hide: ["cancels,subscriptions"],
    .animate: [], .speed: ["200"],
  ]

  /// Options that do not change the contents of a picture.
  private static let others: Set<OptionSpec> = [
    .output, .check, .force, .color, .grammar, .dialect, .strict, .help, .version, .markdown,
    .dialects, .json, .unused, .completion, .manual,
  ]

  private struct Trial: CustomTestStringConvertible {
    let command: CommandSpec
    let kind: OutputFormat
    let option: OptionSpec
    let value: String?

    var testDescription: String {
      "\(command.call) --\(kind.option.name) --\(option.name) \(value ?? "")"
    }
  }

  private static let trials: [Trial] = MarblesTool.commands.flatMap { command in
    let kinds = OutputFormat.all.filter { command.options.contains($0.option) }
    return kinds.flatMap { kind in
      values.keys.filter { command.options.contains($0) }.flatMap { option -> [Trial] in
        let given: [String?] = option.value == nil ? [nil] : values[option] ?? []
        return given.map { Trial(command: command, kind: kind, option: option, value: $0) }
      }
    }
  }

  @Test("each option has a test of its effect or its refusal")
  func eachOptionHasATestOfItsEffectOrItsRefusal() {
    let kinds = Set(OutputFormat.all.map(\.option))
    for command in MarblesTool.commands {
      for option in command.options where !kinds.contains(option) {
        #expect(Self.others.contains(option) != (Self.values[option] != nil), "\(option.name)")
      }
    }
  }

  @Test("an option changes the output, or is refused", arguments: trials)
  private func anOptionChangesTheOutputOrIsRefused(trial: Trial) {
    let plain = run(trial, option: [])
    // The runs differ or fail an expectation, and are drawn.
    #expect(plain.status == (trial.command.name == "watch" ? .success : .failed))
    #expect(plain.made.count == 1)
    let words = ["--\(trial.option.name)"] + (trial.value.map { [$0] } ?? [])
    let changed = run(trial, option: words)
    if changed.status == .invalidInput {
      #expect(changed.made == [:])
      #expect(
        changed.errors.hasPrefix("marbles: error: '--\(trial.option.name)' has no effect on "))
      #expect(!trial.kind.effective.contains(trial.option))
    } else {
      #expect(changed.status == plain.status, "\(changed.errors)")
      #expect(changed.made.keys == plain.made.keys)
      #expect(changed.made != plain.made)
    }
  }

  private func run(_ trial: Trial, option: [String]) -> (
    status: MarblesCommand.ExitStatus, errors: String, made: [String: [UInt8]]
  ) {
    let world = TestWorld()
    let threads = trial.command.name == "explore"
    let lines = Self.script.split(separator: "\n").filter { !$0.hasPrefix("thread") || threads }
    world.put(lines.joined(separator: "\n") + "\n", "one.txt")
    var words = trial.command.name.isEmpty ? [] : [trial.command.name]
    words += ["one.txt"]
    if trial.command.name == "diff" {
      world.put(lines.joined(separator: "\n").replacing("-9|", with: "-9--|"), "two.txt")
      words.append("two.txt")
    }
    let before = world.files.contents
    let ending = world.run(words + ["--\(trial.kind.option.name)", "-o", "made"] + option)
    let made = world.files.contents.filter { before[$0.key] == nil }
    return (ending.status, ending.errors, made)
  }

  @Test(
    "options that contradict each other or the format are refused",
    arguments: [
      (
        ["one.txt", "--json", "--lanes", "A"],
        "'--lanes' has no effect on a recording; use '--from' and '--until' only"
      ),
      (
        ["one.txt", "--mermaid", "--theme", "dark"],
        "'--theme' has no effect on a Mermaid sequence diagram; leave it out"
      ),
      (
        ["one.txt", "--svg", "--json", "--hide", "held"],
        "'--hide' has no effect on a recording; use '--from' and '--until' only"
      ),
      (["one.txt", "--theme", "dark"], "'--theme' has no effect on text; leave it out"),
      (
        ["one.txt", "-o", "a.svg", "--unicode"],
        "'--unicode' has no effect on an SVG picture; leave it out"
      ),
      (
        ["one.txt", "--svg", "--ascii", "--width", "800", "-o", "a/"],
        "'--width' counts columns of text but px of a picture; draw them separately"
      ),
      (["one.txt", "--force"], "'--force' overwrites files; standard output is not a file"),
      (
        ["compare", "one.txt", "--force"],
        "'--force' overwrites files; standard output is not a file"
      ),
      (
        ["compare", "one.txt", "--dialects", "--dialect", "rxjs"],
        "'--dialects' and '--dialect' exclude each other; leave one out"
      ),
      (
        ["diff", "one.txt", "one.txt", "-o", "a.json"],
        "two runs side by side are not a recording; write text, SVG, Mermaid or HTML"
      ),
      (
        ["diff", "one.txt", "one.txt", "--lanes", "C"],
        "there is no lane or stage 'C'; write one of live"
      ),
    ] as [([String], String)])
  func optionsThatContradictEachOtherOrTheFormatAreRefused(arguments: [String], message: String) {
    let world = TestWorld()
    world.put("let live = PassthroughSubject()\nlet A = live.sink()\nlive: -1|\n", "one.txt")
    let before = world.files.contents
    let ending = world.run(arguments)
    #expect(ending.errors.hasPrefix("marbles: error: " + message))
    #expect(ending.status == .invalidInput)
    #expect(ending.output == "")
    #expect(world.files.contents == before)
  }
}
