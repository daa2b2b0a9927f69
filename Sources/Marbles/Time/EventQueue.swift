/// Jobs ordered by time, and first in, first out at equal times.
///
/// The jobs are stored in a ``RadixHeap`` directly: moving a job a few times costs less than a
/// lookup in a table larger than the cache. A job that can be cancelled is stored in a table, so
/// that it is released at its cancellation. The queue allocates only while its tables grow.
///
/// Not thread-safe.
package final class EventQueue<Job> {
  /// Identifies a job that can be cancelled. After the job has run or was cancelled, it has no
  /// effect.
  package struct Ticket: Hashable, Sendable {
    fileprivate let slot: Int
    fileprivate let number: UInt64
  }

  /// A job, or its index in the table. (Not an enum: extracting a payload retains it.)
  private struct Entry {
    let job: Job?
    /// 32 bits, so that a million entries fit into the cache.
    var slot: Int32 = 0
  }

  private let heap = RadixHeap<Entry>()
  @exclusivity(unchecked) private var table: [(number: UInt64, job: Job?)] = []
  @exclusivity(unchecked) private var freeSlots: [Int] = []
  @exclusivity(unchecked) private var lastNumber: UInt64 = 0
  /// The number of scheduled jobs, without cancelled ones.
  @exclusivity(unchecked) package private(set) var count = 0

  package init() {}

  package var isEmpty: Bool { count == 0 }

  /// The scheduled jobs, in a deterministic order that is not that of their times.
  ///
  /// - Complexity: O(n) in the number of jobs.
  package var waiting: [Job] {
    heap.elements.compactMap { entry in
      entry.job ?? table[Int(entry.slot)].job
    }
  }

  package func insert(_ job: consuming Job, at time: VirtualTime) {
    heap.insert(Entry(job: job), at: time.nanoseconds)
    count += 1
  }

  /// Like ``insert(_:at:)``, for a job that can be cancelled.
  package func insertCancellable(_ job: consuming Job, at time: VirtualTime) -> Ticket {
    lastNumber += 1
    let slot = freeSlots.popLast() ?? table.count
    if slot < table.count {
      table[slot] = (lastNumber, job)
    } else {
      table.append((lastNumber, job))
    }
    heap.insert(Entry(job: nil, slot: Int32(truncatingIfNeeded: slot)), at: time.nanoseconds)
    count += 1
    return Ticket(slot: slot, number: lastNumber)
  }

  /// Releases the job if it has not run.
  ///
  /// - Complexity: O(1).
  package func cancel(_ ticket: Ticket) {
    guard table[ticket.slot].number == ticket.number, table[ticket.slot].job != nil else { return }
    table[ticket.slot].job = nil
    count -= 1
  }

  /// Removes and returns the earliest job, unless it is later than `limit`.
  package func popFirst(notAfter limit: VirtualTime = .distantFuture)
    -> (time: VirtualTime, job: Job)?
  {
    while count > 0, let (time, entry) = heap.popFirst(notAfter: limit.nanoseconds) {
      guard let job = entry.job ?? takeCancellable(Int(entry.slot)) else { continue }
      count -= 1
      return (VirtualTime(nanoseconds: time), job)
    }
    return nil
  }

  /// Removes and returns the job at an index of the table; `nil` if it was cancelled.
  private func takeCancellable(_ slot: Int) -> Job? {
    freeSlots.append(slot)
    return table[slot].job.take()
  }
}
