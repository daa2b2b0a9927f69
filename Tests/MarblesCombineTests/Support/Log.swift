import Marbles
import MarblesCombine
import Testing

/// A log of signals, one line each, in the order in which they occurred.
///
/// Subscribers, spies and feeds write into it: `A subscription`, `A request max(1)`, `A value 3`,
/// `A returns max(1)`, `A finished`, `A failure(boom)`, `A cancel`, `up subscribed`, `up emits 3`,
/// `up gets back max(1)`, `up cancelled`. With a scheduler, each line starts with the time.
final class Log {
  private(set) var lines: [String] = []
  private let scheduler: TestScheduler?

  init(_ scheduler: TestScheduler? = nil) { self.scheduler = scheduler }

  func write(_ line: String) {
    guard let scheduler else { return lines.append(line) }
    lines.append("@\(scheduler.now.nanoseconds / scheduler.frame.nanoseconds) \(line)")
  }

  /// A step of the test itself.
  func step(_ text: String) { write("-- \(text)") }

  func removeAll() { lines = [] }

  /// Expects exactly these lines; else shows both sides from the first difference on.
  func expect(_ expected: String, sourceLocation: SourceLocation = #_sourceLocation) {
    let wanted = expected.split(separator: "\n", omittingEmptySubsequences: true).map(String.init)
    guard wanted != lines else { return }
    let same = zip(wanted, lines).prefix { $0 == $1 }.count
    let shown = (0..<max(wanted.count, lines.count)).map { index in
      let mark = index == same ? "→ " : "  "
      let left = index < wanted.count ? wanted[index] : ""
      let right = index < lines.count ? lines[index] : ""
      return mark + left.padding(to: 34) + "| " + right
    }
    let heading = "  " + "expected".padding(to: 34) + "| happened"
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

/// The failure of the tests' streams.
struct Boom: Error, Equatable, CustomStringConvertible {
  var description: String { "boom" }
}

func text<Failure>(_ completion: Subscribers.Completion<Failure>) -> String {
  switch completion {
  case .finished: "finished"
  case .failure(let error): "failure(\(error))"
  }
}
