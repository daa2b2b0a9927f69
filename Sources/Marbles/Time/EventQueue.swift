/// Jobs ordered by time, and first in, first out at equal times.
///
/// What is put in waits unsorted until the next job is wanted. Much at once is then sorted in one
/// radix pass and served from the front; a few go into a heap. The keys are small, and the jobs
/// stay where they are in a slab. A job costs O(log n), amortized over many far less; a
/// cancellation O(1).
package struct EventQueue<Job> {
  /// Names a job that is still in the queue. A ticket of a job that has run or was cancelled is
  /// stale and ignored.
  package struct Ticket: Hashable, Sendable {
    fileprivate let key: QueueKey
  }

  /// Sorted keys from `head` on, the keys of a heap, and keys that wait for their place.
  private var sorted: [QueueKey] = []
  private var head = 0
  private var heap = KeyHeap()
  private var incoming: [QueueKey] = []

  private var slab: [(order: UInt64, job: Job?)] = []
  private var free: [Int] = []
  private var nextNumber: UInt64 = 0
  /// How many jobs wait; cancelled ones do not count.
  package private(set) var count = 0

  package init() {}

  package var isEmpty: Bool { count == 0 }

  @discardableResult
  package mutating func insert(_ job: Job, at time: VirtualTime) -> Ticket {
    let slot = free.popLast() ?? slab.count
    let key = QueueKey(time: time.nanoseconds, number: nextNumber, slot: slot)
    nextNumber += 1
    if slot < slab.count {
      slab[slot] = (key.order, job)
    } else {
      slab.append((key.order, job))
    }
    incoming.append(key)
    count += 1
    return Ticket(key: key)
  }

  /// Removes the job if it still waits.
  package mutating func cancel(_ ticket: Ticket) {
    let slot = ticket.key.slot
    guard slab[slot].order == ticket.key.order, slab[slot].job != nil else { return }
    slab[slot].job = nil
    count -= 1
  }

  /// The time of the earliest job.
  package mutating func nextTime() -> VirtualTime? {
    firstKey().map { VirtualTime(nanoseconds: $0.time) }
  }

  package mutating func popFirst() -> (time: VirtualTime, job: Job)? {
    guard let key = firstKey(), let job = slab[key.slot].job else { return nil }
    removeFirst(key)
    slab[key.slot].job = nil
    count -= 1
    return (VirtualTime(nanoseconds: key.time), job)
  }

  /// The key of the earliest job; forgets the cancelled ones before it.
  private mutating func firstKey() -> QueueKey? {
    if !incoming.isEmpty { placeIncoming() }
    while let key = earlier(heap.first, head < sorted.count ? sorted[head] : nil) {
      if slab[key.slot].job != nil { return key }
      removeFirst(key)
    }
    return nil
  }

  private func earlier(_ a: QueueKey?, _ b: QueueKey?) -> QueueKey? {
    guard let a, let b else { return a ?? b }
    return a < b ? a : b
  }

  private mutating func removeFirst(_ key: QueueKey) {
    if head < sorted.count, sorted[head] == key { head += 1 } else { heap.removeFirst() }
    free.append(key.slot)
  }

  /// Sorts everything anew if that is paid for by what came in, else lets the heap take it.
  private mutating func placeIncoming() {
    let waiting = sorted.count - head + heap.count
    if incoming.count > 1024, incoming.count > waiting / 8 {
      incoming.append(contentsOf: sorted[head...])
      incoming.append(contentsOf: heap.keys)
      sorted = radixSorted(incoming)
      head = 0
      heap = KeyHeap()
    } else {
      for key in incoming { heap.insert(key) }
    }
    incoming.removeAll(keepingCapacity: true)
  }
}

/// A time, and below it one number that orders keys of the same time and names the job's slot.
struct QueueKey: Hashable, Comparable, Sendable {
  private static let slotBits: UInt64 = 28

  let time: Int64
  let order: UInt64

  init(time: Int64, number: UInt64, slot: Int) {
    self.time = time
    order = number << Self.slotBits | UInt64(slot)
  }

  @inline(__always)
  var slot: Int { Int(order & (1 << Self.slotBits - 1)) }

  @inline(__always)
  static func < (a: Self, b: Self) -> Bool {
    a.time != b.time ? a.time < b.time : a.order < b.order
  }
}
