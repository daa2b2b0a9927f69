import Marbles

extension OutputFormat {
  var option: OptionSpec { OptionSpec(name, help) }

  /// The options for pictures, of each command that draws.
  static let drawing: [OptionSpec] =
    all.map(\.option)
    + [
      .output, .check, .force, .theme, .width, .unicode, .animate, .speed, .lanes, .from, .until,
      .hide,
    ]

  /// The drawing options that have an effect on this format.
  var effective: Set<OptionSpec> {
    Set(
      options.flatMap { option -> [OptionSpec] in
        switch option {
        case .width: [.width]
        case .theme: [.theme]
        case .boxCharacters: [.unicode]
        case .content: [.lanes, .hide]
        case .times: [.from, .until]
        case .animation: [.animate, .speed]
        }
      })
  }

  /// The options that choose the contents of a picture; each format must support them.
  static let cuts: Set<OptionSpec> = [.lanes, .hide, .from, .until]
  /// The options for the appearance; one of several formats must support them.
  static let appearance: Set<OptionSpec> = [.width, .theme, .unicode, .animate, .speed]

  /// The format that belongs to the extension of a file name.
  init?(path: String) {
    let name = PathName(path).name.lowercased()
    let fitting = Self.all.filter { name.hasSuffix("." + $0.suffix) }
    guard let format = fitting.max(by: { $0.suffix.count < $1.suffix.count }) else { return nil }
    self = format
  }
}
