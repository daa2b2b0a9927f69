import Marbles

/// What the script itself does, by time, and at one time in the order that the language lays down.
///
/// It goes before everything that operators have scheduled for the same time.
final class FrameSchedule {
  /// What comes first in a frame.
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
  /// Whether the entries are sorted: from the first look at them on.
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

  /// Where an entry belongs among those that are sorted.
  private func place(of entry: Entry) -> Int {
    entries.partitioningIndex { !entry.precedes($0) }
  }

  /// Does everything that is due at `time`, also what is added meanwhile.
  func run(at time: VirtualTime) {
    while nextTime == time, let entry = entries.popLast() { entry.action() }
  }

  /// Forgets what has not been done.
  func drop() { entries = [] }

  private func sort() {
    guard !hasBegun else { return }
    entries.sort { $1.precedes($0) }
    hasBegun = true
  }
}
