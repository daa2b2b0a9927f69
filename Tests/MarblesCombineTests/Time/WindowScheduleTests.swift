import Marbles
import Testing

@testable import MarblesCombine

@Suite struct TimeWindowsTests {
  private func time(_ frame: Int64) -> VirtualTime { .zero + .milliseconds(frame) }

  @Test(
    "a time belongs to the window that ends next; the end of a window belongs to it",
    arguments: [(5, 15), (6, 15), (15, 15), (16, 25), (25, 25), (26, 35), (1_004, 1_005)])
  func aTimeBelongsToTheWindowThatEndsNextTheEndOfAWindowBelongsToIt(now: Int64, end: Int64) {
    var windows = WindowSchedule(from: time(5), every: .milliseconds(10))
    let found = windows.end(at: time(now))
    #expect(found == time(end))
  }

  @Test("a new window starts when one is full")
  func aNewWindowStartsWhenOneIsFull() {
    var windows = WindowSchedule(from: time(0), every: .milliseconds(10))
    let first = windows.end(at: time(3))
    windows.restart(at: time(3))
    let second = windows.end(at: time(4))
    #expect([first, second] == [time(10), time(13)])
  }

  @Test("a long time without elements costs little")
  func aLongTimeWithoutElementsCostsLittle() {
    var windows = WindowSchedule(from: time(0), every: VirtualDuration(nanoseconds: 1))
    let late = VirtualTime(nanoseconds: 4_000_000_000_000_000_000)
    let found = windows.end(at: late)
    #expect(found == late)
  }

  @Test("windows without length end at once")
  func windowsWithoutLengthEndAtOnce() {
    var windows = WindowSchedule(from: time(0), every: .zero)
    let found = windows.end(at: time(7))
    #expect(found == time(7))
  }
}

@Suite struct FifoTests {
  @Test("a queue is first in, first out at any length")
  func aQueueIsFirstInFirstOutAtAnyLength() {
    var fifo = Queue<Int>()
    var expected: [Int] = []
    var next = 0
    var random = SeededGenerator(seed: 1)
    for _ in 0..<5_000 {
      if random.next() % 5 < 3 {
        fifo.append(next)
        expected.append(next)
        next += 1
      } else {
        #expect(fifo.first == expected.first)
        let popped = fifo.popFirst()
        #expect(popped == (expected.isEmpty ? nil : expected.removeFirst()))
      }
      #expect(fifo.count == expected.count)
      #expect(fifo.isEmpty == expected.isEmpty)
    }
    fifo.removeAll()
    let none = fifo.popFirst()
    #expect(none == nil)
  }
}
