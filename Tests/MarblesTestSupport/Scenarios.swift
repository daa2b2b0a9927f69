import Foundation

/// The number of random scenarios that a test plays: `MARBLES_SCENARIOS` times the usual number, for
/// example 20 or 0.2.
package enum Scenarios {
  private static let factor =
    ProcessInfo.processInfo.environment["MARBLES_SCENARIOS"].flatMap { Double($0) } ?? 1

  /// The seeds of one of the blocks into which the scenarios are divided, so that blocks run in
  /// parallel.
  package static func seeds(_ block: Int = 0, of count: Int, blocks: Int = 1) -> Range<Int> {
    let wanted = Double(count) * min(max(factor, 0), 10_000)
    let perBlock = max(1, Int(wanted / Double(max(1, blocks))))
    return block * perBlock..<(block + 1) * perBlock
  }

  /// All elements, or an evenly spread part of them if fewer scenarios than usual are wanted.
  package static func sample<Element>(_ elements: [Element]) -> [Element] {
    let wanted = max(1, Int(Double(elements.count) * min(max(factor, 0), 1)))
    return (0..<min(wanted, elements.count)).map { elements[$0 * elements.count / wanted] }
  }
}
