import Marbles
import MarblesScript

extension CommandSpec {
  static let operators = CommandSpec(
    "operators", "[NAME…]", count: 0...1_000, "print the catalogue of operators, with examples",
    options: [.color],
    run: { OperatorsCommand(context: $0).run() })
}

/// `marbles operators [NAME…]`: prints the catalogue of operators.
private struct OperatorsCommand {
  let context: CommandContext

  private var console: Console { context.console }

  private var catalogue: [ScriptOperator] { OperatorTable.all }

  func run() {
    guard !context.arguments.operands.isEmpty else { return list() }
    for name in context.arguments.operands {
      let found = catalogue.filter { $0.name == name }
      if found.isEmpty {
        let suggestion = Suggestion.nearest(to: name, among: catalogue.map(\.name))
        console.report(.unknownOperator(name, suggestion: suggestion))
      }
      for entry in found { console.print(text(of: entry)) }
    }
  }

  private func list() {
    let width = catalogue.map(\.name.count).max() ?? 0
    for family in ScriptOperator.Family.allCases {
      let entries = catalogue.filter { $0.family == family }
      guard !entries.isEmpty else { continue }
      console.print("\(family.rawValue)\n")
      for entry in entries {
        let dialects =
          entry.dialects == [.combine]
          ? "" : " (\(entry.dialects.map(\.rawValue).joined(separator: ", ")))"
        console.print("  \(entry.name.padded(to: width))  \(entry.summary)\(dialects)\n")
      }
      console.print("\n")
    }
    console.print("'marbles operators NAME' prints the details of one operator\n")
  }

  private func text(of entry: ScriptOperator) -> String {
    let dialects = entry.dialects.map(\.rawValue).joined(separator: ", ")
    var lines = ["\(entry.name) (\(dialects); \(entry.family.rawValue))", "  \(entry.summary)"]
    lines += entry.signatures.map { "  .\(entry.name)\($0.usage)" }
    lines.append("  example: \(entry.example)")
    if case .different(let how) = entry.compatibility { lines.append("  differs: \(how)") }
    return lines.joined(separator: "\n") + "\n\n"
  }
}

extension Signature {
  /// The parameters as they are written in a call.
  fileprivate var usage: String {
    let parts = parameters.map { parameter in
      let label = parameter.label.map { $0 + ": " } ?? ""
      let rest = parameter.isVariadic ? "…" : ""
      let text = label + parameter.type.usage + rest
      return parameter.isOptional ? "[\(text)]" : text
    }
    return "(\(parts.joined(separator: ", ")))"
  }
}

extension ArgumentType {
  fileprivate var usage: String {
    switch self {
    case .any: "value"
    case .int: "number"
    case .bool: "true or false"
    case .string: "text"
    case .duration: "duration"
    case .demand: ".unlimited or .max(n)"
    case .closure(let count): "{ \(Self.names(count)) }"
    case .publisherClosure(let count): "{ \(Self.names(count)) publisher }"
    case .publisher: "publisher"
    case .subject: "subject"
    case .scheduler: "scheduler"
    case .choice(let words): words.map { "." + $0 }.joined(separator: " or ")
    case .keyPath: "\\.keyPath"
    case .range: "range"
    }
  }

  private static func names(_ count: Int) -> String {
    count == 0 ? "…" : (0..<count).map { "$\($0)" }.joined(separator: ", ") + " …"
  }
}
