/// Elements ordered by time, and first in, first out at equal times: a radix heap.
///
/// The row of an element is the highest digit (of six bits) in which its time differs from the time
/// of the last removed element; its bucket is the value of that digit. Lower rows are therefore
/// earlier, and elements of one time are in one bucket, in the order of insertion. When the lowest
/// row is empty, the first bucket of the next row is distributed over the rows below it: an element
/// moves at most once per digit.
///
/// Inserting an element earlier than the last removed one costs O(n). The buckets use unmanaged
/// memory: checks of uniqueness and bounds took a third of the time.
final class RadixHeap<Element> {
  private struct Key {
    let time: UInt64
    let element: Element
  }

  private struct Bucket {
    /// The allocated memory; the range from `start` to `end` is initialized.
    var keys = UnsafeMutableBufferPointer<Key>(start: nil, count: 0)
    var start = 0
    var end = 0

    mutating func append(_ key: consuming Key) {
      if end == keys.count { grow() }
      keys.initializeElement(at: end, to: key)
      end += 1
    }

    mutating func takeFirst() -> Key {
      defer { start += 1 }
      return keys.moveElement(from: start)
    }

    private mutating func grow() {
      let larger = UnsafeMutableBufferPointer<Key>.allocate(capacity: max(8, keys.count * 2))
      _ = larger[start..<end].moveInitialize(fromContentsOf: keys[start..<end])
      keys.deallocate()
      keys = larger
    }
  }

  private static var digitBits: Int { 6 }
  private static var digits: Int { 1 << digitBits }
  private static var rows: Int { (UInt64.bitWidth + digitBits - 1) / digitBits }

  private let buckets: UnsafeMutablePointer<Bucket>
  /// For each row, a bit set of the buckets that have keys.
  private let occupied: UnsafeMutablePointer<UInt64>
  /// A bit set of the rows that have keys.
  private var occupiedRows: UInt16 = 0
  private var last: UInt64 = 0

  init() {
    buckets = .allocate(capacity: Self.rows * Self.digits)
    buckets.initialize(repeating: Bucket(), count: Self.rows * Self.digits)
    occupied = .allocate(capacity: Self.rows)
    occupied.initialize(repeating: 0, count: Self.rows)
  }

  deinit {
    for index in 0..<Self.rows * Self.digits {
      let bucket = buckets[index]
      bucket.keys[bucket.start..<bucket.end].deinitialize()
      bucket.keys.deallocate()
    }
    buckets.deallocate()
    occupied.deallocate()
  }

  /// All elements, in a deterministic order that is not that of their times.
  var elements: [Element] {
    (0..<Self.rows * Self.digits).flatMap { index in
      let bucket = buckets[index]
      return bucket.keys[bucket.start..<bucket.end].map(\.element)
    }
  }

  func insert(_ element: consuming Element, at time: Int64) {
    let key = Key(time: Self.unsigned(time), element: element)
    if key.time < last { turnBack(to: key.time) }
    place(key)
  }

  /// Removes and returns the earliest element, unless it is later than `limit`.
  func popFirst(notAfter limit: Int64) -> (time: Int64, element: Element)? {
    while occupiedRows != 0 {
      let row = occupiedRows.trailingZeroBitCount
      let digit = occupied[row].trailingZeroBitCount
      let bucket = buckets + row * Self.digits + digit
      let isAlone = bucket.pointee.end - bucket.pointee.start == 1
      guard row == 0 || isAlone else {
        guard spread(bucket, row, digit, notAfter: Self.unsigned(limit)) else { return nil }
        continue
      }
      guard bucket.pointee.keys[bucket.pointee.start].time <= Self.unsigned(limit) else {
        return nil
      }
      let key = bucket.pointee.takeFirst()
      last = key.time
      if isAlone { empty(bucket, row, digit) }
      return (Self.signed(key.time), key.element)
    }
    return nil
  }

  private func empty(_ bucket: UnsafeMutablePointer<Bucket>, _ row: Int, _ digit: Int) {
    bucket.pointee.start = 0
    bucket.pointee.end = 0
    occupied[row] &= ~(1 << UInt64(digit))
    if occupied[row] == 0 { occupiedRows &= ~(1 << UInt16(row)) }
  }

  /// Distributes the earliest bucket over the rows below, unless all its keys are too late.
  private func spread(
    _ bucket: UnsafeMutablePointer<Bucket>, _ row: Int, _ digit: Int, notAfter limit: UInt64
  ) -> Bool {
    var spread = bucket.pointee
    var earliest = UInt64.max
    for index in spread.start..<spread.end { earliest = min(earliest, spread.keys[index].time) }
    guard earliest <= limit else { return false }
    last = earliest
    // Its keys move to other buckets, so its memory does not change meanwhile.
    empty(bucket, row, digit)
    while spread.start < spread.end { place(spread.takeFirst()) }
    return true
  }

  @inline(__always)
  private func place(_ key: consuming Key) {
    let difference = key.time ^ last
    let row = (UInt64.bitWidth - 1 - (difference | 1).leadingZeroBitCount) / Self.digitBits
    let digit = Int(key.time >> UInt64(row * Self.digitBits) & UInt64(Self.digits - 1))
    buckets[row * Self.digits + digit].append(key)
    occupied[row] |= 1 << UInt64(digit)
    occupiedRows |= 1 << UInt16(row)
  }

  /// Inserts all keys again, relative to an earlier time.
  private func turnBack(to time: UInt64) {
    var keys: [Key] = []
    for row in 0..<Self.rows {
      for digit in 0..<Self.digits where occupied[row] & (1 << UInt64(digit)) != 0 {
        let bucket = buckets + row * Self.digits + digit
        while bucket.pointee.start < bucket.pointee.end { keys.append(bucket.pointee.takeFirst()) }
        empty(bucket, row, digit)
      }
    }
    last = time
    for key in keys { place(key) }
  }

  /// Maps signed times to unsigned numbers of the same order.
  private static func unsigned(_ time: Int64) -> UInt64 { UInt64(bitPattern: time) ^ 1 << 63 }
  private static func signed(_ time: UInt64) -> Int64 { Int64(bitPattern: time ^ 1 << 63) }
}
