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

  /// All elements, or an evenly spread part of them.
  ///
  /// - Parameters:
  ///   - part: The number of elements of which one is usually wanted.
  ///   - offset: The distance by which the selected elements are shifted.
  package static func sample<Element>(
    _ elements: [Element], oneOf part: Int = 1, offset: Int = 0
  ) -> [Element] {
    let share = min(max(factor, 0) / Double(max(1, part)), 1)
    let wanted = min(max(1, Int(Double(elements.count) * share)), elements.count)
    return (0..<wanted).map {
      elements[($0 * elements.count / wanted + offset) % elements.count]
    }
  }
}
