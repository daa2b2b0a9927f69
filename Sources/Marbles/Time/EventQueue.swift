/// Jobs ordered by time, and first in, first out at equal times.
///
/// The jobs stay where they are in a slab; a ``TimeWheel`` orders small keys. A job costs a few
/// moves of its key, a cancellation O(1), and nothing is allocated once the tables have grown.
package struct EventQueue<Job>: ~Copyable {
  /// Names a job that is still in the queue. A ticket of a job that has run or was cancelled is
  /// stale and ignored.
  package struct Ticket: Hashable, Sendable {
    fileprivate let slot: Int
    fileprivate let number: UInt64
  }

  private let wheel = TimeWheel()
  private var slab: [(number: UInt64, job: Job?)] = []
  private var free: [Int] = []
  private var nextNumber: UInt64 = 0
  /// How many jobs wait; cancelled ones do not count.
  package private(set) var count = 0

  package init() {}

  package var isEmpty: Bool { count == 0 }
  /// The jobs that wait, in a fixed order that is not that of time.
  package var waiting: [Job] { slab.compactMap(\.job) }

  @discardableResult
  package mutating func insert(_ job: Job, at time: VirtualTime) -> Ticket {
    let slot = free.popLast() ?? slab.count
    let number = nextNumber
    nextNumber += 1
    if slot < slab.count {
      slab[slot] = (number, job)
    } else {
      slab.append((number, job))
    }
    wheel.insert(slot, at: time.nanoseconds)
    count += 1
    return Ticket(slot: slot, number: number)
  }

  /// Removes the job if it still waits.
  package mutating func cancel(_ ticket: Ticket) {
    guard slab[ticket.slot].number == ticket.number, slab[ticket.slot].job != nil else { return }
    slab[ticket.slot].job = nil
    count -= 1
  }

  /// Takes the earliest job, unless it is later than `limit`.
  package mutating func popFirst(notAfter limit: VirtualTime = .distantFuture)
    -> (time: VirtualTime, job: Job)?
  {
    guard count > 0 else { return nil }
    while let (time, slot) = wheel.popFirst(notAfter: limit.nanoseconds) {
      free.append(slot)
      guard let job = slab[slot].job.take() else { continue }
      count -= 1
      return (VirtualTime(nanoseconds: time), job)
    }
    return nil
  }
}
