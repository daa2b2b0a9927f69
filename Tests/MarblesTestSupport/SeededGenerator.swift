/// Random numbers that depend on the seed only (SplitMix64).
package struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  package init(seed: UInt64) { state = seed }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  /// A number from 0 up to, but not including, `count`.
  package mutating func upTo(_ count: Int) -> Int {
    Int.random(in: 0..<max(1, count), using: &self)
  }

  /// `true` in the given percentage of calls.
  package mutating func chance(_ percent: Int) -> Bool { upTo(100) < percent }
}
