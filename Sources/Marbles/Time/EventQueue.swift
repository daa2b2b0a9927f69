/// Jobs ordered by time, and first in, first out at equal times.
///
/// A ``TimeWheel`` keeps the jobs themselves: moving one a few times costs less than looking it up
/// in a table larger than the cache. A job that may be cancelled does stand in a table, so that it
/// is let go of at once. Nothing is allocated once the tables have grown.
///
/// Not thread-safe.
package final class EventQueue<Job> {
  /// Names a job that can be cancelled. It is stale, and ignored, once the job has run or was
  /// cancelled.
  package struct Ticket: Hashable, Sendable {
    fileprivate let slot: Int
    fileprivate let number: UInt64
  }

  /// A job, or the line of the table in which it stands. (Not an enum: taking a payload out of one
  /// retains it.)
  private struct Entry {
    let job: Job?
    /// Small, because a million of these must fit the cache.
    var slot: Int32 = 0
  }

  private let wheel = TimeWheel<Entry>()
  @exclusivity(unchecked) private var table: [(number: UInt64, job: Job?)] = []
  @exclusivity(unchecked) private var freeSlots: [Int] = []
  @exclusivity(unchecked) private var lastNumber: UInt64 = 0
  /// How many jobs wait; cancelled ones do not count.
  @exclusivity(unchecked) package private(set) var count = 0

  package init() {}

  package var isEmpty: Bool { count == 0 }

  /// The jobs that wait, in a fixed order that is not that of time. O(jobs).
  package var waiting: [Job] {
    wheel.elements.compactMap { entry in
      entry.job ?? table[Int(entry.slot)].job
    }
  }

  package func insert(_ job: consuming Job, at time: VirtualTime) {
    wheel.insert(Entry(job: job), at: time.nanoseconds)
    count += 1
  }

  /// As ``insert(_:at:)``, of a job that may be cancelled.
  package func insertCancellable(_ job: consuming Job, at time: VirtualTime) -> Ticket {
    lastNumber += 1
    let slot = freeSlots.popLast() ?? table.count
    if slot < table.count {
      table[slot] = (lastNumber, job)
    } else {
      table.append((lastNumber, job))
    }
    wheel.insert(Entry(job: nil, slot: Int32(truncatingIfNeeded: slot)), at: time.nanoseconds)
    count += 1
    return Ticket(slot: slot, number: lastNumber)
  }

  /// Lets go of the job if it still waits. O(1).
  package func cancel(_ ticket: Ticket) {
    guard table[ticket.slot].number == ticket.number, table[ticket.slot].job != nil else { return }
    table[ticket.slot].job = nil
    count -= 1
  }

  /// Takes the earliest job, unless it is later than `limit`.
  package func popFirst(notAfter limit: VirtualTime = .distantFuture)
    -> (time: VirtualTime, job: Job)?
  {
    while count > 0, let (time, entry) = wheel.popFirst(notAfter: limit.nanoseconds) {
      guard let job = entry.job ?? takeCancellable(Int(entry.slot)) else { continue }
      count -= 1
      return (VirtualTime(nanoseconds: time), job)
    }
    return nil
  }

  /// The job in that line of the table; `nil` if it was cancelled.
  private func takeCancellable(_ slot: Int) -> Job? {
    freeSlots.append(slot)
    return table[slot].job.take()
  }
}
