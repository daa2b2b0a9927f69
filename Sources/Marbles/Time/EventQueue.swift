/// Jobs ordered by time, and first in, first out at equal times.
///
/// The heap holds small keys only; the jobs stay where they are in a slab. Insertion and removal
/// cost O(log n), cancellation O(1).
package struct EventQueue<Job> {
  /// Names a job that is still in the queue. A ticket of a job that has run or was cancelled is
  /// stale and ignored.
  package struct Ticket: Hashable, Sendable {
    fileprivate let slot: UInt32
    fileprivate let number: UInt64
  }

  private struct Key {
    let time: Int64
    let number: UInt64
    let slot: UInt32

    func precedes(_ other: Key) -> Bool {
      time != other.time ? time < other.time : number < other.number
    }
  }

  private var heap: [Key] = []
  private var slab: [(number: UInt64, job: Job?)] = []
  private var free: [UInt32] = []
  private var nextNumber: UInt64 = 0
  /// How many jobs wait; cancelled ones do not count.
  package private(set) var count = 0

  package init() {}

  package var isEmpty: Bool { count == 0 }

  @discardableResult
  package mutating func insert(_ job: Job, at time: VirtualTime) -> Ticket {
    let number = nextNumber
    nextNumber += 1
    let slot: UInt32
    if let reused = free.popLast() {
      slot = reused
      slab[Int(slot)] = (number, job)
    } else {
      slot = UInt32(slab.count)
      slab.append((number, job))
    }
    heap.append(Key(time: time.nanoseconds, number: number, slot: slot))
    siftUp(heap.count - 1)
    count += 1
    return Ticket(slot: slot, number: number)
  }

  /// Removes the job if it still waits.
  package mutating func cancel(_ ticket: Ticket) {
    let index = Int(ticket.slot)
    guard index < slab.count, slab[index].number == ticket.number, slab[index].job != nil else {
      return
    }
    slab[index].job = nil
    count -= 1
  }

  /// The time of the earliest job.
  package mutating func nextTime() -> VirtualTime? {
    dropCancelled()
    return heap.first.map { VirtualTime(nanoseconds: $0.time) }
  }

  package mutating func popFirst() -> (time: VirtualTime, job: Job)? {
    dropCancelled()
    guard let key = heap.first, let job = slab[Int(key.slot)].job else { return nil }
    removeFirst()
    slab[Int(key.slot)].job = nil
    free.append(key.slot)
    count -= 1
    return (VirtualTime(nanoseconds: key.time), job)
  }

  private mutating func dropCancelled() {
    while let key = heap.first, slab[Int(key.slot)].job == nil {
      removeFirst()
      free.append(key.slot)
    }
  }

  private mutating func removeFirst() {
    let last = heap.removeLast()
    guard !heap.isEmpty else { return }
    heap[0] = last
    siftDown(0)
  }

  private mutating func siftUp(_ start: Int) {
    var child = start
    let key = heap[child]
    while child > 0 {
      let parent = (child - 1) / 4
      guard key.precedes(heap[parent]) else { break }
      heap[child] = heap[parent]
      child = parent
    }
    heap[child] = key
  }

  private mutating func siftDown(_ start: Int) {
    var parent = start
    let key = heap[parent]
    while true {
      let first = parent * 4 + 1
      guard first < heap.count else { break }
      var least = first
      for child in first..<min(first + 4, heap.count) where heap[child].precedes(heap[least]) {
        least = child
      }
      guard heap[least].precedes(key) else { break }
      heap[parent] = heap[least]
      parent = least
    }
    heap[parent] = key
  }
}
