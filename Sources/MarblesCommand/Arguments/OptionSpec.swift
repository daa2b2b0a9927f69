/// An option as it is parsed, checked and explained.
struct OptionSpec: Hashable, Sendable {
  /// Without the dashes.
  let name: String
  let letter: Character?
  /// What its value is called in the help; `nil` if it takes none.
  let value: String?
  /// The words that its value can be; empty if it is free.
  let choices: [String]
  let help: String
  /// Whether it may be given several times.
  let repeats: Bool

  init(
    _ name: String, letter: Character? = nil, value: String? = nil, choices: [String] = [],
    repeats: Bool = false, _ help: String
  ) {
    self.name = name
    self.letter = letter
    self.value = value
    self.choices = choices
    self.repeats = repeats
    self.help = help
  }

  /// As it stands in the help: `-o, --output FILE`.
  var usage: String {
    let placeholder = choices.isEmpty ? value : choices.joined(separator: "|")
    let long = "--\(name)" + (placeholder.map { " " + $0 } ?? "")
    return letter.map { "-\($0), \(long)" } ?? long
  }
}

// MARK: The options

extension OptionSpec {
  static let help = OptionSpec("help", letter: "h", "show this help")
  static let version = OptionSpec("version", "show the version")

  static let output = OptionSpec(
    "output", letter: "o", value: "FILE",
    "write there; a folder (DIR/) for several, - for standard output")
  static let check = OptionSpec(
    "check", "write nothing; list what would change, and exit with 1 if any")
  static let force = OptionSpec("force", "overwrite files that marbles did not make")
  static let theme = OptionSpec(
    "theme", value: "THEME", choices: ["auto", "light", "dark"], "colours of SVG and HTML")
  static let width = OptionSpec(
    "width", value: "N", "where a picture goes on below: columns of text, or px of SVG")
  static let unicode = OptionSpec("unicode", "draw text with box characters instead of ASCII")
  static let color = OptionSpec(
    "color", value: "WHEN", choices: ["auto", "always", "never"],
    "colour messages; auto: at a terminal, unless NO_COLOR is set")
  static let strict = OptionSpec("strict", "take warnings about marbles as errors")
  static let grammar = OptionSpec(
    "grammar", value: "NAME", choices: ["rxjs", "rxjs6", "rxpy", "asyncalgorithms"],
    "how marble strings are read, whatever the script says")
  static let dialect = OptionSpec(
    "dialect", value: "NAME", choices: ["combine", "rxswift", "rxjs"],
    "whose meaning names have, whatever the script says")
  static let lanes = OptionSpec(
    "lanes", value: "A,B", repeats: true, "draw only these lanes and stages")
  static let from = OptionSpec(
    "from", value: "TIME", "draw from there on: frames (40), or a duration (30ms)")
  static let until = OptionSpec("until", value: "TIME", "draw until there, inclusive")
  static let hide = OptionSpec(
    "hide", value: "PART,…", repeats: true,
    "leave out: missed demand counts held subscriptions cancels rails")
  static let markdown = OptionSpec("markdown", "as a Markdown table")
  static let dialects = OptionSpec("dialects", "one script in each dialect, a row each")
  static let json = OptionSpec("json", "for programs, as JSON")
  static let unused = OptionSpec("unused", "list the snapshots that no test asks for")
}
