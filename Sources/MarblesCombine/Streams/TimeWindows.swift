/// Windows of time of one length, one after the other from a start on.
///
/// There is no job for windows in which nothing happens: a stream that rests costs nothing, and a
/// run in virtual time comes to its end.
struct TimeWindows<Time: Strideable> where Time.Stride: SchedulerTimeIntervalConvertible {
  private let length: Time.Stride
  private var start: Time

  init(from start: Time, every length: Time.Stride) {
    self.start = start
    self.length = length
  }

  /// A new window starts then, because one has ended or was full.
  mutating func restart(at time: Time) { start = time }

  /// The end of the window to which `now` belongs. At the very end of a window it still belongs to
  /// that one, until the next is started.
  ///
  /// - Complexity: O(log² n) for n windows in which nothing happened.
  mutating func end(at now: Time) -> Time {
    guard length > .zero else { return now }
    while start.advanced(by: length) < now {
      var step = length
      while start.advanced(by: step + step) < now, step + step > step { step += step }
      start = start.advanced(by: step)
    }
    return start.advanced(by: length)
  }
}
