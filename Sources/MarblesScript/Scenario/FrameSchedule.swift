import Marbles

/// The actions of a script by time, and at one time in the order that the language defines.
///
/// They precede everything that operators have scheduled for the same time.
final class FrameSchedule {
  /// The order of actions in a frame.
  enum Phase: Int {
    case subscribers
    case blocks
    case subjects
  }

  private struct Entry {
    var time: VirtualTime
    var phase: Phase
    var rank: Int
    /// First in, first out where all else is equal.
    var number: Int
    var action: () -> Void

    func precedes(_ other: Entry) -> Bool {
      (time.nanoseconds, phase.rawValue, rank, number)
        < (other.time.nanoseconds, other.phase.rawValue, other.rank, other.number)
    }
  }

  /// Latest first.
  private var entries: [Entry] = []
  /// Whether the entries are sorted, which the first query does.
  private var hasBegun = false
  private var nextNumber = 0

  var nextTime: VirtualTime? {
    sort()
    return entries.last?.time
  }

  /// - Parameter rank: the place in the order of the file.
  func add(at time: VirtualTime, _ phase: Phase, rank: Int, _ action: @escaping () -> Void) {
    let entry = Entry(time: time, phase: phase, rank: rank, number: nextNumber, action: action)
    nextNumber += 1
    if hasBegun { entries.insert(entry, at: place(of: entry)) } else { entries.append(entry) }
  }

  /// The position of an entry among the sorted ones.
  private func place(of entry: Entry) -> Int {
    entries.partitioningIndex { !entry.precedes($0) }
  }

  /// Performs all actions that are due at `time`, including those that they add.
  func run(at time: VirtualTime) {
    while nextTime == time, let entry = entries.popLast() { entry.action() }
  }

  /// Removes all remaining actions.
  func drop() { entries = [] }

  private func sort() {
    guard !hasBegun else { return }
    entries.sort { $1.precedes($0) }
    hasBegun = true
  }
}
