import MarblesTestSupport
import Testing

@testable import Marbles

@Suite("The event queue")
struct EventQueueTests {
  /// Drains the queue.
  private func drain<Job>(_ queue: EventQueue<Job>) -> [Job] {
    var jobs: [Job] = []
    while let (_, job) = queue.popFirst() { jobs.append(job) }
    return jobs
  }

  private func at(_ nanoseconds: Int64) -> VirtualTime { VirtualTime(nanoseconds: nanoseconds) }

  @Test("popFirst() returns the earliest job, and at equal times the first inserted one")
  func popFirstReturnsTheEarliestJobAndAtEqualTimesTheFirstInsertedOne() {
    let queue = EventQueue<String>()
    queue.insert("c", at: at(2))
    queue.insert("a", at: at(1))
    queue.insert("d", at: at(2))
    queue.insert("b", at: at(1))
    #expect(drain(queue) == ["a", "b", "c", "d"])
  }

  @Test("a cancelled job is not returned, and its table entry is used again")
  func aCancelledJobIsNotReturnedAndItsTableEntryIsUsedAgain() {
    let queue = EventQueue<Int>()
    let tickets = (0..<10).map { queue.insertCancellable($0, at: at(Int64($0 % 3))) }
    for ticket in tickets where ticket != tickets[4] { queue.cancel(ticket) }
    #expect(queue.count == 1)
    #expect(queue.popFirst(notAfter: at(0)) == nil)
    #expect(drain(queue) == [4])
    queue.insert(11, at: at(5))
    queue.cancel(tickets[4])
    #expect(queue.count == 1, "a stale ticket cancels nothing")
    #expect(drain(queue) == [11])
  }

  @Test("random insertions, removals and cancellations agree with a stable sort")
  func randomInsertionsRemovalsAndCancellationsAgreeWithAStableSort() {
    var random = SeededGenerator(seed: 7)
    for _ in 0..<50 {
      let queue = EventQueue<Int>()
      var waiting: [(time: Int64, job: Int, ticket: EventQueue<Int>.Ticket)] = []
      for job in 0..<200 {
        let time = Int64.random(in: -5...5, using: &random)
        waiting.append((time, job, queue.insertCancellable(job, at: at(time))))
        switch Int.random(in: 0..<4, using: &random) {
        case 0:
          let victim = Int.random(in: 0..<waiting.count, using: &random)
          queue.cancel(waiting.remove(at: victim).ticket)
        case 1:
          guard let first = waiting.min(by: { ($0.time, $0.job) < ($1.time, $1.job) }) else {
            break
          }
          waiting.removeAll { $0.job == first.job }
          #expect(queue.popFirst()?.job == first.job)
        default: break
        }
        #expect(queue.count == waiting.count)
      }
      let expected = waiting.sorted { ($0.time, $0.job) < ($1.time, $1.job) }.map(\.job)
      #expect(drain(queue) == expected)
    }
  }
}
