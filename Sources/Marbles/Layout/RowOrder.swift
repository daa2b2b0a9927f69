/// Orders the rows of a picture so that values flow downwards.
///
/// Topological. Of what is ready, first what the row just placed feeds, then the order of
/// appearance. A loop is broken at its newest arrow. Rows that lead go first; every other row that
/// nothing feeds is directly above the first row that it feeds.
struct RowOrder {
  struct Edge {
    var from: Int
    var to: Int
    /// The event that created it.
    var age: EventID
  }

  private let count: Int
  private let keys: [Int]
  private let leads: Set<Int>
  private var edges: [Edge]
  private var isCut: [Bool]
  private var outgoing: [[Int]]
  private var incoming: [[Int]]
  private var waiting: [Int]
  private var isPlaced: [Bool]
  private var ready: [Int] = []
  private var result: [Int] = []

  /// - Parameters:
  ///   - keys: the order of appearance.
  ///   - leads: the nodes that go first.
  init(keys: [Int], edges all: [Edge], leads: Set<Int> = []) {
    count = keys.count
    self.keys = keys
    self.leads = leads
    edges = all.filter { $0.from != $0.to }
    isCut = Array(repeating: false, count: edges.count)
    outgoing = Array(repeating: [], count: count)
    incoming = Array(repeating: [], count: count)
    waiting = Array(repeating: 0, count: count)
    isPlaced = Array(repeating: false, count: count)
    for (index, edge) in edges.enumerated() {
      outgoing[edge.from].append(index)
      incoming[edge.to].append(index)
      waiting[edge.to] += 1
    }
  }

  /// - Complexity: O((n + e) log n), times the number of loops.
  func sorted() -> [Int] {
    var copy = self
    copy.run()
    return copy.settled()
  }

  /// The result with its sources where they are needed.
  private func settled() -> [Int] {
    var position = Array(repeating: 0, count: count)
    for (index, node) in result.enumerated() { position[node] = index }
    var above: [Int: [Int]] = [:]
    var moved = leads
    for node in result where incoming[node].isEmpty && !leads.contains(node) {
      let fed = outgoing[node].map { edges[$0].to }
      guard let first = fed.min(by: { position[$0] < position[$1] }) else { continue }
      above[first, default: []].append(node)
      moved.insert(node)
    }
    var settled: [Int] = []
    for node in result where !moved.contains(node) {
      for source in above[node] ?? [] { insert(source, above: node, into: &settled, position) }
      settled.append(node)
    }
    return result.filter(leads.contains) + settled
  }

  /// Inserts a source above the rows between it and the row that it feeds, if all of them lead
  /// there, too: the order of the inputs of a stage is that of their appearance.
  private func insert(
    _ source: Int, above target: Int, into settled: inout [Int], _ position: [Int]
  ) {
    var leading: Set<Int> = [target]
    var index = settled.count
    while index > 0, position[settled[index - 1]] > position[source],
      outgoing[settled[index - 1]].contains(where: { leading.contains(edges[$0].to) })
    {
      index -= 1
      leading.insert(settled[index])
    }
    settled.insert(source, at: index)
  }

  private mutating func run() {
    ready = (0..<count).filter { waiting[$0] == 0 }.sorted { keys[$0] > keys[$1] }
    while result.count < count {
      if let next = ready.popLast() { place(next) } else { breakLoop() }
    }
  }

  private mutating func place(_ node: Int) {
    guard !isPlaced[node] else { return }
    isPlaced[node] = true
    result.append(node)
    var fed: [Int] = []
    for edge in outgoing[node] where !isCut[edge] {
      let target = edges[edge].to
      waiting[target] -= 1
      if waiting[target] == 0 { fed.append(target) }
    }
    ready += fed.sorted { keys[$0] > keys[$1] }
  }

  private mutating func breakLoop() {
    guard var node = (0..<count).filter({ !isPlaced[$0] }).min(by: { keys[$0] < keys[$1] })
    else { return }
    var walked: [Int] = []
    var stepOf: [Int: Int] = [:]
    while stepOf[node] == nil {
      stepOf[node] = walked.count
      guard let edge = incoming[node].first(where: { !isCut[$0] && !isPlaced[edges[$0].from] })
      else { break }
      walked.append(edge)
      node = edges[edge].from
    }
    let loop = walked[(stepOf[node] ?? 0)...]
    guard let newest = loop.max(by: { (edges[$0].age, $0) < (edges[$1].age, $1) }) else { return }
    isCut[newest] = true
    waiting[edges[newest].to] -= 1
    if waiting[edges[newest].to] == 0 { ready.append(edges[newest].to) }
  }
}
