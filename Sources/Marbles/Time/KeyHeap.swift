/// A heap of keys with four children a node: shallow, and a node's children share a cache line.
struct KeyHeap {
  private(set) var keys: [QueueKey] = []

  var first: QueueKey? { keys.first }
  var count: Int { keys.count }

  mutating func insert(_ key: QueueKey) {
    keys.append(key)
    var child = keys.count - 1
    while child > 0 {
      let parent = (child - 1) / 4
      guard key < keys[parent] else { break }
      keys[child] = keys[parent]
      child = parent
    }
    keys[child] = key
  }

  mutating func removeFirst() {
    guard let key = keys.popLast(), !keys.isEmpty else { return }
    var parent = 0
    while true {
      let first = parent * 4 + 1
      guard first < keys.count else { break }
      var least = first
      for child in first..<min(first + 4, keys.count) where keys[child] < keys[least] {
        least = child
      }
      guard keys[least] < key else { break }
      keys[parent] = keys[least]
      parent = least
    }
    keys[parent] = key
  }
}

/// The keys in order, by a radix sort over the bits in which their times differ. The order of
/// keys of one time is restored first if they did not come in it.
func radixSorted(_ keys: [QueueKey]) -> [QueueKey] {
  var source = keys
  if zip(keys, keys.dropFirst()).contains(where: { $0.order > $1.order }) {
    source.sort { $0.order < $1.order }
  }
  guard var lowest = source.first?.time else { return source }
  var highest = lowest
  for key in source {
    lowest = min(lowest, key.time)
    highest = max(highest, key.time)
  }
  let base = UInt64(bitPattern: lowest)
  let bits = UInt64.bitWidth - (UInt64(bitPattern: highest) &- base).leadingZeroBitCount
  let digitBits = 11
  var target = source
  var shift = 0
  while shift < bits {
    radixPass(source, into: &target, base: base, shift: shift, bits: digitBits)
    swap(&source, &target)
    shift += digitBits
  }
  return source
}

/// One stable pass: places the keys by one digit of the time above `base`.
private func radixPass(
  _ source: [QueueKey], into target: inout [QueueKey], base: UInt64, shift: Int, bits: Int
) {
  let mask: UInt64 = 1 << UInt64(bits) - 1
  func digit(_ key: QueueKey) -> Int {
    Int((UInt64(bitPattern: key.time) &- base) >> UInt64(shift) & mask)
  }
  var starts = [Int](repeating: 0, count: 1 << bits)
  for key in source { starts[digit(key)] += 1 }
  var sum = 0
  for index in starts.indices {
    let count = starts[index]
    starts[index] = sum
    sum += count
  }
  for key in source {
    let place = digit(key)
    target[starts[place]] = key
    starts[place] += 1
  }
}
