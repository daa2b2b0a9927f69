/// Numbers ordered by time, and first in, first out at equal times: a radix heap.
///
/// A key stands in the row of the highest digit (of six bits) in which its time differs from the
/// time of the last key taken, at that digit. Rows below are therefore earlier, and keys of one
/// time always stand together, in the order in which they came. When the lowest row is empty, the
/// first bucket above it is spread over the rows below: a key moves at most once a digit.
///
/// A key earlier than the last one taken is allowed, and costs O(n). The buckets are memory of its
/// own, because checks of uniqueness and bounds were a third of the time.
final class TimeWheel {
  private struct Key {
    let time: UInt64
    let slot: Int
  }

  private struct Bucket {
    /// As long as there is room.
    var keys = UnsafeMutableBufferPointer<Key>(start: nil, count: 0)
    /// How many have been taken, and how many there have been.
    var start = 0
    var end = 0

    mutating func append(_ key: Key) {
      if end == keys.count { grow() }
      keys[end] = key
      end += 1
    }

    private mutating func grow() {
      let larger = UnsafeMutableBufferPointer<Key>.allocate(capacity: max(8, keys.count * 2))
      _ = larger.update(fromContentsOf: keys)
      keys.deallocate()
      keys = larger
    }
  }

  private static let digitBits = 6
  private static let digits = 1 << digitBits
  private static let rows = (UInt64.bitWidth + digitBits - 1) / digitBits

  private let buckets: UnsafeMutablePointer<Bucket>
  /// For each row, which of its buckets have keys.
  private let occupied: UnsafeMutablePointer<UInt64>
  /// Which rows have keys.
  private var occupiedRows: UInt16 = 0
  private var last: UInt64 = 0

  init() {
    buckets = .allocate(capacity: Self.rows * Self.digits)
    buckets.initialize(repeating: Bucket(), count: Self.rows * Self.digits)
    occupied = .allocate(capacity: Self.rows)
    occupied.initialize(repeating: 0, count: Self.rows)
  }

  deinit {
    for bucket in 0..<Self.rows * Self.digits { buckets[bucket].keys.deallocate() }
    buckets.deallocate()
    occupied.deallocate()
  }

  func insert(_ slot: Int, at time: Int64) {
    let key = Key(time: Self.unsigned(time), slot: slot)
    if key.time < last { turnBack(to: key.time) }
    place(key)
  }

  func popFirst(notAfter limit: Int64) -> (time: Int64, slot: Int)? {
    while occupiedRows != 0 {
      let row = occupiedRows.trailingZeroBitCount
      let digit = occupied[row].trailingZeroBitCount
      let bucket = buckets + row * Self.digits + digit
      let isAlone = bucket.pointee.end - bucket.pointee.start == 1
      guard row == 0 || isAlone else {
        guard spread(bucket, row, digit, notAfter: Self.unsigned(limit)) else { return nil }
        continue
      }
      let key = bucket.pointee.keys[bucket.pointee.start]
      guard key.time <= Self.unsigned(limit) else { return nil }
      last = key.time
      if isAlone { empty(bucket, row, digit) } else { bucket.pointee.start += 1 }
      return (Self.signed(key.time), key.slot)
    }
    return nil
  }

  private func empty(_ bucket: UnsafeMutablePointer<Bucket>, _ row: Int, _ digit: Int) {
    bucket.pointee.start = 0
    bucket.pointee.end = 0
    occupied[row] &= ~(1 << UInt64(digit))
    if occupied[row] == 0 { occupiedRows &= ~(1 << UInt16(row)) }
  }

  /// Spreads a bucket, the earliest, over the rows below, unless all its keys are too late.
  private func spread(
    _ bucket: UnsafeMutablePointer<Bucket>, _ row: Int, _ digit: Int, notAfter limit: UInt64
  ) -> Bool {
    let spread = bucket.pointee
    var earliest = UInt64.max
    for index in 0..<spread.end { earliest = min(earliest, spread.keys[index].time) }
    guard earliest <= limit else { return false }
    last = earliest
    empty(bucket, row, digit)
    for index in 0..<spread.end { place(spread.keys[index]) }
    return true
  }

  @inline(__always)
  private func place(_ key: Key) {
    let difference = key.time ^ last
    let row = (UInt64.bitWidth - 1 - (difference | 1).leadingZeroBitCount) / Self.digitBits
    let digit = Int(key.time >> UInt64(row * Self.digitBits) & UInt64(Self.digits - 1))
    buckets[row * Self.digits + digit].append(key)
    occupied[row] |= 1 << UInt64(digit)
    occupiedRows |= 1 << UInt16(row)
  }

  /// Places every key anew, seen from an earlier time.
  private func turnBack(to time: UInt64) {
    var keys: [Key] = []
    for row in 0..<Self.rows {
      for digit in 0..<Self.digits where occupied[row] & (1 << UInt64(digit)) != 0 {
        let bucket = buckets + row * Self.digits + digit
        keys += bucket.pointee.keys[bucket.pointee.start..<bucket.pointee.end]
        empty(bucket, row, digit)
      }
    }
    last = time
    for key in keys { place(key) }
  }

  /// Signed times in the order of unsigned numbers.
  private static func unsigned(_ time: Int64) -> UInt64 { UInt64(bitPattern: time) ^ 1 << 63 }
  private static func signed(_ time: UInt64) -> Int64 { Int64(bitPattern: time ^ 1 << 63) }
}
