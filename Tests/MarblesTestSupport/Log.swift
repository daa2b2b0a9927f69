import Testing

/// The failure of the streams in tests.
package struct Boom: Error, Equatable, CustomStringConvertible {
  package var description: String

  package init(description: String = "boom") { self.description = description }
}

/// A log of events, one line each, in the order in which they happen.
package final class Log {
  package private(set) var lines: [String] = []
  private let clock: (() -> String)?

  /// - Parameter clock: the time at the start of each line.
  package init(clock: (() -> String)? = nil) { self.clock = clock }

  package var text: String { lines.joined(separator: "\n") }

  package func write(_ line: String) { lines.append((clock.map { "@\($0()) " } ?? "") + line) }

  package func callAsFunction(_ line: String) { write(line) }

  /// Logs a step of the test, then performs it.
  package func step(_ text: String, _ action: () -> Void = {}) {
    write("-- \(text)")
    action()
  }

  package func removeAll() { lines = [] }

  /// Expects exactly these lines; a failure shows both sides and marks the first difference.
  package func expect(_ expected: String, sourceLocation: SourceLocation = #_sourceLocation) {
    let wanted = expected.split(separator: "\n", omittingEmptySubsequences: true).map(String.init)
    guard wanted != lines else { return }
    let same = zip(wanted, lines).prefix { $0 == $1 }.count
    let shown = (0..<max(wanted.count, lines.count)).map { index in
      let mark = index == same ? "→ " : "  "
      let left = index < wanted.count ? wanted[index] : ""
      let right = index < lines.count ? lines[index] : ""
      return mark + left.padding(to: 34) + "| " + right
    }
    let heading = "  " + "expected".padding(to: 34) + "| recorded"
    Issue.record(
      "the logs differ from line \(same + 1) on\n\(([heading] + shown).joined(separator: "\n"))",
      sourceLocation: sourceLocation)
  }
}

extension String {
  fileprivate func padding(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }
}
