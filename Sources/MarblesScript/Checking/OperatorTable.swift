import MarblesCombine
import MarblesRx

/// The operators by name.
struct OperatorTable {
  private let byName: [String: [ScriptOperator]]

  init() { byName = Dictionary(grouping: Catalogue.all, by: \.name) }

  /// Those of that name; the dialect's own first.
  func candidates(_ name: String, in dialect: ScriptOperator.Dialect) -> [ScriptOperator] {
    let found = byName[name] ?? []
    guard found.count > 1 else { return found }
    return found.filter { $0.dialects.contains(dialect) }
      + found.filter { !$0.dialects.contains(dialect) }
  }

  var names: [String] { byName.keys.sorted() }
}
