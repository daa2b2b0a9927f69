import Marbles

/// The text of `--help`.
enum HelpText {
  /// - Parameter commands: all commands; the help of `marbles` lists them.
  static func text(of command: CommandSpec, among commands: [CommandSpec]) -> String {
    var lines = ["usage: \(command.call) [options] \(command.operands)", "", command.summary]
    if command.name.isEmpty {
      lines += ["", "commands:"]
      lines += table(
        commands.filter { !$0.name.isEmpty }.map {
          ("marbles \($0.name) \($0.operands)", $0.summary)
        })
    }
    if !command.examples.isEmpty { lines += ["", "examples:"] + table(command.examples) }
    lines += ["", "options:"]
    lines += table(command.options.map { ($0.usage, $0.help) })
    if !command.notes.isEmpty { lines += [""] + command.notes }
    return lines.joined(separator: "\n") + "\n"
  }

  /// Two columns; a long entry of the first column is on a line of its own.
  private static func table(_ rows: [(String, String)]) -> [String] {
    let width = 26
    return rows.flatMap { left, right in
      left.count <= width
        ? ["  \(left.padded(to: width))  \(right)"]
        : ["  \(left)", String(repeating: " ", count: width + 4) + right]
    }
  }
}
