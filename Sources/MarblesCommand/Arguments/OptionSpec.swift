import Marbles
import MarblesScript

/// An option: its spelling, its values and its help.
struct OptionSpec: Hashable, Sendable {
  /// The long name, without the dashes.
  let name: String
  /// The short name, such as `o`.
  let letter: Character?
  /// The placeholder for the value in the help; `nil` if the option takes no value.
  let value: String?
  /// The permitted values; empty if any value is permitted.
  let choices: [String]
  /// Whether the value is a list separated by commas; then the option can be repeated.
  let isList: Bool
  let help: String

  init(
    _ name: String, letter: Character? = nil, value: String? = nil, choices: [String] = [],
    isList: Bool = false, _ help: String
  ) {
    self.name = name
    self.letter = letter
    self.value = value
    self.choices = choices
    self.isList = isList
    self.help = help
  }

  /// The placeholder, or the choices of an option with one value: `auto|light|dark`.
  var placeholder: String? {
    choices.isEmpty || isList ? value : choices.joined(separator: "|")
  }

  /// The spelling in the help: `-o, --output FILE`.
  var usage: String {
    let long = "--\(name)" + (placeholder.map { " " + $0 } ?? "")
    return letter.map { "-\($0), \(long)" } ?? long
  }
}

// MARK: The options

extension OptionSpec {
  static let help = OptionSpec("help", letter: "h", "print this help")
  static let version = OptionSpec("version", "print the version")
  static let completion = OptionSpec(
    "generate-completion", value: "SHELL", choices: ["bash", "zsh", "fish"],
    "print a completion script for a shell")
  static let manual = OptionSpec("generate-manual", "print the manual page (roff)")

  static let output = OptionSpec(
    "output", letter: "o", value: "FILE",
    "write to FILE, to a folder DIR/ or to standard output (-)")
  static let check = OptionSpec(
    "check", "write nothing; list files that would change; exit with 1 if any")
  static let force = OptionSpec("force", "overwrite files that marbles did not write")
  static let theme = OptionSpec(
    "theme", value: "THEME", choices: SVGTheme.allCases.map(\.rawValue),
    "colors of SVG and HTML; auto follows the reader's setting")
  static let width = OptionSpec(
    "width", value: "N", "maximum width before wrapping: columns (text) or px (SVG, HTML)")
  static let unicode = OptionSpec("unicode", "draw text with box characters instead of ASCII")
  static let animate = OptionSpec("animate", "play the run in an SVG picture")
  static let speed = OptionSpec(
    "speed", value: "PERCENT", "speed of an animated picture (default: 100)")
  static let color = OptionSpec(
    "color", value: "WHEN", choices: ["auto", "always", "never"],
    "color messages; auto: on a terminal, unless NO_COLOR is set")
  static let strict = OptionSpec("strict", "treat warnings about marble strings as errors")
  static let grammar = OptionSpec(
    "grammar", value: "NAME", choices: MarbleString.Dialect.allCases.map(\.rawValue),
    "read marble strings in this grammar; overrides the script")
  static let dialect = OptionSpec(
    "dialect", value: "NAME", choices: ScriptOperator.Dialect.allCases.map(\.rawValue),
    "use the operators of this framework; overrides the script")
  static let lanes = OptionSpec(
    "lanes", value: "A,B", isList: true, "draw only these lanes and stages")
  static let from = OptionSpec(
    "from", value: "TIME", "draw from this time on: frames (40) or a duration (30ms)")
  static let until = OptionSpec("until", value: "TIME", "draw up to and including this time")
  static let hide = OptionSpec(
    "hide", value: "PART,…", choices: LayoutOptions.Part.allCases.map(\.rawValue), isList: true,
    "omit " + LayoutOptions.Part.allCases.map(\.rawValue).joined(separator: ", "))
  static let markdown = OptionSpec("markdown", "print a Markdown table")
  static let dialects = OptionSpec("dialects", "run one script in each dialect, with one row each")
  static let json = OptionSpec("json", "print JSON")
  static let unused = OptionSpec("unused", "list the snapshots that no test uses")
}
