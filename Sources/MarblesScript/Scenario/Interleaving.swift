/// The order in which threads take their steps: as prescribed, then by the first thread that has a
/// step left, or by one chosen at random.
final class Interleaving {
  private let prescribed: [Int]
  private var lots: SeededGenerator?
  /// The choice and the number of threads for each step.
  private(set) var taken: [(choice: Int, of: Int)] = []
  private var threads: [Int] = []

  init(_ prescribed: [Int] = []) { self.prescribed = prescribed }

  init(seed: UInt64) {
    prescribed = []
    lots = SeededGenerator(seed: seed)
  }

  /// Chooses the thread that takes the next step.
  ///
  /// - Parameter threads: what distinguishes them, in the order of the file.
  func next(of threads: [Int]) -> Int {
    let choice: Int
    if taken.count < prescribed.count {
      choice = min(prescribed[taken.count], threads.count - 1)
    } else {
      choice = lots?.next(below: threads.count) ?? 0
    }
    taken.append((choice, threads.count))
    self.threads.append(threads[choice])
    return choice
  }

  /// The number of steps that another thread than before took.
  var switches: Int { zip(threads, threads.dropFirst()).count { $0 != $1 } }

  /// The next interleaving in the order of all of them; `nil` after the last.
  var successor: [Int]? {
    guard let last = taken.lastIndex(where: { $0.choice + 1 < $0.of }) else { return nil }
    return taken[..<last].map(\.choice) + [taken[last].choice + 1]
  }
}

/// A random number generator with a seed (SplitMix64).
private struct SeededGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next(below count: Int) -> Int {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    mixed ^= mixed >> 31
    return count > 0 ? Int(mixed % UInt64(count)) : 0
  }
}
