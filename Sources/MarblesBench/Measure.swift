#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#endif

/// One line of the table: a workload of ours beside a limit that no implementation can go below.
struct Workload: Sendable {
  let name: String
  /// What one event is: "job", "delivery".
  let unit: String
  /// The size of the full run; growth is measured at a tenth and at ten times this.
  let size: Int
  /// Prepares a run of that size and returns the work to be timed, which says how many events
  /// it had.
  let prepare: @Sendable (_ size: Int) -> () -> Int
}

/// Nanoseconds that this thread has worked: what else runs on the machine counts less so.
func nanoseconds() -> UInt64 {
  var time = timespec()
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
  return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
}

/// The largest size in memory that this process has had.
func peakBytes() -> Int {
  var usage = rusage()
  #if canImport(Darwin)
    getrusage(RUSAGE_SELF, &usage)
    return usage.ru_maxrss
  #else
    getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    return usage.ru_maxrss * 1024
  #endif
}

/// The median cost of one event over `runs` runs.
func nanosecondsPerEvent(_ workload: Workload, size: Int, runs: Int) -> Double {
  var costs: [Double] = []
  for _ in 0..<runs {
    let work = workload.prepare(size)
    let start = nanoseconds()
    let events = work()
    costs.append(Double(nanoseconds() - start) / Double(max(events, 1)))
  }
  return costs.sorted()[runs / 2]
}

/// Keeps a result from being optimised away.
@inline(never)
func use<Value>(_ value: Value) { withExtendedLifetime(value) {} }

/// Numbers that depend on the seed only.
struct SplitMix: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}
