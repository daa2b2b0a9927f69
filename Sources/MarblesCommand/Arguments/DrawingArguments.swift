import Marbles
import MarblesScript

extension DrawingOptions {
  /// - Returns: `nil`, with the mistake reported, if the width is none.
  init?(_ arguments: ParsedArguments, _ console: Console, kinds: [OutputKind]) {
    self.init()
    theme = arguments.value(.theme).flatMap(SVGTheme.init(rawValue:)) ?? .auto
    usesBoxCharacters = arguments.has(.unicode)
    terminalWidth =
      console.environment.terminal.outputWidth.map { width in
        console.environment.variable("COLUMNS").flatMap { Int($0) } ?? width
      }
    guard let text = arguments.value(.width) else { return }
    let isText = kinds == [.ascii]
    let allowed = isText ? ASCIIFormat.leastWidth...10_000 : 480...100_000
    guard let number = Int(text), allowed.contains(number) else {
      console.report(.wrongNumber(.width, text, allowed: allowed))
      return nil
    }
    width = number
  }
}

extension LayoutOptions {
  /// - Returns: `nil`, with the mistakes reported, if the options name what is not there.
  init?(_ arguments: ParsedArguments, for recordings: [Recording], _ console: Console) {
    self.init()
    var mistakes: [UsageMistake] = []
    let names = recordings.flatMap { $0.lanes.map(\.name) + $0.stages.map(\.name) }
    lanes = arguments.list(.lanes)
    for option in [OptionSpec.lanes, .hide]
    where arguments.has(option) && arguments.list(option).isEmpty {
      mistakes.append(.emptyList(option))
    }
    for lane in lanes where !names.contains(lane) {
      let suggestion = Suggestion.nearest(to: lane, among: names)
      mistakes.append(.unknownLane(lane, names: names, suggestion: suggestion))
    }
    let words = Part.allCases.map(\.rawValue)
    for word in arguments.list(.hide) {
      if let part = Part(rawValue: word) {
        hidden.insert(part)
      } else {
        let suggestion = Suggestion.nearest(to: word, among: words)
        mistakes.append(
          .wrongWord(
            OptionSpec("hide", value: "PART", choices: words, ""), word, suggestion: suggestion))
      }
    }
    from = Self.time(.from, arguments, recordings, &mistakes)
    until = Self.time(.until, arguments, recordings, &mistakes)
    if let from, let until, until < from { mistakes.append(.endsBeforeStart) }
    for mistake in mistakes { console.report(mistake) }
    if !mistakes.isEmpty { return nil }
  }

  private static func time(
    _ option: OptionSpec, _ arguments: ParsedArguments, _ recordings: [Recording],
    _ mistakes: inout [UsageMistake]
  ) -> VirtualTime? {
    guard let text = arguments.value(option) else { return nil }
    if let frames = Int64(text), frames >= 0 {
      return .zero + (recordings.first?.frame ?? .frame) * frames
    }
    if let duration = DurationText.parse(text) { return .zero + duration }
    mistakes.append(.wrongTime(option, text))
    return nil
  }
}

/// A duration as a person writes it: `30ms`, `1.5s`, `2m`, `500us`, `10ns`.
enum DurationText {
  private static let units: [(suffix: String, nanoseconds: Double)] = [
    ("ns", 1), ("us", 1e3), ("ms", 1e6), ("s", 1e9), ("m", 6e10),
  ]

  static func parse(_ text: String) -> VirtualDuration? {
    guard let unit = units.first(where: { text.hasSuffix($0.suffix) }) else { return nil }
    let digits = text.dropLast(unit.suffix.count)
    guard digits.allSatisfy({ $0.isASCII && ($0.isNumber || $0 == ".") }),
      let number = Double(digits),
      let nanoseconds = Int64(exactly: (number * unit.nanoseconds).rounded())
    else { return nil }
    return .nanoseconds(nanoseconds)
  }
}
