#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#endif

/// One row of the table: a workload, and a lower limit for any implementation of it.
struct Workload: Sendable {
  let name: String
  /// The name of one event: "job", "delivery".
  let unit: String
  /// The size of the full run; growth is measured at a tenth and at ten times this.
  let size: Int
  /// Prepares a run of the given size and returns the work to be timed. The work returns its number
  /// of events.
  let prepare: @Sendable (_ size: Int) -> () -> Int
}

/// The CPU time of this thread in nanoseconds, which depends little on other processes.
func nanoseconds() -> UInt64 {
  var time = timespec()
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
  return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
}

/// The peak memory of this process.
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

/// Prevents that a result is optimized away.
@inline(never)
func use<Value>(_ value: Value) { withExtendedLifetime(value) {} }

/// Random numbers that depend on the seed only.
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
