/// Names by which each row of a picture can be distinguished from the others.
struct RowNames {
  private(set) var rows: [Diagram.Row]
  /// Whether the names were given, so that numbers are not changed without need.
  private let areGiven: Bool

  /// - Parameter rows: the rows of a picture with the names of what they show, and their connections.
  init(_ rows: [Diagram.Row], areGiven: Bool) {
    self.rows = rows
    self.areGiven = areGiven
    // In the order of the rows: a name can depend on that of a source, which is changed before.
    let groups = Dictionary(grouping: rows.indices, by: { rows[$0].name }).values
      .filter { $0.count > 1 }.sorted { $0[0] < $1[0] }
    for same in groups { nameAfterRole(same) }
    let lanesByTarget = Dictionary(grouping: rows.indices, by: { rows[$0].target })
    for same in groups {
      let still = Dictionary(grouping: same, by: { self.rows[$0].name })
      for row in same where (still[self.rows[row].name]?.count ?? 0) > 1 {
        nameAfterSource(row, lanes: lanesByTarget[row] ?? [])
      }
    }
    number()
  }

  // MARK: Names of rows that differ in their role

  /// The lanes to one stage are named after their sources. A stage that a `let` names like something
  /// else gets its operator behind the name, and a subscriber at the end its role.
  private mutating func nameAfterRole(_ same: [Int]) {
    for row in same where rows[row].name.hasPrefix("→ ") {
      guard let source = rows[row].source else { continue }
      rows[row].name = "\(rows[source].name) \(rows[row].name)"
    }
    let operators = same.map { nameOfOperator(rows[$0]) }
    if Set(operators).count > 1 {
      for (row, name) in zip(same, operators) where name != nil {
        rows[row].name += "." + (name ?? "")
      }
    }
    let rest = zip(same, operators).filter { $1 == nil || Set(operators).count == 1 }.map(\.0)
    guard rest.contains(where: { !rows[$0].isEnd }) else { return }
    for row in rest where rows[row].isEnd && rest.count > 1 { rows[row].name += ".subscriber" }
  }

  /// The operator of a stage that is named after its stream: it is the first word of the second line.
  private func nameOfOperator(_ row: Diagram.Row) -> String? {
    switch row.kind {
    case .band(.hub, _, _), .band(.memory, _, _), .box: break
    case .band, .lane: return nil
    }
    let first = row.detail.prefix { $0 != "," }
    let word = OperatorChain.withoutArguments(String(first))
    guard word.first?.isLowercase == true, word.allSatisfy(\.isLetter),
      word != OperatorChain.withoutArguments(row.name)
    else { return nil }
    return word
  }

  /// The longest name with a source in front.
  private static let longestName = 24

  /// Puts the row that feeds a row in front of its name, if there is one and it feeds something.
  ///
  /// - Parameter lanes: the rows whose target the row is.
  private mutating func nameAfterSource(_ row: Int, lanes: [Int]) {
    guard !rows[row].isEnd, !rows[row].name.contains("→ ") else { return }
    var sources = Set(rows[row].inputs)
    if let source = rows[row].source { sources.insert(source) }
    for lane in lanes { sources.insert(rows[lane].source ?? lane) }
    guard let source = sources.first, sources.count == 1, source != row,
      rows[row].isBand || rows[source].isBand
    else { return }
    let old = rows[row].name
    let short = OperatorChain.withoutArguments(old)
    let name = "\(rows[source].name).\(short)"
    guard TextWidth.cells(name) <= Self.longestName else { return }
    rows[row].name = name
    if short != old { rows[row].detail = listed([old, rows[row].detail]) }
  }

  // MARK: Numbers

  /// Numbers the rows of one name from 1 on. A row with a name of its own has no number.
  private mutating func number() {
    let groups = Dictionary(grouping: rows.indices) { PlaceKey.baseName(rows[$0].name) }
    for (base, group) in groups {
      let names = Set(group.map { rows[$0].name })
      let areDistinct = names.count == group.count
      if areDistinct, areGiven || names == [base] || names.contains("\(base) #1") { continue }
      let order = group.sorted { a, b in
        (rows[a].name.count, rows[a].name, a) < (rows[b].name.count, rows[b].name, b)
      }
      for (index, row) in order.enumerated() {
        rows[row].name = group.count == 1 ? base : "\(base) #\(index + 1)"
      }
    }
  }
}
