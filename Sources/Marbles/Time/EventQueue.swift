/// Jobs ordered by time, and first in, first out at equal times.
///
/// A ``TimeWheel`` keeps the jobs themselves: one that is moved a few times costs less than one that
/// is looked up in a table as large as the memory. Nothing is allocated once the tables have grown.
package struct EventQueue<Job>: ~Copyable {
  /// Names a job that can be cancelled. A ticket of a job that has run or was cancelled is stale and
  /// ignored.
  package struct Ticket: Hashable, Sendable {
    fileprivate let slot: Int32
    fileprivate let number: UInt64
  }

  private struct Entry {
    let job: Job
    /// Its line in the table of tickets, or -1.
    let slot: Int32
  }

  private let wheel = TimeWheel<Entry>()
  /// The jobs that wait and can be cancelled; 0 for one that was.
  private var tickets: [UInt64] = []
  private var freeSlots: [Int32] = []
  private var lastNumber: UInt64 = 0
  /// How many jobs wait; cancelled ones do not count.
  package private(set) var count = 0

  package init() {}

  package var isEmpty: Bool { count == 0 }
  /// The jobs that wait, in a fixed order that is not that of time. O(jobs).
  package var waiting: [Job] {
    var jobs: [Job] = []
    for entry in wheel.elements where isWaiting(entry) { jobs.append(entry.job) }
    return jobs
  }

  package mutating func insert(_ job: consuming Job, at time: VirtualTime) {
    wheel.insert(Entry(job: job, slot: -1), at: time.nanoseconds)
    count += 1
  }

  /// As ``insert(_:at:)``, of a job that may be cancelled.
  package mutating func insertCancellable(_ job: consuming Job, at time: VirtualTime) -> Ticket {
    lastNumber += 1
    let slot = freeSlots.popLast() ?? Int32(truncatingIfNeeded: tickets.count)
    if Int(slot) < tickets.count {
      tickets[Int(slot)] = lastNumber
    } else {
      tickets.append(lastNumber)
    }
    wheel.insert(Entry(job: job, slot: slot), at: time.nanoseconds)
    count += 1
    return Ticket(slot: slot, number: lastNumber)
  }

  /// Removes the job if it still waits. O(1): it is let go of when its time comes.
  package mutating func cancel(_ ticket: Ticket) {
    guard tickets[Int(ticket.slot)] == ticket.number else { return }
    tickets[Int(ticket.slot)] = 0
    count -= 1
  }

  /// Takes the earliest job, unless it is later than `limit`.
  package mutating func popFirst(notAfter limit: VirtualTime = .distantFuture)
    -> (time: VirtualTime, job: Job)?
  {
    guard count > 0 else { return nil }
    while let (time, entry) = wheel.popFirst(notAfter: limit.nanoseconds) {
      let isWaiting = isWaiting(entry)
      if entry.slot >= 0 {
        tickets[Int(entry.slot)] = 0
        freeSlots.append(entry.slot)
      }
      guard isWaiting else { continue }
      count -= 1
      return (VirtualTime(nanoseconds: time), entry.job)
    }
    return nil
  }

  private func isWaiting(_ entry: Entry) -> Bool { entry.slot < 0 || tickets[Int(entry.slot)] != 0 }
}
