import Marbles
import MarblesScript

extension CommandSpec {
  static let operators = CommandSpec(
    "operators", "[NAME…]", count: 0...1_000,
    "print the operators and sources of scripts, with examples",
    options: [.color],
    examples: [
      ("marbles operators", "list all names by family"),
      ("marbles operators debounce", "print the arguments of debounce, and an example"),
    ],
    run: { OperatorsCommand(context: $0).run() })
}

/// `marbles operators [NAME…]`: prints the catalogue of operators and the words of scripts.
private struct OperatorsCommand {
  /// An operator or a word.
  fileprivate struct Entry {
    let name: String
    let family: String
    let summary: String
    /// The calls, without an example.
    let usages: [String]
    let example: String
    let dialects: [ScriptOperator.Dialect]
    let difference: String?
    let isListed: Bool
  }

  let context: CommandContext

  private var console: Console { context.console }

  private static let entries =
    ScriptOperator.Family.allCases.flatMap { family in
      OperatorTable.all.filter { $0.family == family }.map(Entry.init)
    } + VocabularyEntry.all.map(Entry.init)

  func run() {
    guard !context.arguments.operands.isEmpty else { return list() }
    for name in context.arguments.operands {
      let found = Self.entries.filter { $0.name == name }
      if found.isEmpty {
        let suggestion = Suggestion.nearest(to: name, among: Self.entries.map(\.name))
        console.report(.unknownOperator(name, suggestion: suggestion))
      }
      for entry in found { console.print(entry.text) }
    }
  }

  private func list() {
    let entries = Self.entries.filter(\.isListed)
    let width = entries.map(\.name.count).max() ?? 0
    var family = ""
    for entry in entries {
      if entry.family != family {
        console.print((family.isEmpty ? "" : "\n") + "\(entry.family)\n")
        family = entry.family
      }
      let dialects =
        entry.dialects.isEmpty || entry.dialects == [.combine]
        ? "" : " (\(entry.dialects.map(\.rawValue).joined(separator: ", ")))"
      console.print("  \(entry.name.padded(to: width))  \(entry.summary)\(dialects)\n")
    }
    console.print("\n'marbles operators NAME' prints the details of one of them\n")
  }
}

extension OperatorsCommand.Entry {
  init(_ entry: ScriptOperator) {
    name = entry.name
    family = entry.family.rawValue
    summary = entry.summary
    usages = entry.signatures.map { ".\(entry.name)\($0.usage)" }
    example = entry.example
    dialects = entry.dialects
    difference = if case .different(let text) = entry.compatibility { text } else { nil }
    isListed = true
  }

  init(_ entry: VocabularyEntry) {
    name = entry.name
    family = entry.family
    summary = entry.summary
    let prefix = entry.isMember ? "." : ""
    // Some words are values: 'Int.max'.
    let isCalled = entry.example != entry.name
    usages = entry.signatures.map { prefix + entry.name + (isCalled ? $0.usage : "") }
    example = entry.example
    dialects = []
    difference = nil
    isListed = entry.isListed
  }

  var text: String {
    let origin = dialects.map(\.rawValue).joined(separator: ", ")
    var lines = ["\(name) (\(origin.isEmpty ? "" : origin + "; ")\(family))", "  \(summary)"]
    lines += usages.map { "  " + $0 }
    lines.append("  example: \(example)")
    if let difference { lines.append("  differs: \(difference)") }
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
