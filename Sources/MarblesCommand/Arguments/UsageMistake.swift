import Marbles

/// A mistake in how the command was called.
enum UsageMistake: Hashable, Sendable {
  case unknownOption(String, suggestion: String?)
  case optionOfOther(String, commands: [String])
  case unknownCommand(String, suggestion: String)
  case missingValue(OptionSpec)
  case needlessValue(OptionSpec)
  case twice(OptionSpec)
  case wrongWord(OptionSpec, String, suggestion: String?)
  case wrongNumber(OptionSpec, String, allowed: ClosedRange<Int>)
  case wrongTime(OptionSpec, String)
  case emptyList(OptionSpec)
  case endsBeforeStart
  case tooFew(CommandSpec)
  case tooMany(CommandSpec, String)
  case severalIntoOneFile(String)
  case samePlace(String)
  case streamNeedsOutput
  case standardInputTwice
  case documentFromInput
  case checkNeedsFiles
  case forceNeedsFiles
  case noEffect(OptionSpec, OutputFormat)
  case twoMeasures(OptionSpec)
  case eitherOr(OptionSpec, OptionSpec)
  case noRecording
  case needsOption(CommandSpec, OptionSpec)
  case oneScript(OptionSpec)
  case unknownLane(String, names: [String], suggestion: String?)
  case unknownOperator(String, suggestion: String?)
}

extension UsageMistake {
  /// One sentence in lower case: what is wrong, then what to do.
  var message: String {
    switch self {
    case .unknownOption(let option, let suggestion):
      "unknown option \(quoted(option))" + meant(suggestion)
    case .optionOfOther(let option, let commands):
      "\(quoted(option)) belongs to \(commands.joined(separator: ", "))"
    case .unknownCommand(let word, let suggestion):
      "there is no file and no command \(quoted(word)); did you mean '\(suggestion)'?"
    case .missingValue(let option): "'--\(option.name)' needs a value: \(option.usage)"
    case .needlessValue(let option): "'--\(option.name)' takes no value"
    case .twice(let option): "'--\(option.name)' is given twice"
    case .wrongWord(let option, let word, let suggestion):
      "'--\(option.name)' cannot be \(quoted(word))" + meant(suggestion, or: option.choices)
    case .wrongNumber(let option, let text, let allowed):
      "'--\(option.name)' cannot be \(quoted(text)); it is a whole number from "
        + "\(allowed.lowerBound) to \(allowed.upperBound)"
    case .wrongTime(let option, let text):
      "'--\(option.name)' cannot be \(quoted(text)); write frames (40) or a duration "
        + "(30ms, 1.5s, 2m)"
    case .emptyList(let option): "'--\(option.name)' names nothing: \(option.usage)"
    case .endsBeforeStart: "'--until' is earlier than '--from'"
    case .noEffect(let option, let kind):
      "'--\(option.name)' changes nothing in \(kind.noun); "
        + (OutputFormat.cuts.contains(option) ? "only '--from' and '--until' do" : "leave it out")
    case .twoMeasures(let option):
      "'--\(option.name)' counts columns of text but px of a picture; make them apart"
    case .eitherOr(let one, let other):
      "'--\(one.name)' and '--\(other.name)' exclude each other; leave one out"
    default: operandMessage
    }
  }

  private var operandMessage: String {
    switch self {
    case .tooFew(let command): "\(command.call) needs \(command.operands)"
    case .tooMany(let command, let word):
      "\(command.call) takes \(command.operands) only; \(quoted(word)) is too many"
    case .severalIntoOneFile(let path):
      "several pictures cannot go into one file \(quoted(path)); name a folder: '-o \(shown(path))/'"
    case .samePlace(let path):
      "two pictures would be written to \(quoted(path)); draw them apart, or rename one"
    case .streamNeedsOutput:
      "a picture of standard input needs a place: '-o FILE', or '-o -' for standard output"
    case .standardInputTwice: "standard input can be read only once"
    case .documentFromInput: "a document is a file: its pictures are put into it"
    case .checkNeedsFiles: "'--check' compares files; there is none on standard output"
    case .forceNeedsFiles: "'--force' overwrites files; there is none on standard output"
    case .noRecording: "two runs side by side are no recording; write text, SVG, Mermaid or HTML"
    case .needsOption(let command, let option): "\(command.call) needs '--\(option.name)'"
    case .oneScript(let option): "'--\(option.name)' takes one script"
    case .unknownLane(let name, let names, let suggestion):
      "no lane or stage is called \(quoted(name))" + meant(suggestion, or: names.map(shown))
    case .unknownOperator(let name, let suggestion):
      "no operator is called \(quoted(name))" + meant(suggestion)
    default: ""
    }
  }

  private func meant(_ suggestion: String?, or choices: [String] = []) -> String {
    if let suggestion { return "; did you mean '\(suggestion)'?" }
    return choices.isEmpty ? "" : "; it is one of \(choices.prefix(20).joined(separator: ", "))"
  }
}
