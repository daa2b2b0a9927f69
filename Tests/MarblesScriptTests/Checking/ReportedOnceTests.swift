import Testing

@testable import MarblesScript

@Suite("Errors are reported once")
struct ReportedOnceTests {
  private static let examples = ExampleTests.names.compactMap { try? ExampleTests.text(of: $0) }

  @Test(
    "an error in a setting is reported once",
    arguments: [
      "frame", "frame )", "frame +", "frame 10qs", "frame 10ms +", "frame 1..", "frame \"",
      "title", "title )", "title \"a", "title \"a\" +", "title \"\\(\"", "until", "until )",
      "until 3 +", "dialect 3", "grammar \"x\"", "build", "compare", "compare rxswift",
      "compare x, y", "compare A: --(", "frame 0", "frame -1", "title 3",
    ])
  func anErrorInASettingIsReportedOnce(_ line: String) {
    expectToldOnce(line + "\n")
  }

  @Test("each error of a damaged example is reported once", arguments: 0..<8)
  func eachErrorOfADamagedExampleIsReportedOnce(block: Int) {
    for number in 0..<150 {
      let seed = block * 150 + number
      var damage = Damage(seed)
      expectToldOnce(damage.apply(to: Self.examples[seed % Self.examples.count]))
    }
  }

  @Test("an argument that an operator does not have is reported, not its unknown name")
  func anArgumentThatAnOperatorDoesNotHaveIsReportedNotItsUnknownName() {
    let script = "let s = PassthroughSubject()\nlet a = s.share(replay).sink()"
    let simulation = Simulation(script: script, file: "t")
    #expect(simulation.diagnostics.map(\.text) == ["'share' takes no argument"])
  }

  private func expectToldOnce(_ text: String) {
    let simulation = Simulation(script: text, file: "t")
    let places = simulation.diagnostics.filter { $0.severity == .error }.map(\.span.start)
    let isOnce = Set(places).count == places.count
    #expect(isOnce, "\(simulation.diagnostics.rendered(in: simulation.source))")
  }
}

/// A change as it occurs while a text is edited; the same for the same seed.
private struct Damage {
  private var state: UInt64

  init(_ seed: Int) { state = UInt64(seed) &* 0x9E37_79B9_7F4A_7C15 &+ 5 }

  private mutating func roll(_ bound: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return bound < 1 ? 0 : Int(state >> 33) % bound
  }

  private static let scraps = [
    "(", ")", "{", "}", "[", "]", "\"", ".", ",", ":", "=", "+", "-", "$0", "let ", "expect ",
    "\n", " ", "#", "^", "!", "|", "x", "9", "1e999", "ms", "\\", "`", "at 3 ", "frame ", "?",
  ]

  mutating func apply(to text: String) -> String {
    var characters = Array(text)
    for _ in 0...roll(3) {
      let place = roll(characters.count)
      switch roll(5) {
      case 0: characters.remove(at: place)
      case 1: characters.insert(contentsOf: Self.scraps[roll(Self.scraps.count)], at: place)
      case 2: characters[place] = Self.scraps[roll(Self.scraps.count)].first ?? "x"
      case 3:
        let end = min(characters.count, place + 1 + roll(12))
        characters.removeSubrange(place..<end)
      default:
        let end = min(characters.count, place + 1 + roll(12))
        characters.insert(contentsOf: characters[place..<end], at: roll(characters.count))
      }
    }
    return String(characters)
  }
}
