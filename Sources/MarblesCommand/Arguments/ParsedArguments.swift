import MarblesScript

/// The arguments, taken apart.
struct ParsedArguments: Sendable {
  var command = CommandSpec.draw
  var operands: [String] = []
  private(set) var values: [OptionSpec: [String]] = [:]
  /// Everything that is wrong with them, in order.
  private(set) var mistakes: [UsageMistake] = []

  func has(_ option: OptionSpec) -> Bool { values[option] != nil }
  func value(_ option: OptionSpec) -> String? { values[option]?.last }

  /// The values of an option that takes a list, with or without commas.
  func list(_ option: OptionSpec) -> [String] {
    (values[option] ?? []).flatMap { $0.split(separator: ",").map(String.init) }
  }

  /// - Parameter exists: whether a path leads to something, so that a file that is called like a
  ///   misspelt command is still a file.
  init(_ arguments: [String], exists: (String) -> Bool) {
    var rest = arguments[...]
    if let first = rest.first, let command = CommandSpec.named(first) {
      self.command = command
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
    guard !has(.help), !has(.version) else { return }
    checkOperands(exists)
  }

  // MARK: Options

  /// A marble string begins with dashes, too: beside one, only what is spelt out is an option.
  private func isOption(_ argument: String) -> Bool {
    guard argument != "-", argument.hasPrefix("-") else { return false }
    guard command == .grammar, argument != "--" else { return true }
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
      if inline != nil { mistakes.append(.needlessValue(option)) }
      values[option] = []
      return
    }
    guard let value = inline ?? rest.popFirst() else {
      return mistakes.append(.missingValue(option))
    }
    if values[option] != nil, !option.repeats { mistakes.append(.twice(option)) }
    if !option.choices.isEmpty, !option.choices.contains(value) {
      let suggestion = Suggestion.nearest(to: value, among: option.choices)
      mistakes.append(.wrongWord(option, value, suggestion: suggestion))
    }
    values[option, default: []].append(value)
  }

  private mutating func refuse(_ argument: String) {
    let name = String(argument.drop { $0 == "-" })
    let owners = CommandSpec.all.filter { command in
      command.options.contains { $0.name == name || name.count == 1 && $0.letter == name.first }
    }
    if owners.isEmpty {
      let near = Suggestion.nearest(to: name, among: command.options.map(\.name))
      mistakes.append(.unknownOption(argument, suggestion: near.map { "--" + $0 }))
    } else {
      mistakes.append(.optionOfOther(argument, commands: owners.map { "'\($0.call)'" }))
    }
  }

  // MARK: Operands

  private mutating func checkOperands(_ exists: (String) -> Bool) {
    if command == .draw, let word = operands.first, !exists(word), word.allSatisfy(\.isLetter),
      let suggestion = Suggestion.nearest(to: word, among: CommandSpec.all.map(\.name))
    {
      mistakes.append(.unknownCommand(word, suggestion: "marbles " + suggestion))
    } else if operands.count < command.count.lowerBound {
      mistakes.append(.tooFew(command))
    } else if operands.count > command.count.upperBound {
      mistakes.append(.tooMany(command, operands[command.count.upperBound]))
    }
    if command != .grammar, operands.count(where: { $0 == "-" }) > 1 {
      mistakes.append(.standardInputTwice)
    }
  }
}
