/// Completion scripts for shells, generated from the commands.
enum Completion {
  /// - Returns: `nil` for an unknown shell; `OptionSpec.completion` lists the known ones.
  static func script(for shell: String, _ commands: [CommandSpec]) -> String? {
    switch shell {
    case "bash": bash(commands)
    case "zsh": zsh(commands)
    case "fish": fish(commands)
    default: nil
    }
  }

  /// The words that select a command.
  private static func names(_ commands: [CommandSpec]) -> [String] {
    commands.map(\.name).filter { !$0.isEmpty }
  }

  /// All options with a value, each once.
  private static func valueOptions(_ commands: [CommandSpec]) -> [OptionSpec] {
    var known: Set<String> = []
    return commands.flatMap(\.options).filter { $0.value != nil && known.insert($0.name).inserted }
  }

  // MARK: bash

  private static func bash(_ commands: [CommandSpec]) -> String {
    let values = valueOptions(commands).map { option in
      let names = (option.letter.map { ["-\($0)"] } ?? []) + ["--\(option.name)"]
      let reply =
        option.choices.isEmpty
        ? "" : " COMPREPLY=($(compgen -W '\(option.choices.joined(separator: " "))' -- \"$word\"));"
      return "    \(names.joined(separator: " | ")))\(reply) return ;;"
    }
    let options = commands.map { command in
      let words = command.options.map { "--\($0.name)" }.joined(separator: " ")
      return "    \(command.name.isEmpty ? "*" : command.name)) options='\(words)' ;;"
    }
    // The default comes last, because its pattern matches every word.
    let cases = options.dropFirst() + options.prefix(1)
    return """
      # bash completion for marbles; load it with: eval "$(marbles --generate-completion bash)"
      _marbles() {
        local word="${COMP_WORDS[COMP_CWORD]}" options
        COMPREPLY=()
        case "${COMP_WORDS[COMP_CWORD - 1]}" in
      \(values.joined(separator: "\n"))
        esac
        case "${COMP_WORDS[1]}" in
      \(cases.joined(separator: "\n"))
        esac
        if [[ $word == -* ]]; then
          COMPREPLY=($(compgen -W "$options" -- "$word"))
        elif ((COMP_CWORD == 1)); then
          COMPREPLY=(
            $(compgen -W '\(names(commands).joined(separator: " "))' -- "$word")
            $(compgen -f -- "$word"))
        fi
      }
      complete -o bashdefault -o default -F _marbles marbles

      """
  }

  // MARK: zsh

  private static func zsh(_ commands: [CommandSpec]) -> String {
    let list = commands.filter { !$0.name.isEmpty }.map { command in
      "    '\(command.name):\(zshText(command.summary))'"
    }
    let cases = (commands.dropFirst() + commands.prefix(1)).map { command in
      let specs = command.options.map { "        \(zshSpec($0))" } + ["        '*:file:_files'"]
      return "    \(command.name.isEmpty ? "*" : command.name))\n      _arguments \\\n"
        + specs.joined(separator: " \\\n") + " ;;"
    }
    return """
      #compdef marbles
      # zsh completion for marbles; write it to a file _marbles in a folder of $fpath.
      _marbles() {
        local -a commands
        commands=(
      \(list.joined(separator: "\n"))
        )
        if ((CURRENT == 2)) && [[ $words[2] != -* ]]; then
          _describe command commands
          _files
          return
        fi
        case $words[2] in
      \(cases.joined(separator: "\n"))
        esac
      }
      compdef _marbles marbles

      """
  }

  private static func zshSpec(_ option: OptionSpec) -> String {
    let repeats = option.isList ? "*" : ""
    var text = "[\(zshText(option.help))]"
    if let value = option.value {
      let action =
        option.choices.isEmpty
        ? (value == "FILE" ? "_files" : "")
        : option.isList
          ? "_values -s , \(value) \(option.choices.joined(separator: " "))"
          : "(\(option.choices.joined(separator: " ")))"
      text += ":\(zshText(value)):\(action)"
    }
    guard let letter = option.letter else { return "'\(repeats)--\(option.name)\(text)'" }
    return "'(-\(letter) --\(option.name))'{-\(letter),--\(option.name)}'\(text)'"
  }

  /// Text within single quotes in which `[`, `]` and `:` have a meaning.
  private static func zshText(_ text: String) -> String {
    text.reduce(into: "") { result, character in
      switch character {
      case "[", "]", ":", "\\": result += "\\\(character)"
      case "'": result += "'\\''"
      default: result.append(character)
      }
    }
  }

  // MARK: fish

  private static func fish(_ commands: [CommandSpec]) -> String {
    let names = names(commands).joined(separator: " ")
    var lines = [
      "# fish completion for marbles; write it to ~/.config/fish/completions/marbles.fish"
    ]
    for command in commands where !command.name.isEmpty {
      lines.append(
        "complete -c marbles -n __fish_use_subcommand -a \(command.name)"
          + " -d '\(fishText(command.summary))'")
    }
    for command in commands {
      let condition =
        command.name.isEmpty
        ? "not __fish_seen_subcommand_from \(names)"
        : "__fish_seen_subcommand_from \(command.name)"
      for option in command.options {
        let letter = option.letter.map { " -s \($0)" } ?? ""
        let value =
          option.value == nil
          ? ""
          : option.choices.isEmpty ? " -r" : " -x -a '\(option.choices.joined(separator: " "))'"
        lines.append(
          "complete -c marbles -n '\(condition)'\(letter) -l \(option.name)\(value)"
            + " -d '\(fishText(option.help))'")
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func fishText(_ text: String) -> String {
    text.reduce(into: "") { result, character in
      if character == "'" || character == "\\" { result.append("\\") }
      result.append(character)
    }
  }
}
