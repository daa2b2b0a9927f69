import MarblesScript

/// The command line, split into a command, options and operands.
struct ParsedArguments: Sendable {
  private(set) var command: CommandSpec
  private(set) var operands: [String] = []
  private(set) var values: [OptionSpec: [String]] = [:]
  /// All errors of the command line, in order.
  private(set) var errors: [UsageError] = []
  private let commands: [CommandSpec]

  func has(_ option: OptionSpec) -> Bool { values[option] != nil }
  func value(_ option: OptionSpec) -> String? { values[option]?.last }

  /// The values of an option whose value is a list.
  func list(_ option: OptionSpec) -> [String] { values[option] ?? [] }

  /// - Parameters:
  ///   - commands: all commands; the first has no name and is the default.
  ///   - exists: whether there is a file at a path. An existing file is never taken for a misspelled
  ///     command.
  init(_ arguments: [String], commands: [CommandSpec], exists: (String) -> Bool) {
    self.commands = commands
    command = commands[0]
    var rest = arguments[...]
    if let first = rest.first, !first.isEmpty,
      let named = commands.first(where: { $0.name == first })
    {
      command = named
      rest = rest.dropFirst()
    }
    var onlyOperands = false
    while let argument = rest.popFirst() {
      if onlyOperands || !isOption(argument) {
        operands.append(argument)
      } else if argument == "--" {
        onlyOperands = true
      } else if argument.hasPrefix("--") {
        readLong(argument, &rest)
      } else {
        readShort(argument, &rest)
      }
    }
    let printsAndExits: [OptionSpec] = [.help, .version, .completion, .manual]
    guard !printsAndExits.contains(where: has) else { return }
    checkOperands(exists)
  }

  // MARK: Options

  /// Whether an argument is an option.
  ///
  /// Marble strings begin with dashes, so a command that takes them has only the options that are
  /// spelled out.
  private func isOption(_ argument: String) -> Bool {
    guard argument != "-", argument.hasPrefix("-") else { return false }
    guard command.takesMarbleStrings, argument != "--" else { return true }
    let word = String(argument.prefix { $0 != "=" })
    return command.options.contains { option in
      if let letter = option.letter, argument == "-\(letter)" { return true }
      return word == "--\(option.name)"
    }
  }

  private mutating func readLong(_ argument: String, _ rest: inout ArraySlice<String>) {
    let parts = argument.dropFirst(2).split(
      separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = String(parts[0])
    guard let option = command.options.first(where: { $0.name == name }) else {
      return refuse("--" + name)
    }
    read(option, inline: parts.count > 1 ? String(parts[1]) : nil, &rest)
  }

  private mutating func readShort(_ argument: String, _ rest: inout ArraySlice<String>) {
    let letters = argument.dropFirst()
    guard let letter = letters.first,
      let option = command.options.first(where: { $0.letter == letter })
    else { return refuse(argument) }
    let inline = letters.dropFirst()
    read(option, inline: inline.isEmpty ? nil : String(inline), &rest)
  }

  private mutating func read(
    _ option: OptionSpec, inline: String?, _ rest: inout ArraySlice<String>
  ) {
    guard option.value != nil else {
      if inline != nil { errors.append(.needlessValue(option)) }
      values[option] = []
      return
    }
    guard let value = inline ?? rest.popFirst() else {
      values[option] = []
      return errors.append(.missingValue(option))
    }
    if values[option] != nil, !option.isList { errors.append(.repeated(option)) }
    let words = option.isList ? value.split(separator: ",").map(String.init) : [value]
    if words.isEmpty { errors.append(.emptyList(option)) }
    for word in words where !option.choices.isEmpty && !option.choices.contains(word) {
      let suggestion = Suggestion.nearest(to: word, among: option.choices)
      errors.append(.invalidChoice(option, word, suggestion: suggestion))
    }
    values[option, default: []] += words
  }

  private mutating func refuse(_ argument: String) {
    let name = String(argument.drop { $0 == "-" })
    let owners = commands.filter { command in
      command.options.contains { $0.name == name || name.count == 1 && $0.letter == name.first }
    }
    if command.options.contains(where: { $0.name == name }) {
      errors.append(.unknownOption(argument, suggestion: "--" + name))
    } else if owners.isEmpty {
      let near = Suggestion.nearest(to: name, among: command.options.map(\.name))
      let image = ImageFormat(rawValue: name).map { "-o FILE.\($0.rawValue)" }
      errors.append(.unknownOption(argument, suggestion: image ?? near.map { "--" + $0 }))
    } else {
      errors.append(.optionOfOther(argument, commands: owners.map { "'\($0.call)'" }))
    }
  }

  // MARK: Operands

  /// The option or command that is probably meant by a word that is not a file.
  private func suggestion(for word: String) -> String? {
    if command.options.contains(where: { $0.name == word }) { return "--" + word }
    return Suggestion.nearest(to: word, among: commands.map(\.name))
  }

  private mutating func checkOperands(_ exists: (String) -> Bool) {
    if command.name.isEmpty, let word = operands.first, !exists(word),
      word.allSatisfy(\.isLetter), let suggestion = suggestion(for: word)
    {
      errors.append(.unknownFileOrCommand(word, suggestion: "marbles " + suggestion))
    } else if operands.count < command.count.lowerBound {
      errors.append(.missingOperand(command.call, operands: command.operands))
    } else if operands.count > command.count.upperBound {
      let extra = operands[command.count.upperBound]
      errors.append(.extraOperand(command.call, operands: command.operands, extra))
    }
    if !command.takesMarbleStrings, operands.count(where: { $0 == "-" }) > 1 {
      errors.append(.repeatedStandardInput)
    }
  }
}
