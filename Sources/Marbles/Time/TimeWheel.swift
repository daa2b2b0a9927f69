/// Numbers ordered by time, and first in, first out at equal times: a radix heap.
///
/// A key stands in the row of the highest digit (of six bits) in which its time differs from the
/// time of the last key taken, at that digit. Rows below are therefore earlier, and keys of one
/// time always stand together, in the order in which they came. When the lowest row is empty, the
/// first bucket above it is spread over the rows below: a key moves at most once a digit.
///
/// A key earlier than the last one taken is allowed, and costs O(n).
struct TimeWheel {
  private struct Key {
    let time: UInt64
    let slot: Int
  }

  private static let digitBits = 6
  private static let digits = 1 << digitBits
  private static let rows = (UInt64.bitWidth + digitBits - 1) / digitBits

  private var buckets = [[Key]](repeating: [], count: rows * digits)
  /// For each row, which of its buckets have keys.
  private var occupied = [UInt64](repeating: 0, count: rows)
  /// How many keys of the bucket at `last` have been taken.
  private var taken = 0
  private var last: UInt64 = 0

  mutating func insert(_ slot: Int, at time: Int64) {
    let key = Key(time: Self.unsigned(time), slot: slot)
    if key.time < last { turnBack(to: key.time) }
    place(key)
  }

  mutating func popFirst(notAfter limit: Int64) -> (time: Int64, slot: Int)? {
    while true {
      if occupied[0] != 0 {
        let digit = occupied[0].trailingZeroBitCount
        let time = buckets[digit][0].time
        guard time <= Self.unsigned(limit) else { return nil }
        last = time
        return (Self.signed(time), takeFirst(of: digit))
      }
      guard spreadFirstBucket(notAfter: Self.unsigned(limit)) else { return nil }
    }
  }

  private mutating func takeFirst(of bucket: Int) -> Int {
    let slot = buckets[bucket][taken].slot
    taken += 1
    if taken == buckets[bucket].count {
      buckets[bucket].removeAll(keepingCapacity: true)
      occupied[0] &= ~(1 << UInt64(bucket))
      taken = 0
    }
    return slot
  }

  /// Spreads the earliest bucket above the lowest row, unless all its keys are too late.
  private mutating func spreadFirstBucket(notAfter limit: UInt64) -> Bool {
    guard let row = occupied.firstIndex(where: { $0 != 0 }) else { return false }
    let digit = occupied[row].trailingZeroBitCount
    let bucket = row * Self.digits + digit
    var earliest = UInt64.max
    for key in buckets[bucket] { earliest = min(earliest, key.time) }
    guard earliest <= limit else { return false }
    last = earliest
    occupied[row] &= ~(1 << UInt64(digit))
    var keys: [Key] = []
    swap(&keys, &buckets[bucket])
    for key in keys { place(key) }
    keys.removeAll(keepingCapacity: true)
    swap(&keys, &buckets[bucket])
    return true
  }

  @inline(__always)
  private mutating func place(_ key: Key) {
    let difference = key.time ^ last
    let row = (UInt64.bitWidth - 1 - (difference | 1).leadingZeroBitCount) / Self.digitBits
    let digit = Int(key.time >> UInt64(row * Self.digitBits) & UInt64(Self.digits - 1))
    buckets[row * Self.digits + digit].append(key)
    occupied[row] |= 1 << UInt64(digit)
  }

  /// Places every key anew, seen from an earlier time.
  private mutating func turnBack(to time: UInt64) {
    var keys: [Key] = []
    if occupied[0] != 0, taken > 0 {
      buckets[occupied[0].trailingZeroBitCount].removeFirst(taken)
      taken = 0
    }
    for bucket in buckets.indices where !buckets[bucket].isEmpty {
      keys += buckets[bucket]
      buckets[bucket].removeAll(keepingCapacity: true)
    }
    occupied = Array(repeating: 0, count: Self.rows)
    last = time
    for key in keys { place(key) }
  }

  /// Signed times in the order of unsigned numbers.
  private static func unsigned(_ time: Int64) -> UInt64 { UInt64(bitPattern: time) ^ 1 << 63 }
  private static func signed(_ time: UInt64) -> Int64 { Int64(bitPattern: time ^ 1 << 63) }
}
