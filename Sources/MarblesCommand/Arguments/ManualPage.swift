/// The manual page, generated from the commands, as input for `man`.
enum ManualPage {
  static func text(_ commands: [CommandSpec], version: String) -> String {
    var lines = [
      ".TH MARBLES 1 \"\" \"marbles \(version)\"",
      ".SH NAME", "marbles \\- record streams and draw marble diagrams",
      ".SH SYNOPSIS",
    ]
    for command in commands {
      lines += [".B \(escaped(command.call))", "[options] \(escaped(command.operands))", ".br"]
    }
    for command in commands {
      if command.name.isEmpty {
        lines.append(".SH DESCRIPTION")
      } else {
        lines.append(".SH \"\(escaped(command.call.uppercased()))\"")
      }
      lines.append(escaped(sentence(command.summary)))
      if !command.notes.isEmpty { lines.append(".PP") }
      lines += command.notes.map { $0.isEmpty ? ".PP" : escaped($0) }
      for example in command.examples {
        lines += [".TP", ".B \(escaped(example.call))", escaped(sentence(example.effect))]
      }
      for option in command.options {
        lines += [".TP", ".B \(escaped(option.usage))", escaped(sentence(option.help))]
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func sentence(_ text: String) -> String {
    text.prefix(1).uppercased() + text.dropFirst() + "."
  }

  /// Text in which roff finds no request: a leading period or apostrophe would be one.
  private static func escaped(_ text: String) -> String {
    let body = text.reduce(into: "") { result, character in
      switch character {
      case "\\": result += "\\e"
      case "-": result += "\\-"
      // Not each formatter reads UTF-8.
      case "…": result += "..."
      default: result.append(character)
      }
    }
    return body.hasPrefix(".") || body.hasPrefix("'") ? "\\&" + body : body
  }
}
