/// An error in the command line.
enum UsageError: Hashable, Sendable {
  case unknownOption(String, suggestion: String?)
  case optionOfOther(String, commands: [String])
  case unknownFileOrCommand(String, suggestion: String)
  case unknownCommand(String, suggestion: String?)
  case missingValue(OptionSpec)
  case needlessValue(OptionSpec)
  case repeated(OptionSpec)
  case invalidChoice(OptionSpec, String, suggestion: String?)
  case invalidNumber(OptionSpec, String, allowed: ClosedRange<Int>)
  case invalidTime(OptionSpec, String)
  case emptyList(OptionSpec)
  case emptyWindow
  case missingOperand(String, operands: String)
  case extraOperand(String, operands: String, String)
  case severalIntoOneFile(String)
  case severalIntoOneStream
  case samePlace(String)
  case unknownExtension(String, known: [String])
  case missingOutput
  case repeatedStandardInput
  case watchedStandardInput
  case documentFromStandardInput
  case notMarkdown(String)
  case checkNeedsFiles
  case forceNeedsFiles
  case noEffect(OptionSpec, on: String, instead: [OptionSpec])
  case twoUnits(OptionSpec)
  case conflict(OptionSpec, OptionSpec)
  case noSingleRecording
  case needsOption(String, OptionSpec)
  case needsOneScript(OptionSpec)
  case unknownLane(String, names: [String], suggestion: String?)
  case unknownOperator(String, suggestion: String?)
}

extension UsageError {
  /// One sentence in lower case: what is wrong, then what to do.
  var message: String {
    switch self {
    case .unknownOption(let option, let suggestion):
      "unknown option \(quoted(option))" + didYouMean(suggestion)
    case .optionOfOther(let option, let commands):
      "\(quoted(option)) belongs to \(commands.joined(separator: ", "))"
    case .unknownFileOrCommand(let word, let suggestion):
      "there is no file and no command \(quoted(word)); did you mean '\(suggestion)'?"
    case .unknownCommand(let word, let suggestion):
      "there is no command \(quoted(word))" + didYouMean(suggestion)
    case .missingValue(let option): "'--\(option.name)' needs a value: \(option.usage)"
    case .needlessValue(let option): "'--\(option.name)' takes no value"
    case .repeated(let option): "'--\(option.name)' is given twice"
    case .invalidChoice(let option, let word, let suggestion):
      "'--\(option.name)' cannot be \(quoted(word))" + didYouMean(suggestion, or: option.choices)
    case .invalidNumber(let option, let text, let allowed):
      "'--\(option.name)' cannot be \(quoted(text)); write a whole number from "
        + "\(allowed.lowerBound) to \(allowed.upperBound)"
    case .invalidTime(let option, let text):
      "'--\(option.name)' cannot be \(quoted(text)); write frames (40) or a duration "
        + "(30ms, 1.5s, 2m)"
    case .emptyList(let option): "'--\(option.name)' is empty; write \(option.usage)"
    case .emptyWindow: "'--until' is earlier than '--from'"
    case .missingOperand(let call, let operands): "\(call) needs \(operands)"
    case .extraOperand(let call, let operands, let word):
      "\(call) takes \(operands) only; remove \(quoted(word))"
    case .severalIntoOneFile(let path):
      "several pictures cannot be written to one file \(quoted(path)); "
        + "name a folder: '-o \(shown(path))/'"
    case .severalIntoOneStream:
      "several documents cannot be written to standard output; name a folder: '-o DIR/'"
    case .samePlace(let path):
      "two pictures would be written to \(quoted(path)); draw them separately, or rename one"
    case .unknownExtension(let path, let known):
      "the format of \(quoted(path)) is unknown; end its name in \(known.joined(separator: ", ")), "
        + "or name the format: --svg"
    case .missingOutput:
      "a picture of standard input needs '-o FILE', or '-o -' for standard output"
    case .repeatedStandardInput: "standard input can be read only once"
    case .watchedStandardInput: "standard input cannot be watched; name files or folders"
    case .documentFromStandardInput: "a document cannot be read from standard input; name a file"
    case .notMarkdown(let path): "\(quoted(path)) is not a Markdown file (.md, .markdown)"
    case .checkNeedsFiles: "'--check' compares files; standard output is not a file"
    case .forceNeedsFiles: "'--force' overwrites files; standard output is not a file"
    case .noEffect(let option, let noun, let others):
      "'--\(option.name)' has no effect on \(noun); "
        + (others.isEmpty
          ? "leave it out"
          : "use \(others.map { "'--\($0.name)'" }.joined(separator: " and ")) only")
    case .twoUnits(let option):
      "'--\(option.name)' counts columns of text but px of a picture; draw them separately"
    case .conflict(let one, let other):
      "'--\(one.name)' and '--\(other.name)' exclude each other; leave one out"
    case .noSingleRecording:
      "two runs side by side are not a recording; write text, SVG, Mermaid or HTML"
    case .needsOption(let call, let option): "\(call) needs '--\(option.name)'"
    case .needsOneScript(let option): "'--\(option.name)' takes one script"
    case .unknownLane(let name, let names, let suggestion):
      "there is no lane or stage \(quoted(name))" + didYouMean(suggestion, or: names.map(shown))
    case .unknownOperator(let name, let suggestion):
      "there is no operator \(quoted(name))" + didYouMean(suggestion)
    }
  }

  private func didYouMean(_ suggestion: String?, or choices: [String] = []) -> String {
    if let suggestion { return "; did you mean '\(suggestion)'?" }
    return choices.isEmpty ? "" : "; write one of \(choices.prefix(20).joined(separator: ", "))"
  }
}

extension Console {
  func report(_ error: UsageError) { fail(error.message, .invalidInput) }

  /// Reports errors in the command line, with the call that prints the help.
  func report(_ errors: [UsageError], call: String) {
    for error in errors { report(error) }
    printMessage("try '\(call) --help'")
  }
}
