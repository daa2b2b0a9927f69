import Marbles
import MarblesCombine

/// Notices deliveries of one subject or relay that interrupt each other (a member sends again) or
/// overlap (two threads send at once).
final class Deliveries: Sendable {
  private enum Meeting {
    case alone
    case nested
    case overlapping
  }

  private let threads = Locked<[ThreadIdentity]>([])
  private let hasWarned = Locked(false)

  /// Runs a delivery. Without a report, and in a release build, that is all.
  func run<Element>(_ element: Element, _ report: MemoryReport?, _ body: () -> Void) {
    if let report {
      let meeting = enter()
      if case .overlapping = meeting {
        report.stage.recorder.warning(
          "Synchronization anomaly: \(element) is sent while another thread is delivering")
      }
      report.stage.delivering(element, during: body)
      leave()
    } else {
      #if DEBUG
        warn(enter())
        body()
        leave()
      #else
        body()
      #endif
    }
  }

  private func enter() -> Meeting {
    let me = ThreadIdentity.current
    return threads.withLock { threads in
      defer { threads.append(me) }
      if threads.isEmpty { return .alone }
      return threads.contains { $0 != me } ? .overlapping : .nested
    }
  }

  private func leave() {
    let me = ThreadIdentity.current
    threads.withLock { threads in
      if let index = threads.lastIndex(of: me) { threads.remove(at: index) }
    }
  }

  /// RxSwift prints its message each time; once for each subject is enough to find the place.
  private func warn(_ meeting: Meeting) {
    let message: String
    switch meeting {
    case .alone: return
    case .nested:
      message = """
        ⚠️ Reentrancy anomaly was detected: a subscriber sends into the subject that is delivering \
        to it. Deliver on a scheduler, with observe(on:), to keep the order.
        """
    case .overlapping:
      message = """
        ⚠️ Synchronization anomaly was detected: several threads send into one subject at the same \
        time, so that its subscribers get overlapping events.
        """
    }
    let isFirst = hasWarned.withLock { hasWarned in
      defer { hasWarned = true }
      return !hasWarned
    }
    if isFirst { print(message) }
  }
}
