import Marbles
import MarblesScript

/// The appearance of pictures.
struct DrawingOptions: Sendable {
  var theme = SVGTheme.auto
  var width: Int?
  var usesBoxCharacters = false
  /// The speed at which the run is played; `nil` draws a still picture.
  var speed: Double?
  /// The columns of the terminal that the picture is written to.
  var terminalWidth: Int?
}

extension DrawingOptions {
  /// The options for a format that cannot adapt to light and dark mode.
  var forImage: DrawingOptions {
    var options = self
    if theme == .auto { options.theme = .light }
    options.speed = nil
    return options
  }

  /// - Returns: `nil`, after a report, if the width is not permitted.
  init?(_ context: CommandContext, kinds: [OutputFormat]) {
    let arguments = context.arguments
    let environment = context.console.environment
    self.init()
    theme = arguments.value(.theme).flatMap(SVGTheme.init(rawValue:)) ?? .auto
    usesBoxCharacters = arguments.has(.unicode)
    terminalWidth = environment.terminal.outputWidth.map { width in
      environment.variable("COLUMNS").flatMap { Int($0) } ?? width
    }
    if arguments.has(.animate) { speed = 1 }
    if let text = arguments.value(.speed) {
      let allowed = 10...1_000
      guard let percent = Int(text), allowed.contains(percent) else {
        context.console.report(.invalidNumber(.speed, text, allowed: allowed))
        return nil
      }
      speed = Double(percent) / 100
    }
    guard let text = arguments.value(.width) else { return }
    let isText = kinds == [.ascii]
    let allowed = isText ? ASCIIFormat.leastWidth...10_000 : 480...100_000
    guard let number = Int(text), allowed.contains(number) else {
      context.console.report(.invalidNumber(.width, text, allowed: allowed))
      return nil
    }
    width = number
  }
}

extension LayoutOptions {
  /// - Returns: `nil`, after a report, if an option names an unknown lane or an invalid time.
  init?(_ context: CommandContext, for recordings: [Recording]) {
    let arguments = context.arguments
    self.init()
    var errors: [UsageError] = []
    var names = recordings.flatMap { $0.lanes.map(\.name) + $0.stages.map(\.name) }
    lanes = arguments.list(.lanes)
    if !lanes.allSatisfy(names.contains) {
      // A picture numbers rows of one name.
      names += recordings.flatMap { Diagram($0).rows.map(\.name) }
    }
    for lane in lanes where !names.contains(lane) {
      let suggestion = Suggestion.nearest(to: lane, among: names)
      var known: Set<String> = []
      let distinct = names.filter { known.insert($0).inserted }
      errors.append(.unknownLane(lane, names: distinct, suggestion: suggestion))
    }
    hidden = Set(arguments.list(.hide).compactMap(Part.init(rawValue:)))
    from = Self.time(.from, arguments, recordings, &errors)
    until = Self.time(.until, arguments, recordings, &errors)
    if let from, let until, until < from { errors.append(.emptyWindow) }
    for error in errors { context.console.report(error) }
    if !errors.isEmpty { return nil }
  }

  private static func time(
    _ option: OptionSpec, _ arguments: ParsedArguments, _ recordings: [Recording],
    _ errors: inout [UsageError]
  ) -> VirtualTime? {
    guard let text = arguments.value(option) else { return nil }
    if let frames = Int64(text), frames >= 0 {
      return .zero + (recordings.first?.frame ?? .frame) * frames
    }
    if let duration = DurationText.parse(text) { return .zero + duration }
    errors.append(.invalidTime(option, text))
    return nil
  }
}
